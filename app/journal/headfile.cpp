// SPDX-License-Identifier: MIT
#include "headfile.h"

#include "base/constanttime.h"

#include <QFile>
#include <QMessageAuthenticationCode>
#include <QRandomGenerator>
#include <QSaveFile>

#include <algorithm>

namespace glovebox::journal {

namespace {

constexpr int keyBytes = 32;
constexpr int slotBytes = 256; // a line of 150 and spaces: one sector holds it
constexpr int slotCount = 2;
constexpr auto ownerOnly = QFileDevice::ReadOwner | QFileDevice::WriteOwner;

QByteArray randomKey()
{
    QByteArray key(keyBytes, Qt::Uninitialized);
    QRandomGenerator *system = QRandomGenerator::system();
    std::ranges::generate(key, [system] { return static_cast<char>(system->bounded(256)); });
    return key;
}

std::unexpected<Error> cannotWrite(const QFileDevice &file)
{
    return fail(ErrorCode::Io, QStringLiteral("The journal's end cannot be kept."),
                file.fileName() + u": " + file.errorString());
}

} // namespace

HeadFile::HeadFile(const QString &database)
    : m_keyPath(database + u".key")
    , m_headPath(database + u".head")
{
    QFile file(m_keyPath);
    if (file.open(QIODevice::ReadOnly)) {
        const QByteArray key = QByteArray::fromHex(file.read(1024).trimmed());
        if (key.size() == keyBytes)
            m_key = key;
    }
}

Result<> HeadFile::makeKey()
{
    const QByteArray key = randomKey();
    const QByteArray text = key.toHex() + '\n';
    QSaveFile file(m_keyPath);
    if (!file.open(QIODevice::WriteOnly) || !file.setPermissions(ownerOnly) ||
        file.write(text) != text.size() || !file.commit())
        return cannotWrite(file);
    m_key = key;
    return {};
}

QByteArray HeadFile::line(const ChainEnd &end) const
{
    const QByteArray text =
        "journal-end 1 " + QByteArray::number(end.rows) + ' ' + end.digest.toHex();
    const QByteArray code =
        QMessageAuthenticationCode::hash(text, m_key, QCryptographicHash::Sha256);
    const QByteArray whole = text + ' ' + code.toHex();
    return whole.leftJustified(slotBytes - 1, ' ') + '\n';
}

std::optional<ChainEnd> HeadFile::parsed(const QByteArray &slot) const
{
    const QList<QByteArray> words = slot.simplified().split(' ');
    if (words.size() != 5)
        return std::nullopt;
    const ChainEnd end{words[2].toLongLong(), QByteArray::fromHex(words[3])};
    if (!equalInConstantTime(line(end), slot))
        return std::nullopt;
    return end;
}

std::optional<ChainEnd> HeadFile::read() const
{
    QFile file(m_headPath);
    if (!hasKey() || !file.open(QIODevice::ReadOnly))
        return std::nullopt;
    std::optional<ChainEnd> newest;
    for (int slot = 0; slot < slotCount; ++slot) {
        const auto end = parsed(file.read(slotBytes));
        if (end && (!newest || end->rows > newest->rows))
            newest = end;
    }
    return newest;
}

Result<> HeadFile::write(const ChainEnd &end)
{
    QFile file(m_headPath);
    // Unbuffered: one write, so that the end of this process leaves a slot whole.
    if (!file.open(QIODevice::ReadWrite | QIODevice::Unbuffered, ownerOnly))
        return cannotWrite(file);
    if (file.size() < slotBytes)
        m_nextSlot = 0;
    const QByteArray text = line(end);
    if (!file.seek(qint64(m_nextSlot) * slotBytes) || file.write(text) != text.size())
        return cannotWrite(file);
    m_nextSlot = (m_nextSlot + 1) % slotCount;
    return {};
}

} // namespace glovebox::journal
