// SPDX-License-Identifier: MIT
#include "fakeclock.h"
#include "notebook/workspace.h"

#include <QDir>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

#include <csignal>
#include <random>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace glovebox;
using namespace glovebox::notebook;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

Cell codeCell(const QString &id, const QString &source)
{
    return Cell{.id = id, .source = source};
}

QStringList sources(const Document &document)
{
    QStringList list;
    for (const Cell &cell : document.notebook().cells)
        list.append(cell.source);
    return list;
}

QStringList ids(const Document &document)
{
    QStringList list;
    for (const Cell &cell : document.notebook().cells)
        list.append(cell.id);
    return list;
}

// What a model sees by the signals alone.
class Mirror : public QObject
{
public:
    explicit Mirror(Document &document)
        : m_document(document)
        , list(ids(document))
    {
        connect(&document, &Document::inserted, this,
                [this](int at) { list.insert(at, m_document.cell(at).id); });
        connect(&document, &Document::removed, this, [this](int at) { list.removeAt(at); });
        connect(&document, &Document::moved, this,
                [this](int from, int to) { list.move(from, to); });
    }

private:
    Document &m_document;

public:
    QStringList list;
};

template <class T>
T waited(QFuture<T> future)
{
    // The answer comes through this thread's events.
    if (!QTest::qWaitFor([&] { return future.isFinished(); }, 20'000))
        qWarning("no answer");
    return future.result();
}

void wait(const QFuture<void> &future)
{
    QVERIFY(QTest::qWaitFor([&] { return future.isFinished(); }, 20'000));
}

QByteArray bytesOf(const QString &path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray("(none)");
}

void put(const QString &path, const QByteArray &bytes)
{
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly | QIODevice::Truncate));
    QCOMPARE(file.write(bytes), bytes.size());
}

} // namespace

class TestDocuments : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();

    void isNeverWithoutACell();
    void insertedCellsGetIdsOfTheirOwn();
    void splitsAtAPlaceAndBack();
    void mergesNeighboursAndBack();
    void undoLosesNothingThatWasTyped();
    void movesNeighboursAsOneStep();
    void changesKindAndBack();
    void replacesInManyCellsAtOnce();
    void clearsOutputsAndBack();
    void undoesAnyStepsInAnyOrder();
    void knowsWhetherItIsSaved();

    void keepsDraftsSoonAfterAnEdit();
    void bringsEverythingBackAfterAKill();
    void draftGoesWithItsDocument();
    void draftIsKeptWhenSavingFails();
    void tellsOnceThatDraftsFail();
    void keepsPermissionsAndLinks();
    void tellsOfAFileThatWasChanged();
    void recoversBesideAFileThatWasChanged();
    void brokenDraftsAreToldOnceAndKept();
    void remembersWhichFilesWereOpenLast();
    void opensAFileOnce();
    void savesUnderTheFormatOfTheName();

private:
    QString file(const QString &name) const { return m_folder->filePath(name); }
    QString drafts() const { return file(u"scratchpad"_s); }
    std::unique_ptr<Workspace> workspace()
    {
        return std::make_unique<Workspace>(m_clock, drafts());
    }

    std::unique_ptr<QTemporaryDir> m_folder;
    FakeClock m_clock;
};

void TestDocuments::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
}

void TestDocuments::isNeverWithoutACell()
{
    Document document;
    QCOMPARE(document.count(), 1);
    const QString first = document.cell(0).id;
    document.setSource(first, u"x"_s);
    QVERIFY(document.deleteCells({first}));
    QCOMPARE(document.count(), 1);
    QVERIFY(document.cell(0).id != first);
    document.undo();
    QCOMPARE(sources(document), QStringList{u"x"_s});
    document.redo();
    QCOMPARE(sources(document), QStringList{u""_s});
}

void TestDocuments::insertedCellsGetIdsOfTheirOwn()
{
    Document document(newNotebook({codeCell(u"a"_s, u"1"_s)}));
    const QStringList made = document.insertCells(
        1, {codeCell(u"a"_s, u"2"_s), codeCell(u"b"_s, u"3"_s), codeCell(u"b"_s, u"4"_s)});
    QCOMPARE(made.size(), 3);
    QCOMPARE(made.at(1), u"b"_s);
    QCOMPARE(QSet<QString>(made.begin(), made.end()).size(), 3);
    QVERIFY(!made.contains(u"a"_s));
    QCOMPARE(sources(document), QStringList({u"1"_s, u"2"_s, u"3"_s, u"4"_s}));
    document.undo();
    QCOMPARE(document.count(), 1);
}

void TestDocuments::splitsAtAPlaceAndBack()
{
    Cell cell = codeCell(u"a"_s, u"one\ntwo\nthree"_s);
    cell.outputs = {Output::stream(u"stdout"_s, u"x"_s)};
    Document document(newNotebook({cell}));
    const QString first = document.splitCell(u"a"_s, 4);
    QCOMPARE(ids(document), QStringList({first, u"a"_s}));
    QCOMPARE(sources(document), QStringList({u"one"_s, u"two\nthree"_s}));
    QCOMPARE(document.cell(0).outputs.size(), 0);
    QCOMPARE(document.cell(1).outputs.size(), 1);
    document.undo();
    QCOMPARE(sources(document), QStringList{u"one\ntwo\nthree"_s});
    document.redo();
    QCOMPARE(sources(document), QStringList({u"one"_s, u"two\nthree"_s}));
    QVERIFY(document.splitCell(u"a"_s, 100).isEmpty());
    QVERIFY(document.splitCell(u"none"_s, 0).isEmpty());
}

void TestDocuments::mergesNeighboursAndBack()
{
    Cell first = codeCell(u"a"_s, u"1"_s);
    first.outputs = {Output::stream(u"stdout"_s, u"x"_s)};
    Document document(newNotebook({first, codeCell(u"b"_s, u"2\n3"_s), codeCell(u"c"_s, u"4"_s)}));
    QVERIFY(!document.mergeCells({u"a"_s, u"c"_s}));
    QVERIFY(!document.mergeCells({u"a"_s}));
    QVERIFY(document.mergeCells({u"b"_s, u"a"_s, u"c"_s}));
    QCOMPARE(sources(document), QStringList{u"1\n2\n3\n4"_s});
    QCOMPARE(document.cell(0).outputs.size(), 0);
    document.undo();
    QCOMPARE(ids(document), QStringList({u"a"_s, u"b"_s, u"c"_s}));
    QCOMPARE(sources(document), QStringList({u"1"_s, u"2\n3"_s, u"4"_s}));
    QCOMPARE(document.cell(0).outputs.size(), 1);
}

void TestDocuments::undoLosesNothingThatWasTyped()
{
    Document document(newNotebook({codeCell(u"a"_s, u"one\ntwo"_s)}));
    const QString first = document.splitCell(u"a"_s, 3);
    document.setSource(first, u"ONE more"_s);
    document.setSource(u"a"_s, u"two more"_s);
    document.undo();
    QVERIFY(document.cell(0).source.contains(u"ONE more"));
    QVERIFY(document.cell(0).source.contains(u"two more"));

    const QString second = document.insertCell(1, CellKind::Code, u"x"_s);
    document.mergeCells({u"a"_s, second});
    document.setSource(u"a"_s, document.cell(0).source + u" typed"_s);
    document.undo();
    QVERIFY(sources(document).join(u'|').contains(u"typed"));

    document.undo(); // takes the inserted cell away
    QVERIFY(!document.find(second));
    document.redo(); // and brings it back as it was then
    QVERIFY(document.find(second)->source.contains(u"typed"));
}

void TestDocuments::movesNeighboursAsOneStep()
{
    Document document(newNotebook({codeCell(u"a"_s, u"1"_s), codeCell(u"b"_s, u"2"_s),
                                   codeCell(u"c"_s, u"3"_s), codeCell(u"d"_s, u"4"_s)}));
    const Mirror mirror(document);
    QVERIFY(document.moveCells({u"a"_s, u"b"_s}, 1));
    QCOMPARE(ids(document), QStringList({u"c"_s, u"a"_s, u"b"_s, u"d"_s}));
    QCOMPARE(mirror.list, ids(document));
    QVERIFY(document.moveCells({u"b"_s, u"d"_s}, 0));
    QCOMPARE(ids(document), QStringList({u"b"_s, u"d"_s, u"c"_s, u"a"_s}));
    QCOMPARE(mirror.list, ids(document));
    QVERIFY(!document.moveCells({u"b"_s, u"d"_s}, 0)); // they are there
    QVERIFY(!document.moveCells({u"b"_s, u"c"_s}, 1)); // no neighbours
    QVERIFY(!document.moveCells({u"none"_s}, 1));
    QVERIFY(document.moveCells({u"b"_s, u"d"_s}, 99)); // as far as there is room
    QCOMPARE(ids(document), QStringList({u"c"_s, u"a"_s, u"b"_s, u"d"_s}));
    document.undo();
    document.undo();
    document.undo();
    QCOMPARE(ids(document), QStringList({u"a"_s, u"b"_s, u"c"_s, u"d"_s}));
    QCOMPARE(mirror.list, ids(document));
    QVERIFY(!document.canUndo());
}

void TestDocuments::changesKindAndBack()
{
    Cell cell = codeCell(u"a"_s, u"puts 1"_s);
    cell.outputs = {Output::stream(u"stdout"_s, u"x"_s)};
    cell.executionCount = 3;
    Document document(newNotebook({cell}));
    QVERIFY(document.setKind({u"a"_s}, CellKind::Text));
    QCOMPARE(document.cell(0).outputs.size(), 0);
    QVERIFY(!document.setKind({u"a"_s}, CellKind::Text));
    QVERIFY(document.setKind({u"a"_s}, CellKind::Code, u"ruby"_s));
    QCOMPARE(document.cell(0).runtime, u"ruby"_s);
    document.setSource(u"a"_s, u"puts 2"_s);
    document.undo();
    document.undo();
    QCOMPARE(document.cell(0).kind, CellKind::Code);
    QCOMPARE(document.cell(0).runtime, QString());
    QCOMPARE(document.cell(0).source, u"puts 2"_s);
    QCOMPARE(document.cell(0).outputs.size(), 1);
    QCOMPARE(document.cell(0).executionCount, 3);
}

void TestDocuments::replacesInManyCellsAtOnce()
{
    Document document(newNotebook({codeCell(u"a"_s, u"x"_s), codeCell(u"b"_s, u"x x"_s)}));
    QVERIFY(document.replaceSources({{u"a"_s, u"y"_s}, {u"b"_s, u"y y"_s}, {u"none"_s, u"y"_s}}));
    QCOMPARE(sources(document), QStringList({u"y"_s, u"y y"_s}));
    document.setSource(u"b"_s, u"typed since"_s);
    document.undo();
    QCOMPARE(sources(document), QStringList({u"x"_s, u"typed since"_s}));
}

void TestDocuments::clearsOutputsAndBack()
{
    Cell cell = codeCell(u"a"_s, u"1"_s);
    cell.outputs = {Output::stream(u"stdout"_s, u"x"_s)};
    cell.executionCount = 3;
    cell.setTimes(m_clock.now(), m_clock.now().addMSecs(250));
    Document document(newNotebook({cell}));
    QCOMPARE(document.cell(0).duration(), 250ms);
    QVERIFY(document.clearOutputs({u"a"_s}));
    QVERIFY(!document.cell(0).duration());
    QVERIFY(!document.clearOutputs({u"a"_s}));
    document.undo();
    QCOMPARE(document.cell(0), cell);
}

void TestDocuments::undoesAnyStepsInAnyOrder()
{
    std::mt19937 random(20261130);
    const auto below = [&random](int n) { return int(random() % unsigned(n)); };
    for (int round = 0; round < 60; ++round) {
        Document document(newNotebook({codeCell(u"a"_s, u"one\ntwo\nthree"_s),
                                       codeCell(u"b"_s, u"four"_s), codeCell(u"c"_s, u"five"_s)}));
        Mirror mirror(document);
        QList<Notebook> states{document.notebook()};
        for (int step = 0; step < 30; ++step) {
            const int at = below(document.count());
            const QString id = document.cell(at).id;
            bool done = true;
            switch (below(6)) {
            case 0:
                document.insertCell(at, CellKind(below(3)), u"n%1\nm"_s.arg(step));
                break;
            case 1:
                done = document.deleteCells({id, document.cell(below(document.count())).id});
                break;
            case 2:
                done = document.moveCell(id, below(document.count()));
                break;
            case 3:
                done = !document.splitCell(id, below(int(document.cell(at).source.size()) + 1))
                            .isEmpty();
                break;
            case 4:
                done =
                    document.mergeCells({id, document.cell(qMin(at + 1, document.count() - 1)).id});
                break;
            default:
                done = document.setKind({id}, CellKind(below(3)));
            }
            QCOMPARE(mirror.list, ids(document));
            if (done)
                states.append(document.notebook());
        }
        for (qsizetype at = states.size() - 1; at-- > 0;) {
            document.undo();
            QCOMPARE(document.notebook().cells, states.at(at).cells);
            QCOMPARE(mirror.list, ids(document));
        }
        QVERIFY(!document.canUndo());
        for (qsizetype at = 1; at < states.size(); ++at) {
            document.redo();
            QCOMPARE(document.notebook().cells, states.at(at).cells);
        }
        QVERIFY(!document.canRedo());
        QCOMPARE(mirror.list, ids(document));
    }
}

void TestDocuments::knowsWhetherItIsSaved()
{
    Document document;
    QSignalSpy modified(&document, &Document::modifiedChanged);
    QVERIFY(!document.isModified());
    document.setSource(document.cell(0).id, u"x"_s);
    QVERIFY(document.isModified());
    const quint64 revision = document.revision();
    document.setSource(document.cell(0).id, u"xy"_s);
    document.setSaved(revision);
    QVERIFY(document.isModified()); // typed while it was being saved
    document.setSaved(document.revision());
    QVERIFY(!document.isModified());
    QCOMPARE(modified.size(), 2);
}

// ---- Drafts and files

void TestDocuments::keepsDraftsSoonAfterAnEdit()
{
    auto space = workspace();
    OpenDocument *document = space->create();
    QSignalSpy written(space.get(), &Workspace::draftsWritten);
    document->document().setSource(document->document().cell(0).id, u"precious = 1"_s);
    m_clock.advance(2s);
    QTRY_COMPARE(written.size(), 1);
    QVERIFY(bytesOf(drafts() + u'/' + document->draftId() + u".draft").contains("precious = 1"));
    // Typing on and on does not put it off.
    for (int key = 0; key < 20; ++key) {
        document->document().setSource(document->document().cell(0).id,
                                       u"precious = %1"_s.arg(key));
        m_clock.advance(100ms);
    }
    QTRY_COMPARE_GE(written.size(), 2);
}

void TestDocuments::bringsEverythingBackAfterAKill()
{
    put(file(u"saved.ipynb"_s), writeIpynb(newNotebook({codeCell(u"s"_s, u"in the file"_s)})));
    // Another process, so that nothing of it can be cleaned up.
    const pid_t child = ::fork();
    QVERIFY(child >= 0);
    if (child == 0) {
        FakeClock clock;
        auto *space = new Workspace(clock, drafts());
        OpenDocument *first = space->create();
        first->document().setSource(first->document().cell(0).id, u"never saved"_s);
        const auto opening = space->open(file(u"saved.ipynb"_s));
        while (!opening.isFinished())
            QCoreApplication::processEvents(QEventLoop::WaitForMoreEvents);
        OpenDocument *second = *opening.result();
        second->document().insertCell(1, CellKind::Code, u"not in the file"_s);
        space->createFrom(newNotebook({codeCell(u"r"_s, u"of a run"_s)}), u"r12"_s);
        space->setActive(second);
        const auto done = space->flush();
        while (!done.isFinished())
            QCoreApplication::processEvents(QEventLoop::WaitForMoreEvents);
        ::kill(::getpid(), SIGKILL);
    }
    int status = 0;
    QCOMPARE(::waitpid(child, &status, 0), child);
    QVERIFY(WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL);

    auto space = workspace();
    QVERIFY(waited(space->recover()));
    QCOMPARE(space->documents().size(), 3);
    OpenDocument *first = space->documents().at(0);
    OpenDocument *second = space->documents().at(1);
    QCOMPARE(sources(first->document()), QStringList{u"never saved"_s});
    QCOMPARE(first->untitledNumber(), 1);
    QVERIFY(first->isRecovered() && first->document().isModified());
    QCOMPARE(sources(second->document()), QStringList({u"in the file"_s, u"not in the file"_s}));
    QCOMPARE(second->title(), u"saved.ipynb"_s);
    QVERIFY(!second->isChangedOnDisk());
    QCOMPARE(space->active(), second);
    QCOMPARE(space->documents().at(2)->title(), u"r12"_s);
    QVERIFY(waited(space->save(second)));
    QVERIFY(!second->isRecovered() && !second->document().isModified());
    QVERIFY(bytesOf(file(u"saved.ipynb"_s)).contains("not in the file"));
}

void TestDocuments::draftGoesWithItsDocument()
{
    auto space = workspace();
    OpenDocument *document = space->create();
    wait(space->flush());
    const QString draft = drafts() + u'/' + document->draftId() + u".draft";
    QVERIFY(QFile::exists(draft));
    QVERIFY(waited(space->saveAs(document, file(u"a.ipynb"_s))));
    wait(space->flush());
    QVERIFY(!bytesOf(draft).contains("cells")); // its file has it now
    space->close(document);
    space.reset(); // waits for what it began
    QVERIFY(!QFile::exists(draft));
    auto next = workspace();
    QVERIFY(waited(next->recover()));
    QCOMPARE(next->documents().size(), 0);
}

void TestDocuments::draftIsKeptWhenSavingFails()
{
    const QByteArray before = writeIpynb(newNotebook({codeCell(u"s"_s, u"old"_s)}));
    put(file(u"a.ipynb"_s), before);
    auto space = workspace();
    OpenDocument *document = *waited(space->open(file(u"a.ipynb"_s)));
    document->document().setSource(u"s"_s, QString(100'000, u'x'));
    wait(space->flush());
    // The disk takes no more than this, as a full one would.
    std::signal(SIGXFSZ, SIG_IGN);
    rlimit limit{};
    QCOMPARE(::getrlimit(RLIMIT_FSIZE, &limit), 0);
    rlimit small = limit;
    small.rlim_cur = 4096;
    QCOMPARE(::setrlimit(RLIMIT_FSIZE, &small), 0);
    const auto saved = waited(space->save(document));
    QCOMPARE(::setrlimit(RLIMIT_FSIZE, &limit), 0);
    QVERIFY(!saved);
    QVERIFY(saved.error().code == ErrorCode::Io);
    QVERIFY(saved.error().text.contains(u"a.ipynb"));
    QCOMPARE(bytesOf(file(u"a.ipynb"_s)), before);
    QCOMPARE(QDir(m_folder->path()).entryList(QDir::Files), QStringList{u"a.ipynb"_s});
    QVERIFY(document->document().isModified());
    QVERIFY(bytesOf(drafts() + u'/' + document->draftId() + u".draft").contains("xxxx"));
    QVERIFY(waited(space->save(document)));
    QVERIFY(!document->document().isModified());
}

void TestDocuments::tellsOnceThatDraftsFail()
{
    put(drafts(), "a file where the folder should be");
    auto space = workspace();
    QSignalSpy problem(space.get(), &Workspace::problem);
    OpenDocument *document = space->create();
    wait(space->flush());
    QCOMPARE(problem.size(), 1);
    m_clock.advance(11s);
    QTRY_COMPARE(m_clock.pending(), 1); // it tries again
    QCOMPARE(problem.size(), 1);
    QFile::remove(drafts());
    m_clock.advance(11s);
    QTRY_VERIFY(QFile::exists(drafts() + u'/' + document->draftId() + u".draft"));
}

void TestDocuments::keepsPermissionsAndLinks()
{
    put(file(u"real.ipynb"_s), writeIpynb(newNotebook()));
    QCOMPARE(::chmod(QFile::encodeName(file(u"real.ipynb"_s)).constData(), 0640), 0);
    QVERIFY(QFile::link(u"real.ipynb"_s, file(u"link.ipynb"_s)));
    auto space = workspace();
    OpenDocument *document = *waited(space->open(file(u"link.ipynb"_s)));
    document->document().insertCell(1, CellKind::Code, u"more"_s);
    QVERIFY(waited(space->save(document)));
    struct stat about{};
    QCOMPARE(::lstat(QFile::encodeName(file(u"real.ipynb"_s)).constData(), &about), 0);
    QCOMPARE(about.st_mode & 07777U, 0640U);
    QVERIFY(QFileInfo(file(u"link.ipynb"_s)).isSymLink());
    QVERIFY(bytesOf(file(u"real.ipynb"_s)).contains("more"));
}

void TestDocuments::tellsOfAFileThatWasChanged()
{
    put(file(u"a.ipynb"_s), writeIpynb(newNotebook({codeCell(u"s"_s, u"old"_s)})));
    auto space = workspace();
    OpenDocument *document = *waited(space->open(file(u"a.ipynb"_s)));
    document->document().setSource(u"s"_s, u"mine"_s);
    const QByteArray theirs = writeIpynb(newNotebook({codeCell(u"s"_s, u"theirs"_s)}));
    put(file(u"a.ipynb"_s), theirs);
    space->checkFiles();
    QTRY_VERIFY(document->isChangedOnDisk());
    const auto saved = waited(space->save(document));
    QVERIFY(!saved);
    QVERIFY(saved.error().code == ErrorCode::Conflict);
    QCOMPARE(bytesOf(file(u"a.ipynb"_s)), theirs);
    QVERIFY(waited(space->save(document, Workspace::Overwrite::Always)));
    QVERIFY(bytesOf(file(u"a.ipynb"_s)).contains("mine"));
    QVERIFY(!document->isChangedOnDisk());
    // Two saves on one another know of each other.
    document->document().setSource(u"s"_s, u"mine 2"_s);
    const auto one = space->save(document);
    document->document().setSource(u"s"_s, u"mine 3"_s);
    const auto two = space->save(document);
    QVERIFY(waited(one) && waited(two));
    QVERIFY(bytesOf(file(u"a.ipynb"_s)).contains("mine 3"));
    // Reading again takes theirs.
    put(file(u"a.ipynb"_s), theirs);
    QVERIFY(waited(space->reload(document)));
    QCOMPARE(sources(document->document()), QStringList{u"theirs"_s});
    QVERIFY(!document->document().isModified());
}

void TestDocuments::recoversBesideAFileThatWasChanged()
{
    put(file(u"a.ipynb"_s), writeIpynb(newNotebook({codeCell(u"s"_s, u"old"_s)})));
    {
        auto space = workspace();
        OpenDocument *document = *waited(space->open(file(u"a.ipynb"_s)));
        document->document().setSource(u"s"_s, u"mine"_s);
    }
    put(file(u"a.ipynb"_s), writeIpynb(newNotebook({codeCell(u"s"_s, u"theirs"_s)})));
    auto space = workspace();
    QVERIFY(waited(space->recover()));
    OpenDocument *document = space->documents().at(0);
    QCOMPARE(sources(document->document()), QStringList{u"mine"_s});
    QVERIFY(document->isChangedOnDisk());
    QVERIFY(!waited(space->save(document)));
}

void TestDocuments::remembersWhichFilesWereOpenLast()
{
    {
        auto space = workspace();
        QSignalSpy changed(space.get(), &Workspace::recentChanged);
        for (int number = 0; number < 12; ++number) {
            const QString path = file(u"%1.ipynb"_s.arg(number));
            put(path, writeIpynb(newNotebook()));
            space->close(*waited(space->open(path)));
        }
        QCOMPARE(changed.size(), 12);
        QCOMPARE(space->recent().size(), Workspace::mostRecent);
        QCOMPARE(space->recent().first(), file(u"11.ipynb"_s));
        OpenDocument *document = space->create();
        QVERIFY(waited(space->saveAs(document, file(u"new.py"_s))));
        QCOMPARE(space->recent().first(), file(u"new.py"_s));
    }
    auto space = workspace();
    QVERIFY(waited(space->recover()));
    QCOMPARE(space->recent().size(), Workspace::mostRecent);
    QCOMPARE(space->recent().first(), file(u"new.py"_s));
    // Opened again: it is the latest, and there once.
    QVERIFY(waited(space->open(file(u"9.ipynb"_s))));
    QCOMPARE(space->recent().first(), file(u"9.ipynb"_s));
    QCOMPARE(space->recent().count(file(u"9.ipynb"_s)), 1);
    // One that is gone is no longer offered.
    QFile::remove(file(u"8.ipynb"_s));
    QVERIFY(!waited(space->open(file(u"8.ipynb"_s))));
    QVERIFY(!space->recent().contains(file(u"8.ipynb"_s)));
    space->forgetRecent();
    QVERIFY(space->recent().isEmpty());
}

void TestDocuments::brokenDraftsAreToldOnceAndKept()
{
    QVERIFY(QDir().mkpath(drafts()));
    put(drafts() + u"/one.draft"_s, "no JSON");
    put(drafts() + u"/two.draft"_s, "{\"version\": 1, \"path\": \"\"}\n{\"broken");
    put(drafts() + u"/open.json"_s, "also broken");
    auto space = workspace();
    QSignalSpy problem(space.get(), &Workspace::problem);
    QVERIFY(waited(space->recover()));
    QCOMPARE(space->documents().size(), 0);
    QCOMPARE(problem.size(), 2);
    for (const QList<QVariant> &told : problem)
        QVERIFY2(told.first().toString().contains(u".broken"), qPrintable(told.first().toString()));
    QCOMPARE(bytesOf(drafts() + u"/one.broken"_s), "no JSON"_ba);
    QCOMPARE(bytesOf(drafts() + u"/two.broken"_s),
             "{\"version\": 1, \"path\": \"\"}\n{\"broken"_ba);

    auto next = workspace();
    QSignalSpy problemOfNext(next.get(), &Workspace::problem);
    QVERIFY(waited(next->recover()));
    QCOMPARE(problemOfNext.size(), 0);
    QVERIFY(QFile::exists(drafts() + u"/one.broken"_s));
}

void TestDocuments::opensAFileOnce()
{
    put(file(u"a.ipynb"_s), writeIpynb(newNotebook()));
    auto space = workspace();
    const auto one = space->open(file(u"a.ipynb"_s));
    const auto two = space->open(file(u"./a.ipynb"_s));
    QCOMPARE(*waited(one), *waited(two));
    QCOMPARE(space->documents().size(), 1);
    OpenDocument *other = space->create();
    const auto saved = waited(space->saveAs(other, file(u"a.ipynb"_s)));
    QVERIFY(!saved);
    QVERIFY(saved.error().code == ErrorCode::Conflict);
    QVERIFY(!waited(space->open(file(u"none.ipynb"_s))));
    QVERIFY(!waited(space->open(m_folder->path())));
}

void TestDocuments::savesUnderTheFormatOfTheName()
{
    auto space = workspace();
    OpenDocument *document = space->create();
    document->document().setSource(document->document().cell(0).id, u"x = 1"_s);
    QVERIFY(waited(space->saveAs(document, file(u"a.py"_s))));
    QCOMPARE(bytesOf(file(u"a.py"_s)), QByteArray("# %%\nx = 1\n"));
    QVERIFY(waited(space->saveAs(document, file(u"a.ipynb"_s))));
    QVERIFY(readIpynb(bytesOf(file(u"a.ipynb"_s))));
    QCOMPARE(document->format(), FileFormat::Ipynb);
    QCOMPARE(document->title(), u"a.ipynb"_s);
}

QTEST_GUILESS_MAIN(TestDocuments)
#include "tst_documents.moc"
