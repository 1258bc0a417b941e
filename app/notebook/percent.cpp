// SPDX-License-Identifier: MIT
#include "percent.h"

#include "magic.h"

#include <QCoreApplication>
#include <QRegularExpression>
#include <QStringDecoder>

#include <algorithm>
#include <array>

namespace glovebox::notebook {

using namespace Qt::StringLiterals;

namespace {

constexpr char byteOrderMark[] = "\xef\xbb\xbf";

struct Words
{
    Q_DECLARE_TR_FUNCTIONS(Notebook)
};

const QString titleKey = u"title"_s;
const QString languageKey = u"language"_s;
const QString argumentsKey = u"magic_args"_s;
const QString gloveboxKey = u"glovebox"_s;

// What is of one screen or one run, and not of the text. Jupytext leaves the like out.
constexpr std::array unwrittenKeys{"execution"_L1,    "ExecuteTime"_L1, "collapsed"_L1,
                                   "scrolled"_L1,     "trusted"_L1,     "hidden"_L1,
                                   "outputHidden"_L1, "vscode"_L1,      "heading_collapsed"_L1};

// Magics of cells that are Python all the same.
constexpr std::array pythonMagics{"time"_L1, "timeit"_L1, "capture"_L1, "prun"_L1};

bool isMarker(QStringView line)
{
    static const QRegularExpression marker(u"^#\\s?%%+(\\s.*)?$"_s);
    return marker.matchView(line).hasMatch();
}

// Lines that would not be Python, or would begin a cell: they are written as comments. What looks
// like such a comment already gets one sign more, so that reading is the exact way back.
bool isEscapable(QStringView line)
{
    static const QRegularExpression escapable(
        u"^\\s*(# )*(%{1,2}[A-Za-z]|![A-Za-z./~]|#\\s?%%+(\\s|$))"_s);
    return escapable.matchView(line).hasMatch();
}

bool isEscaped(QStringView line)
{
    const QStringView text = line.trimmed();
    return text.startsWith(u"# ") && isEscapable(text.sliced(2)) && !isMarker(line);
}

QString escaped(const QString &line)
{
    if (!isEscapable(line))
        return line;
    const qsizetype indent = line.size() - QStringView(line).trimmed().size();
    return line.left(indent) + u"# " + line.mid(indent);
}

QString unescaped(const QString &line)
{
    if (!isEscaped(line))
        return line;
    const qsizetype at = line.indexOf(u'#');
    return line.left(at) + line.mid(at + 2);
}

// What would begin a cell once it is a comment gets a second sign.
bool needsGuard(QStringView line)
{
    static const QRegularExpression guarded(u"^(# )*%%+(\\s.*)?$"_s);
    return guarded.matchView(line).hasMatch();
}

QString commented(const QString &line)
{
    if (line.isEmpty())
        return u"#"_s;
    return (needsGuard(line) ? u"# # "_s : u"# "_s) + line;
}

QString uncommented(const QString &line)
{
    if (!line.startsWith(u"# "))
        return line.startsWith(u'#') ? line.mid(1) : line;
    const QString text = line.mid(2);
    return text.startsWith(u"# ") && needsGuard(text.mid(2)) ? text.mid(2) : text;
}

template <class Change>
QString everyLine(const QString &text, Change change)
{
    QStringList lines = text.split(u'\n');
    for (QString &line : lines)
        line = change(line);
    return lines.join(u'\n');
}

// ---- The line that begins a cell

struct Heading
{
    CellKind kind = CellKind::Code;
    Json metadata = Json::object(); // with the title
    bool operator==(const Heading &) const = default;
};

// `key=value key="value" …` up to the end of `text`; nullopt: it is something else.
std::optional<Json> readOptions(QStringView text)
{
    static const QRegularExpression name(u"^\\s*([^\\s=\"'{}\\[\\]]+)="_s);
    Json options = Json::object();
    while (!text.trimmed().isEmpty()) {
        const auto match = name.matchView(text);
        if (!match.hasMatch())
            return {};
        text = text.sliced(match.capturedEnd());
        qsizetype length = 0;
        int depth = 0;
        bool inText = false;
        for (; length < text.size(); ++length) {
            const QChar c = text.at(length);
            if (inText && c == u'\\') {
                ++length;
                continue;
            }
            if (c == u'"')
                inText = !inText;
            else if (!inText && (c == u'{' || c == u'['))
                ++depth;
            else if (!inText && (c == u'}' || c == u']'))
                --depth;
            else if (!inText && depth <= 0 && c.isSpace())
                break;
        }
        length = std::min(length, text.size());
        const auto value = Json::parse(text.first(length).toUtf8());
        if (!value)
            return {};
        options.set(match.captured(1), *value);
        text = text.sliced(length);
    }
    return options;
}

Heading readHeading(const QString &line)
{
    static const QRegularExpression type(u"\\[(markdown|md|raw|code)\\]"_s);
    static const QRegularExpression option(u"(?:^|\\s)[^\\s=\"'{}\\[\\]]+="_s);
    Heading heading;
    QString text = line.mid(line.indexOf(u'%'));
    while (text.startsWith(u'%'))
        text.remove(0, 1);
    for (auto match = option.globalMatch(text); match.hasNext();) {
        const qsizetype at = match.next().capturedStart();
        if (const auto options = readOptions(QStringView(text).sliced(at))) {
            heading.metadata = *options;
            text = text.left(at);
            break;
        }
    }
    if (const auto match = type.match(text); match.hasMatch()) {
        const QString word = match.captured(1);
        heading.kind = word == u"raw"    ? CellKind::Raw
                       : word == u"code" ? CellKind::Code
                                         : CellKind::Text;
        text.remove(match.capturedStart(), match.capturedLength());
    }
    if (const QString title = text.simplified(); !title.isEmpty())
        heading.metadata.set(titleKey, Json(title));
    return heading;
}

QString writeHeading(const Heading &heading)
{
    static const QRegularExpression unusable(u"[\\s=\"'{}\\[\\]]|^$"_s);
    QString line = u"# %%"_s;
    if (const QString title = heading.metadata.value(titleKey).toString(); !title.isEmpty())
        line += u' ' + title.simplified();
    if (heading.kind != CellKind::Code)
        line += heading.kind == CellKind::Text ? u" [markdown]" : u" [raw]";
    const auto members = heading.metadata.members();
    for (const Json::Member &member : members) {
        if (member.key != titleKey && !member.key.contains(unusable))
            line +=
                u' ' + member.key + u'=' + QString::fromUtf8(member.value.toBytes({.indent = {}}));
    }
    return line;
}

// ---- A cell's lines

QString withoutBlankEnd(QString text)
{
    while (text.endsWith(u'\n') || text.endsWith(u' ') || text.endsWith(u'\t'))
        text.chop(1);
    return text;
}

// The text between a pair of three quotes, if that is all there is.
std::optional<QString> quotedText(const QString &body)
{
    const QString text = body.trimmed();
    for (const QStringView quotes : {u"\"\"\"", u"'''"}) {
        const qsizetype begin = text.startsWith(u'r') ? 1 : 0;
        const bool isQuoted =
            text.size() >= begin + 6 && QStringView(text).sliced(begin).startsWith(quotes) &&
            text.endsWith(quotes) && text.indexOf(quotes, begin + 3) == text.size() - 3;
        if (isQuoted)
            return text.mid(begin + 3, text.size() - begin - 6).trimmed();
    }
    return {};
}

QString readBody(const Heading &heading, const QString &body)
{
    if (heading.kind == CellKind::Code)
        return everyLine(body, unescaped);
    if (const auto quoted = quotedText(body))
        return *quoted;
    return everyLine(body, uncommented);
}

// One cell from its lines. `text` begins with the marker, unless it is the first of a file.
Cell readCell(const QString &text)
{
    const QString first = text.left(text.indexOf(u'\n'));
    const bool isMarked = isMarker(first);
    Heading heading = isMarked ? readHeading(first) : Heading();
    const QString body = withoutBlankEnd(isMarked ? text.mid(first.size() + 1) : text);
    Cell cell{.kind = heading.kind, .storedText = text};
    const Magic *magic = magicOf(heading.metadata.path({gloveboxKey, u"runtime"}).toString());
    const QString language = heading.metadata.value(languageKey).toString();
    if (cell.kind == CellKind::Code && (magic || !language.isEmpty())) {
        // A cell in another language is a comment to Python.
        cell.source = everyLine(body, uncommented);
        const QString arguments = heading.metadata.value(argumentsKey).toString();
        heading.metadata.remove(languageKey);
        heading.metadata.remove(argumentsKey);
        if (magic)
            cell.runtime = magic->runtime;
        else
            cell.source.prepend(u"%%" + language +
                                (arguments.isEmpty() ? u""_s : u' ' + arguments) + u'\n');
    } else {
        cell.source = readBody(heading, body);
    }
    cell.metadata = heading.metadata;
    return cell;
}

// Splits IPython's line "%%name arguments".
std::pair<QString, QString> magicParts(QStringView line)
{
    const qsizetype space = line.indexOf(u' ');
    if (space < 0)
        return {line.mid(2).toString(), {}};
    return {line.mid(2, space - 2).toString(), line.mid(space + 1).trimmed().toString()};
}

Heading headingOf(const Cell &cell)
{
    Heading heading{cell.kind, cell.metadata.isObject() ? cell.metadata : Json::object()};
    for (const QLatin1StringView key : unwrittenKeys)
        heading.metadata.remove(QString(key));
    // Of the run that the cell came from, and what follows from the runtime.
    if (heading.metadata.find(gloveboxKey))
        heading.metadata.remove(gloveboxKey);
    if (magicOf(cell.runtime))
        heading.metadata.set(gloveboxKey, Json(Json::Members{{u"runtime"_s, Json(cell.runtime)}}));
    return heading;
}

QString otherLanguage(Heading heading, QStringView magicLine, const QString &source)
{
    const auto [name, arguments] = magicParts(magicLine);
    Json metadata(Json::Members{{languageKey, Json(name)}});
    if (!arguments.isEmpty())
        metadata.set(argumentsKey, Json(arguments));
    const auto members = heading.metadata.members();
    for (const Json::Member &member : members)
        metadata.set(member.key, member.value);
    heading.metadata = metadata;
    return writeHeading(heading) + u'\n' + everyLine(source, commented);
}

bool isOtherLanguage(const QString &source)
{
    static const QRegularExpression magic(u"^%%([A-Za-z][\\w-]*)"_s);
    const auto match = magic.match(source);
    return match.hasMatch() && std::ranges::none_of(pythonMagics, [&](QLatin1StringView name) {
               return match.captured(1) == name;
           });
}

QString writeNew(const Cell &cell, bool isUnmarked)
{
    const Heading heading = headingOf(cell);
    if (const Magic *magic = magicOf(cell.runtime))
        return otherLanguage(heading, QString(magic->line), cell.source);
    if (cell.kind == CellKind::Code && isOtherLanguage(cell.source)) {
        const QString line = cell.source.left(cell.source.indexOf(u'\n'));
        return otherLanguage(heading, line, cell.source.mid(line.size() + 1));
    }
    const QString body = everyLine(cell.source, cell.kind == CellKind::Code ? escaped : commented);
    if (isUnmarked)
        return body;
    // As it stood, where it says the same.
    const QString first = cell.storedText.left(cell.storedText.indexOf(u'\n'));
    const bool isSame = isMarker(first) && readHeading(first) == heading;
    return (isSame ? first : writeHeading(heading)) + (body.isEmpty() ? QString() : u'\n' + body);
}

QString textOf(const Cell &cell, bool isFirst)
{
    const QString &stored = cell.storedText;
    const bool isUnmarked = isFirst && cell.kind == CellKind::Code && cell.runtime.isEmpty() &&
                            !stored.isEmpty() && !isMarker(stored.left(stored.indexOf(u'\n')));
    if (!stored.isEmpty() && (isUnmarked || isMarker(stored.left(stored.indexOf(u'\n'))))) {
        const Cell same = readCell(stored);
        if (same.kind == cell.kind && same.runtime == cell.runtime && same.source == cell.source &&
            headingOf(same) == headingOf(cell))
            return stored;
    }
    QString text = withoutBlankEnd(writeNew(cell, isUnmarked));
    // As many empty lines behind it as there were; else one.
    const qsizetype feeds = stored.isEmpty() ? 2 : stored.size() - withoutBlankEnd(stored).size();
    return text + QString(std::clamp<qsizetype>(feeds, 1, 3), u'\n');
}

// Jupytext's header, in comments or not, and empty lines at the beginning.
qsizetype preambleLines(const QStringList &lines)
{
    qsizetype at = 0;
    if (!lines.isEmpty() && lines.first().trimmed() == u"# ---") {
        const qsizetype end = lines.indexOf(QRegularExpression(u"^# ---\\s*$"_s), 1);
        at = end < 0 ? 0 : end + 1;
    }
    while (at < lines.size() && lines.at(at).trimmed().isEmpty())
        ++at;
    return at;
}

} // namespace

bool looksLikePercent(QByteArrayView bytes)
{
    const QString text = QString::fromUtf8(bytes);
    return std::ranges::any_of(text.split(u'\n'), [](const QString &line) {
        return isMarker(line.endsWith(u'\r') ? line.chopped(1) : line);
    });
}

Result<ReadNotebook> readPercent(QByteArrayView bytes)
{
    QStringDecoder decoder(QStringDecoder::Utf8);
    QString text = decoder.decode(bytes);
    if (decoder.hasError() || text.contains(QChar(u'\0')))
        return fail(ErrorCode::Corrupt, Words::tr("This file is not text in UTF-8."));
    ReadNotebook read;
    Notebook &notebook = read.notebook;
    notebook = newNotebook();
    notebook.cells.clear();
    if (text.contains(u"\r\n")) {
        notebook.style.lineEnd = "\r\n";
        text.replace(u"\r\n"_s, u"\n"_s);
    }
    const QStringList lines = text.split(u'\n');
    const qsizetype begin = preambleLines(lines);
    const auto joined = [&lines](qsizetype from, qsizetype to) {
        if (from == to)
            return QString();
        const QString part = lines.sliced(from, to - from).join(u'\n');
        return to < lines.size() ? QString(part + u'\n') : part;
    };
    notebook.preamble = joined(0, begin);
    if (bytes.startsWith(byteOrderMark))
        notebook.preamble.prepend(QChar(QChar::ByteOrderMark)); // reading took it away
    for (qsizetype from = begin; from < lines.size();) {
        qsizetype to = from + 1;
        while (to < lines.size() && !isMarker(lines.at(to)))
            ++to;
        Cell cell = readCell(joined(from, to));
        cell.id = newCellId();
        notebook.cells.append(std::move(cell));
        if (notebook.cells.size() > maxCells)
            return fail(ErrorCode::LimitExceeded,
                        Words::tr("This file has more than %1 cells.").arg(maxCells));
        from = to;
    }
    if (notebook.cells.isEmpty())
        notebook.cells.append(Cell{.id = newCellId()});
    return read;
}

QByteArray writePercent(const Notebook &notebook)
{
    QString text = notebook.preamble;
    const bool hasMark = text.startsWith(QChar(QChar::ByteOrderMark));
    if (hasMark)
        text.removeFirst();
    const QByteArray mark = hasMark ? QByteArray(byteOrderMark) : QByteArray();
    const Cell &only = notebook.cells.first();
    const bool isEmpty = notebook.cells.size() == 1 && only.kind == CellKind::Code &&
                         only.source.isEmpty() && only.storedText.isEmpty();
    if (isEmpty)
        return mark + text.toUtf8();
    for (qsizetype at = 0; at < notebook.cells.size(); ++at) {
        if (!text.isEmpty() && !text.endsWith(u'\n'))
            text += u'\n';
        text += textOf(notebook.cells.at(at), at == 0);
    }
    const Cell &last = notebook.cells.last();
    // Generated cells end with an empty line for the next one.
    if (text.endsWith(u"\n\n") && !last.storedText.endsWith(u"\n\n"))
        text = withoutBlankEnd(text) + u'\n';
    if (notebook.style.lineEnd == "\r\n")
        text.replace(u'\n', u"\r\n"_s);
    return mark + text.toUtf8();
}

} // namespace glovebox::notebook
