// SPDX-License-Identifier: MIT
#include "cell.h"

#include <QRandomGenerator>

#include <algorithm>
#include <array>

namespace glovebox::notebook {

using namespace Qt::StringLiterals;

namespace {

bool isBinary(const QString &mimeType)
{
    return (mimeType.startsWith(u"image/") && !mimeType.endsWith(u"+xml")) ||
           mimeType.startsWith(u"audio/") || mimeType.startsWith(u"video/") ||
           mimeType == u"application/pdf" || mimeType == u"application/octet-stream";
}

// From what shows most to what always can be shown.
constexpr std::array shownTypes{"image/png"_L1,     "image/jpeg"_L1,    "image/webp"_L1,
                                "image/gif"_L1,     "image/svg+xml"_L1, "text/html"_L1,
                                "text/markdown"_L1, "text/latex"_L1,    "text/plain"_L1};

const QString executionKey = u"execution"_s;
const QString startedKey = u"iopub.execute_input"_s;
const QString endedKey = u"shell.execute_reply"_s;

} // namespace

// ---- Output

Output Output::stream(const QString &name, const QString &text)
{
    return Output(Json(Json::Members{{u"name"_s, Json(name)},
                                     {u"output_type"_s, Json(u"stream"_s)},
                                     {u"text"_s, Json::lines(text)}}));
}

Output Output::display(Json data, Json metadata)
{
    return Output(Json(Json::Members{{u"data"_s, std::move(data)},
                                     {u"metadata"_s, std::move(metadata)},
                                     {u"output_type"_s, Json(u"display_data"_s)}}));
}

Output Output::result(Json data, Json metadata, std::optional<int> count)
{
    return Output(Json(Json::Members{{u"data"_s, std::move(data)},
                                     {u"execution_count"_s, count ? Json(*count) : Json()},
                                     {u"metadata"_s, std::move(metadata)},
                                     {u"output_type"_s, Json(u"execute_result"_s)}}));
}

Output Output::error(const QString &ename, const QString &evalue, const QStringList &traceback)
{
    return Output(Json(Json::Members{{u"ename"_s, Json(ename)},
                                     {u"evalue"_s, Json(evalue)},
                                     {u"output_type"_s, Json(u"error"_s)},
                                     {u"traceback"_s, Json::array(traceback)}}));
}

Output::Kind Output::kind() const
{
    const QString type = m_json.value(u"output_type").toString();
    if (type == u"stream")
        return Kind::Stream;
    if (type == u"display_data" || type == u"update_display_data")
        return Kind::Display;
    if (type == u"execute_result")
        return Kind::Result;
    return type == u"error" ? Kind::Error : Kind::Unknown;
}

QString Output::streamName() const
{
    return m_json.value(u"name") == Json(u"stderr"_s) ? u"stderr"_s : u"stdout"_s;
}

QString Output::text() const
{
    return m_json.value(u"text").joined();
}

QString Output::ename() const
{
    return m_json.value(u"ename").toString();
}

QString Output::evalue() const
{
    return m_json.value(u"evalue").toString();
}

QStringList Output::traceback() const
{
    QStringList lines;
    const auto items = m_json.value(u"traceback").items();
    for (const Json &item : items)
        lines.append(item.toString());
    return lines;
}

QStringList Output::mimeTypes() const
{
    QStringList types;
    const auto members = m_json.value(u"data").members();
    for (const Json::Member &member : members)
        types.append(member.key);
    return types;
}

QString Output::textOf(const QString &mimeType) const
{
    const Json data = m_json.path({u"data", mimeType});
    if (data.isObject() || (mimeType.endsWith(u"json") && !data.isString() && !data.isNull()))
        return QString::fromUtf8(data.toBytes());
    return data.joined();
}

QByteArray Output::bytesOf(const QString &mimeType) const
{
    const QString text = textOf(mimeType);
    return isBinary(mimeType) ? QByteArray::fromBase64(text.toLatin1()) : text.toUtf8();
}

QString Output::bestMimeType() const
{
    const QStringList types = mimeTypes();
    const auto best = std::ranges::find_if(
        shownTypes, [&](QLatin1StringView type) { return types.contains(type); });
    if (best != shownTypes.end())
        return *best;
    return types.value(0);
}

QString Output::plainText() const
{
    switch (kind()) {
    case Kind::Stream:
        return text();
    case Kind::Error:
        return traceback().isEmpty() ? ename() + u": " + evalue() : traceback().join(u'\n');
    case Kind::Display:
    case Kind::Result:
        return textOf(u"text/plain"_s);
    case Kind::Unknown:
        return {};
    }
    Q_UNREACHABLE_RETURN({});
}

// ---- Cell

QDateTime Cell::started() const
{
    return QDateTime::fromString(metadata.path({executionKey, startedKey}).toString(),
                                 Qt::ISODateWithMs);
}

QDateTime Cell::ended() const
{
    return QDateTime::fromString(metadata.path({executionKey, endedKey}).toString(),
                                 Qt::ISODateWithMs);
}

std::optional<std::chrono::milliseconds> Cell::duration() const
{
    const QDateTime from = started();
    const QDateTime until = ended();
    if (!from.isValid() || !until.isValid() || until < from)
        return {};
    return std::chrono::milliseconds(from.msecsTo(until));
}

void Cell::setTimes(const QDateTime &started, const QDateTime &ended)
{
    if (!started.isValid() || !ended.isValid()) {
        metadata.remove(executionKey);
        return;
    }
    metadata.set(executionKey,
                 Json(Json::Members{{startedKey, Json(started.toUTC().toString(Qt::ISODateWithMs))},
                                    {endedKey, Json(ended.toUTC().toString(Qt::ISODateWithMs))}}));
}

QString newCellId()
{
    static constexpr char letters[] = "0123456789abcdefghijklmnopqrstuvwxyz";
    QString id;
    for (int at = 0; at < 8; ++at)
        id += QLatin1Char(letters[QRandomGenerator::global()->bounded(int(sizeof letters) - 1)]);
    return id;
}

bool isValidCellId(QStringView id)
{
    return !id.isEmpty() && id.size() <= 64 && std::ranges::all_of(id, [](QChar c) {
        return (c >= u'0' && c <= u'9') || (c >= u'A' && c <= u'Z') || (c >= u'a' && c <= u'z') ||
               c == u'_' || c == u'-';
    });
}

// ---- Notebook

QString Notebook::foreignLanguage() const
{
    QString language = metadata.path({u"language_info", u"name"}).toString();
    if (language.isEmpty())
        language = metadata.path({u"kernelspec", u"language"}).toString();
    const QString name = language.toLower();
    const bool isPython = name.isEmpty() || name == u"python" || name == u"ipython" ||
                          name == u"python3" || name == u"python2";
    return isPython ? QString() : language;
}

Notebook newNotebook(QList<Cell> cells)
{
    Notebook notebook;
    notebook.cells = std::move(cells);
    if (notebook.cells.isEmpty())
        notebook.cells.append(Cell{.id = newCellId()});
    notebook.metadata = Json(
        Json::Members{{u"kernelspec"_s, Json(Json::Members{{u"display_name"_s, Json(u"Python 3"_s)},
                                                           {u"language"_s, Json(u"python"_s)},
                                                           {u"name"_s, Json(u"python3"_s)}})},
                      {u"language_info"_s, Json(Json::Members{{u"name"_s, Json(u"python"_s)}})}});
    return notebook;
}

} // namespace glovebox::notebook
