// SPDX-License-Identifier: MIT
#include "rechain.h"

#include "chain.h"
#include "database.h"
#include "runsummary.h"

#include <QCryptographicHash>
#include <QHash>
#include <QJsonDocument>

namespace glovebox::journal {

namespace {

constexpr int rowsAtOnce = 1000;

struct OldRow
{
    Row row;
    QByteArray body;
    QByteArray digest;
};

QByteArray digestOfSchema1(const QByteArray &before, const OldRow &old)
{
    QCryptographicHash hash(QCryptographicHash::Sha256);
    const auto add = [&hash](const QByteArray &field) {
        hash.addData(QByteArray::number(field.size()));
        hash.addData(QByteArrayView(":"));
        hash.addData(field);
    };
    add(before);
    for (const qint64 number : {old.row.number, old.row.run, old.row.seq, old.row.time})
        add(QByteArray::number(number));
    add(old.row.kind);
    add(old.body);
    return hash.result();
}

Result<QList<OldRow>> rowsAfter(Database &database, qint64 number)
{
    auto query = database.select(
        QStringLiteral("SELECT row, run, seq, time, CAST(kind AS BLOB), CAST(body AS BLOB), "
                       "digest FROM events WHERE row > ? ORDER BY row LIMIT ?"),
        {number, rowsAtOnce});
    if (!query)
        return std::unexpected(query.error());
    QList<OldRow> rows;
    while (query->next()) {
        OldRow old;
        old.row.number = query->value(0).toLongLong();
        old.row.run = query->value(1).toLongLong();
        old.row.seq = query->value(2).toLongLong();
        old.row.time = query->value(3).toLongLong();
        old.row.kind = query->value(4).toByteArray();
        old.body = query->value(5).toByteArray();
        old.row.bodyDigest = digestOfBody(old.body);
        old.digest = query->value(6).toByteArray();
        rows.append(old);
    }
    return rows;
}

class Rechain
{
public:
    explicit Rechain(Database &database)
        : m_database(database)
    {
    }

    Result<> run()
    {
        for (;;) {
            const auto rows = rowsAfter(m_database, m_last);
            if (!rows)
                return std::unexpected(rows.error());
            if (rows->isEmpty())
                break;
            for (const OldRow &old : *rows) {
                if (auto done = take(old); !done)
                    return done;
            }
        }
        if (m_count == 0)
            return {};
        return finish();
    }

private:
    Result<> take(const OldRow &old)
    {
        m_oldLink = digestOfSchema1(m_oldLink, old);
        if (!m_broken && (old.row.number != m_count + 1 || old.digest != m_oldLink))
            m_broken = m_count + 1;
        m_oldLink = old.digest;
        m_last = old.row.number;
        ++m_count;
        m_link = digestOf(m_link, old.row);
        RunSummary::applyRow(m_runs, old.row, old.body);
        return m_database.execute(
            QStringLiteral("UPDATE events SET body_digest = ?, digest = ? WHERE row = ?"),
            {old.row.bodyDigest, m_link, old.row.number});
    }

    Result<> finish()
    {
        for (const RunSummary &summary : std::as_const(m_runs)) {
            auto done = m_database.execute(storeSummarySql(), summaryValues(summary));
            if (done)
                done = storeMounts(m_database, summary);
            if (!done)
                return done;
        }
        QJsonObject json{{QStringLiteral("from"), 1}, {QStringLiteral("to"), 2}};
        if (const qint64 cut = missingAtTheEnd(); !m_broken && cut > 0)
            m_broken = cut;
        if (m_broken)
            json.insert(QStringLiteral("first_broken"), *m_broken);
        const QByteArray body = QJsonDocument(json).toJson(QJsonDocument::Compact);
        const Row row{m_last + 1, 0,
                      m_last + 1, QDateTime::currentMSecsSinceEpoch(),
                      "upgraded", digestOfBody(body)};
        m_link = digestOf(m_link, row);
        auto inserted = m_database.execute(
            QStringLiteral("INSERT INTO events (row, run, seq, time, kind, body, body_digest, "
                           "digest) VALUES (?, 0, ?, ?, 'upgraded', CAST(? AS TEXT), ?, ?)"),
            {row.number, row.seq, row.time, body, row.bodyDigest, m_link});
        if (!inserted)
            return inserted;
        return m_database.execute(QStringLiteral("UPDATE head SET rows = ?, digest = ?"),
                                  {row.number, m_link});
    }

    // Number of the first row that the old chain's end counts and that is not there; 0: none.
    qint64 missingAtTheEnd()
    {
        auto head = m_database.select(QStringLiteral("SELECT rows, digest FROM head"));
        if (!head || !head->next())
            return m_count + 1;
        const bool same =
            head->value(0).toLongLong() == m_count && head->value(1).toByteArray() == m_oldLink;
        return same ? 0 : m_count + 1;
    }

    Database &m_database;
    QHash<qint64, RunSummary> m_runs;
    QByteArray m_link = firstLink();
    QByteArray m_oldLink = firstLink();
    std::optional<qint64> m_broken;
    qint64 m_last = 0;
    qint64 m_count = 0;
};

} // namespace

Result<> chainByBodyDigests(Database &database)
{
    return Rechain(database).run();
}

} // namespace glovebox::journal
