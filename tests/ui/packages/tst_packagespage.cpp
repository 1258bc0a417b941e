// SPDX-License-Identifier: MIT
#include "fakeclock.h"
#include "fakecontrols.h"
#include "fakepackagedesk.h"

#include "base/packagelock.h"
#include "ui/packages/packagelist.h"
#include "ui/packages/packagespage.h"
#include "ui/parts/button.h"
#include "ui/parts/labels.h"
#include "ui/theme/theme.h"

#include <QAccessible>
#include <QAction>
#include <QApplication>
#include <QCheckBox>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QSignalSpy>
#include <QSpinBox>
#include <QTemporaryDir>
#include <QTest>
#include <QToolButton>

#include <algorithm>

using namespace glovebox;
using namespace glovebox::ui;
using namespace Qt::StringLiterals;

namespace {

class Details final : public PackageDetails
{
public:
    QList<PlannedPackage> detailsOf(const QList<PackagePin> &pins) const override
    {
        QList<PlannedPackage> rows;
        for (const PackagePin &pin : pins) {
            PlannedPackage package = known.value(pin.sha256);
            package.name = pin.name;
            package.version = pin.version;
            rows.append(package);
        }
        return rows;
    }
    QList<PackagePin> installed(const SessionRef &session) const override
    {
        return here.value(session.id);
    }
    QString lockOf(const SessionRef &session) const override
    {
        return lockText(here.value(session.id));
    }
    void learn(const QList<PlannedPackage> &packages) override
    {
        for (const PlannedPackage &package : packages)
            known.insert(package.sha256, package);
    }

    QHash<SessionId, QList<PackagePin>> here;
    QHash<QString, PlannedPackage> known;
};

class Installer final : public PackageInstaller
{
public:
    QFuture<Result<RunId>> install(const SessionRef &session,
                                   const QList<PackagePin> &pins) override
    {
        into = session;
        asked = pins;
        return QtFuture::makeReadyValueFuture(Result<RunId>(RunId(9)));
    }
    QFuture<Result<RunId>> remove(const SessionRef &session, const QString &name) override
    {
        into = session;
        removed = name;
        return QtFuture::makeReadyValueFuture(Result<RunId>(RunId(9)));
    }
    Result<> restart(const SessionRef &session) override
    {
        restarted = session.id;
        return {};
    }

    SessionRef into;
    QString removed;
    SessionId restarted;
    QList<PackagePin> asked;
};

SessionStatus session(const QString &id, const QString &name)
{
    SessionStatus status;
    status.ref = {SessionId(id), 1};
    status.name = name;
    status.client = ClientId(u"c1"_s);
    status.clientLabel = u"Ada"_s;
    return status;
}

} // namespace

class TestPackagesPage : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { Theme::instance().install(*qApp); }
    void init();
    void showsWhatSessionsHaveAndWhatThereIs();
    void findsByNameAndOffersTheIndexWhenThereIsNone();
    void showsOneSessionsPackages();
    void blocksAndUnblocksWithTheKeyboard();
    void aLowestVersionIsARule();
    void aPatternIsNotTakenApart();
    void installsAfterSayingWhatItMeans();
    void installsIntoTheSessionThatIsChosen();
    void updatesWhatASessionHasAndOffersToRestartIt();
    void takesAPackageOutOfASession();
    void aPackageThatStaysIsNotSaidToBeGone();
    void whatComesWithGloveboxIsNotTakenAway();
    void allowsTheVeryWheelAndThenTheVersionsThatAreTyped();
    void aRuleWithoutAPackageIsShownAndCanBeTakenBack();
    void everyRuleCanBeChangedAndCountsWhenItIsSaved();
    void aLineThatCannotBeReadChangesNothing();
    void aSessionIsMadeAgainFromItsLock();
    void saysWhatCannotBeHad();
    void anInstallationCanBeTakenBack();
    void offlineAndOnlyBundledAreRules();
    void theCacheIsCleaned();
    void rulesTravelAsAFile();
    void itsKeysGoBeforeThoseOfTheWindow();
    void advisoriesThatWereNotFetchedAreSaid();
    void namesEverythingForThoseWhoCannotSeeIt();

private:
    template <class T>
    T *find(const QString &name) const
    {
        return m_page->findChild<T *>(name);
    }
    // As the key does; without a window manager no window is active.
    void press(const QKeySequence &keys)
    {
        for (QAction *action : m_page->actions()) {
            if (action->shortcut() == keys)
                return action->trigger();
        }
        QFAIL("no such key");
    }
    QStringList names() const
    {
        QStringList all;
        for (int row = 0; row < m_page->model().rowCount(); ++row) {
            if (const auto *item = m_page->model().row(row))
                all.append(item->package.name);
        }
        return all;
    }

    // What the run 9 of the installer does.
    void publish(const RunEventBody &body) { m_hub->publish(RunId(9), body); }
    void askRun()
    {
        event::Asked asked;
        asked.record.tool = u"install_packages"_s;
        publish(asked);
    }
    void endRun() { publish(event::Ended{.state = RunState::Complete, .reason = {}}); }
    void type(const QString &name, const QString &text)
    {
        find<QPlainTextEdit>(name)->setPlainText(text);
    }

    FakeClock m_clock;
    std::unique_ptr<RunHub> m_hub;
    std::unique_ptr<FakePackageDesk> m_desk;
    std::unique_ptr<FakeControls> m_controls;
    std::unique_ptr<Details> m_details;
    Installer m_installer;
    std::unique_ptr<PackagesPage> m_page;
};

void TestPackagesPage::init()
{
    m_page.reset();
    m_installer = {};
    m_hub = std::make_unique<RunHub>(m_clock);
    m_desk = std::make_unique<FakePackageDesk>();
    m_controls = std::make_unique<FakeControls>();
    m_details = std::make_unique<Details>();
    PlannedPackage numpy;
    numpy.name = u"numpy"_s;
    numpy.version = u"2.4.3"_s;
    numpy.size = 3'355'443;
    PlannedPackage rich;
    rich.name = u"rich"_s;
    rich.version = u"14.3.3"_s;
    m_desk->bundledOnes = {numpy, rich};
    PlannedPackage humanize = m_desk->put(u"humanize"_s, u"4.9.0"_s, "wheel");
    humanize.warnings = {{.rule = u"advisory"_s, .severe = true, .text = u"Reads too much."_s}};
    m_desk->shelf[u"humanize"_s] = humanize;
    m_desk->cachedOnes = {{humanize, m_clock.now()}};
    m_desk->cache = {.folder = u"/cache"_s, .bytes = 2048, .maxBytes = 1 << 20, .wheels = 1};
    m_desk->rules.blocked = {u"django"_s, u"flask*"_s};
    m_details->here[SessionId(u"s1"_s)] = {{u"numpy"_s, u"2.4.3"_s, QString(64, u'a')}};
    m_controls->liveSessions = {session(u"s1"_s, u"default"_s), session(u"s2"_s, u"other"_s)};
    m_page = std::make_unique<PackagesPage>(
        PackagesPage::Parts{*m_desk, *m_details, m_installer, *m_controls, *m_hub});
    m_page->resize(1200, 700);
    m_page->show();
    QVERIFY(QTest::qWaitForWindowExposed(m_page.get()));
}

void TestPackagesPage::showsWhatSessionsHaveAndWhatThereIs()
{
    QCOMPARE(names(),
             (QStringList{u"numpy"_s, u"humanize"_s, u"rich"_s, u"django"_s, u"flask*"_s}));
    const auto *numpy = m_page->model().find(u"numpy"_s);
    QCOMPARE(numpy->usedBy, QStringList{u"default"_s});
    const auto text = [this](const QString &name, PackagesModel::Column column) {
        for (int row = 0; row < m_page->model().rowCount(); ++row) {
            const auto *item = m_page->model().row(row);
            if (item && item->package.name == name)
                return m_page->model().index(row, column).data().toString();
        }
        return QString();
    };
    QCOMPARE(text(u"humanize"_s, PackagesModel::Source), u"Cached"_s);
    QCOMPARE(text(u"humanize"_s, PackagesModel::Advisory), u"1"_s);
    QCOMPARE(text(u"numpy"_s, PackagesModel::Rule), u"Allow"_s);
    QCOMPARE(text(u"humanize"_s, PackagesModel::Rule), u"Ask"_s);
    QCOMPARE(text(u"django"_s, PackagesModel::Rule), u"Block"_s);
    QCOMPARE(m_page->model().count(PackagesModel::Filter::Available), 2);
    m_page->model().setFilter(PackagesModel::Filter::Warned);
    QCOMPARE(names(), QStringList{u"humanize"_s});
}

void TestPackagesPage::findsByNameAndOffersTheIndexWhenThereIsNone()
{
    auto *search = find<QLineEdit>(u"packageSearch"_s);
    QTest::keyClicks(search, u"NUM"_s);
    QCOMPARE(names(), QStringList{u"numpy"_s});
    search->setText(u"Tabulate"_s);
    QVERIFY(names().isEmpty());
    QVERIFY(find<Button>(u"searchIndex"_s)->isVisible());
    (void)m_desk->put(u"tabulate"_s, u"0.9.0"_s, "t");
    QTest::keyClick(search, Qt::Key_Return);
    QTRY_COMPARE(names(), QStringList{u"tabulate"_s});
    QCOMPARE(m_page->model().find(u"tabulate"_s)->package.version, u"0.9.0"_s);
    QVERIFY(find<Button>(u"installPackage"_s)->isEnabled());
}

void TestPackagesPage::showsOneSessionsPackages()
{
    auto *combo = find<QComboBox>(u"packageSession"_s);
    combo->setCurrentIndex(2); // "other" has nothing
    Q_EMIT combo->activated(2);
    QCOMPARE(m_page->model().count(PackagesModel::Filter::Installed), 0);
    QVERIFY(m_page->model().find(u"numpy"_s)->group == PackagesModel::Group::Available);
    m_controls->setSessions({m_controls->liveSessions.first()}); // it is closed
    QCOMPARE(m_page->model().count(PackagesModel::Filter::Installed), 1);
}

void TestPackagesPage::blocksAndUnblocksWithTheKeyboard()
{
    m_page->choose(u"humanize"_s);
    press(Qt::ALT | Qt::Key_3);
    QVERIFY(m_desk->rules.blocked.contains(u"humanize"_s));
    QVERIFY(m_page->model().find(u"humanize"_s)->group == PackagesModel::Group::Blocked);
    QVERIFY(find<QToolButton>(u"blockPackage"_s)->isChecked());
    QVERIFY(!find<Button>(u"installPackage"_s)->isEnabled());
    press(Qt::ALT | Qt::Key_2);
    QVERIFY(!m_desk->rules.blocked.contains(u"humanize"_s));
}

void TestPackagesPage::aLowestVersionIsARule()
{
    m_page->choose(u"rich"_s);
    auto *field = find<QLineEdit>(u"minimumVersion"_s);
    QSignalSpy changed(&m_page->model(), &PackagesModel::dataChanged);
    field->setText(u" 14.0 "_s);
    Q_EMIT field->editingFinished();
    QCOMPARE(m_desk->rules.minimum.value(u"rich"_s), u"14.0"_s);
    QVERIFY(!changed.isEmpty()); // the rows are the same, what stands in the column Rule is not
    field->clear();
    Q_EMIT field->editingFinished();
    QVERIFY(!m_desk->rules.minimum.contains(u"rich"_s));
}

void TestPackagesPage::aPatternIsNotTakenApart()
{
    QVERIFY(m_page->model().isBlocked(u"flask-login"_s));
    QVERIFY(!m_page->model().setChoice(u"flask-login"_s, PackagesModel::Choice::Ask));
    QVERIFY(m_desk->rules.blocked.contains(u"flask*"_s));
}

void TestPackagesPage::installsAfterSayingWhatItMeans()
{
    m_page->choose(u"humanize"_s);
    QTest::mouseClick(find<Button>(u"installPackage"_s), Qt::LeftButton);
    QTRY_VERIFY(m_page->installing().phase() == InstallModel::Phase::Planned);
    QCOMPARE(m_desk->asked.requirements, QStringList{u"humanize==4.9.0"_s});
    QVERIFY(m_installer.asked.isEmpty()); // nothing yet
    QCOMPARE(m_page->installing().table().index(0, PackageTable::Licence).data().toString(),
             u"MIT"_s);
    QVERIFY(m_page->installing().table().index(0, 0).data(PackageTable::SevereRole).toBool());
    QTest::mouseClick(find<Button>(u"confirmInstall"_s), Qt::LeftButton);
    QTRY_COMPARE(m_installer.asked.size(), 1);
    QCOMPARE(m_installer.into.id, SessionId(u"s1"_s));
    ApprovalRecord record;
    record.tool = u"install_packages"_s;
    event::Asked asked;
    asked.record = record;
    m_hub->publish(RunId(9), asked);
    m_hub->publish(RunId(9), event::Progress{0.5, u"Fetching humanize 4.9.0"_s});
    QCOMPARE(find<QLabel>(u"planText"_s)->text(), u"Fetching humanize 4.9.0"_s);
    m_hub->publish(RunId(9), event::Ended{.state = RunState::Complete, .reason = {}});
    QVERIFY(m_page->installing().phase() == InstallModel::Phase::Done);
}

void TestPackagesPage::installsIntoTheSessionThatIsChosen()
{
    m_page->choose(u"humanize"_s);
    auto *target = find<QComboBox>(u"packageTarget"_s);
    QCOMPARE(target->count(), 2);
    target->setCurrentIndex(1);
    Q_EMIT target->activated(1);
    m_page->planChosen();
    QTRY_VERIFY(m_page->installing().phase() == InstallModel::Phase::Planned);
    m_page->installing().install();
    QCOMPARE(m_installer.into.id, SessionId(u"s2"_s));
    // What one session has can be had in another.
    m_page->installing().clear();
    m_page->choose(u"numpy"_s);
    QCOMPARE(target->currentData().toString(), u"s1"_s); // where it is
    QVERIFY(!find<Button>(u"installPackage"_s)->isVisible());
    target->setCurrentIndex(1);
    Q_EMIT target->activated(1);
    QVERIFY(find<Button>(u"installPackage"_s)->isEnabled());
}

void TestPackagesPage::updatesWhatASessionHasAndOffersToRestartIt()
{
    PlannedPackage old;
    old.name = u"humanize"_s;
    old.version = u"4.0.0"_s;
    old.sha256 = QString(64, u'b');
    old.origin = PackageOrigin::Index;
    m_details->known.insert(old.sha256, old);
    m_desk->shelf[u"humanize"_s].replaces = u"4.0.0"_s;
    m_details->here[SessionId(u"s1"_s)].append(old.pin());
    Q_EMIT m_details->changed(SessionId(u"s1"_s));
    m_page->choose(u"humanize"_s);
    press(Qt::CTRL | Qt::Key_U);
    QTRY_VERIFY(m_page->installing().phase() == InstallModel::Phase::Planned);
    QCOMPARE(m_desk->asked.requirements, QStringList{u"humanize"_s});
    QVERIFY(m_desk->asked.upgrade);
    QVERIFY(!find<Button>(u"restartAfterInstall"_s)->isVisible());
    m_page->installing().install();
    askRun();
    endRun();
    QTRY_VERIFY(m_page->installing().phase() == InstallModel::Phase::Done);
    QVERIFY(find<QLabel>(u"planText"_s)->text().contains(u"until it is restarted"));
    QTest::mouseClick(find<Button>(u"restartAfterInstall"_s), Qt::LeftButton);
    QCOMPARE(m_installer.restarted, SessionId(u"s1"_s));
    QVERIFY(!find<Button>(u"restartAfterInstall"_s)->isVisible());
}

void TestPackagesPage::takesAPackageOutOfASession()
{
    PlannedPackage rich;
    rich.name = u"rich"_s;
    rich.version = u"13.0"_s;
    rich.sha256 = QString(64, u'c');
    rich.origin = PackageOrigin::Index;
    m_details->known.insert(rich.sha256, rich);
    m_details->here[SessionId(u"s2"_s)] = {rich.pin()};
    Q_EMIT m_details->changed(SessionId(u"s2"_s));
    m_page->choose(u"rich"_s);
    auto *list = find<PackageList>(u"packageList"_s);
    list->setFocus();
    QTest::keyClick(list, Qt::Key_Delete);
    QCOMPARE(m_installer.removed, u"rich"_s);
    QCOMPARE(m_installer.into.id, SessionId(u"s2"_s));
    askRun();
    m_details->here[SessionId(u"s2"_s)].clear();
    endRun();
    QTRY_VERIFY(m_page->installing().phase() == InstallModel::Phase::Done);
    QVERIFY(find<QLabel>(u"planText"_s)->text().contains(u"rich was removed"));
}

void TestPackagesPage::aPackageThatStaysIsNotSaidToBeGone()
{
    m_details->here[SessionId(u"s2"_s)] = {{u"rich"_s, u"13.0"_s, QString(64, u'c')}};
    m_page->installing().remove(u"rich"_s, {SessionId(u"s2"_s), 1});
    askRun();
    endRun();
    QTRY_VERIFY(m_page->installing().phase() == InstallModel::Phase::Failed);
    QVERIFY(find<QLabel>(u"planText"_s)->text().contains(u"could not be removed"));
}

void TestPackagesPage::whatComesWithGloveboxIsNotTakenAway()
{
    m_page->choose(u"numpy"_s);
    QVERIFY(find<Button>(u"removePackage"_s)->isVisible());
    QVERIFY(!find<Button>(u"removePackage"_s)->isEnabled());
    m_page->removeChosen();
    QVERIFY(m_installer.removed.isEmpty());
}

void TestPackagesPage::allowsTheVeryWheelAndThenTheVersionsThatAreTyped()
{
    m_page->choose(u"humanize"_s);
    auto *versions = find<QLineEdit>(u"allowedVersions"_s);
    QVERIFY(!versions->isVisible());
    press(Qt::ALT | Qt::Key_1);
    const PackageAllowance exact = m_desk->rules.unasked.value(u"humanize"_s);
    QCOMPARE(exact.versions, u"==4.9.0"_s);
    QCOMPARE(exact.sha256, m_desk->shelf[u"humanize"_s].sha256);
    QVERIFY(versions->isVisible());
    versions->setText(u">=4,<5"_s);
    Q_EMIT versions->editingFinished();
    const PackageAllowance range = m_desk->rules.unasked.value(u"humanize"_s);
    QCOMPARE(range.versions, u">=4,<5"_s);
    QVERIFY(range.sha256.isEmpty());
    // What names no versions changes nothing.
    QSignalSpy messages(m_page.get(), &PackagesPage::message);
    versions->setText(u"four"_s);
    Q_EMIT versions->editingFinished();
    QCOMPARE(messages.size(), 1);
    QCOMPARE(m_desk->rules.unasked.value(u"humanize"_s).versions, u">=4,<5"_s);
    press(Qt::ALT | Qt::Key_2);
    QVERIFY(m_desk->rules.unasked.isEmpty());
    press(Qt::ALT | Qt::Key_1);
    press(Qt::ALT | Qt::Key_3);
    QVERIFY(m_desk->rules.unasked.isEmpty()); // blocked is blocked
}

void TestPackagesPage::aRuleWithoutAPackageIsShownAndCanBeTakenBack()
{
    m_desk->rules.unasked.insert(u"nowhere"_s, {u">=1"_s, {}});
    Q_EMIT m_desk->policyChanged();
    m_page->choose(u"nowhere"_s);
    QVERIFY(find<QToolButton>(u"allowPackage"_s)->isChecked());
    press(Qt::ALT | Qt::Key_2);
    QVERIFY(m_desk->rules.unasked.isEmpty());
    QVERIFY(!names().contains(u"nowhere"_s));
}

void TestPackagesPage::everyRuleCanBeChangedAndCountsWhenItIsSaved()
{
    m_controls->knownClients = {{ClientId(u"c1"_s), u"Ada"_s}, {ClientId(u"c2"_s), u"Bo"_s}};
    QTest::mouseClick(find<QToolButton>(u"packagePolicyTab"_s), Qt::LeftButton);
    QVERIFY(find<QWidget>(u"policyPage"_s)->isVisible());
    Q_EMIT m_controls->statusChanged();
    type(u"policyBlocked"_s, u"Evil_One\n\ndjango*"_s);
    type(u"policyAllowed"_s, u"rich"_s);
    type(u"policyUnasked"_s, u"rich >=14,<15"_s);
    type(u"policyMinimum"_s, u"requests 2.31.0"_s);
    find<QSpinBox>(u"policyQuarantine"_s)->setValue(7);
    find<QCheckBox>(u"policySimilar"_s)->setChecked(false);
    auto *blockFrom = find<QComboBox>(u"policyBlockFrom"_s);
    blockFrom->setCurrentIndex(blockFrom->findData(int(Severity::Critical)));
    find<QLineEdit>(u"policyAdvisories"_s)->setText(u"/osv.json"_s);
    type(u"policyIndexes"_s, u"http://127.0.0.1:1/simple"_s);
    type(u"policyFolders"_s, u"/wheels"_s);
    find<QSpinBox>(u"policyCacheSize"_s)->setValue(512);
    auto *client = find<QComboBox>(u"policyClient"_s);
    client->setCurrentIndex(1);
    Q_EMIT client->activated(1);
    find<QCheckBox>(u"policyClientBundled"_s)->setChecked(true);
    type(u"policyClientBlocked"_s, u"humanize"_s);
    const PackagePolicy before = m_desk->rules;
    QVERIFY(before.quarantineDays == 0);
    QTest::mouseClick(find<Button>(u"policySave"_s), Qt::LeftButton);
    const PackagePolicy &rules = m_desk->rules;
    QCOMPARE(rules.blocked, (QStringList{u"django*"_s, u"evil-one"_s}));
    QCOMPARE(rules.allowed, QStringList{u"rich"_s});
    QCOMPARE(rules.unasked.value(u"rich"_s).versions, u">=14,<15"_s);
    QCOMPARE(rules.minimum, (QMap<QString, QString>{{u"requests"_s, u"2.31.0"_s}}));
    QCOMPARE(rules.quarantineDays, 7);
    QVERIFY(!rules.warnSimilarNames);
    QVERIFY(rules.blockFrom == Severity::Critical);
    QVERIFY(rules.clients.value(ClientId(u"c2"_s)).onlyBundled);
    QCOMPARE(rules.clients.value(ClientId(u"c2"_s)).blocked, QStringList{u"humanize"_s});
    QVERIFY(!rules.clients.contains(ClientId(u"c1"_s)));
    QCOMPARE(m_desk->where.advisories, u"/osv.json"_s);
    QCOMPARE(m_desk->where.indexes, QStringList{u"http://127.0.0.1:1/simple"_s});
    QCOMPARE(m_desk->where.folders, QStringList{u"/wheels"_s});
    QCOMPARE(m_desk->cache.maxBytes, 512 * limits::MiB);
    QVERIFY(!find<Button>(u"policySave"_s)->isEnabled());
}

void TestPackagesPage::aLineThatCannotBeReadChangesNothing()
{
    QTest::mouseClick(find<QToolButton>(u"packagePolicyTab"_s), Qt::LeftButton);
    QSignalSpy messages(m_page.get(), &PackagesPage::message);
    const PackagePolicy before = m_desk->rules;
    type(u"policyBlocked"_s, u"fine"_s);
    type(u"policyUnasked"_s, u"rich fourteen"_s);
    QTest::mouseClick(find<Button>(u"policySave"_s), Qt::LeftButton);
    QCOMPARE(messages.size(), 1);
    QVERIFY(messages.first().first().toString().contains(u"rich fourteen"));
    QVERIFY(m_desk->rules == before);
    QTest::mouseClick(find<Button>(u"policyDiscard"_s), Qt::LeftButton);
    QVERIFY(!find<QPlainTextEdit>(u"policyBlocked"_s)->toPlainText().contains(u"fine"));
}

void TestPackagesPage::aSessionIsMadeAgainFromItsLock()
{
    const PackagePin humanize = m_desk->shelf[u"humanize"_s].pin();
    m_details->here[SessionId(u"s1"_s)] = {humanize};
    Q_EMIT m_details->changed(SessionId(u"s1"_s));
    QTemporaryDir folder;
    const QString file = folder.filePath(u"a.lock.json"_s);
    QVERIFY(find<Button>(u"saveLock"_s)->isEnabled());
    m_page->saveLock(file);
    QTRY_VERIFY(QFile::exists(file));
    auto *target = find<QComboBox>(u"packageTarget"_s);
    target->setCurrentIndex(1);
    Q_EMIT target->activated(1);
    QVERIFY(!find<Button>(u"saveLock"_s)->isEnabled()); // it has nothing
    m_page->planLock(file);
    QTRY_VERIFY(m_page->installing().phase() == InstallModel::Phase::Planned);
    m_page->installing().install();
    QTRY_COMPARE(m_installer.asked, QList<PackagePin>{humanize});
    QCOMPARE(m_installer.into.id, SessionId(u"s2"_s));
    // Once the session has it, there is nothing to do; and what is no lock is said.
    askRun();
    endRun();
    QTRY_VERIFY(m_page->installing().phase() == InstallModel::Phase::Done);
    m_details->here[SessionId(u"s2"_s)] = {humanize};
    m_page->planLock(file);
    QTRY_VERIFY(m_page->installing().phase() == InstallModel::Phase::Done);
    const QString rules = folder.filePath(u"rules.json"_s);
    m_page->exportRules(rules);
    QTRY_VERIFY(QFile::exists(rules));
    m_page->planLock(rules);
    QTRY_VERIFY(m_page->installing().phase() == InstallModel::Phase::Failed);
    QVERIFY(find<QLabel>(u"planText"_s)->text().contains(u"no lock"));
}

void TestPackagesPage::saysWhatCannotBeHad()
{
    m_page->choose(u"rich"_s); // the desk's shelf has none
    m_page->planChosen();
    QTRY_VERIFY(m_page->installing().phase() == InstallModel::Phase::Failed);
    QVERIFY(find<QLabel>(u"planText"_s)->text().contains(u"No index knows rich"));
    QVERIFY(!find<Button>(u"confirmInstall"_s)->isVisible());
    QTest::mouseClick(find<Button>(u"cancelInstall"_s), Qt::LeftButton);
    QVERIFY(m_page->installing().phase() == InstallModel::Phase::Idle);
}

void TestPackagesPage::anInstallationCanBeTakenBack()
{
    m_page->choose(u"humanize"_s);
    m_page->planChosen();
    QTRY_VERIFY(m_page->installing().phase() == InstallModel::Phase::Planned);
    m_page->installing().install();
    QTRY_COMPARE(m_installer.asked.size(), 1);
    QCoreApplication::processEvents();
    QTest::mouseClick(find<Button>(u"cancelInstall"_s), Qt::LeftButton);
    QCOMPARE(m_controls->stopped, QList<RunId>{RunId(9)});
}

void TestPackagesPage::offlineAndOnlyBundledAreRules()
{
    QTest::mouseClick(find<QCheckBox>(u"packagesOffline"_s), Qt::LeftButton, {}, {8, 8});
    QVERIFY(m_desk->rules.offline);
    QTest::mouseClick(find<QToolButton>(u"restBundled"_s), Qt::LeftButton);
    QVERIFY(m_desk->rules.onlyBundled);
}

void TestPackagesPage::theCacheIsCleaned()
{
    QTest::mouseClick(find<Button>(u"cleanCache"_s), Qt::LeftButton);
    QTRY_VERIFY(m_desk->cachedOnes.isEmpty());
    QVERIFY(!find<Button>(u"cleanCache"_s)->isEnabled());
    QVERIFY(!names().contains(u"humanize"_s));
}

void TestPackagesPage::rulesTravelAsAFile()
{
    QTemporaryDir folder;
    const QString file = folder.filePath(u"rules.json"_s);
    const PackagePolicy before = m_desk->rules;
    m_page->exportRules(file);
    QTRY_VERIFY(QFile::exists(file));
    m_desk->rules = {};
    m_page->importRules(file);
    QTRY_VERIFY(m_desk->rules == before);
    QSignalSpy messages(m_page.get(), &PackagesPage::message);
    QFile broken(file);
    QVERIFY(broken.open(QIODevice::WriteOnly));
    broken.write("[]");
    broken.close();
    m_page->importRules(file);
    QTRY_COMPARE(messages.size(), 1);
    QVERIFY(m_desk->rules == before);
}

void TestPackagesPage::itsKeysGoBeforeThoseOfTheWindow()
{
    int taken = 0;
    for (const QKeySequence &keys :
         {QKeySequence(Qt::CTRL | Qt::Key_Tab), QKeySequence(QKeySequence::Find),
          QKeySequence(QKeySequence::Save)}) {
        auto *ofTheMenu = new QAction(m_page.get());
        ofTheMenu->setShortcut(keys);
        connect(ofTheMenu, &QAction::triggered, this, [&taken] { ++taken; });
        m_page->addAction(ofTheMenu);
    }
    auto *search = find<QLineEdit>(u"packageSearch"_s);
    search->setFocus();
    for (int i = 0; i < 5; ++i)
        QTest::keyClick(search, Qt::Key_Tab, Qt::ControlModifier);
    QVERIFY(find<QWidget>(u"policyPage"_s)->isVisible());
    type(u"policyBlocked"_s, u"evil"_s);
    auto *blocked = find<QPlainTextEdit>(u"policyBlocked"_s);
    blocked->setFocus();
    QTest::keyClick(blocked, Qt::Key_S, Qt::ControlModifier);
    QCOMPARE(m_desk->rules.blocked, QStringList{u"evil"_s});
    QTest::keyClick(blocked, Qt::Key_F, Qt::ControlModifier);
    QVERIFY(m_page->focusWidget() == search);
    QCOMPARE(taken, 0);
}

void TestPackagesPage::advisoriesThatWereNotFetchedAreSaid()
{
    const auto says = [this](const QString &text) {
        return std::ranges::contains(m_page->findChildren<TextLine *>(), text, &TextLine::text);
    };
    QVERIFY(says(u"No advisories: name a source under Policy"_s));
    m_desk->where.advisories = u"/osv.json"_s;
    Q_EMIT m_desk->sourcesChanged();
    QVERIFY(says(u"Advisories not fetched yet"_s));
}

void TestPackagesPage::namesEverythingForThoseWhoCannotSeeIt()
{
    for (const QWidget *widget : m_page->findChildren<QWidget *>()) {
        if (widget->focusPolicy() == Qt::NoFocus || !widget->isVisible() ||
            widget->inherits("QLabel") || widget->inherits("QHeaderView") ||
            widget->inherits("QScrollBar"))
            continue;
        QAccessibleInterface *accessible =
            QAccessible::queryAccessibleInterface(const_cast<QWidget *>(widget));
        QVERIFY2(accessible && !accessible->text(QAccessible::Name).isEmpty(),
                 qPrintable(u"%1 %2"_s.arg(QString::fromLatin1(widget->metaObject()->className()),
                                           widget->objectName())));
    }
}

QTEST_MAIN(TestPackagesPage)
#include "tst_packagespage.moc"
