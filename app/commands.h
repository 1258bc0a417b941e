// SPDX-License-Identifier: MIT
#pragma once

#include "journal/journal.h"

#include <QTextStream>

#include <functional>

namespace glovebox {

// `glovebox key …` and `glovebox journal …`: what runs in a terminal beside a running program, on
// the same profile. Each calls `done` with the exit code; texts go to the two streams.
class Commands final : public QObject
{
    Q_OBJECT

public:
    using Done = std::function<void(int)>;

    Commands(const QString &profileFolder, quint16 port, QObject *parent = nullptr);

    void addKey(const QString &label, journal::KeyUse use, Done done);
    void listKeys(Done done);
    void revokeKey(const QString &label, Done done);
    void verifyJournal(Done done);
    // `format`: "jsonl" (every row), "md", "ipynb", "html" (runs).
    void exportJournal(const QString &format, Done done);

private:
    void opened(std::function<void()> then, const Done &done);
    void complain(const Error &error, const Done &done);
    void explainNewKey(const journal::NewClient &client);

    journal::Journal m_journal;
    quint16 m_port;
    QTextStream m_out;
    QTextStream m_err;
};

} // namespace glovebox
