// SPDX-License-Identifier: MIT
#include "fakeconnector.h"

#include "ui/models/clientsmodel.h"

#include <QSignalSpy>
#include <QTest>

using namespace glovebox;
using namespace glovebox::ui;
using namespace Qt::StringLiterals;

using Kind = ConnectionStep::Kind;
using Phase = ConnectModel::Phase;
using StepState = ConnectModel::Step::State;

class TestClients : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void showsConnectedOnesFirst();
    void choosesTheWayThatTheClientCan();
    void writesOnlyAfterATestThatPassed();
    void countsTheStepsAndTheirTime();
    void saysWhichStepFailed();
    void testsAgainAfterAChange();
    void saysWhatIsWrongWithTheFile();
    void countsWhatChanges();
    void tellsWhenWritingFailed();
    void endsTheKeyWhenThePageIsLeft();
    void removesOnlyWhatIsConnected();
    void ignoresStepsOfNoTest();
    void showsNothingOfAnotherClientWhileFilesAreRead();
    void readsAgainWhatChangedMeanwhile();

private:
    ConnectionPreview::Line line(ConnectionPreview::Line::Kind kind) const
    {
        return {.kind = kind, .text = u"x"_s};
    }

    std::unique_ptr<FakeConnector> m_connector;
    std::unique_ptr<ClientsModel> m_clients;
    std::unique_ptr<ConnectModel> m_model;
};

void TestClients::init()
{
    using enum KnownClient::State;
    m_model.reset();
    m_clients.reset();
    m_connector = std::make_unique<FakeConnector>();
    m_connector->known = {{u"zed"_s, u"Zed"_s, NotFound, true},
                          {u"cursor"_s, u"Cursor"_s, Found, true},
                          {u"claude-desktop"_s, u"Claude Desktop"_s, Connected, false}};
    m_clients = std::make_unique<ClientsModel>(*m_connector);
    m_model = std::make_unique<ConnectModel>(*m_clients, *m_connector);
}

void TestClients::showsConnectedOnesFirst()
{
    QCOMPARE(m_clients->rowCount(), 3);
    QCOMPARE(m_clients->index(0).data().toString(), u"Claude Desktop"_s);
    QCOMPARE(m_clients->index(1).data(ClientsModel::NoteRole).toString(),
             u"Found, not connected"_s);
    QCOMPARE(m_clients->index(2).data(Qt::AccessibleTextRole).toString(), u"Zed, Not found"_s);
    m_connector->known[1].state = KnownClient::State::Connected;
    Q_EMIT m_connector->changed();
    QCOMPARE(m_clients->index(0).data().toString(), u"Cursor"_s);
}

void TestClients::choosesTheWayThatTheClientCan()
{
    m_model->setClient(u"cursor"_s);
    QVERIFY(!m_model->isBridge());
    m_model->setBridge(true);
    m_model->setClient(u"claude-desktop"_s);
    QVERIFY(m_model->isBridge());
    QCOMPARE(m_connector->begun,
             (QStringList{u"cursor http"_s, u"cursor bridge"_s, u"claude-desktop bridge"_s}));
}

void TestClients::writesOnlyAfterATestThatPassed()
{
    m_model->setClient(u"cursor"_s);
    QSignalSpy written(m_model.get(), &ConnectModel::written);
    m_model->write();
    QCOMPARE(m_connector->writes, 0);
    m_model->test();
    QVERIFY(!m_model->canWrite() && !m_model->canTest());
    m_connector->passAll();
    QVERIFY(m_model->canWrite());
    m_model->write();
    QTRY_COMPARE(written.count(), 1);
    QCOMPARE(m_connector->writes, 1);
    QVERIFY(!m_model->canWrite()); // what is shown now was looked at anew
}

void TestClients::countsTheStepsAndTheirTime()
{
    m_model->setClient(u"cursor"_s);
    m_model->test();
    QCOMPARE(m_model->steps().first().state, StepState::Running);
    m_connector->pass(Kind::Answers, {}, 3);
    QCOMPARE(m_model->steps().at(0).state, StepState::Passed);
    QCOMPARE(m_model->steps().at(0).time, u"3 ms"_s);
    QCOMPARE(m_model->steps().at(1).state, StepState::Running);
    m_connector->passAll();
    QCOMPARE(m_model->steps().at(2).text, u"Handshake, 2025-11-25"_s);
    QVERIFY(m_model->steps().at(3).text.startsWith(u"15 "_s));
    QVERIFY(m_model->testSummary().contains(u"0.6"_s));
    QCOMPARE(m_model->phase(), Phase::Tested);
}

void TestClients::saysWhichStepFailed()
{
    m_model->setClient(u"cursor"_s);
    m_model->test();
    m_connector->pass(Kind::Answers);
    Q_EMIT m_connector->stepDone(
        {.kind = Kind::KeyAccepted, .passed = false, .detail = u"The key was refused."_s});
    Q_EMIT m_connector->testDone(false);
    QCOMPARE(m_model->steps().at(1).state, StepState::Failed);
    QCOMPARE(m_model->steps().at(2).state, StepState::Waiting);
    QCOMPARE(m_model->testSummary(), u"The key was refused."_s);
    QVERIFY(!m_model->canWrite());
    QVERIFY(m_model->canCopy() && m_model->canTest()); // writing stays possible by Copy
}

void TestClients::testsAgainAfterAChange()
{
    m_model->setClient(u"cursor"_s);
    m_model->test();
    m_connector->passAll();
    m_model->setBridge(true); // another connection, and it was not tested
    QVERIFY(!m_model->canWrite());
    QCOMPARE(m_model->steps().first().state, StepState::Waiting);
}

void TestClients::saysWhatIsWrongWithTheFile()
{
    m_connector->preview = fail(ErrorCode::Corrupt, u"mcp.json: It is not valid JSON in line 3."_s);
    m_model->setClient(u"cursor"_s);
    QVERIFY(m_model->problem().contains(u"line 3"_s));
    QVERIFY(!m_model->canTest() && !m_model->canWrite());
    m_connector->preview = ConnectionPreview();
    m_model->lookAgain();
    QVERIFY(m_model->problem().isEmpty() && m_model->canTest());
}

void TestClients::countsWhatChanges()
{
    using LineKind = ConnectionPreview::Line::Kind;
    ConnectionPreview preview;
    preview.files.append(
        {.path = u"/a"_s,
         .realPath = u"/a"_s,
         .lines = {line(LineKind::Same), line(LineKind::Added), line(LineKind::Added)}});
    m_connector->preview = preview;
    m_model->setClient(u"cursor"_s);
    QVERIFY(m_model->diffSummary().startsWith(u"2 "_s));
    preview.files[0].lines.append(line(LineKind::Removed));
    m_connector->preview = preview;
    m_model->lookAgain();
    QCOMPARE(m_model->diffSummary(), u"2 lines added, 1 replaced"_s);
}

void TestClients::tellsWhenWritingFailed()
{
    m_connector->writeResult = fail(ErrorCode::Conflict, u"It changed."_s);
    m_model->setClient(u"cursor"_s);
    QSignalSpy failed(m_model.get(), &ConnectModel::failed);
    QSignalSpy written(m_model.get(), &ConnectModel::written);
    m_model->test();
    m_connector->passAll();
    m_model->write();
    QTRY_COMPARE(failed.count(), 1);
    QCOMPARE(failed.first().first().toString(), u"It changed."_s);
    QCOMPARE(written.count(), 0);
    QCOMPARE(m_connector->begun.size(), 2); // looked at again
}

void TestClients::endsTheKeyWhenThePageIsLeft()
{
    m_model->setClient(u"cursor"_s);
    m_model->test();
    QVERIFY(!m_model->key().isEmpty());
    m_model->leave();
    QCOMPARE(m_connector->left, 1);
    QVERIFY(m_model->key().isEmpty() && !m_model->client());
}

void TestClients::removesOnlyWhatIsConnected()
{
    m_model->setClient(u"cursor"_s);
    m_model->remove();
    QVERIFY(m_connector->removed.isEmpty());
    m_model->setClient(u"claude-desktop"_s);
    QSignalSpy removed(m_model.get(), &ConnectModel::removed);
    m_model->remove();
    QTRY_COMPARE(removed.count(), 1);
    QCOMPARE(m_connector->removed, QStringList{u"claude-desktop"_s});
}

void TestClients::ignoresStepsOfNoTest()
{
    m_model->setClient(u"cursor"_s);
    m_connector->passAll();
    QCOMPARE(m_model->phase(), Phase::Idle);
    QVERIFY(!m_model->canWrite());
}

void TestClients::showsNothingOfAnotherClientWhileFilesAreRead()
{
    using LineKind = ConnectionPreview::Line::Kind;
    const auto previewWith = [this](int lines) {
        ConnectionPreview preview;
        preview.files.append({.path = u"/a"_s, .realPath = u"/a"_s, .lines = {}});
        preview.files.first().lines.fill(line(LineKind::Added), lines);
        return preview;
    };
    m_connector->preview = previewWith(3);
    m_model->setClient(u"cursor"_s);
    QVERIFY(m_model->diffSummary().startsWith(u"3 "_s));

    m_connector->slow = true;
    m_model->setClient(u"zed"_s);
    QVERIFY(m_model->isReading() && m_model->preview().files.isEmpty());
    m_model->setClient(u"claude-desktop"_s);
    m_connector->answer(1, previewWith(5));
    QVERIFY(!m_model->isReading());
    m_connector->answer(0, previewWith(4)); // of the one before, too late
    QVERIFY(m_model->diffSummary().startsWith(u"5 "_s));
}

void TestClients::readsAgainWhatChangedMeanwhile()
{
    m_model->setClient(u"cursor"_s);
    m_connector->slow = true;
    m_model->lookAgain();
    QCOMPARE(m_connector->looks, 2); // the list looked when it was made
    QVERIFY(m_model->isReading());
    m_model->test(); // while that goes on
    m_connector->passAll();
    QVERIFY(!m_model->canWrite()); // nobody saw what would be written
    m_connector->answer(0, ConnectionPreview());
    QVERIFY(m_model->canWrite());
    m_connector->slow = false;
}

QTEST_GUILESS_MAIN(TestClients)
#include "tst_clients.moc"
