// SPDX-License-Identifier: MIT
#include "storedoutputs.h"

#include <QDir>
#include <QFile>
#include <QImageReader>
#include <QSaveFile>

namespace glovebox::ui {

using namespace Qt::StringLiterals;

namespace {

const QString drawing = u"image/svg+xml"_s;

QString suffixOf(const QString &mimeType)
{
    if (mimeType == u"image/png")
        return u".png"_s;
    if (mimeType == u"image/jpeg")
        return u".jpg"_s;
    if (mimeType == u"image/gif")
        return u".gif"_s;
    if (mimeType == drawing)
        return u".svg"_s;
    if (mimeType == u"text/markdown" || mimeType == u"text/latex")
        return u".md"_s;
    return mimeType == u"text/html" ? u".html"_s : u".bin"_s;
}

// The same bytes are one file, however often they are opened.
QString keep(const QByteArray &bytes, const QString &mimeType, const QString &folder)
{
    const QString path = folder + u'/' + sha256Hex(bytes) + suffixOf(mimeType);
    if (QFile::exists(path))
        return path;
    QDir().mkpath(folder);
    QSaveFile file(path);
    const bool written =
        file.open(QIODevice::WriteOnly) && file.write(bytes) == bytes.size() && file.commit();
    return written ? path : QString();
}

class Events
{
public:
    explicit Events(QString folder)
        : m_folder(std::move(folder))
    {
    }

    void add(const notebook::Output &output)
    {
        switch (output.kind()) {
        case notebook::Output::Kind::Stream:
            addText(output.text(),
                    output.streamName() == u"stderr" ? StreamName::Stderr : StreamName::Stdout);
            break;
        case notebook::Output::Kind::Error:
            m_bodies.append(event::Raised{output.ename(), output.evalue(), output.traceback()});
            break;
        case notebook::Output::Kind::Display:
        case notebook::Output::Kind::Result:
            addBundle(output);
            break;
        case notebook::Output::Kind::Unknown:
            addText(output.plainText(), StreamName::Stdout);
            break;
        }
    }

    QList<RunEventBody> take() { return std::move(m_bodies); }

private:
    void addText(const QString &text, StreamName stream)
    {
        if (text.isEmpty())
            return;
        const QByteArray bytes = text.toUtf8();
        m_bodies.append(event::Output{stream, m_offset, bytes, bytes.size()});
        m_offset += bytes.size();
    }

    void addBundle(const notebook::Output &output)
    {
        const QString words = output.textOf(u"text/plain"_s);
        const QStringList types = output.mimeTypes();
        for (const QString &type : {u"image/png"_s, u"image/jpeg"_s, u"image/gif"_s, u"text/html"_s,
                                    drawing, u"text/markdown"_s, u"text/latex"_s}) {
            if (!types.contains(type))
                continue;
            const bool isText = type.startsWith(u"text/") || type == drawing;
            const QByteArray bytes = isText ? output.textOf(type).toUtf8() : output.bytesOf(type);
            addDisplay(type, bytes, words);
            return;
        }
        const QString json = u"application/json"_s;
        if (types.contains(json) && (words.isEmpty() || words.startsWith(u'<')))
            m_bodies.append(event::ResultValue{output.textOf(json)});
        else if (!words.isEmpty())
            m_bodies.append(event::ResultValue{words});
        else
            addText(output.plainText() + u'\n', StreamName::Stdout);
    }

    void addDisplay(const QString &type, const QByteArray &bytes, const QString &words)
    {
        event::Display display;
        display.index = ++m_displays;
        display.mimeType = type;
        display.file = keep(bytes, type, m_folder);
        display.size = bytes.size();
        display.title = words.section(u'\n', 0, 0).left(80);
        display.text = words;
        if (!type.startsWith(u"text/") && type != drawing)
            display.pixels = QImageReader(display.file).size();
        m_bodies.append(display);
    }

    QString m_folder;
    QList<RunEventBody> m_bodies;
    qint64 m_offset = 0;
    int m_displays = 0;
};

} // namespace

QList<RunEventBody> storedEvents(const QList<notebook::Output> &outputs, const QString &folder)
{
    Events events(folder);
    for (const notebook::Output &output : outputs)
        events.add(output);
    return events.take();
}

} // namespace glovebox::ui
