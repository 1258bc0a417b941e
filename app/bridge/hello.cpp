// SPDX-License-Identifier: MIT
#include "hello.h"

#include <QDir>
#include <QFile>
#include <QJsonArray>

namespace glovebox::bridge {

using namespace Qt::StringLiterals;

namespace {

constexpr qint64 longestKeyFile = 4096;

Result<QString> keyOf(const Configuration &configuration, const QProcessEnvironment &environment)
{
    if (configuration.keyFile.isEmpty())
        return environment.value(u"GLOVEBOX_KEY"_s);
    QFile file(configuration.keyFile);
    if (!file.open(QIODevice::ReadOnly))
        return fail(ErrorCode::NotFound,
                    u"The file of --key-file cannot be read: %1"_s.arg(file.errorString()));
    // What `glovebox key add` printed may be there as it is: the key is the line without spaces.
    const QStringList lines = QString::fromUtf8(file.read(longestKeyFile)).split(u'\n');
    for (const QString &line : lines) {
        const QString word = line.trimmed();
        if (!word.isEmpty() && !word.contains(u' '))
            return word;
    }
    return fail(ErrorCode::InvalidArgument, u"There is no key in the file of --key-file."_s);
}

// `path`: where code finds it beside /mnt/NAME, or empty.
QJsonObject folder(const QString &host, const QString &name, const QString &mode,
                   const QString &path)
{
    return {{u"host"_s, QDir::cleanPath(QDir().absoluteFilePath(host))},
            {u"name"_s, name},
            {u"mode"_s, mode},
            {u"path"_s, path}};
}

QJsonArray foldersOf(const Configuration &configuration, const QProcessEnvironment &environment)
{
    QJsonArray folders;
    // As mcp-pyodide has it: one folder "data" that Python may write to. There it is written at
    // once; here a client's wish is staged at most, and the person may make it more.
    if (const QString data = environment.value(u"PYODIDE_DATA_DIR"_s); !data.isEmpty())
        folders.append(folder(data, u"data"_s, u"staged"_s, {}));
    // As CodeBox-AI's example has it.
    if (const QString data = environment.value(u"CODEBOX_MOUNT_PATH"_s); !data.isEmpty())
        folders.append(folder(data, {}, u"ro"_s, u"/data"_s));
    // As CodeBox-AI's --mount has it: read-only, under the same path.
    for (const QString &named : configuration.folders) {
        const QString host = QDir::cleanPath(QDir().absoluteFilePath(named));
        folders.append(folder(host, {}, u"ro"_s, host));
    }
    return folders;
}

} // namespace

Result<QJsonObject> helloOf(const Configuration &configuration,
                            const QProcessEnvironment &environment)
{
    const auto key = keyOf(configuration, environment);
    if (!key)
        return std::unexpected(key.error());
    QJsonObject hello{{u"key"_s, *key}};
    if (configuration.compat.isEmpty())
        return hello;
    hello.insert(u"compat"_s, configuration.compat);
    hello.insert(u"folders"_s, foldersOf(configuration, environment));
    hello.insert(u"disabled_rules"_s, QJsonArray::fromStringList(configuration.rules));
    return hello;
}

} // namespace glovebox::bridge
