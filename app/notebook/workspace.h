// SPDX-License-Identifier: MIT
#pragma once

#include "document.h"
#include "drafts.h"

#include "base/clock.h"

#include <QFuture>
#include <QSet>
#include <QThreadPool>

#include <memory>

namespace glovebox::notebook {

// One open document and the file it belongs to.
class OpenDocument final : public QObject
{
    Q_OBJECT

public:
    Document &document() { return m_document; }
    const Document &document() const { return m_document; }

    QString draftId() const { return m_draftId; } // names it in this profile
    QString path() const { return m_path; }       // absolute; empty: never saved
    FileFormat format() const { return m_format; }
    // File name, or the number of an untitled one. A run's: its title.
    QString title() const { return m_title; }
    int untitledNumber() const { return m_untitledNumber; } // 0: it has a title or a path
    QDateTime savedAt() const { return m_savedAt; }         // in this process
    bool isSaving() const { return m_isSaving; }
    bool isRecovered() const { return m_isRecovered; }
    // The file holds something else than when it was read or saved last. Told by
    // Workspace::checkFiles, save and recovery.
    bool isChangedOnDisk() const { return m_isChangedOnDisk; }
    // Sentences about how it was read.
    const QStringList &notes() const { return m_notes; }

Q_SIGNALS:
    void stateChanged(); // anything of the above

private:
    friend class Workspace;
    explicit OpenDocument(Notebook notebook);

    Document m_document;
    QString m_draftId;
    QString m_path;
    FileFormat m_format = FileFormat::Ipynb;
    QString m_title;
    int m_untitledNumber = 0;
    std::shared_ptr<KnownFile> m_file;
    QDateTime m_savedAt;
    bool m_isSaving = false;
    bool m_isRecovered = false;
    bool m_isChangedOnDisk = false;
    QStringList m_notes;
};

// The documents that are open, their files and their drafts.
//
// Drafts (drafts.h) are written at most `autosaveDelay` after an edit, in a thread of its own. They
// go when their document is closed. After the program was killed, recover() brings everything back.
//
// All results come in the thread of the caller; files are read and written in another.
class Workspace final : public QObject
{
    Q_OBJECT

public:
    static constexpr std::chrono::milliseconds autosaveDelay{1000};

    Workspace(Clock &clock, const QString &folder, QObject *parent = nullptr);
    // Writes what is not in the drafts yet, and waits for it.
    ~Workspace() override;

    const QList<OpenDocument *> &documents() const { return m_documents; } // in the tabs' order
    OpenDocument *find(const QString &path) const;

    // What was open when the program ended, however it ended. Once, at the start. Documents that
    // cannot be read any more are told by problem() and set aside: as ID.broken in the folder.
    QFuture<Result<>> recover();

    OpenDocument *create();                                            // untitled, one empty cell
    OpenDocument *createFrom(Notebook notebook, const QString &title); // of a run; not saved
    // The one that is open already, where the path is.
    QFuture<Result<OpenDocument *>> open(const QString &path);
    // Reads the file again and forgets what was edited.
    QFuture<Result<>> reload(OpenDocument *document);

    enum class Overwrite { IfUnchanged, Always };
    // To its own path. Conflict when the file was changed by somebody else since (then reload, or
    // Always, or another path). On any error the file is what it was and the draft stays.
    QFuture<Result<>> save(OpenDocument *document, Overwrite overwrite = Overwrite::IfUnchanged);
    // The suffix says the format (.ipynb, .py). `path` is the document's from then on.
    QFuture<Result<>> saveAs(OpenDocument *document, const QString &path);
    // What is not saved is gone with it: ask before.
    void close(OpenDocument *document);
    void move(int from, int to); // in documents()

    void setActive(OpenDocument *document); // remembered for recover()
    OpenDocument *active() const { return m_active; }

    // Files that were opened or saved last, latest first; they may be gone by now.
    static constexpr qsizetype mostRecent = 10;
    const QStringList &recent() const { return m_recent; }
    void forgetRecent(); // all of them

    // Compares files with what is known of them, for when the window is looked at again.
    void checkFiles();
    // Everything that waits goes to the drafts now.
    QFuture<void> flush();

Q_SIGNALS:
    void opened(glovebox::notebook::OpenDocument *document, int index);
    void aboutToClose(glovebox::notebook::OpenDocument *document);
    void moved(int from, int to);
    void activeChanged();
    void recentChanged();
    // A sentence for the person; the draft could not be written, a file could not be read again.
    void problem(const QString &text);
    void draftsWritten();

private:
    OpenDocument *add(std::unique_ptr<OpenDocument> document);
    void takeRecovered(ReadDrafts read);
    void takeSaved(OpenDocument *document, const QString &path, FileFormat format,
                   quint64 revision);
    QFuture<Result<>> write(OpenDocument *document, const QString &path, FileFormat format,
                            Overwrite overwrite);
    void markDirty(OpenDocument *document);
    void schedule(std::chrono::milliseconds delay);
    QFuture<void> writeDrafts();
    void takeWritten(const QSet<OpenDocument *> &documents, const Result<> &written);
    QList<Draft> draftsOf(const QSet<OpenDocument *> &documents) const;
    OpenList openList() const;
    void setRecent(const QStringList &paths);
    void addRecent(const QString &path);
    void dropRecent(const QString &path);
    int freeNumber() const;

    Clock &m_clock;
    QString m_folder;
    QList<OpenDocument *> m_documents;
    OpenDocument *m_active = nullptr;
    QSet<OpenDocument *> m_dirty; // their drafts are not what they are
    bool m_listChanged = false;
    QStringList m_recent;
    std::unique_ptr<QObject> m_wait;
    QFuture<void> m_writing;
    bool m_hasFailed = false; // the last time: the person was told
    QThreadPool m_pool;       // one thread: what was asked first is done first
};

} // namespace glovebox::notebook
