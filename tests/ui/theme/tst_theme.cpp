// SPDX-License-Identifier: MIT
#include <ui/theme/fonts.h>
#include <ui/theme/icons.h>
#include <ui/theme/paint.h>
#include <ui/theme/theme.h>

#include <QFile>
#include <QFontDatabase>
#include <QFontInfo>
#include <QFontMetricsF>
#include <QJsonDocument>
#include <QJsonObject>
#include <QPainter>
#include <QTemporaryDir>
#include <QTest>

using namespace glovebox;
using namespace glovebox::ui;
using namespace Qt::StringLiterals;

namespace {

struct Pair
{
    Token ink;
    QList<Token> grounds;
    double atLeast;
};

constexpr double forText = 4.5;
constexpr double forMarks = 3.0;

// Which ink stands on which ground somewhere in the window.
const QList<Pair> &pairs()
{
    using enum Token;
    static const QList<Token> plain{Rail, Window, Surface, Sunken, Hover, Select};
    static const QList<Token> all = plain + QList<Token>{WaitBg, BadBg, OkBg};
    static const QList<Pair> list{
        {Text, all + QList<Token>{AddWord, DelWord}, forText},
        {Text2, all, forText},
        {Text3, plain, forText},
        {Accent, plain, forText},
        {OnAccent, {Accent}, forText},
        {Wait, {Rail, Window, Surface, Sunken, Hover, WaitBg}, forText},
        {Bad, {Rail, Window, Surface, Sunken, Hover, Select, BadBg}, forText},
        {Ok, {Rail, Window, Surface, Sunken, Hover, Select, OkBg}, forText},
        {Keyword, {Surface, Sunken, WaitBg}, forText},
        {String, {Surface, Sunken, WaitBg}, forText},
        {Number, {Surface, Sunken, WaitBg}, forText},
        {Function, {Surface, Sunken, WaitBg}, forText},
        {Builtin, {Surface, Sunken, WaitBg}, forText},
        {Comment, {Surface, Sunken, WaitBg}, forText},
        {Edge, {Window, Surface, Sunken}, forMarks},
        {WaitLine, {Window, Surface, Sunken, WaitBg}, forMarks},
    };
    return list;
}

} // namespace

class TestTheme : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void everyInkIsReadableOnItsGrounds_data()
    {
        QTest::addColumn<QColor>("ink");
        QTest::addColumn<QColor>("ground");
        QTest::addColumn<double>("atLeast");
        for (const Scheme scheme : {Scheme::Light, Scheme::Dark}) {
            for (const Pair &pair : pairs()) {
                for (const Token ground : pair.grounds) {
                    QTest::addRow("%s, %s on %s", scheme == Scheme::Light ? "light" : "dark",
                                  qPrintable(tokenName(pair.ink)), qPrintable(tokenName(ground)))
                        << tokenColor(pair.ink, scheme) << tokenColor(ground, scheme)
                        << pair.atLeast;
                }
            }
        }
    }
    void everyInkIsReadableOnItsGrounds()
    {
        QFETCH(QColor, ink);
        QFETCH(QColor, ground);
        QFETCH(double, atLeast);
        const double measured = contrast(ink, ground);
        QVERIFY2(measured >= atLeast, qPrintable(QString::number(measured)));
    }

    void measuresContrastAsWcagDoes()
    {
        QCOMPARE(qRound(contrast(Qt::black, Qt::white) * 100), 2100);
        QCOMPARE(qRound(contrast(Qt::white, Qt::white) * 100), 100);
        // A grey that is known to miss the mark, and the next that makes it.
        QVERIFY(contrast(QColor(0x77, 0x77, 0x77), Qt::white) < forText);
        QVERIFY(contrast(QColor(0x76, 0x76, 0x76), Qt::white) > forText);
    }

    void whiteIsReadableOnEveryBadge()
    {
        for (int i = 0; i < badgeGroundCount; ++i)
            QVERIFY(contrast(Qt::white, badgeGround(i)) >= forText);
    }

    void badgeFollowsTheKeyAndNotTheName()
    {
        const ClientId a(u"c000000000001"_s);
        QCOMPARE(badgeColor(a), badgeColor(ClientId(u"c000000000001"_s)));
        QSet<QRgb> seen;
        for (int i = 0; i < 100; ++i)
            seen.insert(badgeColor(ClientId(u"c%1"_s.arg(i, 12, 16, '0'_L1))).rgb());
        QCOMPARE(seen.size(), badgeGroundCount);
    }

    void badgeLettersComeFromTheLabel_data()
    {
        QTest::addColumn<QString>("label");
        QTest::addColumn<QString>("letters");
        QTest::newRow("two words") << u"Claude Desktop"_s << u"CD"_s;
        QTest::newRow("one word") << u"Cline"_s << u"Cl"_s;
        QTest::newRow("Japanese") << u"分析 ツール"_s << u"分ツ"_s;
        QTest::newRow("empty") << QString() << u"?"_s;
        QTest::newRow("direction mark") << u"\u202ECline"_s << u"Cl"_s;
    }
    void badgeLettersComeFromTheLabel()
    {
        QFETCH(QString, label);
        QFETCH(QString, letters);
        QCOMPARE(badgeLetters(label), letters);
    }

    void quotationStaysOnItsLine()
    {
        QCOMPARE(oneLine(u"a\nb\u2028c\td\u202Ee"_s), u"a b c d e"_s);
    }

    void switchesByChoiceAndTellsOnce()
    {
        Theme &theme = Theme::instance();
        theme.setChoice(Theme::Choice::Light);
        int changes = 0;
        const auto connection = connect(&theme, &Theme::changed, this, [&] { ++changes; });
        theme.setChoice(Theme::Choice::Dark);
        theme.setChoice(Theme::Choice::Dark);
        QCOMPARE(changes, 1);
        QCOMPARE(theme.palette().color(QPalette::Window), tokenColor(Token::Window, Scheme::Dark));
        theme.setChoice(Theme::Choice::Light);
        QCOMPARE(changes, 2);
        disconnect(connection);
    }

    void styleSheetKnowsEveryColourItNames()
    {
        QVERIFY(!Theme::instance().styleSheet().contains(u'%'));
    }

    void highlightingUsesTheTokens_data()
    {
        QTest::addColumn<QString>("file");
        QTest::addColumn<Scheme>("scheme");
        QTest::newRow("light") << u"glovebox-light.theme"_s << Scheme::Light;
        QTest::newRow("dark") << u"glovebox-dark.theme"_s << Scheme::Dark;
    }
    void highlightingUsesTheTokens()
    {
        QFETCH(QString, file);
        QFETCH(Scheme, scheme);
        QFile source(QStringLiteral(GLOVEBOX_SOURCE_DIR) + u"/resources/theme/"_s + file);
        QVERIFY(source.open(QIODevice::ReadOnly));
        const QJsonObject styles =
            QJsonDocument::fromJson(source.readAll())[u"text-styles"].toObject();
        QCOMPARE(styles.size(), 31);
        const QList<std::pair<QString, Token>> expected{
            {u"Keyword"_s, Token::Keyword}, {u"String"_s, Token::String},
            {u"DecVal"_s, Token::Number},   {u"Function"_s, Token::Function},
            {u"BuiltIn"_s, Token::Builtin}, {u"Comment"_s, Token::Comment},
            {u"Normal"_s, Token::Text},
        };
        for (const auto &[style, token] : expected) {
            QCOMPARE(styles[style][u"text-color"].toString(), tokenColor(token, scheme).name());
        }
    }

    void iconsTakeTheTokensColour()
    {
        QTemporaryDir folder;
        QFile svg(folder.filePath(u"box.svg"_s));
        QVERIFY(svg.open(QIODevice::WriteOnly));
        svg.write("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 24 24\">"
                  "<rect width=\"24\" height=\"24\" fill=\"currentColor\"/></svg>");
        svg.close();
        setIconFolder(folder.path());
        const QImage image = iconPixmap(u"box"_s, Token::Wait, 16, 2.0).toImage();
        QCOMPARE(image.width(), 32);
        QCOMPARE(image.pixelColor(16, 16).name(), color(Token::Wait).name());
        const QPixmap fromIcon = icon(u"box"_s, Token::Bad).pixmap(QSize(16, 16), 1.0);
        QCOMPARE(fromIcon.toImage().pixelColor(8, 8).name(), color(Token::Bad).name());
    }

    void missingIconsAreTransparentAndSaid()
    {
        QTemporaryDir folder;
        setIconFolder(folder.path());
        QTest::ignoreMessage(QtWarningMsg, QRegularExpression(u"No icon"_s));
        const QImage image = iconPixmap(u"nowhere"_s, Token::Text, 16, 1.0).toImage();
        QCOMPARE(image.pixelColor(8, 8).alpha(), 0);
    }

    void fontsFollowTheSystemsSize()
    {
        const int base = QFontInfo(QGuiApplication::font()).pixelSize();
        QCOMPARE(textFont(TextStep::Title).pixelSize(), base + 2);
        QVERIFY(textFont(TextStep::Meta).pixelSize() >= 11);
        QCOMPARE(codeFamilies(QLocale(QLocale::Korean)).first(), u"Noto Sans Mono CJK KR"_s);
        QCOMPARE(codeFamilies(QLocale(QLocale::English)).first(), u"Noto Sans Mono CJK JP"_s);
    }

    void wideCharactersTakeTwoColumns()
    {
        const QFont font = codeFont();
        if (!QFontDatabase::families().contains(font.families().first()))
            QSKIP("The Noto Sans Mono CJK fonts are not installed.");
        const QFontMetricsF metrics(font);
        QCOMPARE(metrics.horizontalAdvance(u"日本"_s), metrics.horizontalAdvance(u"abcd"_s));
        QCOMPARE(metrics.horizontalAdvance(u"iiii"_s), metrics.horizontalAdvance(u"MMMM"_s));
    }

    void trayDotsDiffer()
    {
        const QImage idle = trayIcon(ProgramDot::None, Qt::black).pixmap(22).toImage();
        for (const ProgramDot dot :
             {ProgramDot::Running, ProgramDot::Waiting, ProgramDot::Bad, ProgramDot::Paused}) {
            QVERIFY(trayIcon(dot, Qt::black).pixmap(22).toImage() != idle);
        }
    }

    void arcsStandStillWhereThePersonWantsLessMotion()
    {
        const auto arc = [](double turn) {
            QImage image(16, 16, QImage::Format_ARGB32_Premultiplied);
            image.fill(Qt::white);
            QPainter painter(&image);
            paintRunningArc(painter, QRectF(0, 0, 16, 16), turn, Qt::black);
            painter.end();
            return image;
        };
        QVERIFY(arc(0) != arc(0.4));
        Theme::instance().setMotionReduced(true);
        QVERIFY(arc(0) == arc(0.4));
        Theme::instance().setMotionReduced(false);
    }

    void palettesOfHighContrastTakeThePlaceOfAllTokens()
    {
        Theme &theme = Theme::instance();
        theme.setChoice(Theme::Choice::System);
        QPalette system(Qt::black, Qt::black);
        for (const auto role : {QPalette::WindowText, QPalette::Text})
            system.setColor(role, Qt::white);
        for (const auto role : {QPalette::Window, QPalette::Base})
            system.setColor(role, Qt::black);
        system.setColor(QPalette::Highlight, Qt::yellow);
        system.setColor(QPalette::HighlightedText, Qt::black);
        theme.setSystemPalette(system);
        QVERIFY(theme.isHighContrast());
        QVERIFY(theme.scheme() == Scheme::Dark);
        QCOMPARE(theme.color(Token::Text2), QColor(Qt::white));
        QCOMPARE(theme.color(Token::Accent), QColor(Qt::yellow));
        for (const Pair &pair : pairs()) {
            for (const Token ground : pair.grounds) {
                QVERIFY2(contrast(theme.color(pair.ink), theme.color(ground)) >= pair.atLeast,
                         qPrintable(tokenName(pair.ink) + u" on "_s + tokenName(ground)));
            }
        }
        // The person's own choice counts more; and an ordinary palette is none of high contrast.
        theme.setChoice(Theme::Choice::Light);
        QVERIFY(!theme.isHighContrast());
        theme.setChoice(Theme::Choice::System);
        theme.setSystemPalette(QPalette(QColor(0xef, 0xef, 0xef)));
        QVERIFY(!theme.isHighContrast());
    }
};

QTEST_MAIN(TestTheme)
#include "tst_theme.moc"
