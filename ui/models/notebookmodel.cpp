// SPDX-License-Identifier: MIT
#include "notebookmodel.h"

#include "notebookexport.h"
#include "readablemarkdown.h"
#include "runtexts.h"

#include <QRegularExpression>
#include <QTextDocument>

#include <chrono>

namespace glovebox::ui {

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using notebook::Cell;
using notebook::CellKind;
using notebook::Document;

namespace {

QString withoutMarkup(const QString &markdown)
{
    if (!markdown.contains(QRegularExpression(u"[*_`\\[\\]\\\\<&~$]"_s)))
        return markdown;
    QTextDocument document;
    document.setMarkdown(readableMarkdown(markdown),
                         QTextDocument::MarkdownFeatures(QTextDocument::MarkdownDialectGitHub) |
                             QTextDocument::MarkdownNoHTML);
    return document.toPlainText().simplified();
}

// A row of backticks or tildes that begins or ends code.
bool isFence(const QString &line, QString &open)
{
    static const QRegularExpression fence(u"^ {0,3}(`{3,}|~{3,})"_s);
    const auto match = fence.match(line);
    if (!match.hasMatch())
        return false;
    const QString marks = match.captured(1);
    if (open.isEmpty())
        open = marks;
    else if (marks.front() == open.front() && marks.size() >= open.size())
        open.clear();
    return true;
}

} // namespace

QList<OutlineEntry> headingsOf(const QString &markdown)
{
    static const QRegularExpression marked(u"^ {0,3}(#{1,6})[ \\t]+(.*?)(?:[ \\t]+#+)?[ \\t]*$"_s);
    static const QRegularExpression underline(u"^ {0,3}(=+|-+)[ \\t]*$"_s);
    static const QRegularExpression block(u"^( {4}|\\t| {0,3}([-*+>]|\\d+[.)])[ \\t]| {0,3}>)"_s);
    QList<OutlineEntry> headings;
    QString fence;
    QString above; // a line of a paragraph, which an underline would make a heading
    qsizetype abovePlace = 0;
    qsizetype place = 0;
    for (const QString &line : markdown.split(u'\n')) {
        const bool wasCode = !fence.isEmpty();
        if (isFence(line, fence) || wasCode) {
            above.clear();
        } else if (const auto match = marked.match(line); match.hasMatch()) {
            headings.append({.text = withoutMarkup(match.captured(2)),
                             .level = int(match.capturedLength(1)),
                             .cell = {},
                             .place = place});
            above.clear();
        } else if (const auto line2 = underline.match(line); line2.hasMatch() && !above.isEmpty()) {
            headings.append({.text = withoutMarkup(above.trimmed()),
                             .level = line2.captured(1).front() == u'=' ? 1 : 2,
                             .cell = {},
                             .place = abovePlace});
            above.clear();
        } else {
            const bool isParagraph = !line.trimmed().isEmpty() && !block.match(line).hasMatch();
            above = isParagraph ? line : QString();
            abovePlace = place;
        }
        place += line.size() + 1;
    }
    return headings;
}

NotebookModel::NotebookModel(Document &document, CellRunner &runner, Clock &clock, QObject *parent)
    : QAbstractListModel(parent)
    , m_document(document)
    , m_runner(runner)
    , m_clock(clock)
    , m_outlineRefresher(clock, this, [this] { updateOutline(); })
{
    connect(&document, &Document::aboutToReset, this, &NotebookModel::beginResetModel);
    connect(&document, &Document::wasReset, this, [this] {
        endResetModel();
        updateOutline();
    });
    connect(&document, &Document::aboutToInsert, this,
            [this](int index) { beginInsertRows({}, index, index); });
    connect(&document, &Document::inserted, this, [this] {
        endInsertRows();
        m_outlineRefresher.request();
    });
    connect(&document, &Document::aboutToRemove, this,
            [this](int index) { beginRemoveRows({}, index, index); });
    connect(&document, &Document::removed, this, [this] {
        endRemoveRows();
        m_outlineRefresher.request();
    });
    connect(&document, &Document::aboutToMove, this, [this](int from, int to) {
        beginMoveRows({}, from, from, {}, to > from ? to + 1 : to);
    });
    connect(&document, &Document::moved, this, [this] {
        endMoveRows();
        m_outlineRefresher.request();
    });
    connect(&document, &Document::cellChanged, this, &NotebookModel::onCellChanged);
    connect(&runner, &CellRunner::cellStateChanged, this, &NotebookModel::onStateChanged);
    updateOutline();
}

int NotebookModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : m_document.count();
}

void NotebookModel::onCellChanged(int row, bool byEditor)
{
    Q_EMIT dataChanged(index(row), index(row));
    if (!byEditor || m_document.cell(row).kind == CellKind::Text)
        m_outlineRefresher.request();
}

void NotebookModel::onStateChanged(const QString &id)
{
    const int row = m_document.indexOf(id);
    if (row >= 0)
        Q_EMIT dataChanged(index(row), index(row));
    if (!m_runner.runningSince().isValid())
        m_tick.reset();
    else if (!m_tick)
        waitASecond();
}

// The time of the running cell goes on.
void NotebookModel::waitASecond()
{
    m_tick = m_clock.after(1s, this, [this] {
        // The handle is what calls us: it must outlive this call.
        m_tick.release()->deleteLater();
        const int row = m_document.indexOf(m_runner.runningCell().value_or(QString()));
        if (row >= 0)
            Q_EMIT dataChanged(index(row), index(row), {DurationRole});
        if (m_runner.runningSince().isValid())
            waitASecond();
    });
}

QString NotebookModel::countText(const Cell &cell) const
{
    if (cell.kind != CellKind::Code)
        return {};
    const CellState state = m_runner.state(cell.id);
    if (state == CellState::Queued || state == CellState::Running)
        return u"[*]"_s;
    return cell.executionCount ? u"[%1]"_s.arg(*cell.executionCount) : u"[ ]"_s;
}

QString NotebookModel::durationOf(const Cell &cell) const
{
    const CellState state = m_runner.state(cell.id);
    if (state == CellState::Queued)
        return {};
    if (state == CellState::Running)
        return durationText(RunState::Running, m_runner.runningSince(), 0, m_clock.now());
    const auto duration = cell.duration();
    if (!duration)
        return {};
    return durationText(RunState::Complete, cell.started(), duration->count(), m_clock.now());
}

QString NotebookModel::stateText(const Cell &cell) const
{
    switch (m_runner.state(cell.id)) {
    case CellState::Idle:
        return cell.executionCount ? tr("run %1").arg(*cell.executionCount) : tr("not run");
    case CellState::Queued:
        return tr("waiting, place %1").arg(m_runner.queuePlace(cell.id));
    case CellState::Running:
        return tr("running");
    case CellState::Complete:
        return tr("complete");
    case CellState::Error:
        return tr("error");
    case CellState::Stopped:
        return tr("stopped");
    case CellState::Lost:
        return tr("ended, variables are gone");
    }
    Q_UNREACHABLE_RETURN({});
}

QString NotebookModel::accessibleText(const Cell &cell, int row) const
{
    if (cell.kind == CellKind::Text)
        return tr("Text cell %1 of %2").arg(row + 1).arg(m_document.count());
    if (cell.kind == CellKind::Raw)
        return tr("Raw cell %1 of %2").arg(row + 1).arg(m_document.count());
    const QString text = tr("Code cell %1 of %2, %3, %4")
                             .arg(QString::number(row + 1), QString::number(m_document.count()),
                                  languageOf(m_document.notebook(), cell), stateText(cell));
    //: What a screen reader says of a cell
    return m_runner.isChanged(cell) ? tr("%1, changed since it ran").arg(text) : text;
}

QVariant NotebookModel::data(const QModelIndex &at, int role) const
{
    if (!checkIndex(at, CheckIndexOption::IndexIsValid))
        return {};
    const Cell &cell = m_document.cell(at.row());
    switch (role) {
    case Qt::DisplayRole:
    case SourceRole:
        return cell.source;
    case Qt::AccessibleTextRole:
        return accessibleText(cell, at.row());
    case IdRole:
        return cell.id;
    case KindRole:
        return int(cell.kind);
    case RuntimeRole:
        return cell.runtime;
    case LanguageRole:
        return languageOf(m_document.notebook(), cell);
    case HighlightRole:
        return highlightOf(m_document.notebook(), cell);
    case CountRole:
        return countText(cell);
    case StateRole:
        return int(m_runner.state(cell.id));
    case QueuePlaceRole:
        return m_runner.queuePlace(cell.id);
    case DurationRole:
        return durationOf(cell);
    case RunRole:
        return QVariant::fromValue(m_runner.run(cell.id));
    case HasOutputRole:
        return !cell.outputs.isEmpty();
    case ChangedRole:
        return m_runner.isChanged(cell);
    default:
        return {};
    }
}

void NotebookModel::updateOutline()
{
    QList<OutlineEntry> outline;
    for (const Cell &cell : m_document.notebook().cells) {
        if (cell.kind != CellKind::Text)
            continue;
        QList<OutlineEntry> headings = headingsOf(cell.source);
        for (OutlineEntry &heading : headings) {
            heading.cell = cell.id;
            outline.append(std::move(heading));
        }
    }
    if (outline == m_outline)
        return;
    m_outline = std::move(outline);
    Q_EMIT outlineChanged();
}

} // namespace glovebox::ui
