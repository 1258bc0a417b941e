// SPDX-License-Identifier: MIT
#pragma once

#include "mountfixture.h"

#include <mounts/filecalls.h>
#include <mounts/staging.h>
#include <mounts/undohistory.h>

#include <QJsonArray>
#include <QJsonObject>

#include <memory>

// A profile with one mount, used as a sandbox uses it: by file calls of runs.
class CallFixture
{
public:
    explicit CallFixture(glovebox::MountMode mode, const MountFixture &folders,
                         const QString &profile = {},
                         const glovebox::mounts::StagingLimits &limits = {},
                         const glovebox::mounts::UndoLimits &undoLimits = {},
                         glovebox::Clock &clock = glovebox::systemClock())
        : m_profile(profile.isEmpty() ? folders.base() + u"/profile" : profile)
        , table((QDir().mkpath(m_profile), m_profile))
        , mode(mode)
        , root(folders.root())
    {
        add();
        applied = std::make_unique<glovebox::mounts::UndoHistory>(table, m_profile + u"/applied",
                                                                  undoLimits);
        staging = std::make_unique<glovebox::mounts::Staging>(table, m_profile + u"/staged", limits,
                                                              applied.get(), clock);
        undo = std::make_unique<glovebox::mounts::UndoHistory>(table, m_profile + u"/undo",
                                                               undoLimits);
        calls = std::make_unique<glovebox::mounts::FileCalls>(table, staging.get(), undo.get());
    }

    void add()
    {
        const auto added = table.add({QStringLiteral("data"), root, mode});
        if (!added)
            qFatal("%s", qPrintable(added.error().text));
    }

    glovebox::Frame call(const QString &op, QJsonObject arguments, const QByteArray &body = {})
    {
        arguments.insert(QStringLiteral("v"), 1);
        arguments.insert(QStringLiteral("op"), op);
        if (!arguments.contains(u"handle") && !arguments.contains(u"cursor"))
            arguments.insert(QStringLiteral("mount"), QStringLiteral("data"));
        auto future =
            calls->call({run, {{QStringLiteral("data"), mode, root}}, client}, {arguments, body});
        future.waitForFinished();
        return future.result();
    }
    static QString errnoOf(const glovebox::Frame &answer)
    {
        return answer.header[u"ok"].toBool() ? QString() : answer.header[u"errno"].toString();
    }
    QString at(const QString &op, const QString &path, QJsonObject more = {})
    {
        more.insert(QStringLiteral("path"), path);
        return errnoOf(call(op, more));
    }
    QString rename(const QString &from, const QString &to)
    {
        return errnoOf(call(QStringLiteral("fs.rename"),
                            {{QStringLiteral("from"), from}, {QStringLiteral("to"), to}}));
    }
    QString write(const QString &path, const QByteArray &content, const QStringList &flags)
    {
        const auto opened = call(QStringLiteral("fs.open"),
                                 {{QStringLiteral("path"), path},
                                  {QStringLiteral("flags"), QJsonArray::fromStringList(flags)},
                                  {QStringLiteral("mode"), 0666}});
        if (const QString error = errnoOf(opened); !error.isEmpty())
            return error;
        return errnoOf(call(QStringLiteral("fs.write"),
                            {{QStringLiteral("handle"), opened.header[u"handle"]},
                             {QStringLiteral("offset"), 0},
                             {QStringLiteral("close"), true}},
                            content));
    }
    QString write(const QString &path, const QByteArray &content)
    {
        return write(
            path, content,
            {QStringLiteral("write"), QStringLiteral("create"), QStringLiteral("truncate")});
    }
    // The content, or "!ERRNO".
    QByteArray read(const QString &path)
    {
        const auto opened = call(QStringLiteral("fs.open"),
                                 {{QStringLiteral("path"), path},
                                  {QStringLiteral("flags"), QJsonArray{QStringLiteral("read")}},
                                  {QStringLiteral("inline"), 65536}});
        if (const QString error = errnoOf(opened); !error.isEmpty())
            return '!' + error.toLatin1();
        return opened.body;
    }
    // Every entry of the tree, with its type and content.
    QStringList tree(const QString &path = {})
    {
        QStringList lines;
        const auto listed = call(QStringLiteral("fs.readdir"), {{QStringLiteral("path"), path}});
        if (const QString error = errnoOf(listed); !error.isEmpty())
            return {path + u" !" + error};
        for (const QJsonValue &value : listed.header[u"entries"].toArray()) {
            const QString name = value[u"name"].toString();
            const QString inner = path.isEmpty() ? name : path + u'/' + name;
            const QString type = value[u"stat"][u"type"].toString();
            const int permissions = value[u"stat"][u"mode"].toInt() & 0777;
            if (type == u"file") {
                lines.append(inner + u" file " + QString::number(permissions, 8) + u' ' +
                             QString::fromUtf8(read(inner)));
            } else if (type == u"link") {
                lines.append(inner + u" link " +
                             call(QStringLiteral("fs.readlink"), {{QStringLiteral("path"), inner}})
                                 .header[u"target"]
                                 .toString());
            } else {
                lines.append(inner + u" folder " + QString::number(permissions, 8));
                lines += tree(inner);
            }
        }
        lines.sort();
        return lines;
    }
    void endRun()
    {
        calls->endRun(run);
        run = glovebox::RunId(run.number() + 1);
    }

private:
    QString m_profile;

public:
    glovebox::mounts::MountTable table;
    glovebox::MountMode mode;
    QString root;
    std::unique_ptr<glovebox::mounts::UndoHistory> applied;
    std::unique_ptr<glovebox::mounts::Staging> staging;
    std::unique_ptr<glovebox::mounts::UndoHistory> undo;
    std::unique_ptr<glovebox::mounts::FileCalls> calls;
    glovebox::RunId run{1};
    glovebox::ClientId client{QStringLiteral("c000000000001")};
};

// The tree of a folder of the host, as CallFixture::tree() writes it.
inline QStringList treeOnDisk(const QString &root, const QString &path = {})
{
    QStringList lines;
    const QString folder = path.isEmpty() ? root : root + u'/' + path;
    for (const QFileInfo &info : QDir(folder).entryInfoList(QDir::AllEntries | QDir::Hidden |
                                                            QDir::System | QDir::NoDotAndDotDot)) {
        const QString inner = path.isEmpty() ? info.fileName() : path + u'/' + info.fileName();
        struct stat data = {};
        ::lstat(QFile::encodeName(info.filePath()).constData(), &data);
        const QString permissions = QString::number(data.st_mode & 0777, 8);
        if (S_ISLNK(data.st_mode)) {
            lines.append(inner + u" link " + info.readSymLink());
        } else if (S_ISDIR(data.st_mode)) {
            lines.append(inner + u" folder " + permissions);
            lines += treeOnDisk(root, inner);
        } else {
            lines.append(inner + u" file " + permissions + u' ' +
                         QString::fromUtf8(MountFixture::read(info.filePath())));
        }
    }
    lines.sort();
    return lines;
}

template <class T>
T resultOf(QFuture<glovebox::Result<T>> future)
{
    future.waitForFinished();
    auto result = future.takeResult();
    if (!result)
        qFatal("%s", qPrintable(result.error().text));
    return *std::move(result);
}
