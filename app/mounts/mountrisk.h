// SPDX-License-Identifier: MIT
#pragma once

#include <QByteArrayView>
#include <QString>

#include <optional>

namespace glovebox::mounts {

// How dangerous it is to give a folder to a sandbox.
enum class MountRisk {
    Usual,
    Sensitive, // only after the person confirmed it a second time, having read why
    Forbidden, // never
};

struct RiskVerdict
{
    MountRisk risk = MountRisk::Usual;
    QString reason = {}; // a sentence for the person; empty when Usual

    bool operator==(const RiskVerdict &) const = default;
};

// What is known of this machine; tests give their own.
struct RiskFacts
{
    QString home;
    QString profile; // the program's own folder

    static RiskFacts ofThisMachine(const QString &profile);
};

// Judges an existing folder. Compares the folders themselves (device and inode), whatever they
// are called and through whatever links they are reached: a folder is as dangerous as what it
// is, contains or lies in.
//   Forbidden: the file system's root, pseudo file systems, /etc, /boot, /dev and their like, the
//     program's own profile.
//   Sensitive: the home folder itself, folders with keys and credentials, browsers' and mail
//     programs' profiles, system folders that CodeBox-AI refuses.
RiskVerdict mountRisk(const QString &hostPath, const RiskFacts &facts);
// The same of a folder that is open, for whoever is going to use that very one: what is at its path
// may be exchanged meanwhile.
RiskVerdict mountRisk(int folder, const QString &hostPath, const RiskFacts &facts);

// Whether a file or folder of this name usually holds secrets (".env", ".ssh", "id_rsa" …). Such
// entries inside a mount are hidden from sandboxes unless the person shows them.
bool isSecretName(QByteArrayView name);

} // namespace glovebox::mounts
