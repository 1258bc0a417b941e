// SPDX-License-Identifier: MIT
#include "base/foreignmark.h"
#include "base/masking.h"

#include <QJsonArray>
#include <QJsonObject>
#include <QTest>
#include <QTimeZone>

using namespace glovebox;
using namespace Qt::StringLiterals;

// The secrets here are made up. They are put together from parts, so that tools which look for
// secrets in sources find none.
class TestMasking : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void masksSecretsOfKnownShapes_data();
    void masksSecretsOfKnownShapes();
    void leavesOrdinaryTextAlone_data();
    void leavesOrdinaryTextAlone();
    void masksEveryTextOfJson();
    void masksMoreThanOne();
    void isQuickWithLongTexts();
    void whatIsSavedCarriesTheMarkOfItsOrigin();
};

void TestMasking::masksSecretsOfKnownShapes_data()
{
    QTest::addColumn<QString>("before");
    QTest::addColumn<QString>("secret");
    QTest::addColumn<QString>("name");
    const auto row = [](const char *name, const QString &before, const QString &secret) {
        QTest::newRow(name) << before.arg(secret) << secret << QString::fromLatin1(name);
    };
    const QString letters = u"aB3dE5gH7jK9mN1pQ3sT5vX7zA9cE1gH3kM5p"_s;
    row("Anthropic key", u"client(api='%1')"_s, u"sk-"_s + u"ant-api03-"_s + letters);
    row("OpenAI key", u"os.environ['X'] = '%1'"_s, u"sk-"_s + u"proj-"_s + letters);
    row("GitHub token", u"git clone %1"_s, u"gh"_s + u"p_"_s + letters);
    row("GitLab token", u"%1"_s, u"glpat"_s + u"-aB3dE5gH7jK9mN1pQ3sT"_s);
    row("AWS key id", u"key %1."_s, u"AK"_s + u"IAABCDEFGHIJKLMNOP"_s);
    row("AWS secret key", u"aws_secret_access_key = %1"_s,
        u"aB3dE5gH7jK9mN1pQ3sT5vX7zA9cE1gH3kM5p+/Q"_s);
    row("Google key", u"?key=%1"_s, u"AI"_s + u"zaSyA9cE1gH3kM5paB3dE5gH7jK9mN1pQ3sTx"_s);
    row("Slack token", u"%1"_s, u"xo"_s + u"xb-123456789012-abcdefGHIJ"_s);
    row("Stripe key", u"%1"_s, u"sk_"_s + u"live_aB3dE5gH7jK9mN1pQ3sT"_s);
    row("npm token", u"//registry:_auth=%1"_s, u"np"_s + u"m_"_s + letters.left(36));
    row("Hugging Face token", u"login('%1')"_s, u"h"_s + u"f_"_s + letters);
    row("Glovebox key", u"--header %1"_s,
        u"gb"_s + u"_aB3dE5gH7jK9mN1pQ3sT5vX7zA9cE1gH3kM5paB3dE5g"_s.left(44));
    row("JSON web token", u"token %1 ok"_s,
        u"ey"_s + u"JhbGciOiJIUzI1NiJ9.ey"_s + u"JzdWIiOiIxMjM0.abcDEF_-1"_s);
    row("bearer token", u"Authorization: Bearer %1"_s, u"0123456789abcdef0123"_s);
    row("password in an address", u"postgres://person:%1@db.example/x"_s, u"hunter2hunter"_s);
    row("password", u"db_password = \"%1\""_s, u"correct horse"_s);
    row("private key", u"%1\nafter"_s,
        u"-----BEGIN RSA PRIVATE "_s + u"KEY-----\nMIIabc\n+/=\n-----END RSA PRIVATE KEY-----"_s);
}

void TestMasking::masksSecretsOfKnownShapes()
{
    QFETCH(QString, before);
    QFETCH(QString, secret);
    QFETCH(QString, name);
    const QString masked = maskSecrets(before);
    QVERIFY2(!masked.contains(secret), qPrintable(masked));
    QCOMPARE(masked, QString(before).replace(secret, u"[masked: %1]"_s.arg(name)));
    QCOMPARE(maskSecrets(masked), masked);
}

void TestMasking::leavesOrdinaryTextAlone_data()
{
    QTest::addColumn<QString>("text");
    QTest::newRow("code") << u"import pandas as pd\ndf = pd.read_csv('/mnt/sales/売上.csv')"_s;
    QTest::newRow("the words alone") << u"password: keep it secret, tokens are keys"_s;
    QTest::newRow("a comparison") << u"if password == \"correct horse\": pass"_s;
    QTest::newRow("a hash") << u"sha256 e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca4959"_s;
    QTest::newRow("an address") << u"https://example.com:8080/a?b=c@d"_s;
    QTest::newRow("short") << u"sk-1 ghp_x hf_y npm_z eyJ.eyJ"_s;
    QTest::newRow("empty") << QString();
}

void TestMasking::leavesOrdinaryTextAlone()
{
    QFETCH(QString, text);
    QCOMPARE(maskSecrets(text), text);
}

void TestMasking::masksEveryTextOfJson()
{
    const QString secret = u"gh"_s + u"p_aB3dE5gH7jK9mN1pQ3sT5vX7zA9cE1gH3kM5p"_s;
    const QJsonObject json{{u"a"_s, QJsonArray{secret, 7, QJsonObject{{u"b"_s, secret}}}},
                           {u"c"_s, true}};
    const QString mark = u"[masked: GitHub token]"_s;
    QCOMPARE(
        maskSecrets(QJsonValue(json)).toObject(),
        (QJsonObject{{u"a"_s, QJsonArray{mark, 7, QJsonObject{{u"b"_s, mark}}}}, {u"c"_s, true}}));
}

void TestMasking::masksMoreThanOne()
{
    const QString one = u"gh"_s + u"p_aB3dE5gH7jK9mN1pQ3sT5vX7zA9cE1gH3kM5p"_s;
    QCOMPARE(maskSecrets(one + u" and "_s + one),
             u"[masked: GitHub token] and [masked: GitHub token]"_s);
}

void TestMasking::isQuickWithLongTexts()
{
    // Patterns that go back and forth would not come to an end here.
    for (const QString &piece : {u"a-"_s, u"password-"_s, u"a://"_s, u"eyJaaaaaaaa."_s, u"sk-"_s})
        QVERIFY(!maskSecrets(piece.repeated(50'000) + u" password secret key token"_s).isEmpty());
}

// Which programs of Windows and macOS read these, they read to the letter.
void TestMasking::whatIsSavedCarriesTheMarkOfItsOrigin()
{
    QCOMPARE(zoneIdentifier(), "[ZoneTransfer]\r\nZoneId=3\r\n");
    const QDateTime when = QDateTime::fromSecsSinceEpoch(0x6a2b3c4d, QTimeZone::UTC);
    QCOMPARE(quarantineValue(when), "0081;6a2b3c4d;Glovebox;");
}

QTEST_GUILESS_MAIN(TestMasking)
#include "tst_masking.moc"
