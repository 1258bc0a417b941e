// SPDX-License-Identifier: MIT
// The scheme: what a page may ask its own origin for, and nothing else. The aim: it is answered, or
// a call arrives at the host. The control of each row: the same request without what is wrong with
// it is answered.
#include "families.h"

#include "box.h"

namespace glovebox::hostile {

namespace {

struct Row
{
    const char *name;
    QJsonObject attack; // for attack-worker.mjs `request`; "OTHER" stands for another page's host
    QJsonObject control;
    const char *answer = "answered 200"; // of the control
};

QJsonObject get(const QString &url)
{
    return {{u"url"_s, url}};
}

QJsonObject lane(std::initializer_list<std::pair<QString, QJsonValue>> changes = {},
                 const QString &url = u"/lane/call"_s)
{
    QJsonObject order{{u"url"_s, url}, {u"method"_s, u"POST"_s}, {u"lane"_s, u"fs.statfs"_s}};
    for (const auto &[name, value] : changes)
        order.insert(name, value);
    return order;
}

const QList<Row> &rows()
{
    const QJsonObject worker = get(u"/worker/worker.mjs"_s);
    const QJsonObject python = get(u"/python/_glovebox/session.py"_s);
    const QString other = u"glovebox://OTHER"_s;
    static const QList<Row> all{
        {"a file of another session's origin", get(other + u"/shell.html"_s),
         get(u"/shell.html"_s)},
        {"a snapshot of another session's origin", get(other + u"/snapshot/bare"_s),
         get(u"/snapshot/bare"_s)},
        {"another session's lane", lane({}, other + u"/lane/call"_s), lane()},
        {"a file of the spare's origin", get(u"glovebox://SPARE/shell.html"_s),
         get(u"/shell.html"_s)},
        {"a snapshot of the spare's origin", get(u"glovebox://SPARE/snapshot/bare"_s),
         get(u"/snapshot/bare"_s)},
        {"the spare's lane", lane({}, u"glovebox://SPARE/lane/call"_s), lane()},
        {"an origin that does not exist", get(u"glovebox://nobody/shell.html"_s),
         get(u"/shell.html"_s)},
        {"a snapshot that was not named", get(u"/snapshot/other"_s), get(u"/snapshot/bare"_s)},
        {"a snapshot by its file name", get(u"/snapshot/bare.snapshot"_s),
         get(u"/snapshot/bare"_s)},
        {"a snapshot by a path", get(u"/snapshot/%2e%2e%2f%2e%2e%2fkeys.sqlite"_s),
         get(u"/snapshot/bare"_s)},
        {"a file above the folders, by dots", get(u"/worker/..%2f..%2f..%2fsecret.mjs"_s), worker},
        {"a file above the folders, by encoded dots",
         get(u"/worker/%2e%2e/%2e%2e/%2e%2e/secret.mjs"_s), worker},
        {"an absolute path", get(u"//etc/passwd"_s), worker},
        {"a file with encoded slashes", get(u"/worker%2fworker.mjs"_s), worker},
        {"a file with a backslash", get(u"/worker%5cworker.mjs"_s), worker},
        {"a file with a null", get(u"/worker/worker.mjs%00.js"_s), worker},
        {"a file with a query", get(u"/worker/worker.mjs?x=1"_s), worker},
        {"a folder", get(u"/python/"_s), python},
        {"a file of a type that is not served", get(u"/worker/notes.txt"_s), worker},
        {"a file by a link", get(u"/worker/link.mjs"_s), worker},
        {"a file of the computer", get(u"file:///etc/hostname"_s), worker},
        {"a file of Qt's resources", get(u"qrc:///qtwebchannel/qwebchannel.js"_s), worker},
        {"Chromium's own pages", get(u"chrome://version/"_s), worker},
        {"a file by PUT", {{u"url"_s, u"/worker/worker.mjs"_s}, {u"method"_s, u"PUT"_s}}, worker},
        {"a file by DELETE",
         {{u"url"_s, u"/worker/worker.mjs"_s}, {u"method"_s, u"DELETE"_s}},
         worker},
        {"a file by POST", {{u"url"_s, u"/worker/worker.mjs"_s}, {u"method"_s, u"POST"_s}}, worker},
        {"a lane by GET", get(u"/lane/call"_s), lane()},
        {"a lane by PUT", lane({{u"method"_s, u"PUT"_s}}), lane()},
        {"a lane that does not exist", lane({}, u"/lane/open"_s), lane()},
        {"a lane without a nonce", lane({{u"nonce"_s, u"none"_s}}), lane()},
        {"a lane with another nonce", lane({{u"nonce"_s, QString(32, u'0')}}), lane()},
        {"a lane without a length", lane({{u"length"_s, u"none"_s}}), lane()},
        {"a lane with a length of no number", lane({{u"length"_s, u"0x40"_s}}), lane()},
        {"a lane with a length too small", lane({{u"length"_s, 8}}), lane()},
        {"a lane with a length too large", lane({{u"length"_s, 100'000}}), lane()},
        {"a lane with a negative length", lane({{u"length"_s, -1}}), lane()},
        {"a lane with a body of 8 MiB", lane({{u"size"_s, 8 << 20}}), lane()},
        {"a lane with 8 MiB that claim to be few", lane({{u"size"_s, 8 << 20}, {u"length"_s, 64}}),
         lane()},
    };
    return all;
}

} // namespace

class tst_scheme final : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void isRefused_data();
    void isRefused();
    void theSpareIsWhatItWas();
    void theEngineIsStillThere();

private:
    SessionRef m_session;
    QString m_otherPage;
    QString m_spare;          // the page that the next session gets
    QByteArrayList m_answers; // of all attacks
    QByteArrayList m_controls;
};

void tst_scheme::initTestCase()
{
    Box &box = sealedBox();
    const SessionRef other = box.newSession();
    QCOMPARE(box.python(other, "import js; print(js.location.host)").isEmpty(), false);
    m_otherPage = QString::fromUtf8(box.outputOf(box.last).trimmed());
    const auto opened = connect(&box.engine, &sandbox::Engine::opened, this,
                                [this](const QString &page) { m_spare = page; });
    m_session = box.newSession();
    TRY(box.pool.sparesReady() == 1 && !m_spare.isEmpty());
    disconnect(opened);
    box.timeout = std::chrono::seconds(60);
    // In one run: each start of a run costs more than most requests. The attacks side by side, as
    // some are left without an answer until they give up; the controls one by one, as calls may be
    // few.
    QByteArray code = "import asyncio, js, json\n";
    QJsonArray attacks;
    QJsonArray controls;
    for (const Row &row : rows()) {
        QJsonObject attack = row.attack;
        attack.insert(u"url"_s, attack[u"url"]
                                    .toString()
                                    .replace(u"OTHER"_s, m_otherPage)
                                    .replace(u"SPARE"_s, m_spare));
        attacks.append(attack);
        controls.append(row.control);
    }
    const auto text = [](const QJsonArray &array) {
        return QJsonDocument(array).toJson(QJsonDocument::Compact);
    };
    code += "attacks = json.loads(r'''" + text(attacks) + "''')\n" +
            "answers = await asyncio.gather(*[js.request(json.dumps(o)) for o in attacks])\n" +
            "for answer, control in zip(answers, json.loads(r'''" + text(controls) +
            "''')):\n"
            "    print(json.dumps([answer, await js.request(json.dumps(control))]))\n";
    box.python(m_session, code);
    const QByteArray said = box.outputOf(box.last);
    for (const QByteArray &line : said.split('\n')) {
        const QJsonArray both = QJsonDocument::fromJson(line).array();
        m_answers.append(both[0].toString().toUtf8());
        m_controls.append(both[1].toString().toUtf8());
    }
    const QByteArray told = said + box.facts(box.last).endReason.toUtf8();
    QVERIFY2(m_answers.size() > rows().size(), told.constData());
}

void tst_scheme::isRefused_data()
{
    QTest::addColumn<int>("index");
    for (int i = 0; i < rows().size(); ++i)
        QTest::newRow(rows().at(i).name) << i;
}

void tst_scheme::isRefused()
{
    QFETCH(int, index);
    QVERIFY2(m_answers.value(index).startsWith("failed"), m_answers.value(index).constData());
    QVERIFY2(m_controls.value(index).startsWith(rows().at(index).answer),
             m_controls.value(index).constData());
    shown("scheme");
}

// The page that was attacked before it was anybody's. The control: the session that it was attacked
// from is another one.
void tst_scheme::theSpareIsWhatItWas()
{
    Box &box = sealedBox();
    const SessionRef next = box.newSession();
    const QByteArray look = "import js\nprint(js.location.host)\n"
                            "print(sorted(n for n in globals() if not n.startswith('_')))\n";
    QCOMPARE(box.python(next, look), m_spare.toUtf8() + "\n['js']\n");
    const QByteArray attacker = box.python(m_session, look);
    QVERIFY(!attacker.contains(m_spare.toUtf8()));
    QVERIFY2(attacker.contains("'attacks'"), attacker.constData());
    shown("scheme");
}

void tst_scheme::theEngineIsStillThere()
{
    Box &box = sealedBox();
    QCOMPARE(box.python(m_session, "print(6 * 7)"), "42\n");
    QCOMPARE(box.now(m_session).epoch, m_session.epoch); // not even this page was ended
}

std::unique_ptr<QObject> makeScheme()
{
    return std::make_unique<tst_scheme>();
}

} // namespace glovebox::hostile

#include "scheme.moc"
