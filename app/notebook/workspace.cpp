// SPDX-License-Identifier: MIT
#include "workspace.h"

#include "base/inpool.h"

#include "base/ids.h"

#include <QCoreApplication>
#include <QDir>
#include <QFileInfo>
#include <QPointer>

#include <algorithm>

namespace glovebox::notebook {

using namespace Qt::StringLiterals;

namespace {

struct Words
{
    Q_DECLARE_TR_FUNCTIONS(Notebook)
};

constexpr std::chrono::seconds retryDelay{10};

QString absolutePath(const QString &path)
{
    const QFileInfo info(path);
    const QString canonical = info.canonicalFilePath();
    return canonical.isEmpty() ? QDir::cleanPath(info.absoluteFilePath()) : canonical;
}

template <class T>
QFuture<T> ready(T value)
{
    return QtFuture::makeReadyValueFuture(std::move(value));
}

} // namespace

// ---- OpenDocument

OpenDocument::OpenDocument(Notebook notebook)
    : m_document(std::move(notebook))
    , m_draftId(randomHex(8))
    , m_file(std::make_shared<KnownFile>())
{
}

// ---- Opening

Workspace::Workspace(Clock &clock, const QString &folder, QObject *parent)
    : QObject(parent)
    , m_clock(clock)
    , m_folder(folder)
{
    m_pool.setMaxThreadCount(1);
}

Workspace::~Workspace()
{
    m_wait.reset();
    // The order of the pool: what is being written is written first.
    if (!m_dirty.isEmpty() || m_listChanged)
        writeDrafts();
    m_pool.waitForDone();
    qDeleteAll(m_documents);
}

OpenDocument *Workspace::find(const QString &path) const
{
    const QString wanted = absolutePath(path);
    const auto found = std::ranges::find(m_documents, wanted, &OpenDocument::path);
    return found == m_documents.end() ? nullptr : *found;
}

OpenDocument *Workspace::add(std::unique_ptr<OpenDocument> added)
{
    OpenDocument *document = added.release();
    document->setParent(this);
    connect(&document->m_document, &Document::edited, this,
            [this, document] { markDirty(document); });
    m_documents.append(document);
    m_listChanged = true;
    markDirty(document);
    Q_EMIT opened(document, int(m_documents.size()) - 1);
    return document;
}

int Workspace::freeNumber() const
{
    int number = 1;
    while (std::ranges::find(m_documents, number, &OpenDocument::untitledNumber) !=
           m_documents.end())
        ++number;
    return number;
}

OpenDocument *Workspace::create()
{
    std::unique_ptr<OpenDocument> document(new OpenDocument(newNotebook()));
    document->m_untitledNumber = freeNumber();
    return add(std::move(document));
}

OpenDocument *Workspace::createFrom(Notebook notebook, const QString &title)
{
    std::unique_ptr<OpenDocument> document(new OpenDocument(std::move(notebook)));
    document->m_title = title;
    if (title.isEmpty())
        document->m_untitledNumber = freeNumber();
    document->m_document.setUnsaved();
    return add(std::move(document));
}

QFuture<Result<OpenDocument *>> Workspace::open(const QString &path)
{
    const QString wanted = absolutePath(path);
    if (OpenDocument *document = find(path)) {
        addRecent(wanted);
        return ready<Result<OpenDocument *>>(document);
    }
    return inPool(m_pool, [wanted] { return readFile(wanted); })
        .then(this, [this, wanted](Result<ReadFile> file) -> Result<OpenDocument *> {
            if (!file) {
                if (file.error().code == ErrorCode::NotFound)
                    dropRecent(wanted);
                return std::unexpected(file.error());
            }
            addRecent(wanted);
            if (OpenDocument *document = find(wanted))
                return document; // it was asked for twice
            std::unique_ptr<OpenDocument> document(
                new OpenDocument(std::move(file->content.notebook)));
            document->m_path = wanted;
            document->m_title = QFileInfo(wanted).fileName();
            document->m_format = file->format;
            document->m_file->digest = file->digest;
            document->m_notes = file->content.notes;
            return add(std::move(document));
        });
}

QFuture<Result<>> Workspace::reload(OpenDocument *document)
{
    return inPool(m_pool,
                  [path = document->m_path, known = document->m_file] {
                      auto file = readFile(path);
                      if (file)
                          known->digest = file->digest;
                      return file;
                  })
        .then(this, [this, document = QPointer(document)](Result<ReadFile> file) -> Result<> {
            if (!file)
                return std::unexpected(file.error());
            if (!document)
                return {};
            document->m_document.reset(std::move(file->content.notebook));
            document->m_notes = file->content.notes;
            document->m_isChangedOnDisk = false;
            document->m_isRecovered = false;
            markDirty(document);
            Q_EMIT document->stateChanged();
            return {};
        });
}

// ---- Saving

QFuture<Result<>> Workspace::save(OpenDocument *document, Overwrite overwrite)
{
    if (document->m_path.isEmpty())
        return ready<Result<>>(fail(ErrorCode::InvalidArgument,
                                    Words::tr("This document has no file yet. Choose one.")));
    return write(document, document->m_path, document->m_format, overwrite);
}

QFuture<Result<>> Workspace::saveAs(OpenDocument *document, const QString &path)
{
    const QString wanted = absolutePath(path);
    if (const OpenDocument *other = find(wanted); other && other != document)
        return ready<Result<>>(fail(
            ErrorCode::Conflict, Words::tr("%1 is open in another tab. Close it there, or choose "
                                           "another name.")
                                     .arg(wanted)));
    return write(document, wanted, formatOf(wanted), Overwrite::Always);
}

QFuture<Result<>> Workspace::write(OpenDocument *document, const QString &path, FileFormat format,
                                   Overwrite overwrite)
{
    document->m_isSaving = true;
    Q_EMIT document->stateChanged();
    const auto work = [path, format, overwrite, notebook = document->m_document.notebook(),
                       known = document->m_file]() -> Result<> {
        if (overwrite == Overwrite::IfUnchanged) {
            const QByteArray present = digestOfFile(path);
            if (!present.isEmpty() && present != known->digest)
                return fail(ErrorCode::Conflict,
                            Words::tr("%1 was changed by another program. Read it again, overwrite "
                                      "it, or save under another name.")
                                .arg(path));
        }
        const auto digest = replaceFile(path, bytesFor(notebook, format));
        if (!digest)
            return std::unexpected(digest.error());
        known->digest = *digest;
        return {};
    };
    const quint64 revision = document->m_document.revision();
    return inPool(m_pool, work)
        .then(this,
              [this, document = QPointer(document), path, format,
               revision](const Result<> &written) -> Result<> {
                  if (!document)
                      return written;
                  document->m_isSaving = false;
                  if (written)
                      takeSaved(document, path, format, revision);
                  else if (written.error().code == ErrorCode::Conflict)
                      document->m_isChangedOnDisk = true;
                  Q_EMIT document->stateChanged();
                  return written;
              });
}

void Workspace::takeSaved(OpenDocument *document, const QString &path, FileFormat format,
                          quint64 revision)
{
    document->m_path = absolutePath(path);
    addRecent(document->m_path);
    document->m_format = format;
    document->m_title = QFileInfo(path).fileName();
    document->m_untitledNumber = 0;
    document->m_savedAt = m_clock.now();
    document->m_isRecovered = false;
    document->m_isChangedOnDisk = false;
    document->m_document.setSaved(revision);
    m_listChanged = true;
    markDirty(document);
}

void Workspace::close(OpenDocument *document)
{
    Q_EMIT aboutToClose(document);
    m_documents.removeOne(document);
    m_dirty.remove(document);
    if (m_active == document)
        setActive(nullptr);
    m_listChanged = true;
    // Behind a draft that is being written.
    m_pool.start([folder = m_folder, id = document->m_draftId] { removeDraft(folder, id); });
    document->deleteLater();
    schedule(autosaveDelay);
}

void Workspace::move(int from, int to)
{
    m_documents.move(from, to);
    m_listChanged = true;
    schedule(autosaveDelay);
    Q_EMIT moved(from, to);
}

void Workspace::setActive(OpenDocument *document)
{
    if (m_active == document)
        return;
    m_active = document;
    m_listChanged = true;
    schedule(autosaveDelay);
    Q_EMIT activeChanged();
}

void Workspace::checkFiles()
{
    for (OpenDocument *document : std::as_const(m_documents)) {
        if (document->m_path.isEmpty() || document->m_isSaving)
            continue;
        inPool(m_pool, [path = document->m_path, known = document->m_file] {
            const QByteArray present = digestOfFile(path);
            return !present.isEmpty() && present != known->digest;
        }).then(this, [document = QPointer(document)](bool isChanged) {
            if (!document || document->m_isChangedOnDisk == isChanged)
                return;
            document->m_isChangedOnDisk = isChanged;
            Q_EMIT document->stateChanged();
        });
    }
}

// ---- Drafts

void Workspace::markDirty(OpenDocument *document)
{
    m_dirty.insert(document);
    schedule(autosaveDelay);
}

void Workspace::schedule(std::chrono::milliseconds delay)
{
    if (m_wait || m_writing.isRunning())
        return;
    m_wait = m_clock.after(delay, this, [this] {
        // The handle is what calls us: it must outlive this call.
        m_wait.release()->deleteLater();
        writeDrafts();
    });
}

QFuture<void> Workspace::flush()
{
    m_wait.reset();
    return writeDrafts();
}

QList<Draft> Workspace::draftsOf(const QSet<OpenDocument *> &documents) const
{
    QList<Draft> drafts;
    for (const OpenDocument *document : documents) {
        Draft draft{.id = document->m_draftId,
                    .path = document->m_path,
                    .title = document->m_title,
                    .untitledNumber = document->m_untitledNumber,
                    .format = document->m_format,
                    .isModified = document->m_document.isModified(),
                    .file = document->m_file};
        if (draft.isModified || draft.path.isEmpty())
            draft.content = document->m_document.notebook();
        drafts.append(std::move(draft));
    }
    return drafts;
}

OpenList Workspace::openList() const
{
    OpenList list;
    for (const OpenDocument *document : m_documents)
        list.documents.append(document->m_draftId);
    if (m_active)
        list.active = m_active->m_draftId;
    list.recent = m_recent;
    return list;
}

void Workspace::setRecent(const QStringList &paths)
{
    if (m_recent == paths)
        return;
    m_recent = paths;
    m_listChanged = true;
    schedule(autosaveDelay);
    Q_EMIT recentChanged();
}

void Workspace::addRecent(const QString &path)
{
    QStringList paths = m_recent;
    paths.removeAll(path);
    paths.prepend(path);
    setRecent(paths.first(std::min(paths.size(), mostRecent)));
}

void Workspace::dropRecent(const QString &path)
{
    QStringList paths = m_recent;
    paths.removeAll(path);
    setRecent(paths);
}

void Workspace::forgetRecent()
{
    setRecent({});
}

QFuture<void> Workspace::writeDrafts()
{
    const QSet<OpenDocument *> documents = std::exchange(m_dirty, {});
    m_listChanged = false;
    m_writing =
        inPool(m_pool, [folder = m_folder, drafts = draftsOf(documents), list = openList()] {
            return notebook::writeDrafts(folder, drafts, list);
        }).then(this, [this, documents](const Result<> &written) {
            takeWritten(documents, written);
        });
    return m_writing;
}

void Workspace::takeWritten(const QSet<OpenDocument *> &documents, const Result<> &written)
{
    m_writing = {};
    if (written) {
        m_hasFailed = false;
        Q_EMIT draftsWritten();
        if (!m_dirty.isEmpty() || m_listChanged)
            schedule(autosaveDelay);
        return;
    }
    for (OpenDocument *document : documents) {
        if (m_documents.contains(document))
            m_dirty.insert(document);
    }
    if (!std::exchange(m_hasFailed, true))
        Q_EMIT problem(
            Words::tr("Unsaved changes are not kept safe: %1").arg(written.error().text));
    schedule(retryDelay);
}

QFuture<Result<>> Workspace::recover()
{
    return inPool(m_pool, [folder = m_folder] { return readDrafts(folder); })
        .then(this, [this](ReadDrafts read) -> Result<> {
            takeRecovered(std::move(read));
            return {};
        });
}

void Workspace::takeRecovered(ReadDrafts read)
{
    for (const QString &text : std::as_const(read.problems))
        Q_EMIT problem(text);
    for (const QString &path : std::as_const(m_recent)) // opened meanwhile
        read.recent.removeAll(path);
    read.recent = m_recent + read.recent;
    setRecent(read.recent.first(std::min(read.recent.size(), mostRecent)));
    for (Draft &draft : read.drafts) {
        if (!draft.path.isEmpty() && find(draft.path))
            continue; // it was opened meanwhile
        std::unique_ptr<OpenDocument> document(new OpenDocument(std::move(*draft.content)));
        document->m_draftId = draft.id;
        document->m_path = draft.path;
        document->m_title = draft.title;
        document->m_untitledNumber = draft.untitledNumber;
        document->m_format = draft.format;
        document->m_file = draft.file;
        document->m_notes = draft.notes;
        document->m_isChangedOnDisk = draft.isChangedOnDisk;
        document->m_isRecovered = draft.isModified;
        if (draft.isModified)
            document->m_document.setUnsaved();
        OpenDocument *added = add(std::move(document));
        if (draft.id == read.active)
            setActive(added);
    }
}

} // namespace glovebox::notebook
