// SPDX-License-Identifier: MIT
#include "fakeclock.h"
#include "journal/journal.h"
#include "support.h"

#include <QRegularExpression>
#include <QSignalSpy>

using namespace glovebox;
using namespace glovebox::journal;
using namespace std::chrono_literals;
using namespace support;

class TestClients : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup();

    void showsTheKeyOnceAndStoresItsHash();
    void makesEveryKeyAnew();
    void findsAKeyByItsHash();
    void marksAddressKeys();
    void refusesASecondClientOfTheSameName_data();
    void refusesASecondClientOfTheSameName();
    void refusesNamesThatCannotBeRead_data();
    void refusesNamesThatCannotBeRead();
    void forgetsARevokedKey();
    void refusesToRevokeTwice();
    void seesKeysOfAnotherProcess();
    void seesThatAnotherProcessRevoked();
    void seesAnotherProcessWhenAsked();
    void changesAKey();
    void changesNoKeyThatDoesNotCount();
    void endsTemporaryClientsWithItself();
    void endsTemporaryClientsOfAProcessThatDied();

private:
    NewClient add(const QString &label)
    {
        return take(m_journal->addClient(label, KeyUse::Header));
    }

    std::unique_ptr<QTemporaryDir> m_folder;
    FakeClock m_clock;
    Options m_program;
    Options m_tool;
    std::unique_ptr<Journal> m_journal;
};

void TestClients::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
    m_program = {m_folder->filePath(u"journal.db"_s), Role::Program, &m_clock};
    m_tool = {m_program.file, Role::Tool, &m_clock};
    m_journal = std::make_unique<Journal>(m_program);
    QVERIFY(get(m_journal->opened()));
}

void TestClients::cleanup()
{
    m_journal.reset();
}

void TestClients::showsTheKeyOnceAndStoresItsHash()
{
    const NewClient made = add(u"Claude Desktop"_s);
    static const QRegularExpression form(u"^gb_[A-Za-z0-9_-]{43}$"_s);
    QVERIFY2(form.match(made.key).hasMatch(), qPrintable(made.key));
    QCOMPARE(made.client.keyHash, hashOfKey(made.key.toLatin1()));
    QVERIFY(!made.client.revoked.isValid());
    const auto listed = take(m_journal->listClients());
    QCOMPARE(listed, QList<Client>{made.client});

    const QString file = m_program.file;
    m_journal.reset();
    QFile stored(file);
    QVERIFY(stored.open(QIODevice::ReadOnly));
    const QByteArray bytes = stored.readAll();
    QVERIFY(bytes.contains(made.client.id.value().toLatin1())); // a control
    QVERIFY(!bytes.contains(made.key.mid(3).toLatin1()));
}

void TestClients::makesEveryKeyAnew()
{
    QSet<QString> keys;
    QSet<QString> ids;
    for (int i = 0; i < 20; ++i) {
        const NewClient made = add(u"client %1"_s.arg(i));
        keys.insert(made.key);
        ids.insert(made.client.id.value());
    }
    QCOMPARE(keys.size(), 20);
    QCOMPARE(ids.size(), 20);
}

void TestClients::findsAKeyByItsHash()
{
    const NewClient made = add(u"Cline"_s);
    QCOMPARE(m_journal->findByKeyHash(hashOfKey(made.key.toLatin1())), made.client);
    QCOMPARE(m_journal->findClient(made.client.id), made.client);
    QVERIFY(!m_journal->findByKeyHash(hashOfKey("gb_wrong")));
    QVERIFY(!m_journal->findByKeyHash({}));
    QVERIFY(!m_journal->findClient(ClientId(u"c0"_s)));
    m_journal = nullptr;
    m_journal = std::make_unique<Journal>(m_program);
    QVERIFY(get(m_journal->opened()));
    QCOMPARE(m_journal->findByKeyHash(hashOfKey(made.key.toLatin1())), made.client);
}

void TestClients::marksAddressKeys()
{
    QVERIFY(!add(u"a"_s).client.addressKey);
    QVERIFY(get(m_journal->addClient(u"b"_s, KeyUse::Address))->client.addressKey);
}

void TestClients::refusesASecondClientOfTheSameName_data()
{
    QTest::addColumn<QString>("label");
    QTest::addColumn<bool>("accepted");
    QTest::newRow("another (control)") << u"Claude Code"_s << true;
    QTest::newRow("same") << u"Claude Desktop"_s << false;
    QTest::newRow("other case") << u"claude desktop"_s << false;
    QTest::newRow("full width") << u"Ｃｌａｕｄｅ Desktop"_s << false;
    QTest::newRow("more space") << u"Claude  Desktop"_s << false;
}

void TestClients::refusesASecondClientOfTheSameName()
{
    QFETCH(QString, label);
    QFETCH(bool, accepted);
    const NewClient first = add(u"Claude Desktop"_s);
    const auto second = get(m_journal->addClient(label, KeyUse::Header));
    QCOMPARE(second.has_value(), accepted);
    if (accepted)
        return;
    QVERIFY(second.error().code == ErrorCode::Conflict);
    QVERIFY2(second.error().text.contains(label), qPrintable(second.error().text));
    QVERIFY(get(m_journal->revokeClient(first.client.id)));
    QVERIFY2(get(m_journal->addClient(label, KeyUse::Header)), "a revoked name is free again");
}

void TestClients::refusesNamesThatCannotBeRead_data()
{
    QTest::addColumn<QString>("label");
    QTest::addColumn<bool>("accepted");
    QTest::newRow("japanese (control)") << u"経理の Claude 🎉"_s << true;
    QTest::newRow("longest (control)") << QString(64, u'x') << true;
    QTest::newRow("empty") << QString() << false;
    QTest::newRow("too long") << QString(65, u'x') << false;
    QTest::newRow("line break") << u"a\nb"_s << false;
    QTest::newRow("direction") << u"a\u202eb"_s << false;
    QTest::newRow("zero width") << u"a\u200bb"_s << false;
    QTest::newRow("nul") << u"a\0b"_s << false;
    QTest::newRow("space at the end") << u"a "_s << false;
    QTest::newRow("line separator") << u"a\u2028b"_s << false;
}

void TestClients::refusesNamesThatCannotBeRead()
{
    QFETCH(QString, label);
    QFETCH(bool, accepted);
    const auto made = get(m_journal->addClient(label, KeyUse::Header));
    QCOMPARE(made.has_value(), accepted);
    if (!accepted)
        QVERIFY(made.error().code == ErrorCode::InvalidArgument);
}

void TestClients::forgetsARevokedKey()
{
    QSignalSpy revoked(m_journal.get(), &Journal::clientRevoked);
    const NewClient made = add(u"Cline"_s);
    const NewClient other = add(u"Claude"_s);
    QVERIFY(get(m_journal->revokeClient(made.client.id)));
    QVERIFY(!m_journal->findByKeyHash(made.client.keyHash));
    QVERIFY(m_journal->findByKeyHash(other.client.keyHash));
    QTRY_COMPARE(revoked.size(), 1);
    QCOMPARE(revoked.first().first().value<ClientId>(), made.client.id);
    const auto listed = take(m_journal->listClients());
    QCOMPARE(listed.size(), 2);
}

void TestClients::refusesToRevokeTwice()
{
    const NewClient made = add(u"Cline"_s);
    QVERIFY(get(m_journal->revokeClient(made.client.id)));
    const auto again = get(m_journal->revokeClient(made.client.id));
    QVERIFY(!again);
    QVERIFY(again.error().code == ErrorCode::NotFound);
    QVERIFY(!get(m_journal->revokeClient(ClientId(u"c0"_s))));
}

void TestClients::seesKeysOfAnotherProcess()
{
    Journal command(m_tool);
    const auto made = get(command.addClient(u"Cline"_s, KeyUse::Header));
    QVERIFY(made);
    m_clock.advance(limits::clientRefreshTime);
    QTRY_COMPARE(m_journal->findByKeyHash(made->client.keyHash), made->client);
}

void TestClients::seesThatAnotherProcessRevoked()
{
    const NewClient made = add(u"Cline"_s);
    QSignalSpy revoked(m_journal.get(), &Journal::clientRevoked);
    Journal command(m_tool);
    QVERIFY(get(command.revokeClient(made.client.id)));
    QVERIFY2(limits::clientRefreshTime <= 1s, "noticed within a second");
    m_clock.advance(limits::clientRefreshTime);
    QTRY_COMPARE(revoked.size(), 1);
    QVERIFY(!m_journal->findByKeyHash(made.client.keyHash));
}

void TestClients::seesAnotherProcessWhenAsked()
{
    Journal command(m_tool);
    const auto made = get(command.addClient(u"Cline"_s, KeyUse::Header));
    QVERIFY(made);
    QVERIFY(get(m_journal->refreshClients()));
    QVERIFY(m_journal->findByKeyHash(made->client.keyHash));
}

void TestClients::changesAKey()
{
    const NewClient made = add(u"Cline"_s);
    QSignalSpy revoked(m_journal.get(), &Journal::clientRevoked);
    const QString key = take(m_journal->changeKey(made.client.id));
    QVERIFY(key.startsWith(u"gb_"_s) && key != made.key);
    QVERIFY(!m_journal->findByKeyHash(made.client.keyHash));
    const auto found = m_journal->findByKeyHash(hashOfKey(key.toLatin1()));
    QVERIFY(found);
    QCOMPARE(found->id, made.client.id);
    QCOMPARE(found->label, made.client.label);
    // What hangs on the old key ends as if it were revoked.
    QTRY_COMPARE(revoked.size(), 1);
    const Verification verified = take(m_journal->verify());
    QVERIFY2(verified.ok(), qPrintable(verified.problem));
}

void TestClients::changesNoKeyThatDoesNotCount()
{
    QVERIFY(!get(m_journal->changeKey(ClientId(u"c999999999999"_s))));
    const NewClient made = add(u"Cline"_s);
    QVERIFY(get(m_journal->revokeClient(made.client.id)));
    const auto changed = get(m_journal->changeKey(made.client.id));
    QVERIFY(!changed);
    QVERIFY(changed.error().code == ErrorCode::NotFound);
}

void TestClients::endsTemporaryClientsWithItself()
{
    const auto made = get(m_journal->addTemporaryClient(u"Command line"_s));
    QVERIFY(made);
    QVERIFY(made->client.temporary);
    QVERIFY(m_journal->findByKeyHash(made->client.keyHash));
    QVERIFY2(get(m_journal->addClient(u"Command line"_s, KeyUse::Header)), "its name stays free");
    QVERIFY(get(m_journal->addTemporaryClient(u"Command line"_s)));
    m_journal.reset();
    Journal command(m_tool);
    for (const Client &client : take(command.listClients()))
        QCOMPARE(client.revoked.isValid(), client.temporary);
}

void TestClients::endsTemporaryClientsOfAProcessThatDied()
{
    m_journal.reset();
    {
        RawFile raw(m_program.file);
        QVERIFY(raw.run(u"INSERT INTO clients VALUES ('c1', 'Command line', 'command line', "
                        "x'01', 0, 1, 1, NULL)"_s));
    }
    m_journal = std::make_unique<Journal>(m_program);
    QVERIFY(get(m_journal->opened()));
    QVERIFY(!m_journal->findByKeyHash(QByteArray("\x01")));
    QVERIFY(take(m_journal->listClients()).first().revoked.isValid());
}

QTEST_GUILESS_MAIN(TestClients)
#include "tst_clients.moc"
