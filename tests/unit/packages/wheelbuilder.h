// SPDX-License-Identifier: MIT
#pragma once

#include <QByteArray>
#include <QList>
#include <QString>
#include <QtEndian>

#include <array>

// Writes zip archives byte by byte, so that a test can make those that no tool would make.
class ZipBuilder
{
public:
    struct Member
    {
        QByteArray name;
        QByteArray content;
        qint64 declared = -1; // bytes that the directory says it has unpacked; -1: the truth
        quint16 method = 0;   // 8: `content` is a deflated stream already
        quint32 mode = 0100644;
        QByteArray plain = {};     // with method 8: what it is unpacked
        QByteArray localName = {}; // another name in front of the data than in the directory
    };

    void add(const Member &member) { m_members.append(member); }
    void add(const QByteArray &name, const QByteArray &content) { add(Member{name, content}); }

    QByteArray bytes() const
    {
        QByteArray zip;
        QByteArray directory;
        for (const Member &member : m_members) {
            const quint32 offset = quint32(zip.size());
            const quint32 size =
                quint32(member.declared >= 0 ? member.declared : member.content.size());
            const QByteArray local = member.localName.isEmpty() ? member.name : member.localName;
            const QByteArray common =
                u16(20) + u16(0) + u16(member.method) + u32(0) +
                u32(crc32(member.plain.isEmpty() ? member.content : member.plain)) +
                u32(quint32(member.content.size())) + u32(size);
            zip += u32(0x04034b50) + common + u16(quint16(local.size())) + u16(0) + local +
                   member.content;
            directory += u32(0x02014b50) + u16(0x0314) + common + u16(quint16(member.name.size())) +
                         u16(0) + u16(0) + u16(0) + u16(0) + u32(member.mode << 16) + u32(offset) +
                         member.name;
        }
        const auto count = quint16(m_members.size());
        return zip + directory + u32(0x06054b50) + u16(0) + u16(0) + u16(count) + u16(count) +
               u32(quint32(directory.size())) + u32(quint32(zip.size())) + u16(0);
    }

    static quint32 crc32(const QByteArray &bytes)
    {
        quint32 crc = 0xffffffff;
        for (const char byte : bytes) {
            crc ^= uchar(byte);
            for (int bit = 0; bit < 8; ++bit)
                crc = (crc >> 1) ^ (0xedb88320U & (0U - (crc & 1U)));
        }
        return ~crc;
    }

    static QByteArray u16(quint16 value) { return little(value); }
    static QByteArray u32(quint32 value) { return little(value); }

private:
    template <class T>
    static QByteArray little(T value)
    {
        QByteArray bytes(sizeof(T), '\0');
        qToLittleEndian(value, bytes.data());
        return bytes;
    }

    QList<Member> m_members;
};

inline QByteArray metadataFor(const QByteArray &name, const QByteArray &version,
                              const QList<QByteArray> &needs = {})
{
    QByteArray text = "Metadata-Version: 2.1\nName: " + name + "\nVersion: " + version +
                      "\nSummary: Made for a test\nLicense: MIT\n";
    for (const QByteArray &need : needs)
        text += "Requires-Dist: " + need + '\n';
    return text + "\nA long description.\n";
}

// A whole and honest wheel with one module.
inline QByteArray wheelBytes(const QByteArray &name, const QByteArray &version,
                             const QList<QByteArray> &needs = {}, const QByteArray &metadata = {})
{
    const QByteArray folder = name + '-' + version + ".dist-info/";
    ZipBuilder zip;
    zip.add(name + ".py", "VERSION = '" + version + "'\n");
    zip.add(folder + "METADATA", metadata.isEmpty() ? metadataFor(name, version, needs) : metadata);
    zip.add(folder + "WHEEL", "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n");
    zip.add(folder + "RECORD", "");
    return zip.bytes();
}

inline QString wheelFileName(const QByteArray &name, const QByteArray &version)
{
    return QString::fromLatin1(name + '-' + version + "-py3-none-any.whl");
}
