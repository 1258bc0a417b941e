// SPDX-License-Identifier: MIT
#include "outputview.h"

#include "tablelist.h"
#include "tablewindow.h"

#include "ui/models/changetree.h"
#include "ui/models/readablemarkdown.h"
#include "ui/models/words.h"
#include "ui/parts/button.h"
#include "ui/parts/markdownlook.h"
#include "ui/theme/fonts.h"
#include "ui/theme/icons.h"
#include "ui/theme/paint.h"
#include "ui/theme/theme.h"

#include <QAbstractTextDocumentLayout>
#include <QAccessible>
#include <QAccessibleAnnouncementEvent>
#include <QClipboard>
#include <QContextMenuEvent>
#include <QFile>
#include <QGuiApplication>
#include <QHelpEvent>
#include <QLocale>
#include <QMenu>
#include <QPainter>
#include <QPromise>
#include <QScrollBar>
#include <QTextLayout>
#include <QThreadPool>
#include <QToolTip>

#include <algorithm>
#include <utility>

namespace glovebox::ui {

using namespace Qt::StringLiterals;

namespace {

constexpr int padding = 16;
constexpr int topPadding = 9;
constexpr int plotMargin = 8;
constexpr int noticePadding = 8;
constexpr int pagePadding = 12;
constexpr int pageButtonHeight = 24;
constexpr int pageButtonGap = 8; // above it, and between it and what stands beside it
constexpr int foldHeight = 24;
constexpr int mostTableRows = 20; // in place; its window has all
constexpr int tableHeaderHeight = 28;
constexpr int tableTypeHeight = 16; // below it, where the run says the types of columns
constexpr int tableRowHeight = 24;
constexpr int tableFootHeight = 32;
constexpr int tablePadding = 12;
constexpr int widestColumn = 260;
constexpr int foldMargin = 4;
constexpr int markWidth = 3; // the red bar of stderr
constexpr int markLeft = 6;

// Height of text wrapped to a width, in whole pixels.
int wrappedHeight(const QFont &font, const QString &text, int width)
{
    return QFontMetrics(font)
        .boundingRect(QRect(0, 0, width, 100'000), Qt::TextWordWrap | Qt::AlignLeft, text)
        .height();
}

// A page without words says nothing but its title.
bool hasSummary(const OutputItem &item)
{
    return !item.display->text.isEmpty() && item.display->text != item.line.text;
}

int pageBoxHeight(const OutputItem &item)
{
    const int title = QFontMetrics(textFont(TextStep::Text, QFont::DemiBold)).height();
    const int summary =
        hasSummary(item) ? QFontMetrics(textFont(TextStep::Second)).height() + 2 : 0;
    return 2 * pagePadding + title + summary + pageButtonGap + pageButtonHeight;
}

// Text of a run loads nothing: no picture from a file or from elsewhere.
class SealedText final : public QTextDocument
{
protected:
    QVariant loadResource(int, const QUrl &) override { return {}; }
};

constexpr qint64 longestText = 1024 * 1024; // longer ones stay as they were written

QString readWritten(const QString &path, bool isLatex)
{
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly) || file.size() > longestText)
        return {};
    const QString text = QString::fromUtf8(file.readAll());
    // A formula by itself may come without its signs.
    const bool isBare = isLatex && !text.contains(u'$');
    return readableMarkdown(isBare ? u"$$"_s + text + u"$$"_s : text);
}

} // namespace

OutputView::OutputView(OutputModel &model, PlotCache &plots, QWidget *parent)
    : QAbstractScrollArea(parent)
    , m_model(model)
    , m_plots(plots)
{
    setObjectName(QStringLiteral("outputView"));
    setAccessibleName(tr("Output"));
    setFrameShape(QFrame::NoFrame);
    setFocusPolicy(Qt::StrongFocus);
    viewport()->setCursor(Qt::IBeamCursor);
    viewport()->setMouseTracking(true);
    verticalScrollBar()->setSingleStep(m_lines.lineHeight());
    horizontalScrollBar()->setSingleStep(int(m_lines.columnWidth() * 4));
    connect(&model, &OutputModel::refreshed, this, &OutputView::relayout);
    connect(&model, &OutputModel::runChanged, this, [this] {
        m_widest = 0;
        m_tables.clear();
        m_texts.clear();
        m_lookedAt.clear();
        m_currentPlot = QPersistentModelIndex();
        setFollow(true);
        relayout();
    });
    connect(&plots, &PlotCache::ready, this, &OutputView::onPictureRead);
    relayout();
}

OutputView::~OutputView() = default;

// Layout

// The room for a drawing is known only now.
void OutputView::onPictureRead(const QString &file)
{
    const bool drawing = std::ranges::any_of(m_model.plots(), [&file](const event::Display &plot) {
        return plot.file == file && PlotCache::isDrawing(plot);
    });
    if (drawing)
        relayout();
    viewport()->update();
}

int OutputView::contentWidth() const
{
    return std::max(0, viewport()->width() - 2 * padding);
}

QSize OutputView::plotSize(const event::Display &display) const
{
    const QSize whole = m_plots.sizeOf(display);
    if (!PlotCache::isPicture(display) || whole.isEmpty())
        return {contentWidth(), 2 * m_lines.lineHeight()};
    if (whole.width() <= contentWidth())
        return whole;
    const qreal height = qreal(whole.height()) * contentWidth() / whole.width();
    return {contentWidth(), std::max(1, qRound(height))};
}

int OutputView::heightOf(const OutputItem &item) const
{
    switch (item.kind) {
    case OutputItem::Kind::Plot:
        return plotSize(*item.display).height() + 2 * plotMargin + 2;
    case OutputItem::Kind::Page:
        if (const TableLook *look = tableOf(item))
            return tableBoxHeight(*look) + 2 * plotMargin;
        return pageBoxHeight(item) + 2 * plotMargin;
    case OutputItem::Kind::Fold:
        return foldHeight + 2 * foldMargin;
    case OutputItem::Kind::Notice: {
        const QFont title = textFont(TextStep::Text, QFont::DemiBold);
        const QFont text = textFont(TextStep::Second);
        const int width = contentWidth() - 48;
        const int lines =
            item.line.text.isEmpty() ? 0 : wrappedHeight(text, item.line.text, width) + 2;
        return QFontMetrics(title).height() + lines + 2 * noticePadding + 2 * plotMargin;
    }
    case OutputItem::Kind::Written:
        if (QTextDocument *text = textOf(item)) {
            text->setTextWidth(contentWidth());
            return qCeil(text->size().height()) + 2 * plotMargin;
        }
        return 0; // its words are there meanwhile
    default:
        return m_lines.lineHeight();
    }
}

// Tables

void OutputView::lookForTables()
{
    for (const OutputItem &item : m_model.items()) {
        if (item.kind != OutputItem::Kind::Page || m_lookedAt.contains(item.display->file))
            continue;
        const QString file = item.display->file;
        m_lookedAt.insert(file);
        const auto promise = std::make_shared<QPromise<std::optional<ShownTable>>>();
        promise->start();
        promise->future().then(
            this, [this, file](const std::optional<ShownTable> &table) { takeTable(file, table); });
        QThreadPool::globalInstance()->start([promise, file] {
            promise->addResult(readTable(file));
            promise->finish();
        });
    }
}

void OutputView::takeTable(const QString &file, std::optional<ShownTable> table)
{
    if (!table || table->header.isEmpty() || !m_lookedAt.contains(file))
        return;
    TableLook look{*std::move(table), {}, {}, 0};
    const QFontMetrics bold(textFont(TextStep::Second, QFont::DemiBold));
    const QFontMetrics plain(textFont());
    const QFontMetrics meta(textFont(TextStep::Meta));
    const qsizetype rows = std::min<qsizetype>(look.table.rows.size(), mostTableRows);
    for (qsizetype column = 0; column < look.table.header.size(); ++column) {
        int width = std::max(bold.horizontalAdvance(look.table.header.at(column)),
                             meta.horizontalAdvance(look.table.types.value(column)));
        bool numeric = rows > 0;
        for (qsizetype row = 0; row < rows; ++row) {
            const QString cell = look.table.rows.at(row).value(column);
            width = std::max(width, plain.horizontalAdvance(cell.left(120)));
            bool number = cell == u"NaN" || cell == u"...";
            if (!number)
                QString(cell).remove(u',').toDouble(&number);
            numeric = numeric && number;
        }
        // One more: the true width is a fraction more than what is counted, and would be elided.
        look.widths.append(std::clamp(width + 1 + 2 * tablePadding, 40, widestColumn));
        look.numeric.append(numeric);
        look.width += look.widths.last();
    }
    m_widest = std::max<qreal>(m_widest, look.width);
    m_tables.insert(file, look);
    for (const OutputItem &item : m_model.items()) {
        const auto button = m_pageButtons.find(item.serial);
        if (button != m_pageButtons.end() && tableOf(item)) {
            button->second->setText(tr("Open table"));
            button->second->setAccessibleName(tr("Open table: %1").arg(item.line.text));
        }
    }
    relayout();
}

const OutputView::TableLook *OutputView::tableOf(const OutputItem &item) const
{
    if (item.kind != OutputItem::Kind::Page)
        return nullptr;
    const auto found = m_tables.constFind(item.display->file);
    return found == m_tables.cend() ? nullptr : &*found;
}

// Texts

void OutputView::lookForTexts()
{
    for (const OutputItem &item : m_model.items()) {
        if (item.kind != OutputItem::Kind::Written || m_lookedAt.contains(item.display->file))
            continue;
        const QString file = item.display->file;
        const bool isLatex = item.display->mimeType == u"text/latex";
        m_lookedAt.insert(file);
        const auto promise = std::make_shared<QPromise<QString>>();
        promise->start();
        promise->future().then(this,
                               [this, file](const QString &markdown) { takeText(file, markdown); });
        QThreadPool::globalInstance()->start([promise, file, isLatex] {
            promise->addResult(readWritten(file, isLatex));
            promise->finish();
        });
    }
}

void OutputView::takeText(const QString &file, const QString &markdown)
{
    if (markdown.isEmpty() || !m_lookedAt.contains(file))
        return;
    auto text = std::make_unique<SealedText>();
    text->setDocumentMargin(0);
    text->setDefaultFont(textFont());
    text->setMarkdown(markdown,
                      QTextDocument::MarkdownFeatures(QTextDocument::MarkdownDialectGitHub) |
                          QTextDocument::MarkdownNoHTML);
    dressMarkdown(*text);
    m_texts[file] = std::move(text);
    relayout();
}

QTextDocument *OutputView::textOf(const OutputItem &item) const
{
    if (item.kind != OutputItem::Kind::Written)
        return nullptr;
    const auto found = m_texts.find(item.display->file);
    return found == m_texts.end() ? nullptr : found->second.get();
}

void OutputView::paintWritten(QPainter &painter, const OutputItem &item, int top)
{
    QTextDocument *text = textOf(item);
    if (!text)
        return;
    painter.save();
    painter.translate(padding, top + plotMargin);
    QAbstractTextDocumentLayout::PaintContext context;
    context.palette.setColor(QPalette::Text, color(Token::Text));
    context.palette.setColor(QPalette::Link, color(Token::Accent));
    context.clip = QRectF(0, 0, contentWidth(), text->size().height());
    painter.setClipRect(context.clip);
    text->documentLayout()->draw(&painter, context);
    painter.restore();
}

// A value comes as what it is and then in words: these need not be read twice.
void OutputView::tellRows()
{
    m_told.assign(size_t(m_model.rowCount()), false);
    bool behind = false;
    for (int row = 0; row < m_model.rowCount(); ++row) {
        const OutputItem &item = m_model.itemAt(row);
        if (item.kind == OutputItem::Kind::Result)
            m_told[size_t(row)] = behind;
        else
            behind = tableOf(item) || textOf(item);
    }
}

int OutputView::tableHeadHeight(const TableLook &look)
{
    return tableHeaderHeight + (look.table.types.isEmpty() ? 0 : tableTypeHeight);
}

int OutputView::tableBoxHeight(const TableLook &look) const
{
    const int rows = int(std::min<qsizetype>(look.table.rows.size(), mostTableRows));
    return tableHeadHeight(look) + rows * tableRowHeight + tableFootHeight;
}

// The first column stays while the others move sideways.
void OutputView::paintTable(QPainter &painter, const TableLook &look, int top)
{
    const int right = padding + std::min(look.width, contentWidth());
    const int rows = int(std::min<qsizetype>(look.table.rows.size(), mostTableRows));
    const int head = tableHeadHeight(look);
    painter.save();
    painter.setClipRect(QRect(padding, top, right - padding, tableBoxHeight(look)));
    painter.fillRect(padding, top, right - padding, head, color(Token::Window));
    int left = padding + look.widths.first() - horizontalScrollBar()->value();
    for (int column = 1; column < look.widths.size(); ++column) {
        if (left < right && left + look.widths.at(column) > padding)
            paintColumn(painter, look, column, left, top);
        left += look.widths.at(column);
    }
    painter.fillRect(padding, top + head, look.widths.first(), rows * tableRowHeight,
                     color(Token::Sunken));
    painter.fillRect(padding, top, look.widths.first(), head, color(Token::Window));
    paintColumn(painter, look, 0, padding, top);
    for (int row = 0; row <= rows; ++row)
        paintHorizontalLine(painter, padding, right, top + head + row * tableRowHeight,
                            color(Token::Line));
    painter.restore();
    const QLocale locale;
    const qint64 total = look.table.totalRows < 0 ? look.table.rows.size() : look.table.totalRows;
    const qint64 columns =
        look.table.totalColumns < 0 ? look.table.header.size() : look.table.totalColumns;
    painter.setFont(textFont(TextStep::Second));
    painter.setPen(color(Token::Text2));
    painter.drawText(
        QRect(padding, top + head + rows * tableRowHeight, contentWidth() / 2, tableFootHeight),
        Qt::AlignVCenter,
        tr("%1 of %2 rows, %3 columns")
            .arg(locale.toString(rows), locale.toString(total), locale.toString(columns)));
}

void OutputView::paintColumn(QPainter &painter, const TableLook &look, int column, int left,
                             int top)
{
    const int width = look.widths.at(column);
    const int side = look.numeric.at(column) ? Qt::AlignRight : Qt::AlignLeft;
    const QFont head = textFont(TextStep::Second, QFont::DemiBold);
    painter.setFont(head);
    painter.setPen(color(Token::Text));
    const int room = width - 2 * tablePadding;
    painter.drawText(QRect(left + tablePadding, top, room, tableHeaderHeight),
                     side | Qt::AlignVCenter, elideEnd(head, look.table.header.at(column), room));
    if (const QString type = look.table.types.value(column); !type.isEmpty()) {
        const QFont meta = textFont(TextStep::Meta);
        painter.setFont(meta);
        painter.setPen(color(Token::Text3));
        painter.drawText(QRect(left + tablePadding, top + tableHeaderHeight - tableTypeHeight / 2,
                               room, tableTypeHeight),
                         side | Qt::AlignVCenter, elideEnd(meta, type, room));
    }
    const QFont font = textFont();
    painter.setFont(font);
    const int rows = int(std::min<qsizetype>(look.table.rows.size(), mostTableRows));
    for (int row = 0; row < rows; ++row) {
        const QString cell = look.table.rows.at(row).value(column);
        painter.setPen(color(cell == u"NaN" || column == 0 ? Token::Text3 : Token::Text));
        painter.drawText(
            QRect(left + tablePadding, top + tableHeadHeight(look) + row * tableRowHeight,
                  width - 2 * tablePadding, tableRowHeight),
            side | Qt::AlignVCenter, elideEnd(font, oneLine(cell), width - 2 * tablePadding));
    }
}

void OutputView::relayout()
{
    if (m_showTables) {
        lookForTables();
        lookForTexts();
    }
    tellRows();
    m_tops.clear();
    m_tops.reserve(size_t(m_model.rowCount()) + 1);
    int top = topPadding;
    for (const OutputItem &item : m_model.items()) {
        const bool isTold = m_told[m_tops.size()];
        m_tops.push_back(top);
        top += isTold ? 0 : heightOf(item);
    }
    m_tops.push_back(top + topPadding);
    updateScrollBars();
    syncPageButtons();
    viewport()->update();
    if (std::exchange(m_toldHeight, contentHeight()) != contentHeight())
        Q_EMIT contentHeightChanged();
}

int OutputView::contentHeight() const
{
    return m_tops.empty() ? 0 : m_tops.back();
}

void OutputView::updateScrollBars()
{
    m_ownScroll = true;
    QScrollBar *vertical = verticalScrollBar();
    vertical->setRange(0, std::max(0, m_tops.back() - viewport()->height()));
    vertical->setPageStep(viewport()->height());
    if (m_follow)
        vertical->setValue(vertical->maximum());
    else if (m_anchor.isValid())
        vertical->setValue(topOf(m_anchor.row()) + m_anchorOffset);
    QScrollBar *horizontal = horizontalScrollBar();
    horizontal->setRange(0, std::max(0, int(m_widest) - contentWidth()));
    horizontal->setPageStep(contentWidth());
    m_ownScroll = false;
    keepAnchor();
}

// Remembers what is at the top, so that it can be put there again.
void OutputView::keepAnchor()
{
    const int row = rowAt(verticalScrollBar()->value());
    m_anchor = row < 0 ? QPersistentModelIndex() : QPersistentModelIndex(m_model.index(row));
    m_anchorOffset = row < 0 ? 0 : verticalScrollBar()->value() - topOf(row);
}

int OutputView::rowAt(int y) const
{
    if (m_tops.size() < 2)
        return -1;
    const auto next = std::upper_bound(m_tops.begin(), m_tops.end(), y);
    const int row = int(next - m_tops.begin()) - 1;
    return std::clamp(row, 0, int(m_tops.size()) - 2);
}

void OutputView::resizeEvent(QResizeEvent *)
{
    relayout();
}

void OutputView::changeEvent(QEvent *event)
{
    QAbstractScrollArea::changeEvent(event);
    if (event->type() == QEvent::FontChange || event->type() == QEvent::ApplicationFontChange) {
        m_lines.setFont(codeFont());
        relayout();
    }
    if (event->type() == QEvent::PaletteChange)
        viewport()->update();
}

void OutputView::scrollContentsBy(int dx, int dy)
{
    if (!m_ownScroll) {
        if (dy > 0)
            setFollow(false);
        keepAnchor();
    }
    Q_UNUSED(dx)
    placePageButtons();
    viewport()->update();
}

void OutputView::wheelEvent(QWheelEvent *event)
{
    // Scrolling up at the top of a short text is still a wish to stay.
    if (event->angleDelta().y() > 0 && verticalScrollBar()->maximum() > 0)
        setFollow(false);
    QAbstractScrollArea::wheelEvent(event);
}

void OutputView::setFollow(bool follow)
{
    if (follow && !m_tops.empty()) {
        m_ownScroll = true;
        verticalScrollBar()->setValue(verticalScrollBar()->maximum());
        m_ownScroll = false;
    }
    if (m_follow == follow)
        return;
    m_follow = follow;
    Q_EMIT followChanged(follow);
}

// Painting

void OutputView::paintEvent(QPaintEvent *event)
{
    QPainter painter(viewport());
    painter.fillRect(event->rect(), color(Token::Sunken));
    if (m_model.rowCount() == 0) {
        paintEmpty(painter);
        return;
    }
    const int scroll = verticalScrollBar()->value();
    const qreal widest = m_widest;
    for (int row = rowAt(scroll + event->rect().top()); row < m_model.rowCount(); ++row) {
        const int top = topOf(row) - scroll;
        if (top > event->rect().bottom() || size_t(row) + 1 >= m_tops.size())
            break;
        paintRow(painter, row, top, event->rect());
        ++m_paintedRows;
    }
    if (m_widest > widest)
        QMetaObject::invokeMethod(this, &OutputView::updateScrollBars, Qt::QueuedConnection);
}

void OutputView::paintRow(QPainter &painter, int row, int top, const QRect &clip)
{
    const OutputItem &item = m_model.itemAt(row);
    switch (item.kind) {
    case OutputItem::Kind::Plot:
        paintPlot(painter, item, row, top);
        break;
    case OutputItem::Kind::Page:
        if (const TableLook *look = tableOf(item))
            paintTable(painter, *look, top + plotMargin);
        else
            paintPage(painter, item, top);
        break;
    case OutputItem::Kind::Written:
        paintWritten(painter, item, top);
        break;
    case OutputItem::Kind::Notice:
        paintNotice(painter, item, top);
        break;
    case OutputItem::Kind::Fold:
        paintFold(painter, item, row, top);
        break;
    default:
        paintLine(painter, item, row, top, clip);
    }
}

void OutputView::paintLine(QPainter &painter, const OutputItem &item, int row, int top,
                           const QRect &clip)
{
    if (size_t(row) < m_told.size() && m_told[size_t(row)])
        return;
    paintSelection(painter, item, row, top);
    paintMatches(painter, item, row, top);
    if (item.kind == OutputItem::Kind::Text && item.stream == StreamName::Stderr)
        painter.fillRect(markLeft, top, markWidth, m_lines.lineHeight(), color(Token::Bad));
    QColor ink = color(Token::Text);
    if (item.kind == OutputItem::Kind::Error)
        ink = color(item.bad ? Token::Bad : Token::Text2);
    const QPointF at(padding - horizontalScrollBar()->value(), top);
    m_lines.paint(painter, item.line, at, clip, ink, color(Token::Sunken));
    // Only lines that are looked at are measured; the bar grows as wider ones come into view.
    if (item.line.text.size() * 2 * m_lines.columnWidth() > m_widest)
        m_widest = std::max(m_widest, m_lines.widthOf(item.line.text));
}

void OutputView::paintSelection(QPainter &painter, const OutputItem &item, int row, int top)
{
    const std::optional<Range> range = selection();
    if (!range || row < range->firstRow || row > range->lastRow)
        return;
    const QStringView text = item.line.text;
    const qsizetype first = row == range->firstRow ? range->firstPosition : 0;
    const qsizetype last = row == range->lastRow ? range->lastPosition : text.size();
    const qreal left = padding - horizontalScrollBar()->value() +
                       m_lines.widthOf(text.first(std::min(first, text.size())));
    qreal width = m_lines.widthOf(text.sliced(
        std::min(first, text.size()),
        std::max<qsizetype>(0, std::min(last, text.size()) - std::min(first, text.size()))));
    if (row != range->lastRow)
        width += m_lines.columnWidth(); // the line feed
    painter.fillRect(QRectF(left, top, width, m_lines.lineHeight()), color(Token::Select));
}

void OutputView::paintMatches(QPainter &painter, const OutputItem &item, int row, int top)
{
    if (m_found.isEmpty())
        return;
    const QStringView text = item.line.text;
    for (qsizetype at = text.indexOf(m_found, 0, Qt::CaseInsensitive); at >= 0;
         at = text.indexOf(m_found, at + m_found.size(), Qt::CaseInsensitive)) {
        const qreal left =
            padding - horizontalScrollBar()->value() + m_lines.widthOf(text.first(at));
        const QRectF rect(left, top, m_lines.widthOf(text.sliced(at, m_found.size())),
                          m_lines.lineHeight());
        painter.fillRect(rect, color(row == m_foundRow.row() ? Token::WaitBg : Token::Hover));
        if (row == m_foundRow.row())
            paintBox(painter, rect, 2, color(Token::WaitBg), color(Token::WaitLine));
    }
}

void OutputView::paintPlot(QPainter &painter, const OutputItem &item, int row, int top)
{
    const event::Display &display = *item.display;
    const QSize size = plotSize(display);
    const QRect rect(QPoint(padding, top + plotMargin), size);
    const QRectF frame = QRectF(rect).adjusted(-1, -1, 1, 1);
    const qreal ratio = devicePixelRatioF();
    if (!PlotCache::isPicture(display) || m_plots.isBroken(display)) {
        paintBox(painter, frame, 6, color(Token::Surface), color(Token::Line));
        painter.setPen(color(Token::Text2));
        painter.setFont(textFont(TextStep::Second));
        const QString text = display.text.isEmpty() ? item.line.text : display.text;
        painter.drawText(rect.adjusted(12, 0, -12, 0), Qt::AlignVCenter,
                         elideEnd(painter.font(), oneLine(text), rect.width() - 24));
    } else {
        // Plots keep their own colours on white paper in both themes.
        paintBox(painter, frame, 6, Qt::white, color(Token::Line));
        const bool shrunk = size.width() < m_plots.sizeOf(display).width();
        const QImage image = m_plots.image(display, shrunk ? qRound(size.width() * ratio) : 0);
        if (!image.isNull()) {
            painter.setRenderHint(QPainter::SmoothPixmapTransform, false);
            painter.drawImage(rect, image);
        }
    }
    if (row == m_currentPlot.row() && hasFocus())
        paintFocusRing(painter, frame, 6);
}

void OutputView::paintPage(QPainter &painter, const OutputItem &item, int top)
{
    const QRect rect(padding, top + plotMargin, contentWidth(), pageBoxHeight(item));
    paintBox(painter, rect, 6, color(Token::Surface), color(Token::Line));
    QRect text = rect.adjusted(pagePadding, pagePadding, -pagePadding, -pagePadding);
    const auto line = [&](const QFont &font, Token ink, const QString &words) {
        painter.setFont(font);
        painter.setPen(color(ink));
        painter.drawText(text, Qt::AlignLeft | Qt::AlignTop,
                         elideEnd(font, oneLine(words), text.width()));
        text.setTop(text.top() + QFontMetrics(font).height() + 2);
    };
    line(textFont(TextStep::Text, QFont::DemiBold), Token::Text, item.line.text);
    if (hasSummary(item))
        line(textFont(TextStep::Second), Token::Text2, item.display->text);
    const auto button = m_pageButtons.find(item.serial);
    if (button == m_pageButtons.end())
        return;
    painter.setFont(textFont(TextStep::Second));
    painter.setPen(color(Token::Text3));
    painter.drawText(QRect(button->second->geometry().right() + 1 + pageButtonGap,
                           rect.bottom() + 1 - pagePadding - pageButtonHeight, text.width(),
                           pageButtonHeight),
                     Qt::AlignLeft | Qt::AlignVCenter, sizeText(item.display->size));
}

// A row's button lives as long as the row.
void OutputView::syncPageButtons()
{
    std::map<qint64, std::unique_ptr<Button>> kept;
    QWidget *before = this; // for Tab
    for (const OutputItem &item : m_model.items()) {
        if (item.kind != OutputItem::Kind::Page)
            continue;
        std::unique_ptr<Button> &button = kept[item.serial];
        if (const auto known = m_pageButtons.find(item.serial); known != m_pageButtons.end()) {
            button = std::move(known->second);
        } else {
            button.reset(makePageButton(item));
            setTabOrder(before, button.get());
        }
        before = button.get();
    }
    m_pageButtons = std::move(kept);
    placePageButtons();
}

Button *OutputView::makePageButton(const OutputItem &item)
{
    auto *button = new Button(tr("Open page"), Button::Look::Small, viewport());
    button->setAccessibleName(tr("Open page: %1").arg(item.line.text));
    button->setCursor(Qt::ArrowCursor);
    button->installEventFilter(this);
    connect(button, &Button::clicked, this, [this, display = item.display, name = item.line.text] {
        const auto table = m_tables.constFind(display->file);
        if (table != m_tables.cend())
            (new TableWindow(table->table, name, this))->show();
        else
            Q_EMIT pageRequested(*display);
    });
    if (tableOf(item)) {
        button->setText(tr("Open table"));
        button->setAccessibleName(tr("Open table: %1").arg(item.line.text));
    }
    button->show();
    return button;
}

void OutputView::placePageButtons()
{
    if (m_pageButtons.empty())
        return;
    for (int row = 0; row < m_model.rowCount() && size_t(row) + 1 < m_tops.size(); ++row) {
        const OutputItem &item = m_model.itemAt(row);
        const auto found = m_pageButtons.find(item.serial);
        if (found == m_pageButtons.end())
            continue;
        Button &button = *found->second;
        if (const TableLook *look = tableOf(item)) {
            const QSize size(button.sizeHint().width(), pageButtonHeight);
            const int right = padding + std::clamp(look->width, size.width() + 240,
                                                   std::max(contentWidth(), size.width() + 240));
            const int foot = topOf(row) - verticalScrollBar()->value() + plotMargin +
                             tableBoxHeight(*look) - (tableFootHeight + pageButtonHeight) / 2;
            button.setGeometry(QRect(QPoint(right - size.width(), foot), size));
            continue;
        }
        const int bottom = topOf(row) - verticalScrollBar()->value() + plotMargin +
                           pageBoxHeight(item) - pagePadding;
        button.setGeometry(padding + pagePadding, bottom - pageButtonHeight,
                           button.sizeHint().width(), pageButtonHeight);
    }
}

// A button that the keyboard came to is brought into view.
bool OutputView::eventFilter(QObject *watched, QEvent *event)
{
    if (event->type() == QEvent::FocusIn) {
        for (int row = 0; row < m_model.rowCount(); ++row) {
            const auto found = m_pageButtons.find(m_model.itemAt(row).serial);
            if (found != m_pageButtons.end() && found->second.get() == watched)
                showRow(row);
        }
    }
    return QAbstractScrollArea::eventFilter(watched, event);
}

void OutputView::paintNotice(QPainter &painter, const OutputItem &item, int top)
{
    const QRect rect(padding, top + plotMargin, contentWidth(), heightOf(item) - 2 * plotMargin);
    const Token ground = item.bad ? Token::BadBg : Token::Hover;
    paintBox(painter, rect, 6, color(ground), color(ground));
    const QString iconName = item.bad ? QStringLiteral("zap") : QStringLiteral("info");
    paintIcon(painter, QRectF(rect.left() + 12, rect.top() + noticePadding + 1, 16, 16), iconName,
              item.bad ? Token::Bad : Token::Text2);
    QRect text = rect.adjusted(36, noticePadding, -12, -noticePadding);
    const QFont title = textFont(TextStep::Text, QFont::DemiBold);
    painter.setFont(title);
    painter.setPen(color(Token::Text));
    painter.drawText(text, Qt::AlignLeft | Qt::AlignTop, item.title);
    text.setTop(text.top() + QFontMetrics(title).height() + 2);
    painter.setFont(textFont(TextStep::Second));
    painter.drawText(text, Qt::AlignLeft | Qt::AlignTop | Qt::TextWordWrap, item.line.text);
}

QRect OutputView::saveLinkRect(int row) const
{
    const int width = QFontMetrics(textFont(TextStep::Second)).horizontalAdvance(tr("Save…"));
    return {padding + contentWidth() - width - 12,
            topOf(row) - verticalScrollBar()->value() + foldMargin, width, foldHeight};
}

QRect OutputView::showLinkRect(int row) const
{
    const int width = QFontMetrics(textFont(TextStep::Second)).horizontalAdvance(tr("Show"));
    const QRect save = saveLinkRect(row);
    return {save.left() - 16 - width, save.top(), width, foldHeight};
}

void OutputView::paintFold(QPainter &painter, const OutputItem &item, int row, int top)
{
    const QRect rect(padding, top + foldMargin, contentWidth(), foldHeight);
    paintBox(painter, rect, 4, color(Token::Rail), color(Token::Rail));
    paintChevron(painter, QRectF(rect.left() + 6, rect.top() + 4, 16, 16), Direction::Right,
                 color(Token::Text2));
    painter.setFont(textFont(TextStep::Second));
    painter.setPen(color(Token::Text2));
    painter.drawText(QRect(rect.left() + 28, rect.top(),
                           showLinkRect(row).left() - rect.left() - 36, rect.height()),
                     Qt::AlignVCenter, tr("%n line(s) folded", nullptr, int(item.folded)));
    QFont link = textFont(TextStep::Second);
    link.setUnderline(true);
    painter.setFont(link);
    painter.setPen(color(Token::Accent));
    painter.drawText(saveLinkRect(row), Qt::AlignVCenter, tr("Save…"));
    painter.drawText(showLinkRect(row), Qt::AlignVCenter, tr("Show"));
}

void OutputView::paintEmpty(QPainter &painter)
{
    if (m_model.run().isNull() || m_model.isLoading())
        return;
    painter.setPen(color(Token::Text3));
    painter.setFont(textFont());
    painter.drawText(viewport()->rect().adjusted(padding, topPadding, -padding, 0),
                     Qt::AlignLeft | Qt::AlignTop,
                     m_model.problem().isEmpty() ? tr("No output.") : m_model.problem());
}

// Selection

std::optional<OutputView::Place> OutputView::placeAt(QPoint position) const
{
    const int row = rowAt(position.y() + verticalScrollBar()->value());
    if (row < 0)
        return {};
    const OutputItem &item = m_model.itemAt(row);
    const qreal x = position.x() + horizontalScrollBar()->value() - padding;
    const qsizetype at = item.isLine() ? m_lines.positionAt(item.line.text, x) : 0;
    return Place{m_model.index(row), at};
}

std::optional<OutputView::Range> OutputView::selection() const
{
    if (!m_start.row.isValid() || !m_end.row.isValid())
        return {};
    Range range{m_start.row.row(), m_start.position, m_end.row.row(), m_end.position};
    if (std::pair(range.lastRow, range.lastPosition) <
        std::pair(range.firstRow, range.firstPosition)) {
        std::swap(range.firstRow, range.lastRow);
        std::swap(range.firstPosition, range.lastPosition);
    }
    if (range.firstRow == range.lastRow && range.firstPosition == range.lastPosition)
        return {};
    return range;
}

bool OutputView::hasSelection() const
{
    return selection().has_value();
}

QString OutputView::selectedText() const
{
    const std::optional<Range> range = selection();
    if (!range)
        return {};
    QStringList lines;
    for (int row = range->firstRow; row <= range->lastRow; ++row) {
        const OutputItem &item = m_model.itemAt(row);
        QString text = item.isLine() ? item.line.text : m_model.index(row).data().toString();
        if (row == range->lastRow && item.isLine())
            text.truncate(range->lastPosition);
        if (row == range->firstRow && item.isLine())
            text.remove(0, range->firstPosition);
        lines.append(text);
    }
    return lines.join(u'\n');
}

void OutputView::selectAll()
{
    const int last = m_model.rowCount() - 1;
    if (last < 0)
        return;
    m_start = {m_model.index(0), 0};
    m_end = {m_model.index(last), m_model.itemAt(last).line.text.size()};
    viewport()->update();
}

void OutputView::copy() const
{
    if (hasSelection())
        QGuiApplication::clipboard()->setText(selectedText());
}

void OutputView::mousePressEvent(QMouseEvent *event)
{
    if (event->button() != Qt::LeftButton)
        return;
    const std::optional<Place> place = placeAt(event->position().toPoint());
    if (!place)
        return;
    const OutputItem &item = m_model.itemAt(place->row.row());
    m_currentPlot = item.kind == OutputItem::Kind::Plot ? place->row : QPersistentModelIndex();
    if (item.kind == OutputItem::Kind::Fold &&
        saveLinkRect(place->row.row()).contains(event->position().toPoint())) {
        Q_EMIT saveRequested();
        return;
    }
    if (item.kind == OutputItem::Kind::Fold &&
        showLinkRect(place->row.row()).contains(event->position().toPoint())) {
        Q_EMIT wholeRequested();
        return;
    }
    if (!(event->modifiers() & Qt::ShiftModifier) || !m_start.row.isValid())
        m_start = *place;
    m_end = *place;
    m_selecting = true;
    viewport()->update();
}

void OutputView::mouseMoveEvent(QMouseEvent *event)
{
    const QPoint position = event->position().toPoint();
    if (m_selecting) {
        if (const std::optional<Place> place = placeAt(position))
            m_end = *place;
        viewport()->update();
        return;
    }
    const int row = rowAt(position.y() + verticalScrollBar()->value());
    const bool line = row < 0 || m_model.itemAt(row).isLine();
    const bool link =
        !line && m_model.itemAt(row).kind == OutputItem::Kind::Fold &&
        (saveLinkRect(row).contains(position) || showLinkRect(row).contains(position));
    viewport()->setCursor(link ? Qt::PointingHandCursor : line ? Qt::IBeamCursor : Qt::ArrowCursor);
}

void OutputView::mouseReleaseEvent(QMouseEvent *)
{
    m_selecting = false;
}

void OutputView::mouseDoubleClickEvent(QMouseEvent *event)
{
    const std::optional<Place> place = placeAt(event->position().toPoint());
    if (!place)
        return;
    const OutputItem &item = m_model.itemAt(place->row.row());
    if (item.kind == OutputItem::Kind::Plot) {
        m_currentPlot = place->row;
        activatePlot();
        return;
    }
    m_start = {place->row, 0};
    m_end = {place->row, item.line.text.size()};
    viewport()->update();
}

void OutputView::activatePlot()
{
    if (!m_currentPlot.isValid())
        return;
    const OutputItem &item = m_model.itemAt(m_currentPlot.row());
    if (item.display && PlotCache::isPicture(*item.display))
        Q_EMIT plotActivated(*item.display);
}

void OutputView::keyPressEvent(QKeyEvent *event)
{
    QScrollBar *bar = verticalScrollBar();
    if (event->matches(QKeySequence::Copy)) {
        copy();
    } else if (event->matches(QKeySequence::SelectAll)) {
        selectAll();
    } else if (event->key() == Qt::Key_End) {
        setFollow(true);
    } else if (event->key() == Qt::Key_Home) {
        bar->setValue(bar->minimum());
    } else if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter) {
        activatePlot();
    } else if (event->key() == Qt::Key_Space) {
        bar->triggerAction(event->modifiers() & Qt::ShiftModifier
                               ? QAbstractSlider::SliderPageStepSub
                               : QAbstractSlider::SliderPageStepAdd);
    } else {
        QAbstractScrollArea::keyPressEvent(event);
    }
}

void OutputView::contextMenuEvent(QContextMenuEvent *event)
{
    auto *menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    QAction *copyAction = menu->addAction(icon(QStringLiteral("copy"), Token::Text2), tr("Copy"),
                                          this, &OutputView::copy);
    copyAction->setEnabled(hasSelection());
    menu->addAction(tr("Select all"), this, &OutputView::selectAll);
    menu->addAction(tr("Show all output"), this, &OutputView::wholeRequested);
    menu->addAction(tr("Save…"), this, &OutputView::saveRequested);
    menu->popup(event->globalPos());
}

bool OutputView::viewportEvent(QEvent *event)
{
    if (event->type() == QEvent::ToolTip) {
        const auto *help = static_cast<QHelpEvent *>(event);
        const int row = rowAt(help->pos().y() + verticalScrollBar()->value());
        if (row >= 0 && m_model.itemAt(row).kind == OutputItem::Kind::Plot)
            QToolTip::showText(help->globalPos(),
                               quotedToolTip(m_model.index(row).data().toString()), this);
        else
            QToolTip::hideText();
        return true;
    }
    return QAbstractScrollArea::viewportEvent(event);
}

// Find

int OutputView::find(const QString &text)
{
    m_found = text;
    int rows = 0;
    if (!text.isEmpty()) {
        for (const OutputItem &item : m_model.items())
            rows += item.isLine() && item.line.text.contains(text, Qt::CaseInsensitive) ? 1 : 0;
    }
    if (rows == 0)
        m_foundRow = QPersistentModelIndex();
    else if (!m_foundRow.isValid() ||
             !m_model.itemAt(m_foundRow.row()).line.text.contains(text, Qt::CaseInsensitive))
        findNext(true);
    viewport()->update();
    return rows;
}

void OutputView::findNext(bool forward)
{
    const int rows = m_model.rowCount();
    if (rows == 0 || m_found.isEmpty())
        return;
    const int way = forward ? 1 : -1;
    int row = m_foundRow.isValid() ? m_foundRow.row() : rowAt(verticalScrollBar()->value()) - way;
    for (int left = rows; left > 0; --left) {
        row = (row + way + rows) % rows;
        const OutputItem &item = m_model.itemAt(row);
        if (item.isLine() && item.line.text.contains(m_found, Qt::CaseInsensitive)) {
            m_foundRow = m_model.index(row);
            showRow(row);
            break;
        }
    }
    viewport()->update();
}

void OutputView::showRow(int row)
{
    const int top = topOf(row);
    QScrollBar *bar = verticalScrollBar();
    if (top >= bar->value() && topOf(row + 1) <= bar->value() + viewport()->height())
        return;
    setFollow(false);
    bar->setValue(top - viewport()->height() / 3);
}

void OutputView::announceLastLine()
{
    const int last = m_model.rowCount() - 1;
    if (last < 0)
        return;
    QAccessibleAnnouncementEvent event(this, m_model.index(last).data().toString());
    QAccessible::updateAccessibility(&event);
}

} // namespace glovebox::ui
