// SPDX-License-Identifier: MIT
#include "filewriter.h"

#include "base/ids.h"
#include "base/limits.h"

#include <QJsonArray>
#include <QPromise>

#include <memory>

namespace glovebox::tools {

using namespace Qt::StringLiterals;

namespace {

constexpr qsizetype pieceBytes = 512 * limits::KiB;
constexpr int newFileMode = 0100644;

QString stampOf(const QJsonObject &stat)
{
    return u"%1:%2:%3"_s.arg(stat[u"size"].toInteger())
        .arg(stat[u"mtime_ms"].toDouble(), 0, 'f', 6)
        .arg(stat[u"inode"].toInteger());
}

Error failureOf(const QJsonObject &answer)
{
    return {ErrorCode::Io, answer[u"message"].toString(), answer[u"errno"].toString()};
}

// One file on its way to the disk; lives until it is done.
class Writing : public std::enable_shared_from_this<Writing>
{
public:
    Writing(sandbox::HostCalls &calls, QObject *context, FileWriter::Place place, QByteArray bytes,
            QString expected)
        : m_calls(calls)
        , m_context(context)
        , m_place(std::move(place))
        , m_bytes(std::move(bytes))
        , m_expected(std::move(expected))
        , m_target(m_place.path)
    {
        m_promise.start();
    }

    QFuture<Result<>> start()
    {
        look();
        return m_promise.future();
    }

private:
    using Next = void (Writing::*)(const QJsonObject &answer);

    void call(QJsonObject header, Next next, const QByteArray &body = {})
    {
        header.insert(u"v"_s, 1);
        header.insert(u"type"_s, u"call"_s);
        m_calls.call(m_place.context, {header, body})
            .then(m_context, [self = shared_from_this(), next](const Frame &answer) {
                (self.get()->*next)(answer.header);
            });
    }

    QJsonObject at(const QString &op, const QString &path) const
    {
        return {{u"op"_s, op}, {u"mount"_s, m_place.mount}, {u"path"_s, path}};
    }

    // About the file that was asked for: that it is made under another name first is nobody's
    // concern.
    Error failure(const QJsonObject &answer) const
    {
        Error error = failureOf(answer);
        error.text.replace(m_target, m_place.path);
        return error;
    }

    void look() { call(at(u"fs.lookup"_s, m_place.path), &Writing::looked); }

    void looked(const QJsonObject &answer)
    {
        const bool exists = answer[u"ok"].toBool();
        if (!exists && answer[u"errno"].toString() != u"ENOENT")
            return end(std::unexpected(failureOf(answer)));
        const QJsonObject stat = answer[u"stat"].toObject();
        if ((exists ? stampOf(stat) : QString()) != m_expected)
            return end(fail(ErrorCode::Conflict,
                            u"/mnt/%1/%2 was changed after this was asked, so it was not written. "
                            "Read it again, and ask again with the change in mind."_s.arg(
                                m_place.mount, m_place.path)));
        if (stat[u"type"].toString() == u"dir")
            return end(fail(ErrorCode::InvalidArgument,
                            u"/mnt/%1/%2 is a folder. Give the path of a file."_s.arg(
                                m_place.mount, m_place.path)));
        QStringList flags{u"write"_s, u"create"_s};
        if (stat[u"type"].toString() == u"link") {
            flags.append(u"truncate"_s);
        } else {
            const qsizetype name = m_place.path.lastIndexOf(u'/') + 1;
            m_target = m_place.path.first(name) + u".glovebox-%1.part"_s.arg(randomHex(8));
            flags.append(u"exclusive"_s);
        }
        QJsonObject open = at(u"fs.open"_s, m_target);
        open.insert(u"flags"_s, QJsonArray::fromStringList(flags));
        open.insert(u"mode"_s,
                    exists && stat[u"mode"].isDouble() ? stat[u"mode"].toInt() : newFileMode);
        call(open, &Writing::opened);
    }

    void opened(const QJsonObject &answer)
    {
        if (answer[u"errno"].toString() == u"ENOENT")
            return end(fail(ErrorCode::NotFound,
                            u"/mnt/%1/%2 was not written: the folder that it should lie in is not "
                            "there. Make it with os.makedirs in run_python, then ask again."_s.arg(
                                m_place.mount, m_place.path)));
        if (!answer[u"ok"].toBool())
            return end(std::unexpected(failure(answer)));
        m_handle = answer[u"handle"].toInt();
        writeNext();
    }

    void writeNext()
    {
        if (m_written == m_bytes.size())
            return call({{u"op"_s, u"fs.sync"_s}, {u"handle"_s, m_handle}}, &Writing::synced);
        call({{u"op"_s, u"fs.write"_s}, {u"handle"_s, m_handle}, {u"offset"_s, m_written}},
             &Writing::wrote,
             m_bytes.sliced(m_written).first(std::min(pieceBytes, m_bytes.size() - m_written)));
    }

    void wrote(const QJsonObject &answer)
    {
        const qint64 written = answer[u"written"].toInteger();
        if (!answer[u"ok"].toBool() || written <= 0)
            return giveUp(answer);
        m_written += written;
        writeNext();
    }

    void synced(const QJsonObject &answer)
    {
        if (!answer[u"ok"].toBool())
            return giveUp(answer);
        call({{u"op"_s, u"fs.close"_s}, {u"handle"_s, m_handle}}, &Writing::closed);
    }

    void closed(const QJsonObject &answer)
    {
        if (!answer[u"ok"].toBool())
            return giveUp(answer);
        if (m_target == m_place.path)
            return end({});
        call({{u"op"_s, u"fs.rename"_s},
              {u"mount"_s, m_place.mount},
              {u"from"_s, m_target},
              {u"to"_s, m_place.path}},
             &Writing::renamed);
    }

    void renamed(const QJsonObject &answer)
    {
        if (!answer[u"ok"].toBool())
            return giveUp(answer);
        end({});
    }

    // Nothing half-written stays; the handle goes with the run.
    void giveUp(const QJsonObject &answer)
    {
        m_failure = failure(answer);
        if (m_target == m_place.path)
            return end(std::unexpected(*m_failure));
        call(at(u"fs.unlink"_s, m_target), &Writing::cleared);
    }

    void cleared(const QJsonObject &) { end(std::unexpected(*m_failure)); }

    void end(const Result<> &result)
    {
        m_promise.addResult(result);
        m_promise.finish();
    }

    sandbox::HostCalls &m_calls;
    QObject *m_context;
    FileWriter::Place m_place;
    QByteArray m_bytes;
    QString m_expected;
    QString m_target; // what is written to first
    int m_handle = -1;
    qint64 m_written = 0;
    std::optional<Error> m_failure;
    QPromise<Result<>> m_promise;
};

} // namespace

FileWriter::FileWriter(sandbox::HostCalls &calls, QObject *context)
    : m_calls(calls)
    , m_context(context)
{
}

QFuture<Result<QString>> FileWriter::stamp(const Place &place)
{
    return m_calls
        .call(place.context, {{{u"v"_s, 1},
                               {u"type"_s, u"call"_s},
                               {u"op"_s, u"fs.lookup"_s},
                               {u"mount"_s, place.mount},
                               {u"path"_s, place.path}},
                              {}})
        .then(m_context, [](const Frame &answer) -> Result<QString> {
            if (answer.header[u"ok"].toBool())
                return stampOf(answer.header[u"stat"].toObject());
            if (answer.header[u"errno"].toString() == u"ENOENT")
                return QString();
            return std::unexpected(failureOf(answer.header));
        });
}

QFuture<Result<>> FileWriter::write(const Place &place, const QByteArray &bytes,
                                    const QString &expected)
{
    return std::make_shared<Writing>(m_calls, m_context, place, bytes, expected)->start();
}

Result<std::pair<QString, QString>> splitMountPath(const QString &path)
{
    const QString name = path.section(u'/', 2, 2);
    const QString inside = path.section(u'/', 3);
    if (!path.startsWith(u"/mnt/") || name.isEmpty() || inside.isEmpty() || inside.endsWith(u'/'))
        return fail(ErrorCode::InvalidArgument,
                    u"\"%1\" is not the path of a file in a mounted folder. Expected "
                    "/mnt/NAME/…; list_mounts tells the names."_s.arg(path.left(200)));
    return std::pair(name, inside);
}

} // namespace glovebox::tools
