// SPDX-License-Identifier: MIT
#include "mountfixture.h"

#include <mounts/mountrisk.h>
#include <mounts/mounttable.h>

using namespace glovebox;
using namespace glovebox::mounts;
using namespace Qt::StringLiterals;

class TestMountRisk : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        m_fixture = std::make_unique<MountFixture>();
        for (const QString &folder :
             {u"home/me/work"_s, u"home/me/.ssh/keys"_s, u"home/me/.config/google-chrome/Default"_s,
              u"home/me/profile/staged"_s, u"home/me/.aws"_s})
            QVERIFY(QDir().mkpath(m_fixture->base() + u'/' + folder));
    }

    void judgesFolders_data()
    {
        QTest::addColumn<QString>("path");
        QTest::addColumn<int>("risk");
        const auto row = [](const char *name, const QString &path, MountRisk risk) {
            QTest::newRow(name) << path << int(risk);
        };
        row("own work", u"home/me/work"_s, MountRisk::Usual);
        row("the home folder", u"home/me"_s, MountRisk::Forbidden); // it holds the profile here
        row("keys", u"home/me/.ssh"_s, MountRisk::Sensitive);
        row("in the keys", u"home/me/.ssh/keys"_s, MountRisk::Sensitive);
        row("holds a browser's profile", u"home/me/.config"_s, MountRisk::Sensitive);
        row("in a browser's profile", u"home/me/.config/google-chrome/Default"_s,
            MountRisk::Sensitive);
        row("cloud credentials", u"home/me/.aws"_s, MountRisk::Sensitive);
        row("the program's own data", u"home/me/profile"_s, MountRisk::Forbidden);
        row("in the program's own data", u"home/me/profile/staged"_s, MountRisk::Forbidden);
        row("the whole computer", u"/"_s, MountRisk::Forbidden);
        row("settings of the system", u"/etc"_s, MountRisk::Forbidden);
        row("below them", u"/etc/ssl"_s, MountRisk::Forbidden);
        row("processes", u"/proc"_s, MountRisk::Forbidden);
        row("devices", u"/dev"_s, MountRisk::Forbidden);
        row("programs", u"/usr/bin"_s, MountRisk::Sensitive);
        row("data of services", u"/var/lib"_s, MountRisk::Sensitive);
        for (const auto &[path, risk] : std::initializer_list<std::pair<const char *, MountRisk>>{
                 // All that CodeBox-AI refuses.
                 {"/etc", MountRisk::Forbidden},
                 {"/var", MountRisk::Sensitive},
                 {"/var/log", MountRisk::Sensitive},
                 {"/var/tmp", MountRisk::Sensitive},
                 {"/bin", MountRisk::Sensitive},
                 {"/sbin", MountRisk::Sensitive},
                 {"/usr/bin", MountRisk::Sensitive},
                 {"/usr/sbin", MountRisk::Sensitive},
                 {"/boot", MountRisk::Forbidden},
                 {"/dev", MountRisk::Forbidden},
                 {"/dev/shm", MountRisk::Forbidden},
                 {"/proc", MountRisk::Forbidden},
                 {"/proc/self", MountRisk::Forbidden},
                 {"/sys", MountRisk::Forbidden},
                 // Beside it.
                 {"/usr", MountRisk::Sensitive},
                 {"/usr/local", MountRisk::Sensitive},
                 {"/lib", MountRisk::Sensitive},
                 {"/run", MountRisk::Sensitive}})
            QTest::newRow(path) << QString::fromLatin1(path) << int(risk);
        for (const char *name : {".ssh",
                                 ".gnupg",
                                 ".aws",
                                 ".azure",
                                 ".kube",
                                 ".docker",
                                 ".config/gcloud",
                                 ".config/gh",
                                 ".config/rclone",
                                 ".boto",
                                 ".password-store",
                                 ".local/share/keyrings",
                                 ".mozilla",
                                 ".config/google-chrome",
                                 ".config/chromium",
                                 ".config/BraveSoftware",
                                 ".config/vivaldi",
                                 ".config/opera",
                                 ".librewolf",
                                 ".thunderbird",
                                 ".config/Signal",
                                 ".config/1Password",
                                 ".bitcoin",
                                 ".claude",
                                 ".codex",
                                 ".config/Claude",
                                 ".config/autostart",
                                 ".config/systemd"})
            QTest::addRow("~/%s", name)
                << u"home/me/"_s + QString::fromLatin1(name) << int(MountRisk::Sensitive);
    }
    void judgesFolders()
    {
        QFETCH(QString, path);
        QFETCH(int, risk);
        if (path.startsWith(u'/') && !QFileInfo(path).isDir())
            QSKIP("this machine has no such folder");
        QVERIFY(path.startsWith(u'/') || QDir().mkpath(absolute(path)));
        const RiskVerdict verdict = mountRisk(absolute(path), facts());
        QCOMPARE(int(verdict.risk), risk);
        QCOMPARE(verdict.reason.isEmpty(), verdict.risk == MountRisk::Usual);
    }

    void judgesWhatALinkLeadsTo()
    {
        const QString link = m_fixture->base() + u"/harmless"_s;
        QCOMPARE(::symlink(QFile::encodeName(absolute(u"home/me/.ssh"_s)).constData(),
                           QFile::encodeName(link).constData()),
                 0);
        QCOMPARE(mountRisk(link, facts()).risk, MountRisk::Sensitive);
    }

    void theHomeFolderAloneIsSensitive()
    {
        RiskFacts elsewhere = facts();
        elsewhere.profile = m_fixture->root();
        QCOMPARE(mountRisk(absolute(u"home/me"_s), elsewhere).risk, MountRisk::Sensitive);
        QCOMPARE(mountRisk(absolute(u"home"_s), elsewhere).risk, MountRisk::Sensitive);
    }

    void aSensitiveFolderNeedsASecondYes()
    {
        const QByteArray home = qgetenv("HOME");
        qputenv("HOME", QFile::encodeName(absolute(u"home/me"_s)));
        MountTable table(facts().profile);
        MountSpec spec{u"keys"_s, absolute(u"home/me/.ssh"_s), MountMode::ReadOnly};
        const auto refused = table.add(spec);
        QVERIFY(!refused);
        QVERIFY(refused.error().code == ErrorCode::Denied);
        spec.isRiskAccepted = true;
        QVERIFY(table.add(spec).has_value());
        MountSpec never{u"own"_s, absolute(u"home/me/profile"_s), MountMode::ReadOnly};
        never.isRiskAccepted = true;
        QVERIFY(!table.add(never));
        qputenv("HOME", home);
    }

    void knowsNamesOfSecrets_data()
    {
        QTest::addColumn<QByteArray>("name");
        QTest::addColumn<bool>("secret");
        for (const char *name :
             {".env", ".env.local", ".ssh", "id_rsa", ".netrc", ".npmrc", "credentials.json",
              ".git-credentials", ".ENV", ".Env.Local", "ID_RSA", ".SSH"})
            QTest::newRow(name) << QByteArray(name) << true;
        for (const char *name : {".env.example", "env", "environment", ".gitignore", "id_rsa.pub",
                                 "data.json", ".github", "secrets.py", "", ".", ".environment"})
            QTest::newRow(name) << QByteArray(name) << false;
    }
    void knowsNamesOfSecrets()
    {
        QFETCH(QByteArray, name);
        QFETCH(bool, secret);
        QCOMPARE(isSecretName(name), secret);
    }

private:
    QString absolute(const QString &path) const
    {
        return path.startsWith(u'/') ? path : m_fixture->base() + u'/' + path;
    }
    RiskFacts facts() const { return {absolute(u"home/me"_s), absolute(u"home/me/profile"_s)}; }

    std::unique_ptr<MountFixture> m_fixture;
};

QTEST_GUILESS_MAIN(TestMountRisk)
#include "tst_mountrisk.moc"
