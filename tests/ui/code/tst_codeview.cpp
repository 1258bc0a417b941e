// SPDX-License-Identifier: MIT
#include <ui/code/codeview.h>
#include <ui/theme/theme.h>

#include <QAccessible>
#include <QClipboard>
#include <QElapsedTimer>
#include <QPushButton>
#include <QScrollBar>
#include <QSignalSpy>
#include <QTest>
#include <QTextBlock>
#include <QTextLayout>

using namespace glovebox::ui;
using namespace Qt::StringLiterals;

namespace {

QByteArray lines(int count)
{
    QByteArray code;
    for (int i = 1; i <= count; ++i)
        code += "value_" + QByteArray::number(i) + " = 'text' # " + QByteArray::number(i) + '\n';
    return code;
}

QPushButton *chip(CodeView &view)
{
    return view.findChild<QPushButton *>();
}

} // namespace

class TestCodeView : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        m_view = std::make_unique<CodeView>();
        m_view->resize(600, 300);
    }
    void cleanup() { m_view.reset(); }

    void showsShortCodeWholeAndSaysSo()
    {
        QSignalSpy seen(m_view.get(), &CodeView::endSeen);
        m_view->setCode(lines(3), u"Python"_s);
        m_view->show();
        QTRY_COMPARE(seen.size(), 1);
        QVERIFY(m_view->isEndSeen());
        QVERIFY(chip(*m_view)->isHidden());
    }

    void saysHowMuchIsBelowUntilTheEndWasOnScreen()
    {
        QSignalSpy seen(m_view.get(), &CodeView::endSeen);
        m_view->setCode(lines(100), u"Python"_s);
        m_view->show();
        QTRY_VERIFY(chip(*m_view)->isVisible());
        QVERIFY(m_view->linesBelow() > 50);
        QVERIFY(chip(*m_view)->text().contains(QString::number(m_view->linesBelow())));
        QCOMPARE(seen.size(), 0);

        m_view->verticalScrollBar()->setValue(m_view->verticalScrollBar()->maximum());
        QTRY_COMPARE(seen.size(), 1);
        QTRY_VERIFY(chip(*m_view)->isHidden());

        // Scrolling back does not bring the chip again; other code does.
        m_view->verticalScrollBar()->setValue(0);
        QTest::qWait(0);
        QVERIFY(chip(*m_view)->isHidden());
        m_view->setCode(lines(100) + "x", u"Python"_s);
        QTRY_VERIFY(chip(*m_view)->isVisible());
    }

    void spaceScrollsAndNothingIsTyped()
    {
        m_view->setCode(lines(100), u"Python"_s);
        m_view->show();
        const QString before = m_view->toPlainText();
        QTest::keyClick(m_view.get(), Qt::Key_Space);
        QVERIFY(m_view->verticalScrollBar()->value() > 0);
        QTest::keyClicks(m_view.get(), u"abc"_s);
        QTest::keyClick(m_view.get(), Qt::Key_Return);
        QCOMPARE(m_view->toPlainText(), before);
    }

    void copiesTheCodeAndNotItsLook()
    {
        const QByteArray code = "a = '\xE2\x80\xAE'\n\tb = 1\n";
        m_view->setCode(code, u"Python"_s);
        QVERIFY(m_view->toPlainText().contains(u"U+202E"));
        m_view->selectAll();
        m_view->copy();
        QCOMPARE(QGuiApplication::clipboard()->text(), QString::fromUtf8(code));
        m_view->copyAll();
        QCOMPARE(QGuiApplication::clipboard()->text(), QString::fromUtf8(code));
    }

    void marksLinesWithUnseenCharacters()
    {
        m_view->setCode("a = 1\nb = '\xE2\x80\x8B'\nc = 3\n", u"Python"_s);
        QCOMPARE(m_view->marks().size(), 1);
        QCOMPARE(m_view->marks().first().line, 2);
        m_view->setMarks({{3, CodeMark::Kind::Information, u"note"_s, {}}});
        QCOMPARE(m_view->marks().size(), 2);
        m_view->showNextMark(true);
        QCOMPARE(m_view->textCursor().blockNumber(), 1);
        m_view->showNextMark(true);
        QCOMPARE(m_view->textCursor().blockNumber(), 2);
        m_view->showNextMark(false);
        QCOMPARE(m_view->textCursor().blockNumber(), 1);
    }

    void opensFoldedBlankLinesByAClick()
    {
        m_view->setCode("a\n" + QByteArray(40, '\n') + "b\n", u"Python"_s);
        m_view->show();
        QCOMPARE(m_view->blockCount(), 3);
        const QTextCursor fold(m_view->document()->findBlockByNumber(1));
        QTest::mouseClick(m_view->viewport(), Qt::LeftButton, {},
                          m_view->cursorRect(fold).center() + QPoint(4, 0));
        QCOMPARE(m_view->blockCount(), 42);
    }

    void coloursWhatIsOnScreenFromTheTokens()
    {
        m_view->setCode("import os  # why\n", u"Python"_s);
        m_view->show();
        const auto coloured = [this](Token token) {
            const auto formats = m_view->document()->firstBlock().layout()->formats();
            return std::ranges::any_of(formats, [token](const auto &range) {
                return range.format.foreground().color() == color(token);
            });
        };
        QTRY_VERIFY(coloured(Token::Comment));
        Theme::instance().setChoice(Theme::Choice::Dark);
        QTRY_VERIFY(coloured(Token::Comment));
        Theme::instance().setChoice(Theme::Choice::Light);
        QTRY_VERIFY(coloured(Token::Comment));
    }

    void isPaintedAgainWhenItsColoursAreThere()
    {
        class Painted : public QObject
        {
        public:
            explicit Painted(CodeView &view)
                : m_view(view)
            {
                m_view.viewport()->installEventFilter(this);
            }
            bool eventFilter(QObject *, QEvent *event) override
            {
                if (event->type() == QEvent::Paint)
                    colours = m_view.document()->firstBlock().layout()->formats().size();
                return false;
            }
            qsizetype colours = 0; // of the first line, when it was last painted

        private:
            CodeView &m_view;
        };
        m_view->show();
        QVERIFY(QTest::qWaitForWindowExposed(m_view.get()));
        Painted painted(*m_view);
        m_view->setCode(lines(3), u"Python"_s);
        QTRY_VERIFY(painted.colours > 0);
    }

    void doesNotColourWhatNobodyLooksAt()
    {
        m_view->setCode(lines(20000), u"Python"_s);
        m_view->show();
        const auto coloured = [this](int row) {
            const QTextBlock block = m_view->document()->findBlockByNumber(row);
            return block.isValid() && !block.layout()->formats().isEmpty();
        };
        QTRY_VERIFY(coloured(0));
        QVERIFY(!coloured(15000));
        m_view->showLine(15001);
        QTRY_VERIFY(coloured(15000));
    }

    void keepsItsAccessibleTextAndName()
    {
        m_view->setCode("a = '\xE2\x80\xAE'\n", u"Python"_s);
        QAccessibleInterface *accessible = QAccessible::queryAccessibleInterface(m_view.get());
        QVERIFY(accessible && accessible->textInterface());
        QCOMPARE(accessible->text(QAccessible::Name), m_view->accessibleName());
        QVERIFY(accessible->textInterface()->text(0, 12).contains(u"U+202E"));
    }

    // Prints how long the UI thread is held; never asserts it.
    void measuresAMegabyte_data()
    {
        QTest::addColumn<QByteArray>("code");
        QTest::newRow("30,000 lines") << lines(30000).left(1024 * 1024);
        QTest::newRow("one line") << QByteArray("x = 'ab' + 1;").repeated(80659);
        QTest::newRow("line feeds") << QByteArray("#\n").repeated(524288);
    }
    void measuresAMegabyte()
    {
        QFETCH(QByteArray, code);
        m_view->show();
        QElapsedTimer timer;
        timer.start();
        m_view->setCode(code, u"Python"_s);
        const qint64 set = timer.restart();
        m_view->grab();
        const qint64 painted = timer.restart();
        QTRY_COMPARE_WITH_TIMEOUT(m_view->blockCount(),
                                  static_cast<int>(m_view->content().rows.size()), 60000);
        const qint64 loaded = timer.restart();
        m_view->verticalScrollBar()->setValue(m_view->verticalScrollBar()->maximum());
        m_view->grab();
        const qint64 end = timer.restart();
        QTRY_VERIFY_WITH_TIMEOUT(m_view->isEndSeen(), 20000);
        qInfo(
            "set %lld ms, first frame %lld ms, all rows in slices %lld ms, jump to the end %lld ms",
            set, painted, loaded, end);
    }

private:
    std::unique_ptr<CodeView> m_view;
};

QTEST_MAIN(TestCodeView)
#include "tst_codeview.moc"
