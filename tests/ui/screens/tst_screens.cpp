// SPDX-License-Identifier: MIT
#include "accessfaults.h"
#include "language.h"
#include "layoutfaults.h"
#include "stage.h"

#include "ui/approval/approvalwindow.h"
#include "ui/approval/batchview.h"
#include "ui/theme/theme.h"

#include <QAction>
#include <QDir>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QPushButton>
#include <QTabBar>
#include <QTest>

using namespace glovebox;
using namespace glovebox::ui;
using namespace std::chrono_literals;
using namespace Qt::StringLiterals;

namespace {

constexpr QSize smallest(960, 600);
constexpr QSize usual(1280, 800);
constexpr auto deadTime = 600ms; // after which decisions count

QString language()
{
    return qEnvironmentVariable("GLOVEBOX_LANGUAGE", u"en"_s);
}

QString picturesFolder()
{
    return qEnvironmentVariable("GLOVEBOX_E2E_PICTURES", QStringLiteral(GLOVEBOX_SCREENS_DIR));
}

template <class Window>
Window *topLevel()
{
    for (QWidget *widget : QApplication::topLevelWidgets()) {
        if (auto *found = qobject_cast<Window *>(widget))
            return found;
    }
    return nullptr;
}

QWidget *topLevelNamed(const QString &name)
{
    for (QWidget *widget : QApplication::allWidgets()) {
        if (widget->objectName() == name && widget->isVisible())
            return widget;
    }
    return nullptr;
}

// One thing to look at: how it comes onto the screen, and what was put there; null: it did not.
struct Sight
{
    QString name;
    std::function<QWidget *()> open;
    std::function<void(QWidget &)> close = {};
};

} // namespace

// Every screen and window, light and dark, in the language and at the scale that the environment
// gives. What is clipped, overlaps, reaches out or has no name is told; how it looks is in the
// pictures, which are there to be looked at.
class ScreensTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        m_language = std::make_unique<Language>();
        m_language->choose(language());
        QLocale::setDefault(QLocale(language()));
        // By hand: what somebody sees who made the letters of the desktop larger.
        QFont font = QApplication::font();
        font.setPointSizeF(font.pointSizeF() + qEnvironmentVariableIntValue("GLOVEBOX_LARGER"));
        QApplication::setFont(font);
        m_stage = std::make_unique<Stage>();
        QVERIFY(m_stage->isReady());
        QVERIFY(QDir().mkpath(picturesFolder()));
    }
    void cleanupTestCase()
    {
        m_stage.reset();
        m_language.reset();
    }

    void theFirstRunIsWellLaidOut()
    {
        lookAt({{u"first-run"_s, [this] { return screen(Screen::Workbench); }}});
        m_stage->window().endFirstRun();
    }

    void emptyScreensAreWellLaidOut() { lookAt(sightsOfScreens(u"empty"_s)); }

    void screensWithRunsRequestsAndChangesAreWellLaidOut()
    {
        QVERIFY(m_stage->write(u"q3.csv"_s, "region,sales\n関東,239.4\n近畿,171.1\n"));
        QVERIFY(m_stage->write(u"targets.csv"_s, "region,target\n関東,250\n近畿,170\n"));
        m_error = m_stage->run("# Join targets with sales\nimport pandas as pd\n"
                               "df = pd.read_csv('/mnt/sales/売上_2026.csv')\ndf['売上高']",
                               RunState::Error);
        m_done = m_stage->run("# Monthly sales by region, forecast\nprint(1)", RunState::Complete);
        m_asked = m_stage->ask(request("# Write the Q3 workbook\n"));
        QVERIFY(!m_error.isNull() && !m_done.isNull() && !m_asked.isNull());
        QVERIFY(!m_stage->ask(request("# Targets per store\n")).isNull());
        m_stage->window().showRun(m_done);
        m_stage->desktop().openDocuments({notebook()});
        lookAt(sightsOfScreens(u"full"_s));
    }

    void theWorkbenchIsWellLaidOut()
    {
        const auto tab = [this](int index) {
            return [this, index]() -> QWidget * {
                m_stage->window().showRun(m_done);
                auto *tabs = m_stage->window().findChild<QTabBar *>(u"outputTabs"_s);
                if (tabs)
                    tabs->setCurrentIndex(index);
                return tabs ? screen(Screen::Workbench) : nullptr;
            };
        };
        QList<Sight> sights{
            {u"workbench-error"_s,
             [this] {
                 m_stage->window().showRun(m_error);
                 return screen(Screen::Workbench);
             }},
            {u"workbench-request"_s,
             [this] {
                 screen(Screen::Workbench);
                 m_stage->window().showRequest(m_asked);
                 m_stage->clock().advance(deadTime);
                 return &m_stage->window();
             }},
            {u"workbench-message"_s,
             [this] {
                 m_stage->window().showMessage(u"売上.csv: 4 files written to sales."_s, false,
                                               u"Undo"_s, [] {});
                 return screen(Screen::Workbench);
             },
             [this](QWidget &) {
                 if (auto *close =
                         m_stage->window().findChild<QAbstractButton *>(u"messageClose"_s))
                     close->click();
             }},
        };
        const QStringList names{u"output"_s, u"plots"_s, u"tables"_s, u"files"_s, u"details"_s};
        for (qsizetype index = names.size(); --index >= 0;)
            sights.append({u"workbench-"_s + names[index], tab(int(index))});
        lookAt(sights);
    }

    // UI.md 9: around what has the keyboard, once it was used, and until the mouse is.
    void whatHasTheKeyboardIsSeen()
    {
        MainWindow &window = m_stage->window();
        const auto ring = [&window] {
            const auto *shown = window.findChild<QWidget *>(u"focusRing"_s);
            return shown && shown->isVisible() ? shown->geometry() : QRect();
        };
        screen(Screen::Workbench);
        window.activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(&window));
        QSet<QWidget *> reached;
        for (int step = 0; step < 40; ++step) {
            QTest::keyClick(QApplication::focusWidget(), Qt::Key_Tab);
            QWidget *now = QApplication::focusWidget();
            QVERIFY(now);
            reached.insert(now);
            const QRect place(now->mapTo(&window, QPoint()), now->size());
            const bool framed = qobject_cast<QLineEdit *>(now); // its own edge says it
            QVERIFY2(framed || ring().contains(place), qPrintable(now->objectName()));
        }
        QVERIFY2(reached.size() > 10, qPrintable(QString::number(reached.size())));
        QTest::mousePress(&window, Qt::LeftButton, {}, {2, 2});
        QVERIFY(ring().isNull());
        QTest::mouseRelease(&window, Qt::LeftButton, {}, {2, 2});
    }

    void theApprovalWindowIsWellLaidOut()
    {
        auto *approval = topLevel<ApprovalWindow>();
        QVERIFY(approval);
        const auto show = [this, approval](RunId asked, const QSize &size) -> QWidget * {
            approval->openForPerson(asked);
            approval->resize(size);
            m_stage->clock().advance(deadTime);
            return approval;
        };
        const auto open = [this, show](const QSize &size) {
            return [this, show, size] { return show(m_asked, size); };
        };
        const auto together = [this, approval]() -> QWidget * {
            approval->openForPerson(m_asked);
            approval->resize(720, 560);
            approval->reviewTogether();
            m_stage->clock().advance(deadTime);
            return approval->isBatchOpen() ? approval : nullptr;
        };
        const auto oneByOne = [approval](QWidget &) {
            if (auto *back = approval->findChild<QAbstractButton *>(u"oneByOneButton"_s))
                back->click();
        };
        lookAt({{u"approval"_s, open({720, 560})},
                {u"approval-smallest"_s, open(approval->minimumSize())},
                {u"approval-batch"_s, together, oneByOne}},
               false);
        const RunId folder = m_stage->askForFolder(m_stage->folder());
        QVERIFY(!folder.isNull());
        lookAt({{u"approval-folder"_s, [show, folder] { return show(folder, {720, 560}); }},
                {u"approval-folder-smallest"_s,
                 [show, folder, approval] { return show(folder, approval->minimumSize()); }}},
               false);
        approval->close();
    }

    void windowsBesideItAreWellLaidOut()
    {
        MainWindow &window = m_stage->window();
        const auto close = [](QWidget &widget) { widget.close(); };
        const auto after = [this](const std::function<void()> &act, const QString &name) {
            return [this, act, name] {
                act();
                m_stage->settle();
                return topLevelNamed(name);
            };
        };
        const auto find = [&window] {
            for (QAction *action : window.findChildren<QAction *>()) {
                if (action->shortcut() == QKeySequence(Qt::CTRL | Qt::Key_K))
                    action->trigger();
            }
        };
        lookAt({{u"help"_s,
                 after([&] { Q_EMIT window.helpRequested(Screen::Workbench); }, u"helpWindow"_s),
                 close},
                {u"about"_s, after([&] { Q_EMIT window.aboutRequested(); }, u"aboutBox"_s), close},
                {u"find-action"_s, after(find, u"findAction"_s), close}},
               false);
        auto *tray = window.window()->findChild<QMenu *>(u"trayMenu"_s);
        for (QWidget *widget : QApplication::allWidgets()) {
            if (widget->objectName() == u"trayMenu"_s)
                tray = qobject_cast<QMenu *>(widget);
        }
        QVERIFY(tray);
        lookAt({{u"tray"_s,
                 [tray]() -> QWidget * {
                     tray->popup({0, 0});
                     return tray;
                 },
                 close}},
               false);
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
    static QByteArray request(const QByteArray &comment)
    {
        return comment + "import pandas as pd\n"
                         "open('/mnt/sales/q3.xlsx', 'wb').write(b'')\n"
                         "pd.read_csv('https://example.org/sales.csv')\n";
    }

    // With code, text, a table and a plot, as a person may have it open.
    QString notebook() const
    {
        const QString file = m_stage->folder() + u"/sales.py"_s;
        QFile text(file);
        if (text.open(QIODevice::WriteOnly)) {
            text.write(
                "# %% [markdown]\n# # Sales by region\n# Read, **join** and plot 売上.\n"
                "# %%\nimport pandas as pd\nsales = pd.read_csv('/mnt/sales/売上_2026.csv')\n"
                "# %%\nsales.groupby('地域').sum()\n");
        }
        return file;
    }

    QWidget *screen(Screen which)
    {
        m_stage->window().showScreen(which);
        return &m_stage->window();
    }

    QList<Sight> sightsOfScreens(const QString &state)
    {
        QList<Sight> sights;
        for (const Screen which : m_stage->window().screens())
            sights.append(
                {screenIcon(which) + u'-' + state, [this, which] { return screen(which); }});
        return sights;
    }

    // A change of theme draws every widget anew, so there is one for all sights.
    void lookAt(const QList<Sight> &sights, bool resizing = true)
    {
        QStringList faults;
        for (const auto &[theme, word] : {std::pair(Theme::Choice::Light, u"light"_s),
                                          std::pair(Theme::Choice::Dark, u"dark"_s)}) {
            Theme::instance().setChoice(theme);
            for (const Sight &sight : sights) {
                QWidget *window = sight.open();
                QVERIFY2(window && window->isVisible(), qPrintable(sight.name));
                m_stage->settle();
                if (resizing && theme == Theme::Choice::Light) {
                    window->resize(smallest);
                    m_stage->settle();
                    faults += faultsOf(*window, sight.name + u" at the smallest size"_s);
                    picture(*window, sight.name + u"-smallest"_s, word);
                }
                if (resizing)
                    window->resize(usual);
                m_stage->settle();
                if (theme == Theme::Choice::Light)
                    faults += faultsOf(*window, sight.name);
                picture(*window, sight.name, word);
                if (sight.close)
                    sight.close(*window);
            }
        }
        faults.removeDuplicates();
        QVERIFY2(faults.isEmpty(), qPrintable(u'\n' + faults.join(u'\n')));
    }
    static QStringList faultsOf(QWidget &window, const QString &name)
    {
        QStringList faults;
        for (const QString &fault : layoutFaults(window) + accessFaults(window))
            faults.append(name + u": "_s + fault);
        if (controlsOf(window) < 2)
            faults.append(name + u": hardly any controls found"_s);
        return faults;
    }
    static void picture(QWidget &window, const QString &name, const QString &theme)
    {
        constexpr int fast = 80; // hardly compressed: most of the time would go into that
        const QString scale = QString::number(qRound(window.devicePixelRatio() * 100));
        const QString file =
            u"%1/screen-%2-%3-%4-%5.png"_s.arg(picturesFolder(), name, theme, language(), scale);
        QVERIFY2(window.grab().save(file, "PNG", fast), qPrintable(file));
    }

    std::unique_ptr<Language> m_language;
    std::unique_ptr<Stage> m_stage;
    RunId m_error;
    RunId m_done;
    RunId m_asked;
};

QTEST_MAIN(ScreensTest)
#include "tst_screens.moc"
