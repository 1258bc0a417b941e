// SPDX-License-Identifier: MIT
#include "ui/parts/files.h"

#include <QFile>
#include <QFileDialog>
#include <QTemporaryDir>
#include <QTest>
#include <QWidget>

using namespace glovebox;
using namespace glovebox::ui;
using namespace Qt::StringLiterals;

class TestFiles : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void writesAll();
    void leavesWhatWasThereWhenItFails_data();
    void leavesWhatWasThereWhenItFails();
    void copies();
    void readsUpToALimit();
    void asksWithoutALoopOfItsOwn();

private:
    static QByteArray contents(const QString &path)
    {
        QFile file(path);
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray("no file");
    }
    static void put(const QString &path, const QByteArray &bytes)
    {
        QFile file(path);
        QVERIFY(file.open(QIODevice::WriteOnly));
        QCOMPARE(file.write(bytes), bytes.size());
    }

    QTemporaryDir m_folder;
};

void TestFiles::writesAll()
{
    const QString path = m_folder.filePath(u"売上.csv"_s);
    put(path, "before, and longer than what comes");
    auto done = writeWhole(path, "1,2\n");
    QTRY_VERIFY(done.isFinished());
    QVERIFY(done.result());
    QCOMPARE(contents(path), "1,2\n");
    QCOMPARE(savedText(path, done.result()), u"Saved %1"_s.arg(path));
}

void TestFiles::leavesWhatWasThereWhenItFails_data()
{
    QTest::addColumn<bool>("copy");
    QTest::newRow("what cannot be written") << false;
    QTest::newRow("a copy of what cannot be read") << true;
}

void TestFiles::leavesWhatWasThereWhenItFails()
{
    QFETCH(bool, copy);
    const QString path = m_folder.filePath(u"kept.png"_s);
    put(path, "before");
    const QString nowhere = m_folder.filePath(u"none/a.png"_s);
    auto done = copy ? copyWhole(nowhere, path) : writeWhole(nowhere, "after");
    QTRY_VERIFY(done.isFinished());
    QVERIFY(!done.result());
    const QString said = savedText(path, done.result());
    QVERIFY2(said.contains(u"could not be written: No such file or directory."), qPrintable(said));
    QCOMPARE(contents(path), "before");
}

void TestFiles::copies()
{
    const QByteArray bytes = QByteArray(3 * 1024 * 1024 + 7, 'x') + "end";
    const QString source = m_folder.filePath(u"plot.png"_s);
    put(source, bytes);
    auto done = copyWhole(source, m_folder.filePath(u"copy.png"_s));
    QTRY_VERIFY(done.isFinished());
    QVERIFY(done.result());
    QCOMPARE(contents(m_folder.filePath(u"copy.png"_s)), bytes);
}

void TestFiles::readsUpToALimit()
{
    const QString path = m_folder.filePath(u"rules.json"_s);
    put(path, "0123456789");
    auto some = readFile(path, 4);
    auto none = readFile(m_folder.filePath(u"none"_s), 4);
    QTRY_VERIFY(some.isFinished() && none.isFinished());
    QCOMPARE(some.result().value(), "0123");
    QVERIFY(none.result().error().text.contains(u"cannot be read: No such file"));
}

void TestFiles::asksWithoutALoopOfItsOwn()
{
    QWidget window;
    QString chosen;
    QFileDialog *dialog =
        askWhereToSave(&window, {.title = u"Save"_s, .suffix = u"csv"_s, .name = u"table"_s},
                       [&chosen](const QString &path) { chosen = path; });
    // It came back at once: nothing was answered yet.
    QVERIFY(chosen.isEmpty());
    QVERIFY(dialog->isVisible());
    dialog->selectFile(m_folder.filePath(u"table"_s));
    QVERIFY(QMetaObject::invokeMethod(dialog, "accept")); // the button's slot
    QCOMPARE(chosen, m_folder.filePath(u"table.csv"_s));
}

QTEST_MAIN(TestFiles)
#include "tst_files.moc"
