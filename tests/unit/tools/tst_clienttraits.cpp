// SPDX-License-Identifier: MIT
#include "tools/clienttraits.h"

#include <QtTest>

using namespace Qt::StringLiterals;
using namespace glovebox::tools;
using namespace std::chrono_literals;

class TestClientTraits : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void patienceIsWhatTheClientCanBear_data()
    {
        QTest::addColumn<QString>("client");
        QTest::addColumn<int>("limit"); // seconds after which that client gives up (mcp.md 3.1)
        QTest::newRow("Claude Desktop") << u"claude-ai"_s << 240;
        QTest::newRow("Claude Code") << u"claude-code"_s << 28 * 3600;
        QTest::newRow("Cline") << u"Cline"_s << 60;
        QTest::newRow("Codex") << u"codex-mcp-client"_s << 60;
        QTest::newRow("VS Code") << u"Visual Studio Code"_s << 300;
        QTest::newRow("Gemini CLI") << u"gemini-cli-mcp-client"_s << 600;
        QTest::newRow("opencode") << u"opencode"_s << 60;
        QTest::newRow("anything else") << u"some client"_s << 60;
        QTest::newRow("nameless") << QString() << 60;
    }
    void patienceIsWhatTheClientCanBear()
    {
        QFETCH(QString, client);
        QFETCH(int, limit);
        const auto patience = Patience().of(client);
        QVERIFY(patience >= 45s);
        QVERIFY(patience.count() <= limit - 10);
    }

    void thePersonCanChooseIt()
    {
        const Patience patience({u"my client=7"_s, u"CLINE=90"_s, u"forever=99999999"_s});
        QCOMPARE(patience.of(u"My Client 2").count(), 7);
        QCOMPARE(patience.of(u"Cline").count(), 90);
        QCOMPARE(patience.of(u"forever").count(), 3600);
        QCOMPARE(patience.of(u"another"), Patience().of(u"another"));
    }

    void whatIsNoChoiceIsLeftOut()
    {
        QTest::ignoreMessage(QtWarningMsg, QRegularExpression(u"NAME=SECONDS"_s));
        QTest::ignoreMessage(QtWarningMsg, QRegularExpression(u"NAME=SECONDS"_s));
        QTest::ignoreMessage(QtWarningMsg, QRegularExpression(u"NAME=SECONDS"_s));
        const Patience patience({u"=5"_s, u"cline"_s, u"cline=-1"_s});
        QCOMPARE(patience.of(u"Cline"), Patience().of(u"Cline"));
    }
};

QTEST_GUILESS_MAIN(TestClientTraits)
#include "tst_clienttraits.moc"
