// SPDX-License-Identifier: MIT
#include "kept.h"

#include "query.h"
#include "searchtext.h"

#include <QCryptographicHash>
#include <QDir>
#include <QFile>
#include <QJsonArray>

#include <algorithm>

namespace glovebox::journal {

namespace {

const std::atomic_bool neverStops{false};

// Its beginning and its end as text, cut where characters end.
QString decoded(const QByteArray &bytes)
{
    return QString::fromUtf8(bytes);
}

QJsonObject keptOutput(const QString &path)
{
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly) || file.size() == 0)
        return {};
    const qint64 size = file.size();
    QByteArray head = file.read(std::min(size, keptHeadBytes));
    QByteArray tail;
    if (size > keptHeadBytes) {
        file.seek(std::max(keptHeadBytes, size - keptTailBytes));
        tail = file.read(keptTailBytes);
        // A tail that begins within a character begins with the next one.
        while (size > keptHeadBytes + keptTailBytes && !tail.isEmpty() &&
               (uchar(tail.front()) & 0xc0) == 0x80)
            tail.remove(0, 1);
    }
    // Without a gap the two are one text; a character may lie across.
    if (size <= keptHeadBytes + keptTailBytes)
        head += std::exchange(tail, {});
    return {{QStringLiteral("bytes"), size},
            {QStringLiteral("sha256"), sha256OfFile(path, neverStops)},
            {QStringLiteral("head"), decoded(head)},
            {QStringLiteral("tail"), decoded(tail)}};
}

QJsonArray keptPlots(const QList<JournalStep> &steps)
{
    QJsonArray plots;
    for (const JournalStep &step : steps) {
        if (step.kind != u"display")
            continue;
        const QString path = step.body[u"file"].toString();
        const QString digest = path.isEmpty() ? QString() : sha256OfFile(path, neverStops);
        if (!digest.isEmpty())
            plots.append(QJsonObject{{QStringLiteral("index"), step.body[u"index"]},
                                     {QStringLiteral("file"), path},
                                     {QStringLiteral("bytes"), QFile(path).size()},
                                     {QStringLiteral("sha256"), digest}});
    }
    return plots;
}

qint64 bytesOf(const QJsonObject &body)
{
    qint64 bytes = body[u"output"][u"bytes"].toInteger();
    const QJsonArray plots = body[u"plots"].toArray();
    for (const QJsonValue &plot : plots)
        bytes += plot[u"bytes"].toInteger();
    return bytes;
}

} // namespace

QString outputFile(const QString &runsFolder, RunId run)
{
    return runsFolder + u'/' + run.toString() + u"/output";
}

QString sha256OfFile(const QString &path, const std::atomic_bool &stop)
{
    constexpr qint64 pieceBytes = 1024 * 1024;
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly))
        return {};
    QCryptographicHash hash(QCryptographicHash::Sha256);
    while (!file.atEnd()) {
        const QByteArray piece = file.read(pieceBytes);
        if (stop || piece.isEmpty())
            return {};
        hash.addData(piece);
    }
    return QString::fromLatin1(hash.result().toHex());
}

Result<QList<RunId>> runsToKeep(Database &database, int count)
{
    auto query =
        database.select(QStringLiteral("SELECT run FROM runs WHERE kept = 0 AND ended IS NOT NULL "
                                       "ORDER BY run LIMIT ?"),
                        {count});
    if (!query)
        return std::unexpected(query.error());
    QList<RunId> runs;
    while (query->next())
        runs.append(RunId(query->value(0).toLongLong()));
    return runs;
}

Result<KeptRun> readToKeep(Database &database, const QString &runsFolder, RunId run)
{
    auto steps = readSteps(database, run);
    if (!steps)
        return std::unexpected(steps.error());
    KeptRun kept{.run = run, .body = {}, .words = {}};
    if (!runsFolder.isEmpty()) {
        if (const QJsonObject output = keptOutput(outputFile(runsFolder, run)); !output.isEmpty())
            kept.body.insert(QStringLiteral("output"), output);
        if (const QJsonArray plots = keptPlots(*steps); !plots.isEmpty())
            kept.body.insert(QStringLiteral("plots"), plots);
    }
    kept.bytes = bytesOf(kept.body);
    if (!kept.body.isEmpty())
        steps->append({keptSeq, {}, QStringLiteral("kept"), kept.body});
    SearchedText texts;
    for (const JournalStep &step : std::as_const(*steps))
        texts.add(step);
    const QString all = texts.code.left(searchedCodeChars) + u'\n' + texts.output + u'\n' +
                        texts.files + u'\n' + texts.notes;
    kept.words = searchWords(all);
    return kept;
}

Result<QList<RunId>> runsToRemove(Database &database, const QDateTime &before, qint64 maxBytes,
                                  int count)
{
    QStringList conditions;
    QVariantList values;
    if (before.isValid()) {
        conditions.append(QStringLiteral("asked < ?"));
        values.append(before.toMSecsSinceEpoch());
    }
    if (maxBytes > 0) {
        conditions.append(QStringLiteral(
            "run <= (SELECT max(run) FROM (SELECT run, sum(bytes) OVER (ORDER BY run DESC) AS "
            "total FROM runs WHERE purged IS NULL) WHERE total > ?) AND bytes > 0"));
        values.append(maxBytes);
    }
    QList<RunId> runs;
    if (conditions.isEmpty())
        return runs;
    values.append(count);
    auto query = database.select(
        QStringLiteral("SELECT run FROM runs WHERE purged IS NULL AND ended IS NOT NULL AND (%1) "
                       "ORDER BY run LIMIT ?")
            .arg(conditions.join(QStringLiteral(" OR "))),
        values);
    if (!query)
        return std::unexpected(query.error());
    while (query->next())
        runs.append(RunId(query->value(0).toLongLong()));
    return runs;
}

Result<QList<RunId>> leftFolders(Database &database, const QString &runsFolder)
{
    QList<RunId> left;
    const QStringList names = QDir(runsFolder).entryList(QDir::Dirs | QDir::NoDotAndDotDot);
    for (const QString &name : names) {
        const auto run = RunId::fromString(name);
        if (!run)
            continue;
        auto purged = database.select(
            QStringLiteral("SELECT 1 FROM runs WHERE run = ? AND purged IS NOT NULL"),
            {run->number()});
        if (!purged)
            return std::unexpected(purged.error());
        if (purged->next())
            left.append(*run);
    }
    return left;
}

} // namespace glovebox::journal
