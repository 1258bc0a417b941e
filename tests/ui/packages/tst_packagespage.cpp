// SPDX-License-Identifier: MIT
#include "fakeclock.h"
#include "fakecontrols.h"
#include "fakepackagedesk.h"

#include "ui/packages/packagelist.h"
#include "ui/packages/packagespage.h"
#include "ui/parts/button.h"
#include "ui/theme/theme.h"

#include <QAccessible>
#include <QAction>
#include <QApplication>
#include <QCheckBox>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <QToolButton>

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
    QString lockOf(const SessionRef &) const override { return {}; }
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
    QFuture<Result<RunId>> install(const SessionRef &session, const QList<PackagePin> &pins) override
    {
        into = session;
        asked = pins;
        return QtFuture::makeReadyValueFuture(Result<RunId>(RunId(9)));
    }

    SessionRef into;
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
    void saysWhatCannotBeHad();
    void anInstallationCanBeTakenBack();
    void offlineAndOnlyBundledAreRules();
    void theCacheIsCleaned();
    void rulesTravelAsAFile();
    void namesEverythingForThoseWhoCannotSeeIt();

private:
    template<class T>
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
    QCOMPARE(names(), (QStringList{u"numpy"_s, u"humanize"_s, u"rich"_s, u"django"_s, u"flask*"_s}));
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
    field->setText(u" 14.0 "_s);
    Q_EMIT field->editingFinished();
    QCOMPARE(m_desk->rules.minimum.value(u"rich"_s), u"14.0"_s);
    field->clear();
    Q_EMIT field->editingFinished();
    QVERIFY(!m_desk->rules.minimum.contains(u"rich"_s));
}

void TestPackagesPage::aPatternIsNotTakenApart()
{
    QVERIFY(m_page->model().isBlocked(u"flask-login"_s));
    QVERIFY(!m_page->model().setBlocked(u"flask-login"_s, false));
    QVERIFY(m_desk->rules.blocked.contains(u"flask*"_s));
}

void TestPackagesPage::installsAfterSayingWhatItMeans()
{
    m_page->choose(u"humanize"_s);
    QTest::mouseClick(find<Button>(u"installPackage"_s), Qt::LeftButton);
    QTRY_VERIFY(m_page->installing().phase() == InstallModel::Phase::Planned);
    QCOMPARE(m_desk->asked.requirements, QStringList{u"humanize==4.9.0"_s});
    QVERIFY(m_installer.asked.isEmpty()); // nothing yet
    QCOMPARE(m_page->installing().table().index(0, PackageTable::Licence).data().toString(), u"MIT"_s);
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
    m_desk->rules = {};
    m_page->importRules(file);
    QVERIFY(m_desk->rules == before);
    QSignalSpy messages(m_page.get(), &PackagesPage::message);
    QFile broken(file);
    QVERIFY(broken.open(QIODevice::WriteOnly));
    broken.write("[]");
    broken.close();
    m_page->importRules(file);
    QCOMPARE(messages.size(), 1);
    QVERIFY(m_desk->rules == before);
}

void TestPackagesPage::namesEverythingForThoseWhoCannotSeeIt()
{
    for (const QWidget *widget : m_page->findChildren<QWidget *>()) {
        if (widget->focusPolicy() == Qt::NoFocus || !widget->isVisible()
            || widget->inherits("QLabel") || widget->inherits("QHeaderView")
            || widget->inherits("QScrollBar"))
            continue;
        QAccessibleInterface *accessible = QAccessible::queryAccessibleInterface(const_cast<QWidget *>(widget));
        QVERIFY2(accessible && !accessible->text(QAccessible::Name).isEmpty(),
                 qPrintable(u"%1 %2"_s.arg(QString::fromLatin1(widget->metaObject()->className()),
                                          widget->objectName())));
    }
}

QTEST_MAIN(TestPackagesPage)
#include "tst_packagespage.moc"
