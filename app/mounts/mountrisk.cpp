// SPDX-License-Identifier: MIT
#include "mountrisk.h"

#include "mountroot.h"

#include <QCoreApplication>
#include <QDir>
#include <QFile>

#include <fcntl.h>
#include <sys/stat.h>

#include <algorithm>
#include <array>

namespace glovebox::mounts {

namespace {

struct Tr
{
    Q_DECLARE_TR_FUNCTIONS(glovebox::mounts::MountRisk)
};

UniqueFd openFolder(const QString &path)
{
    return UniqueFd(::open(QFile::encodeName(path).constData(), O_PATH | O_DIRECTORY | O_CLOEXEC));
}

// Whether walking up from `folder` comes past `above` (or begins there).
bool isInside(int folder, int above)
{
    return MountRoot(UniqueFd(::dup(above)), Containment::Walk).depth(folder).has_value();
}

bool isSame(int a, int b)
{
    struct stat first = {};
    struct stat second = {};
    return ::fstat(a, &first) == 0 && ::fstat(b, &second) == 0 && first.st_dev == second.st_dev &&
           first.st_ino == second.st_ino;
}

// Folders of the system that a program that can write there would own the machine with.
constexpr std::array forbidden{"/etc", "/boot", "/dev", "/proc", "/sys"};

// CodeBox-AI's list without those above (/var whole, with its temporary files), and what belongs to
// it; of macOS too.
constexpr std::array systems{"/bin", "/sbin", "/lib",    "/lib64",       "/usr",
                             "/var", "/run",  "/System", "/private/var", "/Library"};

// In the home folder; what lies in them counts too.
constexpr std::array secrets{
    ".ssh",
    ".gnupg",
    ".pki",
    ".aws",
    ".azure",
    ".kube",
    ".docker",
    ".oci",
    ".terraform.d",
    ".config/gcloud",
    ".config/gh",
    ".config/hub",
    ".config/doctl",
    ".config/rclone",
    ".config/op",
    ".local/share/keyrings",
    ".local/share/kwalletd",
    ".password-store",
    ".mozilla",
    ".config/mozilla",
    ".config/google-chrome",
    ".config/chromium",
    ".config/microsoft-edge",
    ".config/BraveSoftware",
    ".config/vivaldi",
    ".config/opera",
    ".var/app",
    "snap/firefox",
    "snap/chromium",
    ".thunderbird",
    ".config/evolution",
    ".local/share/evolution",
    ".config/Signal",
    ".config/Slack",
    ".claude",
    ".codex",
    ".gemini",
    ".config/Claude",
    ".config/systemd",
    ".config/autostart",
    ".local/share/applications",
    ".boto",
    ".config/heroku",
    ".fly",
    ".config/netlify",
    ".vault-token",
    ".config/sops",
    ".config/Bitwarden",
    ".config/1Password",
    ".config/keepassxc",
    ".bitcoin",
    ".electrum",
    ".ethereum",
    ".librewolf",
    ".waterfox",
    ".zen",
    ".config/thorium",
    ".tor-browser",
    "Library/Keychains",
    "Library/Cookies",
    "Library/Mail",
    "Library/Safari",
    "Library/Application Support/Google/Chrome",
    "Library/Application Support/Firefox",
    "Library/LaunchAgents",
};

RiskVerdict forbid(const QString &reason)
{
    return {MountRisk::Forbidden, reason};
}

RiskVerdict warn(const QString &reason)
{
    return {MountRisk::Sensitive, reason};
}

RiskVerdict systemRisk(const QString &path, int folder)
{
    const UniqueFd top = openFolder(QStringLiteral("/"));
    if (isPseudoFileSystem(folder)) {
        return forbid(
            Tr::tr("“%1” holds the system's own switches, not files. It cannot be shared.")
                .arg(path));
    }
    if (isSame(folder, top.value()))
        return forbid(
            Tr::tr("“%1” is the whole computer. Share the folder that is needed.").arg(path));
    for (const char *name : forbidden) {
        const UniqueFd system = openFolder(QString::fromLatin1(name));
        if (system.isValid() && isInside(folder, system.value())) {
            return forbid(Tr::tr("“%1” belongs to the system. Share a folder with your own files.")
                              .arg(path));
        }
    }
    return {};
}

RiskVerdict homeRisk(const QString &path, int folder, const RiskFacts &facts)
{
    const UniqueFd home = openFolder(facts.home);
    if (!home.isValid())
        return {};
    if (isInside(home.value(), folder)) {
        return warn(Tr::tr("“%1” holds everything of yours, keys and passwords among it. Better "
                           "share only the folder that is needed.")
                        .arg(path));
    }
    for (const char *name : secrets) {
        const UniqueFd secret = openFolder(facts.home + u'/' + QString::fromLatin1(name));
        if (!secret.isValid())
            continue;
        if (isInside(folder, secret.value()) || isInside(secret.value(), folder)) {
            return warn(Tr::tr("“%1” holds keys, passwords or settings that programs obey (%2). "
                               "Better share another folder.")
                            .arg(path, QString::fromLatin1(name)));
        }
    }
    return {};
}

} // namespace

RiskFacts RiskFacts::ofThisMachine(const QString &profile)
{
    return {QDir::homePath(), profile};
}

RiskVerdict mountRisk(const QString &hostPath, const RiskFacts &facts)
{
    const UniqueFd folder = openFolder(hostPath);
    return folder.isValid() ? mountRisk(folder.value(), hostPath, facts) : RiskVerdict{};
}

RiskVerdict mountRisk(int folder, const QString &hostPath, const RiskFacts &facts)
{
    if (const RiskVerdict verdict = systemRisk(hostPath, folder); verdict.risk != MountRisk::Usual)
        return verdict;
    const UniqueFd profile = openFolder(facts.profile);
    if (profile.isValid() && isInside(folder, profile.value())) {
        return forbid(
            Tr::tr("“%1” lies in Glovebox's own data. Share a folder beside it.").arg(hostPath));
    }
    if (profile.isValid() && isInside(profile.value(), folder)) {
        return forbid(Tr::tr("“%1” contains Glovebox's own data or lies in it. Share a folder "
                             "beside it.")
                          .arg(hostPath));
    }
    if (const RiskVerdict verdict = homeRisk(hostPath, folder, facts);
        verdict.risk != MountRisk::Usual)
        return verdict;
    const UniqueFd home = openFolder(facts.home);
    const bool isOwn = home.isValid() && isInside(folder, home.value());
    for (const char *name : systems) {
        const UniqueFd system = openFolder(QString::fromLatin1(name));
        if (!isOwn && system.isValid() && isInside(folder, system.value())) {
            return warn(Tr::tr("“%1” belongs to the system. Better share a folder with your own "
                               "files.")
                            .arg(hostPath));
        }
    }
    return {};
}

bool isSecretName(QByteArrayView name)
{
    static constexpr std::array<std::string_view, 27> names{".aws",
                                                            ".azure",
                                                            ".docker",
                                                            ".env",
                                                            ".git-credentials",
                                                            ".gnupg",
                                                            ".htpasswd",
                                                            ".kube",
                                                            ".my.cnf",
                                                            ".mylogin.cnf",
                                                            ".netrc",
                                                            ".npmrc",
                                                            ".pgpass",
                                                            ".pypirc",
                                                            ".s3cfg",
                                                            ".ssh",
                                                            ".vault-token",
                                                            "_netrc",
                                                            "credentials.json",
                                                            "id_dsa",
                                                            "id_ecdsa",
                                                            "id_ed25519",
                                                            "id_rsa",
                                                            "secrets.json",
                                                            "secrets.yaml",
                                                            "secrets.yml",
                                                            ".password-store"};
    // On a volume that does not tell cases apart ".ENV" is the same file.
    const QByteArray lower = name.toByteArray().toLower();
    const std::string_view text(lower.constData(), size_t(lower.size()));
    if (std::ranges::contains(names, text))
        return true;
    // ".env.local" and the like, but not the examples that are made to be read.
    return text.starts_with(".env.") && text != ".env.example" && text != ".env.sample" &&
           text != ".env.template" && text != ".env.dist";
}

} // namespace glovebox::mounts
