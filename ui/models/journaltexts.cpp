// SPDX-License-Identifier: MIT
#include "journaltexts.h"

#include "words.h"

#include <QCoreApplication>
#include <QJsonArray>
#include <QLocale>

#include <algorithm>

namespace glovebox::ui {

namespace {

using Tone = JournalEntry::Tone;

struct Words
{
    Q_DECLARE_TR_FUNCTIONS(JournalTexts)
};

constexpr qsizetype mostSentences = 8;
constexpr qsizetype longestText = 400;

QString shortened(const QString &text)
{
    return text.size() <= longestText ? text : text.left(longestText - 1) + u'…';
}

// Sentences in what a newer part of the program recorded: texts of more than one word.
void collectSentences(const QJsonValue &value, QStringList &sentences)
{
    if (value.isString() && value.toString().contains(u' ') && sentences.size() < mostSentences)
        sentences.append(shortened(value.toString()));
    const QJsonArray array = value.toArray();
    for (const QJsonValue &item : array)
        collectSentences(item, sentences);
    const QJsonObject object = value.toObject();
    for (const QJsonValue &item : object)
        collectSentences(item, sentences);
}

QString waited(const JournalRow &row)
{
    if (!row.decided.isValid() || row.decider == JournalDecider::OwnRun)
        return {};
    return Words::tr("after %1").arg(secondsText(row.asked.msecsTo(row.decided)));
}

QString allowedText(const QString &by, const QString &scope)
{
    if (by == u"grant")
        return Words::tr("Allowed by a standing permission");
    if (by != u"person")
        return Words::tr("Allowed without asking");
    if (scope == u"this_run")
        return Words::tr("Allowed by you, this run only");
    if (scope == u"this_session")
        return Words::tr("Allowed by you, for this session");
    //: {scope} is how far a permission reaches, as it is recorded
    return Words::tr("Allowed by you, %1").arg(QString(scope).replace(u'_', u' '));
}

// Builds the list; files and packages of one kind become one line.
class Teller
{
public:
    explicit Teller(const JournalRun &run)
        : m_run(run)
    {
    }

    QList<JournalEntry> tell()
    {
        for (const JournalStep &step : m_run.steps)
            add(step);
        return std::move(m_entries);
    }

private:
    void put(const JournalStep &step, const QString &iconName, Tone tone, const QString &text,
             const QString &detail = {})
    {
        m_entries.append({step.time, iconName, tone, shortened(text), shortened(detail)});
    }

    void add(const JournalStep &step)
    {
        using Handler = void (Teller::*)(const JournalStep &);
        static const QHash<QString, Handler> handlers{
            {QStringLiteral("asked"), &Teller::addAsked},
            {QStringLiteral("decided"), &Teller::addDecided},
            {QStringLiteral("findings"), &Teller::addFindings},
            {QStringLiteral("started"), &Teller::addStarted},
            {QStringLiteral("display"), &Teller::addDisplay},
            {QStringLiteral("raised"), &Teller::addRaised},
            {QStringLiteral("file"), &Teller::addFile},
            {QStringLiteral("package"), &Teller::addPackage},
            {QStringLiteral("restarted"), &Teller::addRestarted},
            {QStringLiteral("ended"), &Teller::addEnded},
            {QStringLiteral("purged"), &Teller::addPurged},
            {QStringLiteral("queued"), nullptr},
            {QStringLiteral("starting"), nullptr},
            {QStringLiteral("result"), nullptr},
            {QStringLiteral("input_wanted"), nullptr},
            {QStringLiteral("input_answered"), nullptr},
        };
        const auto it = handlers.constFind(step.kind);
        if (it == handlers.cend())
            addOther(step);
        else if (*it)
            (this->**it)(step);
    }

    bool isOwn() const { return m_run.row.decider == JournalDecider::OwnRun; }

    void addAsked(const JournalStep &step)
    {
        if (isOwn()) {
            put(step, QStringLiteral("user"), Tone::Plain, Words::tr("Your own run"));
            return;
        }
        put(step, QStringLiteral("hand"), Tone::Wait,
            Words::tr("Asked by %1").arg(step.body[u"client_label"].toString()));
    }

    void addDecided(const JournalStep &step)
    {
        const QString kind = step.body[u"kind"].toString();
        const QString by = step.body[u"by"].toString();
        const QString note = step.body[u"note"].toString();
        if (isOwn() && kind == u"allow")
            return; // nobody was asked
        const QString detail = note.isEmpty() ? waited(m_run.row) : note;
        if (kind == u"allow")
            put(step, QStringLiteral("check"), Tone::Good,
                allowedText(by, step.body[u"scope"].toString()), detail);
        else if (kind == u"deny")
            put(step, QStringLiteral("ban"), Tone::Bad,
                by == u"person" ? Words::tr("Denied by you") : Words::tr("Denied by the rules"),
                detail);
        else if (kind == u"expire")
            put(step, QStringLiteral("clock-alert"), Tone::Plain, Words::tr("No answer"), detail);
        else
            put(step, QStringLiteral("circle-minus"), Tone::Plain,
                Words::tr("Taken back by client"), detail);
    }

    void addFindings(const JournalStep &step)
    {
        const int notes = int(step.body[u"findings"].toArray().size());
        const QString problem = step.body[u"problem"].toString();
        if (notes == 0 && problem.isEmpty())
            return;
        put(step, QStringLiteral("shield-alert"), notes > 0 ? Tone::Wait : Tone::Plain,
            problem.isEmpty() ? Words::tr("%n note(s) on the code", nullptr, notes)
                              : Words::tr("The code could not be read"),
            problem);
    }

    void addStarted(const JournalStep &step)
    {
        put(step, QStringLiteral("play"), Tone::Live,
            Words::tr("Started, session %1").arg(m_run.row.sessionName));
    }

    void addDisplay(const JournalStep &step)
    {
        put(step, QStringLiteral("image"), Tone::Plain,
            Words::tr("Plot %1").arg(step.body[u"index"].toInt()), step.body[u"title"].toString());
    }

    void addRaised(const JournalStep &step)
    {
        const QString value = step.body[u"evalue"].toString().section(u'\n', 0, 0);
        put(step, QStringLiteral("circle-x"), Tone::Bad,
            Words::tr("Error: %1: %2").arg(step.body[u"ename"].toString(), value));
    }

    void addFile(const JournalStep &step)
    {
        const QString mount = step.body[u"mount"].toString();
        const bool written = step.body[u"written"].toBool();
        const QString path = step.body[u"path"].toString();
        Group &group = m_files[{mount, written}];
        if (++group.count == 1) {
            group.entry = m_entries.size();
            put(step, written ? QStringLiteral("file-pen-line") : QStringLiteral("eye"),
                Tone::Plain, {});
        }
        if (group.count <= int(mostSentences))
            group.names.append(path);
        JournalEntry &entry = m_entries[group.entry];
        entry.text = written ? Words::tr("Wrote %n file(s) to %1", nullptr, group.count).arg(mount)
                             : Words::tr("Read %n file(s) in %1", nullptr, group.count).arg(mount);
        entry.detail = shortened(group.names.join(QStringLiteral(", ")));
    }

    void addPackage(const JournalStep &step)
    {
        if (++m_packages.count == 1) {
            m_packages.entry = m_entries.size();
            put(step, QStringLiteral("package"), Tone::Plain, {});
        }
        m_packages.names.append(step.body[u"name"].toString() + u' ' +
                                step.body[u"version"].toString());
        JournalEntry &entry = m_entries[m_packages.entry];
        entry.text = Words::tr("Loaded %n package(s)", nullptr, m_packages.count);
        entry.detail = shortened(m_packages.names.join(QStringLiteral(", ")));
    }

    void addRestarted(const JournalStep &step)
    {
        put(step, QStringLiteral("rotate-cw"), Tone::Plain, Words::tr("The session restarted"),
            step.body[u"reason"].toString());
    }

    void addEnded(const JournalStep &step)
    {
        // What Python raised was told already.
        const bool told = m_run.row.state == RunState::Error && m_run.facts.raised;
        if (told || m_run.row.state == RunState::Denied || m_run.row.state == RunState::Expired)
            return;
        const bool bad = m_run.row.state == RunState::Killed ||
                         m_run.row.state == RunState::Crashed ||
                         m_run.row.state == RunState::Timeout || m_run.row.state == RunState::Error;
        const bool good = m_run.row.state == RunState::Complete;
        put(step, stateIcon(m_run.row.state),
            bad    ? Tone::Bad
            : good ? Tone::Good
                   : Tone::Plain,
            stateWord(m_run.row.state), step.body[u"reason"].toString());
    }

    void addPurged(const JournalStep &step)
    {
        put(step, QStringLiteral("trash-2"), Tone::Plain,
            step.body[u"by"].toString() == u"person"
                ? Words::tr("You removed its content")
                : Words::tr("Its content was removed: older or more than is kept"));
    }

    void addOther(const JournalStep &step)
    {
        QStringList sentences;
        collectSentences(step.body, sentences);
        put(step, QStringLiteral("info"), Tone::Plain, QString(step.kind).replace(u'_', u' '),
            sentences.join(u'\n'));
    }

    struct Group
    {
        qsizetype entry = 0;
        int count = 0;
        QStringList names;
    };

    const JournalRun &m_run;
    QList<JournalEntry> m_entries;
    QMap<std::pair<QString, bool>, Group> m_files;
    Group m_packages;
};

} // namespace

QString deciderName(JournalDecider decider)
{
    switch (decider) {
    case JournalDecider::You:
        return Words::tr("You");
    case JournalDecider::Permission:
        return Words::tr("Permission");
    case JournalDecider::OwnRun:
        return Words::tr("Own run");
    case JournalDecider::NoAnswer:
        return Words::tr("No answer");
    case JournalDecider::Policy:
        return Words::tr("Policy");
    case JournalDecider::TakenBack:
        return Words::tr("Taken back by client");
    }
    Q_UNREACHABLE_RETURN(QString());
}

QString deciderWord(const std::optional<JournalDecider> &decider)
{
    return decider ? deciderName(*decider) : QString();
}

QString placeWord(JournalRow::Place place)
{
    switch (place) {
    case JournalRow::Place::None:
        return {};
    case JournalRow::Place::Code:
        return Words::tr("in code");
    case JournalRow::Place::Output:
        return Words::tr("in output");
    case JournalRow::Place::Files:
        return Words::tr("in names of files");
    case JournalRow::Place::Notes:
        return Words::tr("in notes");
    }
    Q_UNREACHABLE_RETURN(QString());
}

QString formatName(JournalFormat format)
{
    switch (format) {
    case JournalFormat::JsonLines:
        return QStringLiteral("JSON Lines");
    case JournalFormat::Markdown:
        return QStringLiteral("Markdown");
    case JournalFormat::Notebook:
        return Words::tr("Notebook (.ipynb)");
    case JournalFormat::Html:
        return QStringLiteral("HTML");
    }
    Q_UNREACHABLE_RETURN(QString());
}

QString formatSuffix(JournalFormat format)
{
    switch (format) {
    case JournalFormat::JsonLines:
        return QStringLiteral("jsonl");
    case JournalFormat::Markdown:
        return QStringLiteral("md");
    case JournalFormat::Notebook:
        return QStringLiteral("ipynb");
    case JournalFormat::Html:
        return QStringLiteral("html");
    }
    Q_UNREACHABLE_RETURN(QString());
}

QList<JournalEntry> whatHappened(const JournalRun &run)
{
    return Teller(run).tell();
}

QString comparableOutput(const RunFacts &facts, const QByteArray &output)
{
    QString text = QString::fromUtf8(output);
    const auto add = [&text](const QString &more) {
        if (more.isEmpty())
            return;
        if (!text.isEmpty() && !text.endsWith(u'\n'))
            text += u'\n';
        text += more + u'\n';
    };
    add(facts.result);
    if (facts.raised)
        add(facts.raised->ename + u": " + facts.raised->evalue);
    return text;
}

} // namespace glovebox::ui
