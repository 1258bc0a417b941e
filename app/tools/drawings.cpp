// SPDX-License-Identifier: MIT
#include "drawings.h"

#include <QBuffer>
#include <QGuiApplication>
#include <QHash>
#include <QImageReader>
#include <QLoggingCategory>
#include <QPainter>
#include <QRegularExpression>
#include <QSvgRenderer>
#include <QXmlStreamReader>
#include <QXmlStreamWriter>

#include <algorithm>
#include <array>

namespace glovebox::tools {

using namespace Qt::StringLiterals;

namespace {

constexpr int deepest = 64;
constexpr qint64 mostWork = 50'000;
// Elements times pixels, by which the picture gets smaller: some seconds at the worst.
constexpr double mostPixels = 2e9;
constexpr int smallestSide = 256;
constexpr qsizetype charsPerWork = 32; // of a path; of one with dashes each counts
constexpr qsizetype longestWords = 500;
constexpr qint64 mostImagePixels = 16'000'000;

constexpr auto svgNamespace = "http://www.w3.org/2000/svg"_L1;

// Drawn by code that Qt has had since SVG Tiny 1.2. Patterns, masks, markers, filters and symbols
// came with Qt 6.7, and files that misuse patterns make that version touch freed memory
// (CVE-2025-10728, CVE-2025-10729).
constexpr std::array drawnElements{
    "svg"_L1,
    "g"_L1,
    "defs"_L1,
    "use"_L1,
    "path"_L1,
    "rect"_L1,
    "circle"_L1,
    "ellipse"_L1,
    "line"_L1,
    "polyline"_L1,
    "polygon"_L1,
    "text"_L1,
    "tspan"_L1,
    "linearGradient"_L1,
    "radialGradient"_L1,
    "stop"_L1,
    "image"_L1,
    "a"_L1,
    "style"_L1,
};
// Nobody misses them.
constexpr std::array silentElements{"title"_L1, "desc"_L1, "metadata"_L1};
constexpr std::array drawnAttributes{
    "class"_L1,
    "color"_L1,
    "cx"_L1,
    "cy"_L1,
    "d"_L1,
    "display"_L1,
    "dx"_L1,
    "dy"_L1,
    "fill"_L1,
    "fill-opacity"_L1,
    "fill-rule"_L1,
    "font-family"_L1,
    "font-size"_L1,
    "font-style"_L1,
    "font-variant"_L1,
    "font-weight"_L1,
    "fx"_L1,
    "fy"_L1,
    "gradientTransform"_L1,
    "gradientUnits"_L1,
    "height"_L1,
    "offset"_L1,
    "opacity"_L1,
    "points"_L1,
    "preserveAspectRatio"_L1,
    "r"_L1,
    "rx"_L1,
    "ry"_L1,
    "spreadMethod"_L1,
    "stop-color"_L1,
    "stop-opacity"_L1,
    "stroke"_L1,
    "stroke-dasharray"_L1,
    "stroke-dashoffset"_L1,
    "stroke-linecap"_L1,
    "stroke-linejoin"_L1,
    "stroke-miterlimit"_L1,
    "stroke-opacity"_L1,
    "stroke-width"_L1,
    "style"_L1,
    "text-anchor"_L1,
    "transform"_L1,
    "vector-effect"_L1,
    "viewBox"_L1,
    "visibility"_L1,
    "width"_L1,
    "x"_L1,
    "x1"_L1,
    "x2"_L1,
    "y"_L1,
    "y1"_L1,
    "y2"_L1,
};
// Those whose absence changes the picture.
constexpr std::array missedAttributes{"clip-path"_L1,  "filter"_L1,       "marker-end"_L1,
                                      "marker-mid"_L1, "marker-start"_L1, "mask"_L1};

template <class Names>
bool contains(const Names &names, QStringView name)
{
    return std::ranges::any_of(names, [name](QLatin1StringView known) { return name == known; });
}

std::unexpected<Error> notDrawn(const QString &why)
{
    return fail(ErrorCode::InvalidArgument, why);
}

// Whether the text of a style or a value refers to nothing but parts of the same drawing.
bool staysInside(const QString &text)
{
    static const QRegularExpression local(u"url\\(\\s*(['\"]?)#[^'\"()\\\\\\s]+\\1\\s*\\)"_s);
    if (text.contains(u'\\') || text.contains(u'@')) // could spell "url" or "@import" otherwise
        return false;
    QString rest = text;
    rest.remove(local);
    return !rest.contains("url"_L1, Qt::CaseInsensitive) &&
           !rest.contains("image("_L1, Qt::CaseInsensitive);
}

// A picture inside a drawing, where it is one of the kinds that are shown as pictures anyway. SVG
// in SVG is none of them.
bool isInlinePicture(const QString &reference)
{
    static const QRegularExpression form(u"^data:image/(?:png|jpeg|jpg|gif|webp);base64,"_s,
                                         QRegularExpression::CaseInsensitiveOption);
    const auto match = form.match(reference);
    if (!match.hasMatch())
        return false;
    QByteArray bytes = QByteArray::fromBase64(reference.sliced(match.capturedLength()).toLatin1());
    if (pictureType(bytes).isEmpty())
        return false;
    QBuffer buffer(&bytes);
    const QSize size = QImageReader(&buffer).size();
    return size.isValid() && qint64(size.width()) * size.height() <= mostImagePixels;
}

// Copies a document element by element.
class Copier
{
public:
    explicit Copier(const QByteArray &bytes)
        : m_reader(bytes)
        , m_writer(&m_drawing.svg)
    {
    }

    Result<SafeDrawing> copy()
    {
        while (!m_reader.atEnd()) {
            if (auto taken = take(m_reader.readNext()); !taken)
                return std::unexpected(taken.error());
        }
        if (m_reader.hasError())
            return notDrawn(
                u"it is not well-formed XML: %1 in line %2."_s.arg(m_reader.errorString())
                    .arg(m_reader.lineNumber()));
        if (!m_begun)
            return notDrawn(u"it does not begin with <svg>."_s);
        m_drawing.words = m_drawing.words.simplified().left(longestWords);
        m_drawing.leftOut.removeDuplicates();
        return std::move(m_drawing);
    }

private:
    // One element that is being copied.
    struct Open
    {
        QString name;
        QString id;
        qint64 work = 1; // of itself and all that is in it
        bool hasUse = false;
    };
    // What a use of it costs.
    struct Target
    {
        qint64 work = 1;
        bool hasUse = false;
    };

    Result<> take(QXmlStreamReader::TokenType token)
    {
        switch (token) {
        case QXmlStreamReader::DTD:
            if (!m_reader.entityDeclarations().isEmpty() ||
                !m_reader.notationDeclarations().isEmpty() || m_reader.text().contains(u'['))
                return notDrawn(u"its DOCTYPE declares entities, which could hide or multiply "
                                "anything. Take the declarations out."_s);
            return {};
        case QXmlStreamReader::EntityReference:
            return notDrawn(u"it uses the entity \"%1\"."_s.arg(m_reader.name().left(40)));
        case QXmlStreamReader::StartElement:
            return begin();
        case QXmlStreamReader::Characters:
            characters();
            return {};
        case QXmlStreamReader::EndElement:
            end();
            return {};
        default:
            return {}; // comments and instructions
        }
    }

    Result<> begin()
    {
        const QString name = m_reader.name().toString();
        const bool foreign =
            !m_reader.namespaceUri().isEmpty() && m_reader.namespaceUri() != svgNamespace;
        if (!m_begun && (foreign || name != "svg"_L1))
            return notDrawn(u"it does not begin with <svg>."_s);
        if (m_open.size() >= deepest)
            return fail(ErrorCode::LimitExceeded,
                        u"its elements lie more than %1 deep in one another."_s.arg(deepest));
        const bool isText = name == "text"_L1 || name == "tspan"_L1;
        m_drawing.hasText = m_drawing.hasText || (!foreign && isText);
        if (foreign || !contains(drawnElements, name) || !isHarmless(name)) {
            if (!foreign && !contains(silentElements, name))
                m_drawing.leftOut.append(name);
            m_reader.skipCurrentElement();
            return {};
        }
        return copyElement(name);
    }

    // Elements of which only some are taken.
    bool isHarmless(const QString &name)
    {
        if (name == "use"_L1)
            return reference().startsWith(u'#');
        if (name == "image"_L1)
            return isInlinePicture(reference());
        return name != "svg"_L1 || !m_begun;
    }

    QString reference() const
    {
        const QXmlStreamAttributes attributes = m_reader.attributes();
        for (const QXmlStreamAttribute &attribute : attributes) {
            if (attribute.name() == "href"_L1)
                return attribute.value().trimmed().toString();
        }
        return {};
    }

    Result<> copyElement(const QString &name)
    {
        if (name == "style"_L1) {
            copyStyle();
            return {};
        }
        const QXmlStreamAttributes attributes = m_reader.attributes();
        Open element{.name = name, .id = attributes.value("id"_L1).toString()};
        const qsizetype length =
            attributes.value("d"_L1).size() + attributes.value("points"_L1).size();
        element.work += isDashed(attributes) ? length : length / charsPerWork;
        // The second of a name could be taken for the first, which was looked at.
        if (!element.id.isEmpty() && std::exchange(m_ids[element.id], true))
            element.id.clear();
        const QString target = reference();
        if (name == "use"_L1) {
            // Only of what stands before it and uses nothing itself: so uses cannot multiply.
            const auto used = m_targets.constFind(target.sliced(1));
            if (used == m_targets.cend() || used->hasUse) {
                m_drawing.leftOut.append(name);
                m_reader.skipCurrentElement();
                return {};
            }
            element.work += used->work;
            element.hasUse = true;
        }
        m_drawing.work += element.work;
        if (m_drawing.work > mostWork)
            return fail(ErrorCode::LimitExceeded, u"it has more than %1 parts."_s.arg(mostWork));
        m_writer.writeStartElement(name);
        if (!std::exchange(m_begun, true)) {
            m_writer.writeAttribute(u"xmlns"_s, svgNamespace);
            m_writer.writeAttribute(u"xmlns:xlink"_s, u"http://www.w3.org/1999/xlink"_s);
        }
        copyAttributes(attributes);
        if (!element.id.isEmpty())
            m_writer.writeAttribute(u"id"_s, element.id);
        if (target.startsWith(u'#') || name == "image"_L1)
            m_writer.writeAttribute(u"xlink:href"_s, target);
        m_open.append(element);
        return {};
    }

    static bool isDashed(const QXmlStreamAttributes &attributes)
    {
        return attributes.hasAttribute("stroke-dasharray"_L1) ||
               attributes.value("style"_L1).contains("dasharray"_L1, Qt::CaseInsensitive);
    }

    // Dashes take longest of all, so they count where they are used and are not inherited.
    static bool mayHaveDashes(QStringView element)
    {
        return element == "path"_L1 || element == "line"_L1 || element == "polyline"_L1 ||
               element == "polygon"_L1 || element == "rect"_L1;
    }

    static QString withoutDashes(QString style)
    {
        static const QRegularExpression dashes(u"stroke-dasharray\\s*:[^;}]*"_s,
                                               QRegularExpression::CaseInsensitiveOption);
        return style.remove(dashes);
    }

    void copyAttributes(const QXmlStreamAttributes &attributes)
    {
        const bool dashes = mayHaveDashes(m_reader.name());
        for (const QXmlStreamAttribute &attribute : attributes) {
            const QString name = attribute.qualifiedName().toString();
            QString value = attribute.value().toString();
            if (!dashes && name == "style"_L1)
                value = withoutDashes(value);
            if (!dashes && name == "stroke-dasharray"_L1)
                m_drawing.leftOut.append(name);
            else if (contains(drawnAttributes, name) && staysInside(value))
                m_writer.writeAttribute(name, value);
            else if (contains(drawnAttributes, name) || contains(missedAttributes, name))
                m_drawing.leftOut.append(name);
        }
    }

    void copyStyle()
    {
        const QString style =
            withoutDashes(m_reader.readElementText(QXmlStreamReader::SkipChildElements));
        if (staysInside(style) && !style.contains("dasharray"_L1, Qt::CaseInsensitive))
            m_writer.writeTextElement(u"style"_s, style);
        else
            m_drawing.leftOut.append(u"style"_s);
    }

    void characters()
    {
        if (m_open.isEmpty())
            return;
        const bool isText = m_open.last().name == "text"_L1 || m_open.last().name == "tspan"_L1;
        if (!isText)
            return;
        const QString text = m_reader.text().toString();
        m_writer.writeCharacters(text);
        if (m_drawing.words.size() < 4 * longestWords)
            m_drawing.words += text + u' ';
    }

    void end()
    {
        const Open element = m_open.takeLast();
        if (!element.id.isEmpty())
            m_targets.insert(element.id, {element.work, element.hasUse});
        if (!m_open.isEmpty()) {
            m_open.last().work += element.work;
            m_open.last().hasUse = m_open.last().hasUse || element.hasUse;
        }
        m_writer.writeEndElement();
    }

    QXmlStreamReader m_reader;
    SafeDrawing m_drawing;
    QXmlStreamWriter m_writer;
    QList<Open> m_open;
    QHash<QString, bool> m_ids;       // that were seen
    QHash<QString, Target> m_targets; // by id, those that are complete
    bool m_begun = false;
};

// Qt writes a line for each shape that it does not like: a hostile drawing could fill the log.
QLoggingCategory::CategoryFilter otherFilter = nullptr;
void quietFilter(QLoggingCategory *category)
{
    otherFilter(category);
    if (QByteArrayView(category->categoryName()).startsWith("qt.svg")) {
        category->setEnabled(QtDebugMsg, false);
        category->setEnabled(QtWarningMsg, false);
    }
}

void keepQtQuiet()
{
    static const bool done = [] {
        // Installed at once with what was there: a category may be made meanwhile.
        otherFilter = QLoggingCategory::installFilter(nullptr);
        QLoggingCategory::installFilter(quietFilter);
        return true;
    }();
    Q_UNUSED(done)
}

// Pixels of the picture.
QSize pictureSize(const QSizeF &said, const SafeDrawing &drawing, int longest)
{
    const double side = std::max(said.width(), said.height());
    if (said.isEmpty() || !std::isfinite(side))
        return {};
    const double affordable = std::sqrt(mostPixels / double(std::max<qint64>(1, drawing.work)));
    const double least = smallestSide;
    const double wanted =
        std::min({std::max(side, least), double(longest), std::max(least, affordable)});
    return (said * (wanted / side)).toSize().expandedTo({1, 1});
}

QByteArray withoutText(const QByteArray &svg)
{
    QByteArray bytes;
    QXmlStreamReader reader(svg);
    QXmlStreamWriter writer(&bytes);
    reader.setNamespaceProcessing(false);
    while (!reader.atEnd()) {
        reader.readNext();
        if (reader.isStartElement() && reader.name() == "text"_L1)
            reader.skipCurrentElement();
        else if (!reader.hasError())
            writer.writeCurrentToken(reader);
    }
    return bytes;
}

QByteArray asPng(const QImage &image)
{
    QByteArray bytes;
    QBuffer buffer(&bytes);
    return buffer.open(QIODevice::WriteOnly) && image.save(&buffer, "PNG") ? bytes : QByteArray();
}

} // namespace

bool isDrawing(QByteArrayView bytes)
{
    constexpr qsizetype lookedAt = 4096;
    if (bytes.startsWith("\xef\xbb\xbf"))
        bytes = bytes.sliced(3);
    const QByteArrayView head = bytes.first(std::min(bytes.size(), lookedAt)).trimmed();
    return head.startsWith('<') && head.contains("<svg");
}

Result<SafeDrawing> safeDrawing(const QByteArray &bytes)
{
    return Copier(bytes).copy();
}

bool canDrawText()
{
    return qobject_cast<QGuiApplication *>(QCoreApplication::instance());
}

std::optional<FittedImage> drawn(const SafeDrawing &drawing, const PictureLimits &limits)
{
    keepQtQuiet();
    QSvgRenderer renderer(drawing.hasText && !canDrawText() ? withoutText(drawing.svg)
                                                            : drawing.svg);
    if (!renderer.isValid())
        return std::nullopt;
    renderer.setAspectRatioMode(Qt::KeepAspectRatio);
    const QSize size = pictureSize(renderer.defaultSize(), drawing, limits.side);
    if (size.isEmpty())
        return std::nullopt;
    QImage image(size, QImage::Format_RGB32);
    image.fill(Qt::white); // as paper is
    QPainter painter(&image);
    renderer.render(&painter);
    painter.end();
    auto fitted = fitPicture(asPng(image), limits);
    if (fitted)
        fitted->original = renderer.defaultSize();
    return fitted;
}

Result<DrawnPicture> drawPicture(const QByteArray &bytes, const PictureLimits &limits)
{
    const auto drawing = safeDrawing(bytes);
    if (!drawing)
        return std::unexpected(drawing.error());
    const auto image = drawn(*drawing, limits);
    if (!image)
        return notDrawn(u"it has no size, or nothing that can be drawn."_s);
    return DrawnPicture{.image = *image,
                        .leftOut = drawing->leftOut,
                        .words = drawing->words,
                        .textIsMissing = drawing->hasText && !canDrawText()};
}

} // namespace glovebox::tools
