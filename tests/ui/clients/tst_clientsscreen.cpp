// SPDX-License-Identifier: MIT
#include "fakeclients.h"
#include "fakeconnector.h"
#include "fakecontrols.h"
#include "fakedesk.h"
#include "fakepackagedesk.h"

#include "ui/clients/clientsscreen.h"
#include "ui/clients/keyspage.h"
#include "ui/clients/permissionspage.h"
#include "ui/theme/theme.h"

#include <QAbstractButton>
#include <QAccessible>
#include <QAction>
#include <QApplication>
#include <QCheckBox>
#include <QComboBox>
#include <QLineEdit>
#include <QListWidget>
#include <QMessageBox>
#include <QSignalSpy>
#include <QSpinBox>
#include <QTableView>
#include <QTest>

using namespace glovebox;
using namespace glovebox::ui;
using namespace Qt::StringLiterals;

class TestClientsScreen : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { Theme::instance().install(*qApp); }
    void init()
    {
        m_screen.reset();
        m_connector = std::make_unique<FakeConnector>();
        m_desk = std::make_unique<FakeDesk>();
        m_clients = std::make_unique<FakeClients>();
        m_controls = std::make_unique<FakeControls>();
        m_controls->knownClients = {{ClientId(u"c1"_s), u"Cline"_s}, {ClientId(u"c2"_s), u"Zed"_s}};
        m_clients->known = {info(u"c1"_s, u"Cline"_s), info(u"c2"_s, u"Zed"_s)};
        m_packages = std::make_unique<FakePackageDesk>();
        m_screen = std::make_unique<ClientsScreen>(*m_connector, *m_clients, *m_desk, *m_controls,
                                                   *m_packages);
        m_screen->resize(1000, 700);
        m_screen->show();
        m_screen->activateWindow(); // keys are for the active window alone
        QVERIFY(QTest::qWaitForWindowActive(m_screen.get()));
    }

    // ---- standing permissions ----

    void saysThatNothingIsPermitted()
    {
        m_screen->showTab(ClientsScreen::Tab::Permissions);
        QVERIFY(!find<QTableView>(u"permissionTable"_s)->isVisible());
        QVERIFY(names().contains(u"No standing permissions. Every run is asked."_s));
        QVERIFY(!button(u"revokeAllPermissions"_s)->isEnabled());
    }

    void listsWhatMayRunUnasked()
    {
        permit({grant(1, Scope::ThisSession), grant(2, Scope::ClientUntilQuit),
                grant(3, Scope::ExactCode)});
        m_screen->showTab(ClientsScreen::Tab::Permissions);
        auto *table = find<QTableView>(u"permissionTable"_s);
        QCOMPARE(table->model()->rowCount(), 3);
        QCOMPARE(cell(0, PermissionTable::Covers), u"session etl: Python"_s);
        QCOMPARE(cell(0, PermissionTable::Until), u"until its session ends"_s);
        QCOMPARE(cell(0, PermissionTable::Used), u"3 of 50"_s);
        QCOMPARE(cell(1, PermissionTable::Covers), u"all its sessions: Python"_s);
        QCOMPARE(cell(2, PermissionTable::Covers), u"exactly one code"_s);
        QCOMPARE(cell(2, PermissionTable::Used), u"3"_s);
        QVERIFY(cell(0, PermissionTable::ReachColumn).contains(u"sales"_s));
        QVERIFY(names().contains(u"Standing permissions 3"_s));
    }

    void revokesTheChosenOne()
    {
        permit({grant(1, Scope::ThisSession), grant(2, Scope::ClientUntilQuit)});
        m_screen->showTab(ClientsScreen::Tab::Permissions);
        auto *table = find<QTableView>(u"permissionTable"_s);
        table->selectRow(1);
        table->setFocus();
        QTest::keyClick(table, Qt::Key_Delete);
        QCOMPARE(m_desk->revoked, QList<qint64>{2});
        QCOMPARE(table->model()->rowCount(), 1);
    }

    void revokesAllAfterAsking()
    {
        permit({grant(1, Scope::ThisSession)});
        m_screen->showTab(ClientsScreen::Tab::Permissions);
        QTest::mouseClick(button(u"revokeAllPermissions"_s), Qt::LeftButton);
        QCOMPARE(m_desk->revokedAll, 0);
        answerBox(false);
        QCOMPARE(m_desk->revokedAll, 0);
        QTest::mouseClick(button(u"revokeAllPermissions"_s), Qt::LeftButton);
        answerBox(true);
        QCOMPARE(m_desk->revokedAll, 1);
    }

    // ---- keys ----

    void showsANewKeyUntilThePageIsLeft()
    {
        m_screen->showTab(ClientsScreen::Tab::Keys);
        QVERIFY(!button(u"makeKey"_s)->isEnabled());
        QTest::keyClicks(find<QLineEdit>(u"newClientName"_s), u"My script"_s);
        QTest::mouseClick(button(u"makeKey"_s), Qt::LeftButton);
        QCOMPARE(m_clients->added, QStringList{u"My script"_s});
        auto *key = find<QLineEdit>(u"newKeyText"_s);
        QTRY_COMPARE(key->text(), u"gb_new"_s);
        QVERIFY(key->isVisible());
        m_screen->showTab(ClientsScreen::Tab::Connections);
        m_screen->showTab(ClientsScreen::Tab::Keys);
        QVERIFY(!key->isVisible());
        QVERIFY(key->text().isEmpty());
    }

    void marksWhatAClientSaysAsItsOwnWords()
    {
        m_clients->known[0].claims = u"cline <b>3</b>\n1.0"_s;
        m_screen->showTab(ClientsScreen::Tab::Keys);
        QVERIFY2(names().contains(u"Calls itself: “cline <b>3</b> 1.0” (its own words)"_s),
                 qPrintable(names()));
    }

    void setsRulesOfTheChosenClient()
    {
        m_screen->showTab(ClientsScreen::Tab::Keys);
        find<QListWidget>(u"clientKeyList"_s)->setCurrentRow(1);
        QCOMPARE(m_clients->rulesSet, 0);
        find<QCheckBox>(u"tool-write_file"_s)->click();
        find<QSpinBox>(u"runsPerMinute"_s)->setValue(6);
        const ClientRules &rules = m_clients->known.at(1).rules;
        QCOMPARE(rules.refusedTools, QStringList{u"write_file"_s});
        QCOMPARE(rules.budget.runsPerMinute, 6);
        QCOMPARE(m_clients->known.at(0).rules, ClientRules());
        find<QListWidget>(u"clientKeyList"_s)->setCurrentRow(0);
        QVERIFY(find<QCheckBox>(u"tool-write_file"_s)->isChecked());
        QCOMPARE(m_clients->rulesSet, 2);
    }

    void limitsFoldersToTheChosenClient()
    {
        MountStatus sales;
        sales.name = u"sales"_s;
        sales.hostPath = u"/home/person/sales"_s;
        m_controls->folders = {sales};
        m_screen->showTab(ClientsScreen::Tab::Keys);
        find<QListWidget>(u"clientKeyList"_s)->setCurrentRow(1);
        auto *box = find<QCheckBox>(u"folder-sales"_s);
        QVERIFY2(box->isChecked(), "everybody may, who comes later too");
        QTest::mouseClick(box, Qt::LeftButton, {}, QPoint(8, box->height() / 2));
        QVERIFY(m_controls->folders.first().clients);
        QCOMPARE(m_controls->folders.first().clients->size(), 1);
        QCOMPARE(m_controls->folders.first().clients->first().id, ClientId(u"c1"_s));
        find<QListWidget>(u"clientKeyList"_s)->setCurrentRow(0);
        QVERIFY(box->isChecked());
        find<QListWidget>(u"clientKeyList"_s)->setCurrentRow(1);
        QVERIFY(!box->isChecked());
        QTest::mouseClick(box, Qt::LeftButton, {}, QPoint(8, box->height() / 2));
        QVERIFY2(!m_controls->folders.first().clients, "everybody again");
        m_controls->setMounts({});
        QVERIFY(!box->isVisible());
        QVERIFY(names().contains(u"No folders shared."_s));
    }

    void limitsPackagesOfTheChosenClient()
    {
        m_screen->showTab(ClientsScreen::Tab::Keys);
        find<QListWidget>(u"clientKeyList"_s)->setCurrentRow(1);
        auto *choice = find<QComboBox>(u"packagesChoice"_s);
        choice->setFocus();
        QTest::keyClick(choice, Qt::Key_Down);
        QCOMPARE(m_packages->policy().clients.size(), 1);
        const ClientId zed(u"c2"_s);
        QVERIFY(m_packages->policy().clients.value(zed).onlyBundled);
        auto *blocked = find<QLineEdit>(u"packagesBlocked"_s);
        QTest::keyClicks(blocked, u"Django_rest, torch*"_s);
        QTest::keyClick(blocked, Qt::Key_Return);
        QCOMPARE(m_packages->policy().clients.value(zed).blocked,
                 (QStringList{u"django-rest"_s, u"torch*"_s}));
        find<QListWidget>(u"clientKeyList"_s)->setCurrentRow(0);
        QCOMPARE(choice->currentIndex(), 0);
        QVERIFY(blocked->text().isEmpty());
        find<QListWidget>(u"clientKeyList"_s)->setCurrentRow(1);
        QCOMPARE(blocked->text(), u"django-rest, torch*"_s);

        QSignalSpy told(m_screen.get(), &ClientsScreen::message);
        QTest::keyClicks(blocked, u", <b>"_s);
        QTest::keyClick(blocked, Qt::Key_Return);
        QVERIFY(told.first().first().toString().contains(u"<b>"));
        QCOMPARE(m_packages->policy().clients.value(zed).blocked.size(), 2);

        blocked->clear();
        QTest::keyClick(blocked, Qt::Key_Return);
        choice->setFocus();
        QTest::keyClick(choice, Qt::Key_Up);
        QVERIFY2(m_packages->policy().clients.isEmpty(), "as for everybody: nothing is kept");
    }

    void offersNoPermissionsWhereThePersonWantsToBeAskedEachTime()
    {
        m_screen->showTab(ClientsScreen::Tab::Keys);
        find<QListWidget>(u"clientKeyList"_s)->setCurrentRow(1);
        auto *box = find<QCheckBox>(u"offersPermissions"_s);
        QVERIFY(box->isChecked());
        box->click();
        QVERIFY(m_clients->known.at(1).rules.onlyThisRun);
        QVERIFY(!m_clients->known.at(0).rules.onlyThisRun);
    }

    void manyClientsCanBeFiltered()
    {
        auto *filter = find<QLineEdit>(u"clientKeyFilter"_s);
        m_screen->showTab(ClientsScreen::Tab::Keys);
        QVERIFY(!filter->isVisible());
        for (int i = 3; i <= 10; ++i)
            m_clients->known.append(info(u"c%1"_s.arg(i), u"Client %1"_s.arg(i)));
        Q_EMIT m_clients->changed();
        QVERIFY(filter->isVisible());
        QTest::keyClicks(filter, u"zED"_s);
        auto *list = find<QListWidget>(u"clientKeyList"_s);
        for (int i = 0; i < list->count(); ++i)
            QCOMPARE(list->item(i)->isHidden(), i != 1);
        m_clients->known.resize(2);
        Q_EMIT m_clients->changed();
        QVERIFY(!list->item(0)->isHidden()); // what cannot be seen filters nothing
    }

    void leadsToTheRulesForItsCode()
    {
        QSignalSpy wanted(m_screen.get(), &ClientsScreen::codeRulesRequested);
        m_screen->showTab(ClientsScreen::Tab::Keys);
        find<QListWidget>(u"clientKeyList"_s)->setCurrentRow(1);
        QTest::mouseClick(button(u"codeRules"_s), Qt::LeftButton);
        QCOMPARE(wanted.size(), 1);
        QCOMPARE(wanted.first().first().value<ClientId>(), ClientId(u"c2"_s));
    }

    // The window has a meaning of its own for the same key.
    void controlTabGoesThroughTheTabs()
    {
        QAction other;
        other.setShortcut(Qt::CTRL | Qt::Key_Tab);
        QSignalSpy triggered(&other, &QAction::triggered);
        m_screen->addAction(&other);
        for (const QString &page : {u"permissionsPage"_s, u"keysPage"_s, u"clientsPage"_s}) {
            QTest::keyClick(m_screen->focusWidget() ? m_screen->focusWidget() : m_screen.get(),
                            Qt::Key_Tab, Qt::ControlModifier);
            QTRY_VERIFY2(find<QWidget>(page)->isVisible(), qPrintable(page));
        }
        QCOMPARE(triggered.size(), 0);
    }

    void anotherClientGetsItsKeyByHand()
    {
        m_screen->showTab(ClientsScreen::Tab::Connections);
        QTest::mouseClick(button(u"anotherClient"_s), Qt::LeftButton);
        QVERIFY(find<QLineEdit>(u"newClientName"_s)->isVisible());
        QCOMPARE(m_screen->focusWidget(), find<QLineEdit>(u"newClientName"_s));
    }

    void keepsANumberThatIsBeingTyped()
    {
        m_screen->showTab(ClientsScreen::Tab::Keys);
        auto *runs = find<QSpinBox>(u"runsPerMinute"_s);
        runs->setFocus();
        runs->selectAll();
        QTest::keyClicks(runs, u"12"_s);
        Q_EMIT m_clients->changed();
        QTest::keyClick(runs, Qt::Key_Return);
        QCOMPARE(m_clients->known.at(0).rules.budget.runsPerMinute, 12);
    }

    void asksBeforeItEndsAKey()
    {
        m_screen->showTab(ClientsScreen::Tab::Keys);
        QTest::mouseClick(button(u"revokeKey"_s), Qt::LeftButton);
        answerBox(false);
        QVERIFY(m_clients->revoked.isEmpty());
        QTest::mouseClick(button(u"revokeKey"_s), Qt::LeftButton);
        answerBox(true);
        QCOMPARE(m_clients->revoked, QList<ClientId>{ClientId(u"c1"_s)});
        QTest::mouseClick(button(u"rotateKey"_s), Qt::LeftButton);
        answerBox(true);
        QCOMPARE(m_clients->rotated, QList<ClientId>{ClientId(u"c1"_s)});
        QTRY_COMPARE(find<QLineEdit>(u"newKeyText"_s)->text(), u"gb_rotated"_s);
    }

    void pausesAndDisconnects()
    {
        m_clients->known[0].connections = 2;
        m_screen->showTab(ClientsScreen::Tab::Keys);
        QTest::mouseClick(button(u"pauseClient"_s), Qt::LeftButton);
        QVERIFY(m_desk->isPaused(ClientId(u"c1"_s)));
        QTest::mouseClick(button(u"disconnectClient"_s), Qt::LeftButton);
        QCOMPARE(m_clients->disconnected, QList<ClientId>{ClientId(u"c1"_s)});
        find<QListWidget>(u"clientKeyList"_s)->setCurrentRow(1);
        QVERIFY(!button(u"disconnectClient"_s)->isEnabled());
    }

private:
    static ClientInfo info(const QString &id, const QString &label)
    {
        ClientInfo client;
        client.id = ClientId(id);
        client.label = label;
        client.created = QDateTime::currentDateTimeUtc();
        return client;
    }
    static Grant grant(qint64 id, Scope scope)
    {
        Grant grant;
        grant.id = id;
        grant.client = ClientId(u"c1"_s);
        grant.clientLabel = u"Cline"_s;
        grant.sessionName = u"etl"_s;
        grant.reach.mounts = {{u"sales"_s, MountMode::ReadOnly, u"/srv/sales"_s}};
        grant.scope = scope;
        grant.used = 3;
        grant.maxRuns = scope == Scope::ExactCode ? 0 : 50;
        return grant;
    }
    void permit(const QList<Grant> &grants)
    {
        m_desk->standing = grants;
        Q_EMIT m_desk->grantsChanged();
    }
    QString cell(int row, int column) const
    {
        return find<QTableView>(u"permissionTable"_s)
            ->model()
            ->index(row, column)
            .data()
            .toString();
    }
    void answerBox(bool yes)
    {
        auto *box = m_screen->findChild<QMessageBox *>();
        QVERIFY(box);
        // A key that was meant for another window must end nothing.
        auto *first = qobject_cast<QAbstractButton *>(box->focusWidget());
        QVERIFY(first && box->buttonRole(first) == QMessageBox::RejectRole);
        for (QAbstractButton *each : box->buttons()) {
            if ((box->buttonRole(each) == QMessageBox::DestructiveRole) == yes) {
                each->click();
                break;
            }
        }
        QTRY_VERIFY(!m_screen->findChild<QMessageBox *>());
    }
    template <class T>
    T *find(const QString &name) const
    {
        return m_screen->findChild<T *>(name);
    }
    QAbstractButton *button(const QString &name) const { return find<QAbstractButton>(name); }
    QString names() const
    {
        QStringList all;
        for (QWidget *each : m_screen->findChildren<QWidget *>()) {
            if (!each->isVisible())
                continue;
            QAccessibleInterface *found = QAccessible::queryAccessibleInterface(each);
            if (found)
                all.append(found->text(QAccessible::Name));
        }
        return all.join(u'|');
    }

    std::unique_ptr<FakeConnector> m_connector;
    std::unique_ptr<FakeDesk> m_desk;
    std::unique_ptr<FakeClients> m_clients;
    std::unique_ptr<FakeControls> m_controls;
    std::unique_ptr<FakePackageDesk> m_packages;
    std::unique_ptr<ClientsScreen> m_screen;
};

QTEST_MAIN(TestClientsScreen)
#include "tst_clientsscreen.moc"
