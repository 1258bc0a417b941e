// SPDX-License-Identifier: MIT
#pragma once

#include "result.h"

#include <QJsonObject>
#include <QList>
#include <QStringList>

#include <optional>

// What code seems to do, read from its text before it runs (DESIGN 4.6). It is shown and never
// enforced: it may miss things, and the sandbox does not depend on it. All texts in it come from
// the code, by way of an interpreter that is not trusted either: they are quotations.
namespace glovebox {

// The first five are CodeBox-AI's, under its names. Each can be switched (approval/rules.h).
enum class FindingGroup {
    JupyterCommands,
    DangerousBuiltins,
    DangerousImports,
    DangerousPatterns,
    PackageInstallation,
    Files,
    Network,
    Obfuscation,
    Behaviour,
};

QString toString(FindingGroup group); // "jupyter_commands" …
std::optional<FindingGroup> findingGroupFromString(QStringView text);
QList<FindingGroup> findingGroups(); // all, in this order

// As marked in the code (UI.md 4.3).
enum class FindingSeverity {
    Note,    // for information
    Look,    // worth a look
    Refused, // the sandbox will refuse it
};

QString toString(FindingSeverity severity); // "note", "look", "refused"

// A rule as both sides know it: pyodide/python/_analysis/rules.py has the same table.
struct FindingRule
{
    QString name;
    FindingGroup group = FindingGroup::Behaviour;
    QString kind; // "import", "network", "obfuscation" …: what the rules of one subject share
};

const FindingRule *findingRule(QStringView name); // null: there is none
QList<FindingRule> findingRules();

struct Finding
{
    QString rule; // of findingRules(); the sentence is chosen by it
    FindingSeverity severity = FindingSeverity::Note;
    int line = 1;   // from 1; the whole code is meant when the rule is about all of it
    int column = 0; // from 0, in UTF-16 units
    int endLine = 1;
    int endColumn = 0;     // behind the last unit
    QString excerpt;       // of the code, at most 120 characters
    QStringList arguments; // for the sentence, at most four of 200 characters

    bool operator==(const Finding &) const = default;

    FindingGroup group() const;
    QString kind() const;
};

// A file that the code names.
struct NamedFile
{
    QString mount; // empty: not under /mnt
    QString path;  // inside the mount; else as the code has it
    bool written = false;

    bool operator==(const NamedFile &) const = default;
};

// All that was read from one code.
struct FindingReport
{
    enum class State {
        Pending, // being worked out
        Complete,
        Unavailable, // could not be worked out: what the code would touch is unknown
        NotCode,     // there is no Python to read: an installation, a file to be written
    };

    State state = State::Pending;
    QString problem;           // of Unavailable: one sentence, English
    QList<Finding> findings;   // by line
    QList<NamedFile> files;    // that the code names
    bool readsUnknown = false; // it opens files whose names are not in the code
    bool writesUnknown = false;
    QStringList packages; // that it imports or installs and that are not bundled
    QStringList imports;  // top-level modules
    bool usesNetwork = false;
    int lines = 0;
    int left = 0; // findings beyond the most that are kept

    bool operator==(const FindingReport &) const = default;

    bool isSettled() const { return state != State::Pending; }
    // The rules that were found, each once, sorted: "no kind of note not seen in the allowed run"
    // (UI.md 4.4) compares these. Unavailable has the one "unknown", which nothing covers.
    QStringList kindsOfNotes() const;

    QJsonObject toJson() const;
    // Corrupt unless it is exactly what toJson() or the analyser writes.
    static Result<FindingReport> fromJson(const QJsonObject &json);
    static FindingReport unavailable(const QString &problem);
    static FindingReport notCode();
};

// Whether all kinds of notes of `asked` were seen in what was allowed. False while one of both is
// not complete.
bool hasNoNewKinds(const FindingReport &asked, const QStringList &allowedKinds);

} // namespace glovebox

Q_DECLARE_METATYPE(glovebox::FindingReport)
