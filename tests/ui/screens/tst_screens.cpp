// SPDX-License-Identifier: MIT
#include "accessfaults.h"
#include "language.h"
#include "layoutfaults.h"
#include "stage.h"

#include "ui/approval/approvalwindow.h"
#include "ui/theme/theme.h"

#include <QDir>
#include <QLabel>
#include <QPushButton>
#include <QTest>

using namespace glovebox;
using namespace glovebox::ui;
using namespace Qt::StringLiterals;

namespace {

constexpr QSize smallest(960, 600);
constexpr QSize usual(1280, 800);

QString language()
{
    return qEnvironmentVariable("GLOVEBOX_LANGUAGE", u"en"_s);
}

} // namespace

// Every screen that the window has, light and dark, in the language and at the scale that the
// environment gives. The pictures are written to be looked at: build/…/screens/.
class ScreensTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        m_language = std::make_unique<Language>();
        m_language->choose(language());
        QLocale::setDefault(QLocale(language()));
        m_stage = std::make_unique<Stage>();
        QVERIFY(m_stage->isReady());
        QVERIFY(QDir().mkpath(QStringLiteral(GLOVEBOX_SCREENS_DIR)));
    }
    void cleanupTestCase()
    {
        m_stage.reset();
        m_language.reset();
    }

    void emptyScreensAreWellLaidOut()
    {
        look(u"empty"_s);
    }

    void screensWithRunsAndRequestsAreWellLaidOut()
    {
        const RunId error = m_stage->run("# Join targets with sales\nimport pandas as pd\n"
                                         "df = pd.read_csv('/mnt/sales/売上_2026.csv')\ndf['売上高']",
                                         RunState::Error);
        const RunId done = m_stage->run("# Monthly sales by region, forecast\nprint(1)",
                                        RunState::Complete);
        QVERIFY(!error.isNull() && !done.isNull());
        QVERIFY(!m_stage->ask("# Write the Q3 workbook\nimport pandas as pd\n"
                              "open('/mnt/sales/q3.xlsx', 'wb').write(b'')\n")
                     .isNull());
        m_stage->window().showRun(done);
        look(u"full"_s);
        m_stage->window().showRun(error);
        m_stage->settle();
        picture(m_stage->window(), u"error"_s);
    }

    void theRequestInTheWorkbenchIsWellLaidOut()
    {
        m_stage->window().showScreen(Screen::Workbench);
        m_stage->window().showFirstWaiting();
        m_stage->settle();
        lookAt(m_stage->window(), u"request"_s);
    }

    void theApprovalWindowIsWellLaidOut()
    {
        ApprovalWindow *approval = nullptr;
        for (QWidget *widget : QApplication::topLevelWidgets()) {
            if (auto *found = qobject_cast<ApprovalWindow *>(widget))
                approval = found;
        }
        QVERIFY(approval);
        approval->openForPerson();
        QVERIFY(approval->isVisible());
        for (const QSize &size : {QSize(720, 560), approval->minimumSize()}) {
            approval->resize(size);
            m_stage->settle();
            lookAt(*approval, u"approval-%1"_s.arg(size.height()));
        }
        approval->close();
    }

    // Controls: the walks see what they are for.

    void aClippedLabelIsSeen()
    {
        QWidget window;
        QLabel label(u"A label that is longer than its place"_s, &window);
        label.resize(40, 20);
        window.show();
        QVERIFY(!layoutFaults(window).isEmpty());
        label.resize(label.sizeHint());
        window.resize(label.size());
        QCOMPARE(layoutFaults(window), QStringList());
    }

    void overlappingButtonsAreSeen()
    {
        QWidget window;
        QPushButton one(u"One"_s, &window);
        QPushButton two(u"Two"_s, &window);
        one.resize(one.sizeHint());
        two.resize(two.sizeHint());
        two.move(10, 0);
        window.resize(400, 100);
        window.show();
        QVERIFY(!layoutFaults(window).isEmpty());
        two.move(200, 0);
        QCOMPARE(layoutFaults(window), QStringList());
    }

    void whatReachesOutOfTheWindowIsSeen()
    {
        QWidget window;
        QPushButton button(u"Out"_s, &window);
        button.resize(button.sizeHint());
        window.resize(100, 100);
        button.move(80, 0);
        window.show();
        QVERIFY(!layoutFaults(window).isEmpty());
    }

    void aButtonWithoutANameIsSeen()
    {
        QWidget window;
        QPushButton button(&window);
        window.show();
        QCOMPARE(accessFaults(window).size(), 1);
        button.setAccessibleName(u"Find"_s);
        QCOMPARE(accessFaults(window), QStringList());
    }

private:
    // Each screen of the window, in both themes, at its usual and its smallest size.
    void look(const QString &state)
    {
        MainWindow &window = m_stage->window();
        const QList<Screen> screens = window.screens();
        QVERIFY(screens.size() >= 5);
        QStringList faults;
        for (const Screen screen : screens) {
            window.showScreen(screen);
            for (const QSize &size : {usual, smallest}) {
                window.resize(size);
                m_stage->settle();
                faults += facing(window, u"%1-%2-%3"_s.arg(screenIcon(screen), state)
                                             .arg(size.width()));
            }
        }
        window.resize(usual);
        window.showScreen(Screen::Workbench);
        QVERIFY2(faults.isEmpty(), qPrintable(u'\n' + faults.join(u'\n')));
    }
    void lookAt(QWidget &window, const QString &name)
    {
        const QStringList faults = facing(window, name);
        QVERIFY2(faults.isEmpty(), qPrintable(u'\n' + faults.join(u'\n')));
    }
    QStringList facing(QWidget &window, const QString &name)
    {
        picture(window, name);
        QStringList faults;
        for (const QString &fault : layoutFaults(window) + accessFaults(window))
            faults.append(name + u": "_s + fault);
        if (controlsOf(window) < 5)
            faults.append(name + u": hardly any controls found"_s);
        faults.removeDuplicates();
        return faults;
    }
    void picture(QWidget &window, const QString &name)
    {
        for (const auto &[theme, word] : {std::pair(Theme::Choice::Dark, u"dark"_s),
                                          std::pair(Theme::Choice::Light, u"light"_s)}) {
            Theme::instance().setChoice(theme);
            QCoreApplication::processEvents();
            const QString scale = QString::number(qRound(window.devicePixelRatio() * 100));
            const QString file = u"%1/%2-%3-%4-%5.png"_s.arg(QStringLiteral(GLOVEBOX_SCREENS_DIR),
                                                            name, word, language(), scale);
            QVERIFY2(window.grab().save(file), qPrintable(file));
        }
    }

    std::unique_ptr<Language> m_language;
    std::unique_ptr<Stage> m_stage;
};

QTEST_MAIN(ScreensTest)
#include "tst_screens.moc"
