// SPDX-License-Identifier: MIT
#include "randomchanges.h"

#include <QSignalSpy>

#include <vector>

using namespace glovebox;
using namespace glovebox::mounts;
using namespace Qt::StringLiterals;

class TestUndo : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        m_folders = std::make_unique<MountFixture>();
        makeFolders(*m_folders);
        start();
    }
    void cleanup()
    {
        m_view.reset();
        m_folders.reset();
    }

    void listsAndUndoesWhatARunDid()
    {
        const QStringList original = treeOnDisk(m_folders->root());
        m_view->write(u"a"_s, "changed"_ba);
        m_view->write(u"n"_s, "made"_ba);
        m_view->at(u"fs.unlink"_s, u"b"_s);
        m_view->rename(u"d"_s, u"moved"_s);
        m_view->write(u"moved/a"_s, "in the moved folder"_ba);
        const RunId run = end();
        QStringList seen;
        for (const Change &change : changes(run))
            seen.append(change.path + u' ' + QString::number(int(change.kind)));
        QCOMPARE(seen, (QStringList{u"a 1"_s, u"b 2"_s, u"moved 3"_s, u"moved/a 3"_s, u"n 0"_s}));
        QCOMPARE(resultOf(m_view->undo->content(run, u"data"_s, u"a"_s, ChangeSide::Before, 0, 99)),
                 "base a"_ba);
        QCOMPARE(resultOf(m_view->undo->content(run, u"data"_s, u"a"_s, ChangeSide::After, 0, 99)),
                 "changed"_ba);
        const ChangeReport report = resultOf(m_view->undo->undo(run, {}));
        QVERIFY(report.refused.isEmpty());
        QCOMPARE(treeOnDisk(m_folders->root()), original);
        QVERIFY(changes(run).isEmpty());
    }

    void savingThroughATemporaryFileIsAChangeOfTheFile()
    {
        m_view->write(u"tmp123"_s, "new a"_ba);
        m_view->rename(u"tmp123"_s, u"a"_s);
        const RunId run = end();
        const QList<Change> list = changes(run);
        QCOMPARE(list.size(), 1);
        QCOMPARE(list[0].path, u"a"_s);
        QCOMPARE(list[0].kind, Change::Kind::Changed);
        QVERIFY(resultOf(m_view->undo->undo(run, {})).refused.isEmpty());
        QCOMPARE(MountFixture::read(m_folders->root(u"a"_s)), "base a"_ba);
    }

    void undoesSome()
    {
        m_view->write(u"a"_s, "changed a"_ba);
        m_view->write(u"b"_s, "changed b"_ba);
        const RunId run = end();
        QCOMPARE(resultOf(m_view->undo->undo(run, {u"data/b"_s})).done, QStringList{u"data/b"_s});
        QCOMPARE(MountFixture::read(m_folders->root(u"a"_s)), "changed a"_ba);
        QCOMPARE(MountFixture::read(m_folders->root(u"b"_s)), "base b"_ba);
        QCOMPARE(changes(run).size(), 1);
    }

    void restoresTimesAndPermissions()
    {
        struct stat before = {};
        QCOMPARE(::chmod(QFile::encodeName(m_folders->root(u"a"_s)).constData(), 0640), 0);
        ::stat(QFile::encodeName(m_folders->root(u"a"_s)).constData(), &before);
        m_view->write(u"a"_s, "changed"_ba);
        m_view->at(u"fs.chmod"_s, u"a"_s, {{u"mode"_s, 0600}});
        m_view->at(u"fs.utime"_s, u"a"_s, {{u"mtime_ms"_s, 1e12}, {u"atime_ms"_s, 1e12}});
        resultOf(m_view->undo->undo(end(), {}));
        struct stat after = {};
        ::stat(QFile::encodeName(m_folders->root(u"a"_s)).constData(), &after);
        QCOMPARE(after.st_mode, before.st_mode);
        QCOMPARE(after.st_mtim.tv_sec, before.st_mtim.tv_sec);
        QCOMPARE(after.st_mtim.tv_nsec, before.st_mtim.tv_nsec);
    }

    void leavesWhatSomebodyElseChangedSince()
    {
        m_view->write(u"a"_s, "by the run"_ba);
        m_view->write(u"b"_s, "by the run"_ba);
        m_view->write(u"n"_s, "by the run"_ba);
        const RunId run = end();
        changes(run); // its end is noted
        m_folders->file(u"a"_s, "by the person");
        m_folders->file(u"n"_s, "by the person");
        for (const Change &change : changes(run))
            QCOMPARE(change.conflict.isEmpty(), change.path == u"b");
        const ChangeReport report = resultOf(m_view->undo->undo(run, {}));
        QCOMPARE(report.done, QStringList{u"data/b"_s});
        QCOMPARE(report.refused.size(), 2);
        QCOMPARE(MountFixture::read(m_folders->root(u"a"_s)), "by the person"_ba);
        QCOMPARE(MountFixture::read(m_folders->root(u"n"_s)), "by the person"_ba);
        QCOMPARE(MountFixture::read(m_folders->root(u"b"_s)), "base b"_ba);
    }

    void undoesInAnyOrderThatIsSafe()
    {
        m_view->write(u"a"_s, "first"_ba);
        m_view->write(u"b"_s, "first"_ba);
        const RunId first = end();
        changes(first);
        m_view->write(u"a"_s, "second"_ba);
        const RunId second = end();
        // The second run's file stands in the way of the first one's, the other does not.
        QCOMPARE(resultOf(m_view->undo->undo(first, {})).done, QStringList{u"data/b"_s});
        QCOMPARE(MountFixture::read(m_folders->root(u"a"_s)), "second"_ba);
        resultOf(m_view->undo->undo(second, {}));
        QCOMPARE(MountFixture::read(m_folders->root(u"a"_s)), "first"_ba);
        resultOf(m_view->undo->undo(first, {}));
        QCOMPARE(MountFixture::read(m_folders->root(u"a"_s)), "base a"_ba);
    }

    void keepsUndoAcrossRestarts()
    {
        m_view->write(u"a"_s, "changed"_ba);
        const RunId run = end();
        changes(run);
        start();
        QTRY_COMPARE(m_view->undo->runs().size(), 1);
        QCOMPARE(resultOf(m_view->undo->undo(run, {})).done, QStringList{u"data/a"_s});
        QCOMPARE(MountFixture::read(m_folders->root(u"a"_s)), "base a"_ba);
    }

    void undoesARunWhoseProgramWasKilled()
    {
        m_view->write(u"a"_s, "changed"_ba);
        const RunId run = m_view->run;
        start(); // without an end of the run
        QTRY_COMPARE(m_view->undo->runs().size(), 1);
        resultOf(m_view->undo->undo(run, {}));
        QCOMPARE(MountFixture::read(m_folders->root(u"a"_s)), "base a"_ba);
    }

    void givesTheOldestRunUpWhenThereIsNoRoom()
    {
        start({.bytes = 10'000, .bytesPerFile = 8'000, .freeReserve = 0});
        m_folders->file(u"one"_s, QByteArray(6'000, '1'));
        m_folders->file(u"two"_s, QByteArray(6'000, '2'));
        m_folders->file(u"large"_s, QByteArray(9'000, 'l'));
        m_view->write(u"one"_s, "x"_ba);
        const RunId first = end();
        changes(first);
        m_view->write(u"two"_s, "x"_ba);
        m_view->write(u"large"_s, "x"_ba);
        const RunId second = end();
        const QList<Change> list = changes(second);
        QCOMPARE(list.size(), 2);
        QCOMPARE(list[0].path, u"large"_s);
        QVERIFY(!list[0].conflict.isEmpty()); // listed, but too large to be kept
        QVERIFY(changes(first).isEmpty());
        QVERIFY(m_view->undo->runs().first().isPartial);
        resultOf(m_view->undo->undo(second, {}));
        QCOMPARE(MountFixture::read(m_folders->root(u"two"_s)), QByteArray(6'000, '2'));
        QCOMPARE(MountFixture::read(m_folders->root(u"large"_s)), "x"_ba);
    }

    void aRunThatChangedNothingIsNotListed()
    {
        m_view->read(u"a"_s);
        m_view->write(u"n"_s, "made"_ba);
        m_view->at(u"fs.unlink"_s, u"n"_s);
        changes(end());
        QVERIFY(m_view->undo->runs().isEmpty());
    }

    void writingOneNameOfAFileLeavesItsOtherNames()
    {
        QCOMPARE(::link(QFile::encodeName(m_folders->outside(u"secret.txt"_s)).constData(),
                        QFile::encodeName(m_folders->root(u"linked"_s)).constData()),
                 0);
        QCOMPARE(m_view->read(u"linked"_s), "secret"_ba);
        const Frame opened =
            m_view->call(u"fs.open"_s, {{u"path"_s, u"linked"_s},
                                        {u"flags"_s, QJsonArray{u"read"_s, u"write"_s}}});
        QVERIFY(opened.header[u"unlinked"].toBool());
        m_view->call(u"fs.write"_s, {{u"handle"_s, opened.header[u"handle"]}, {u"offset"_s, 0}},
                     "SPOILT"_ba);
        QCOMPARE(m_view->read(u"linked"_s), "SPOILT"_ba);
        QCOMPARE(MountFixture::read(m_folders->outside(u"secret.txt"_s)), "secret"_ba);
    }

    // Whatever runs did, undoing them from the last to the first gives the folder of the beginning.
    void undoingEverythingBackwardsGivesTheBeginning_data()
    {
        QTest::addColumn<quint32>("seed");
        const int count = qEnvironmentVariableIntValue("GLOVEBOX_TEST_SEEDS");
        for (quint32 seed = 1; seed <= quint32(count > 0 ? count : 20); ++seed)
            QTest::addRow("seed %u", seed) << seed;
    }
    void undoingEverythingBackwardsGivesTheBeginning()
    {
        QFETCH(quint32, seed);
        RandomChange change(seed);
        std::vector<std::pair<RunId, QStringList>> runs;
        QStringList history;
        for (int run = 0; run < 4; ++run) {
            const QStringList before = treeOnDisk(m_folders->root());
            for (int step = 0; step < 12; ++step) {
                change.next();
                history.append(change.text() + u" → "_s + change.apply(*m_view));
            }
            history.append(u"--"_s);
            runs.emplace_back(end(), before);
            changes(runs.back().first);
        }
        for (auto it = runs.crbegin(); it != runs.crend(); ++it) {
            auto future = m_view->undo->undo(it->first, {});
            future.waitForFinished();
            const auto report = future.result();
            QStringList reasons;
            if (report) {
                for (const auto &refusal : report->refused)
                    reasons.append(refusal.path + u": "_s + refusal.reason);
            }
            if (treeOnDisk(m_folders->root()) != it->second) {
                qWarning().noquote()
                    << history.join(u'\n') << "\nundoing" << it->first.toString() << reasons;
            }
            QCOMPARE(treeOnDisk(m_folders->root()), it->second);
        }
    }

private:
    void start(const UndoLimits &limits = {.freeReserve = 0})
    {
        const RunId run = m_view ? RunId(m_view->run.number() + 100) : RunId(1);
        m_view.reset();
        m_view = std::make_unique<CallFixture>(MountMode::ReadWrite, *m_folders, QString(),
                                               StagingLimits(), limits);
        m_view->run = run;
    }
    RunId end()
    {
        const RunId run = m_view->run;
        m_view->endRun();
        return run;
    }
    QList<Change> changes(RunId run) { return resultOf(m_view->undo->changes(run)); }

    std::unique_ptr<MountFixture> m_folders;
    std::unique_ptr<CallFixture> m_view;
};

QTEST_GUILESS_MAIN(TestUndo)
#include "tst_undo.moc"
