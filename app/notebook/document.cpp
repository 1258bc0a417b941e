// SPDX-License-Identifier: MIT
#include "document.h"

#include <QSet>

#include <algorithm>

namespace glovebox::notebook {

using namespace Qt::StringLiterals;

namespace {

// Deleted cells hold their outputs for as long as they can come back.
constexpr size_t maxCommands = 200;

QString separatorOf(CellKind kind)
{
    return kind == CellKind::Text ? u"\n\n"_s : u"\n"_s;
}

} // namespace

// One step. Between two calls of redo and undo the structure is what the step before left; texts,
// outputs and metadata may have changed.
struct Document::Command
{
    explicit Command(EditKind editKind)
        : kind(editKind)
    {
    }
    virtual ~Command() = default;
    virtual void redo(Document &document) = 0;
    virtual void undo(Document &document) = 0;

    EditKind kind;
};

struct Document::Insert final : Command
{
    Insert(int at, QList<Cell> inserted)
        : Command(EditKind::InsertCells)
        , index(at)
        , cells(std::move(inserted))
    {
    }
    void redo(Document &document) override
    {
        for (int at = 0; at < cells.size(); ++at)
            document.doInsert(index + at, cells.at(at));
    }
    void undo(Document &document) override
    {
        for (int at = int(cells.size()); at-- > 0;)
            cells[at] = document.doRemove(index + at);
    }

    int index;
    QList<Cell> cells;
};

struct Document::Remove final : Command
{
    explicit Remove(QList<int> removed)
        : Command(EditKind::DeleteCells)
        , indexes(std::move(removed))
    {
    }
    void redo(Document &document) override
    {
        if (indexes.size() == document.count()) {
            if (!filler)
                filler = Cell{.id = document.freeId()};
            document.doInsert(document.count(), *filler);
        } else {
            filler.reset();
        }
        cells.clear();
        for (auto it = indexes.crbegin(); it != indexes.crend(); ++it)
            cells.prepend(document.doRemove(*it));
    }
    void undo(Document &document) override
    {
        for (qsizetype at = 0; at < indexes.size(); ++at)
            document.doInsert(indexes.at(at), cells.at(at));
        if (filler)
            filler = document.doRemove(document.count() - 1);
    }

    QList<int> indexes; // ascending
    QList<Cell> cells;
    std::optional<Cell> filler; // takes the place of the last one
};

struct Document::Move final : Command
{
    Move(int fromIndex, int toIndex, int number)
        : Command(EditKind::MoveCells)
        , from(fromIndex)
        , to(toIndex)
        , count(number)
    {
    }
    void redo(Document &document) override { move(document, from, to); }
    void undo(Document &document) override { move(document, to, from); }
    // One by one, in the order in which none of them gets in the way of the next.
    void move(Document &document, int first, int target) const
    {
        for (int at = 0; at < count; ++at) {
            const int offset = target < first ? at : count - 1 - at;
            document.doMove(first + offset, target + offset);
        }
    }

    int from;
    int to;
    int count;
};

struct Document::Split final : Command
{
    Split(int at, qsizetype cut, QString newId)
        : Command(EditKind::SplitCell)
        , index(at)
        , place(cut)
        , id(std::move(newId))
    {
    }
    void redo(Document &document) override
    {
        Cell second = document.cell(index);
        const qsizetype cut = std::min(place, second.source.size());
        QString before = second.source.first(cut);
        lineFeeds = before.endsWith(u'\n') ? 1 : 0;
        before.chop(lineFeeds);
        second.source = second.source.sliced(cut);
        Cell half = first.value_or(Cell{.id = id,
                                        .kind = second.kind,
                                        .runtime = second.runtime,
                                        .attachments = second.attachments});
        half.source = before;
        document.doInsert(index, half);
        document.doChange(index + 1, second);
    }
    void undo(Document &document) override
    {
        first = document.doRemove(index);
        Cell whole = document.cell(index);
        const QString before = first->source + QString(lineFeeds, u'\n');
        place = before.size();
        whole.source.prepend(before);
        document.doChange(index, whole);
    }

    int index;
    qsizetype place;
    QString id;
    qsizetype lineFeeds = 0; // that the cut took away
    std::optional<Cell> first;
};

struct Document::Merge final : Command
{
    Merge(int firstIndex, int number)
        : Command(EditKind::MergeCells)
        , index(firstIndex)
        , count(number)
    {
    }
    void redo(Document &document) override
    {
        Cell whole = document.cell(index);
        parts = document.m_notebook.cells.sliced(index, count);
        const QString separator = separatorOf(whole.kind);
        QStringList sources;
        for (const Cell &part : parts) {
            sources.append(part.source);
            const auto attachments = part.attachments.members();
            for (const Json::Member &attachment : attachments)
                whole.attachments.set(attachment.key, attachment.value);
        }
        whole.source = sources.join(separator);
        whole.outputs.clear();
        whole.executionCount.reset();
        whole.setTimes({}, {});
        merged = whole.source;
        for (int at = count; at-- > 1;)
            document.doRemove(index + at);
        document.doChange(index, whole);
    }
    void undo(Document &document) override
    {
        QString left = document.cell(index).source;
        if (left != merged)
            cutAgain(left);
        document.doChange(index, parts.first());
        for (int at = 1; at < count; ++at)
            document.doInsert(index + at, parts.at(at));
    }

    // The text was edited since: it is cut where the parts met, as far as that can be told.
    void cutAgain(QString left)
    {
        const QString separator = separatorOf(parts.first().kind);
        for (int at = 0; at + 1 < count; ++at) {
            QString &source = parts[at].source;
            qsizetype end = source.size();
            qsizetype next = end + separator.size();
            if (!left.startsWith(source + separator)) {
                const qsizetype line = left.indexOf(u'\n', std::min(end, left.size()));
                end = line < 0 ? left.size() : line;
                next = std::min(end + 1, left.size());
            }
            source = left.first(end);
            left = left.sliced(next);
        }
        parts.last().source = left;
    }

    int index;
    int count;
    QList<Cell> parts;
    QString merged;
};

struct Document::Change final : Command
{
    struct Item
    {
        int index;
        CellKind kind;
        QString runtime;
        QList<Output> outputs = {};
        std::optional<int> count = {};
        Json attachments = {};
    };
    explicit Change(QList<Item> changed)
        : Command(EditKind::ChangeKind)
        , items(std::move(changed))
    {
    }
    // What there was goes into the item, so that both ways are one.
    void exchange(Document &document)
    {
        for (Item &item : items) {
            Cell cell = document.cell(item.index);
            std::swap(cell.kind, item.kind);
            std::swap(cell.runtime, item.runtime);
            if (cell.kind == CellKind::Code || item.kind == CellKind::Code) {
                if (cell.kind != item.kind) {
                    std::swap(cell.outputs, item.outputs);
                    std::swap(cell.executionCount, item.count);
                    std::swap(cell.attachments, item.attachments);
                }
            }
            document.doChange(item.index, cell);
        }
    }
    void redo(Document &document) override { exchange(document); }
    void undo(Document &document) override { exchange(document); }

    QList<Item> items;
};

struct Document::Replace final : Command
{
    struct Item
    {
        int index;
        QString before;
        QString after;
    };
    explicit Replace(QList<Item> replaced)
        : Command(EditKind::ReplaceText)
        , items(std::move(replaced))
    {
    }
    void redo(Document &document) override { change(document, &Item::before, &Item::after); }
    void undo(Document &document) override { change(document, &Item::after, &Item::before); }
    // What was typed since stays.
    void change(Document &document, QString Item::*from, QString Item::*to)
    {
        for (const Item &item : items) {
            Cell cell = document.cell(item.index);
            if (cell.source != item.*from)
                continue;
            cell.source = item.*to;
            document.doChange(item.index, cell);
        }
    }

    QList<Item> items;
};

struct Document::Clear final : Command
{
    struct Item
    {
        int index;
        QList<Output> outputs = {};
        std::optional<int> count = {};
        QDateTime started = {};
        QDateTime ended = {};
    };
    explicit Clear(QList<Item> cleared)
        : Command(EditKind::ClearOutputs)
        , items(std::move(cleared))
    {
    }
    void redo(Document &document) override
    {
        for (Item &item : items) {
            Cell cell = document.cell(item.index);
            item = {item.index, cell.outputs, cell.executionCount, cell.started(), cell.ended()};
            cell.outputs.clear();
            cell.executionCount.reset();
            cell.setTimes({}, {});
            document.doChange(item.index, cell);
        }
    }
    void undo(Document &document) override
    {
        for (const Item &item : items) {
            Cell cell = document.cell(item.index);
            if (!cell.outputs.isEmpty() || cell.executionCount)
                continue; // it ran again
            cell.outputs = item.outputs;
            cell.executionCount = item.count;
            cell.setTimes(item.started, item.ended);
            document.doChange(item.index, cell);
        }
    }

    QList<Item> items;
};

Document::Document(QObject *parent)
    : Document(newNotebook(), parent)
{
}

Document::Document(Notebook notebook, QObject *parent)
    : QObject(parent)
{
    reset(std::move(notebook));
}

Document::~Document() = default;

int Document::indexOf(QStringView id) const
{
    for (int at = 0; at < count(); ++at) {
        if (cell(at).id == id)
            return at;
    }
    return -1;
}

const Cell *Document::find(QStringView id) const
{
    const int index = indexOf(id);
    return index < 0 ? nullptr : &m_notebook.cells.at(index);
}

void Document::reset(Notebook notebook)
{
    Q_EMIT aboutToReset();
    m_commands.clear();
    m_done = 0;
    m_notebook = std::move(notebook);
    if (m_notebook.cells.isEmpty())
        m_notebook.cells.append(Cell{.id = newCellId()});
    Q_EMIT wasReset();
    Q_EMIT undoChanged();
    setRevisions(m_revision + 1, m_revision + 1);
}

QString Document::freeId(const QString &wanted) const
{
    QString id = wanted;
    while (!isValidCellId(id) || indexOf(id) >= 0)
        id = newCellId();
    return id;
}

QList<int> Document::indexesOf(const QStringList &ids) const
{
    const QSet<QString> wanted(ids.cbegin(), ids.cend());
    QList<int> indexes;
    for (int at = 0; at < count(); ++at) {
        if (wanted.contains(cell(at).id))
            indexes.append(at);
    }
    return indexes;
}

// ---- Steps

QString Document::insertCell(int index, CellKind kind, const QString &source,
                             const QString &runtime)
{
    const Cell cell{
        .kind = kind, .runtime = kind == CellKind::Code ? runtime : QString(), .source = source};
    return insertCells(index, {cell}).value(0);
}

QStringList Document::insertCells(int index, QList<Cell> cells)
{
    QStringList ids;
    for (Cell &cell : cells) {
        do {
            cell.id = freeId(ids.contains(cell.id) ? QString() : cell.id);
        } while (ids.contains(cell.id));
        ids.append(cell.id);
    }
    if (!cells.isEmpty())
        perform(std::make_unique<Insert>(std::clamp(index, 0, count()), std::move(cells)));
    return ids;
}

bool Document::deleteCells(const QStringList &ids)
{
    QList<int> indexes = indexesOf(ids);
    if (indexes.isEmpty())
        return false;
    perform(std::make_unique<Remove>(std::move(indexes)));
    return true;
}

bool Document::moveCell(const QString &id, int to)
{
    return moveCells({id}, to);
}

bool Document::moveCells(const QStringList &ids, int to)
{
    const QList<int> indexes = indexesOf(ids);
    if (indexes.isEmpty() || indexes.last() - indexes.first() != indexes.size() - 1)
        return false;
    const int number = int(indexes.size());
    to = std::clamp(to, 0, count() - number);
    if (to == indexes.first())
        return false;
    perform(std::make_unique<Move>(indexes.first(), to, number));
    return true;
}

QString Document::splitCell(const QString &id, qsizetype place)
{
    const int index = indexOf(id);
    if (index < 0 || place < 0 || place > cell(index).source.size())
        return {};
    const QString newId = freeId();
    perform(std::make_unique<Split>(index, place, newId));
    return newId;
}

bool Document::mergeCells(const QStringList &ids)
{
    const QList<int> indexes = indexesOf(ids);
    const bool areNeighbours =
        indexes.size() > 1 && indexes.last() - indexes.first() == indexes.size() - 1;
    if (!areNeighbours)
        return false;
    perform(std::make_unique<Merge>(indexes.first(), int(indexes.size())));
    return true;
}

bool Document::setKind(const QStringList &ids, CellKind kind, const QString &runtime)
{
    const QString language = kind == CellKind::Code ? runtime : QString();
    QList<Change::Item> items;
    for (const int index : indexesOf(ids)) {
        if (cell(index).kind != kind || cell(index).runtime != language)
            items.append({index, kind, language});
    }
    if (items.isEmpty())
        return false;
    perform(std::make_unique<Change>(std::move(items)));
    return true;
}

bool Document::replaceSources(const QList<std::pair<QString, QString>> &sources)
{
    QList<Replace::Item> items;
    for (const auto &[id, source] : sources) {
        const int index = indexOf(id);
        if (index >= 0 && cell(index).source != source)
            items.append({index, cell(index).source, source});
    }
    if (items.isEmpty())
        return false;
    perform(std::make_unique<Replace>(std::move(items)));
    return true;
}

bool Document::clearOutputs(const QStringList &ids)
{
    QList<Clear::Item> items;
    for (const int index : indexesOf(ids)) {
        if (!cell(index).outputs.isEmpty() || cell(index).executionCount)
            items.append({.index = index});
    }
    if (items.isEmpty())
        return false;
    perform(std::make_unique<Clear>(std::move(items)));
    return true;
}

void Document::perform(std::unique_ptr<Command> command)
{
    m_commands.resize(m_done);
    m_commands.push_back(std::move(command));
    if (m_commands.size() > maxCommands)
        m_commands.erase(m_commands.begin());
    m_done = m_commands.size();
    m_commands.back()->redo(*this);
    touch();
    Q_EMIT undoChanged();
}

std::optional<EditKind> Document::nextUndo() const
{
    return canUndo() ? std::optional(m_commands.at(m_done - 1)->kind) : std::nullopt;
}

std::optional<EditKind> Document::nextRedo() const
{
    return canRedo() ? std::optional(m_commands.at(m_done)->kind) : std::nullopt;
}

void Document::undo()
{
    if (!canUndo())
        return;
    m_commands.at(--m_done)->undo(*this);
    touch();
    Q_EMIT undoChanged();
}

void Document::redo()
{
    if (!canRedo())
        return;
    m_commands.at(m_done++)->redo(*this);
    touch();
    Q_EMIT undoChanged();
}

// ---- What is not undone

void Document::setSource(const QString &id, const QString &source)
{
    const int index = indexOf(id);
    if (index < 0 || cell(index).source == source)
        return;
    m_notebook.cells[index].source = source;
    Q_EMIT cellChanged(index, true);
    touch();
}

void Document::setOutputs(const QString &id, const QList<Output> &outputs, std::optional<int> count)
{
    const int index = indexOf(id);
    if (index < 0 || cell(index).kind != CellKind::Code)
        return;
    if (cell(index).outputs == outputs && cell(index).executionCount == count)
        return;
    Cell changed = cell(index);
    changed.outputs = outputs;
    changed.executionCount = count;
    doChange(index, std::move(changed));
    touch();
}

void Document::setTimes(const QString &id, const QDateTime &started, const QDateTime &ended)
{
    const int index = indexOf(id);
    if (index < 0)
        return;
    Cell changed = cell(index);
    changed.setTimes(started, ended);
    if (changed.metadata == cell(index).metadata)
        return;
    doChange(index, std::move(changed));
    touch();
}

void Document::setCellMetadata(const QString &id, const QString &key, const Json &value)
{
    const int index = indexOf(id);
    if (index < 0)
        return;
    Cell changed = cell(index);
    if (value.isNull())
        changed.metadata.remove(key);
    else
        changed.metadata.set(key, value);
    if (changed.metadata == cell(index).metadata)
        return;
    doChange(index, std::move(changed));
    touch();
}

QString Document::addAttachment(const QString &id, const QString &name, const QString &mimeType,
                                const QByteArray &bytes)
{
    const int index = indexOf(id);
    if (index < 0 || cell(index).kind == CellKind::Code)
        return {};
    Cell changed = cell(index);
    if (!changed.attachments.isObject())
        changed.attachments = Json::object();
    const qsizetype dot = name.lastIndexOf(u'.');
    QString free = name;
    for (int number = 1; !changed.attachments.value(free).isNull(); ++number)
        free =
            name.left(dot) + u'-' + QString::number(number) + (dot < 0 ? QString() : name.mid(dot));
    changed.attachments.set(
        free, Json(Json::Members{{mimeType, Json(QString::fromLatin1(bytes.toBase64()))}}));
    doChange(index, std::move(changed));
    touch();
    return free;
}

void Document::setMetadata(const QString &key, const Json &value)
{
    if (m_notebook.metadata.value(key) == value)
        return;
    if (value.isNull())
        m_notebook.metadata.remove(key);
    else
        m_notebook.metadata.set(key, value);
    Q_EMIT metadataChanged();
    touch();
}

// ---- Primitives: the only places that change the list of cells

void Document::doInsert(int index, Cell cell)
{
    Q_EMIT aboutToInsert(index);
    m_notebook.cells.insert(index, std::move(cell));
    Q_EMIT inserted(index);
}

Cell Document::doRemove(int index)
{
    Q_EMIT aboutToRemove(index);
    Cell cell = m_notebook.cells.takeAt(index);
    Q_EMIT removed(index);
    return cell;
}

void Document::doMove(int from, int to)
{
    Q_EMIT aboutToMove(from, to);
    m_notebook.cells.move(from, to);
    Q_EMIT moved(from, to);
}

void Document::doChange(int index, Cell cell)
{
    m_notebook.cells[index] = std::move(cell);
    Q_EMIT cellChanged(index, false);
}

// ---- Saved or not

void Document::touch()
{
    setRevisions(m_revision + 1, m_savedRevision);
    Q_EMIT edited();
}

void Document::setRevisions(quint64 revision, quint64 saved)
{
    const bool before = isModified();
    m_revision = revision;
    m_savedRevision = saved;
    if (isModified() != before)
        Q_EMIT modifiedChanged(isModified());
}

void Document::setSaved(quint64 revision)
{
    setRevisions(m_revision, revision);
}

void Document::setUnsaved()
{
    setRevisions(m_revision, 0);
}

} // namespace glovebox::notebook
