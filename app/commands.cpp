// SPDX-License-Identifier: MIT
#include "commands.h"

#include <QFile>

#include <algorithm>
#include <cstdio>

#ifdef Q_OS_WIN
#include <io.h>
#else
#include <unistd.h>
#endif

namespace glovebox {

using namespace Qt::StringLiterals;

namespace {

bool outputIsRedirected()
{
#ifdef Q_OS_WIN
    return _isatty(_fileno(stdout)) == 0;
#else
    return isatty(fileno(stdout)) == 0;
#endif
}

} // namespace

Commands::Commands(const QString &profileFolder, quint16 port, QObject *parent)
    : QObject(parent)
    , m_journal({.file = profileFolder + u"/journal.sqlite"_s,
                 .role = journal::Role::Tool,
                 .runsFolder = profileFolder + u"/runs"_s})
    , m_port(port)
    , m_out(stdout)
    , m_err(stderr)
{
}

void Commands::opened(std::function<void()> then, const Done &done)
{
    m_journal.opened().then(this, [this, then = std::move(then), done](const Result<> &result) {
        if (result)
            then();
        else
            complain(result.error(), done);
    });
}

void Commands::complain(const Error &error, const Done &done)
{
    m_err << error.text;
    if (!error.detail.isEmpty())
        m_err << u" ("_s << error.detail << u')';
    m_err << Qt::endl;
    done(1);
}

void Commands::addKey(const QString &label, journal::KeyUse use, Done done)
{
    opened(
        [this, label, use, done] {
            m_journal.addClient(label, use)
                .then(this, [this, done](const Result<journal::NewClient> &client) {
                    if (!client)
                        return complain(client.error(), done);
                    explainNewKey(*client);
                    done(0);
                });
        },
        done);
}

void Commands::explainNewKey(const journal::NewClient &client)
{
    const QString address = u"http://127.0.0.1:%1"_s.arg(m_port);
    m_out << tr("Key of “%1”, shown only now. Glovebox stores its hash.").arg(client.client.label)
          << Qt::endl
          << client.key << Qt::endl;
    if (client.client.addressKey)
        m_out << tr("Address with the key in it:") << Qt::endl
              << address << u"/k/"_s << client.key << u"/mcp"_s << Qt::endl;
    else
        m_out << tr("For Claude Code:") << Qt::endl
              << u"claude mcp add --transport http glovebox %1/mcp --header \"Authorization: "
                 "Bearer %2\""_s.arg(address, client.key)
              << Qt::endl;
    if (outputIsRedirected())
        m_err << tr("The key is a password: keep what this output went to from other accounts. "
                    "For a file: `chmod 600 FILE`, or `umask 077` beforehand.")
              << Qt::endl;
}

void Commands::listKeys(Done done)
{
    opened(
        [this, done] {
            m_journal.listClients().then(
                this, [this, done](const Result<QList<journal::Client>> &clients) {
                    if (!clients)
                        return complain(clients.error(), done);
                    for (const journal::Client &client : *clients) {
                        m_out << client.id.value() << u'\t'
                              << (client.revoked.isValid() ? tr("revoked") : tr("valid")) << u'\t'
                              << client.created.toString(Qt::ISODate) << u'\t' << client.label
                              << Qt::endl;
                    }
                    done(0);
                });
        },
        done);
}

void Commands::revokeKey(const QString &label, Done done)
{
    const auto revoke = [this, label, done](const Result<QList<journal::Client>> &clients) {
        if (!clients)
            return complain(clients.error(), done);
        const auto it = std::ranges::find_if(*clients, [&label](const journal::Client &client) {
            return !client.revoked.isValid() &&
                   (client.label == label || client.id.value() == label);
        });
        if (it == clients->end())
            return complain(
                {ErrorCode::NotFound,
                 tr("No valid key is named “%1”. `glovebox key list` shows them.").arg(label)},
                done);
        m_journal.revokeClient(it->id).then(this, [this, done](const Result<> &revoked) {
            if (!revoked)
                return complain(revoked.error(), done);
            done(0);
        });
    };
    opened([this, revoke] { m_journal.listClients().then(this, revoke); }, done);
}

void Commands::verifyJournal(Done done)
{
    opened(
        [this, done] {
            m_journal.verify().then(this, [this, done](const Result<journal::Verification> &found) {
                if (!found)
                    return complain(found.error(), done);
                if (!found->ok())
                    return complain({ErrorCode::Corrupt, found->problem}, done);
                if (!found->fileProblems.isEmpty())
                    return complain({ErrorCode::Corrupt, found->fileProblems.join(u'\n')}, done);
                m_out << tr("%n row(s) checked, nothing was changed.", "", int(found->rows))
                      << Qt::endl
                      << tr("%n file(s) checked, nothing was changed.", "", int(found->files))
                      << Qt::endl;
                done(0);
            });
        },
        done);
}

namespace {

JournalFormat formatOf(const QString &name)
{
    if (name == u"md")
        return JournalFormat::Markdown;
    if (name == u"ipynb")
        return JournalFormat::Notebook;
    return name == u"html" ? JournalFormat::Html : JournalFormat::JsonLines;
}

} // namespace

void Commands::exportJournal(const QString &format, Done done)
{
    opened(
        [this, format, done] {
            auto *out = new QFile(this);
            if (!out->open(stdout, QIODevice::WriteOnly))
                return complain({ErrorCode::Io, tr("Standard output cannot be written.")}, done);
            // Every row is more than all runs: clients, refusals, removals.
            const JournalFormat as = formatOf(format);
            auto written = as == JournalFormat::JsonLines ? m_journal.exportJsonLines(out)
                                                          : m_journal.exportRuns({}, as, out);
            written.then(this, [this, out, done](const Result<qint64> &lines) {
                out->close();
                if (!lines)
                    return complain(lines.error(), done);
                done(0);
            });
        },
        done);
}

} // namespace glovebox
