// SPDX-License-Identifier: MIT
#include "routes.h"

#include <QDirIterator>
#include <QFileInfo>

#include <array>
#include <utility>

namespace glovebox::engine {

using namespace Qt::StringLiterals;

QByteArray contentTypeOf(const QString &fileName)
{
    static constexpr std::array<std::pair<QStringView, const char *>, 13> types{{
        {u".html", "text/html; charset=utf-8"},
        {u".js", "text/javascript; charset=utf-8"},
        {u".mjs", "text/javascript; charset=utf-8"},
        {u".json", "application/json"},
        {u".wasm", "application/wasm"},
        {u".py", "text/plain; charset=utf-8"},
        {u".css", "text/css; charset=utf-8"},
        {u".zip", "application/octet-stream"},
        {u".whl", "application/octet-stream"},
        {u".gz", "application/octet-stream"}, // unpacked by whoever asked for it
        {u".ttc", "application/octet-stream"},
        {u".ttf", "application/octet-stream"},
        {u".otf", "application/octet-stream"},
    }};
    for (const auto &[suffix, type] : types) {
        if (fileName.endsWith(suffix))
            return type;
    }
    return {};
}

Routes::Routes(const QString &assets, const QString &runtime)
{
    addFolder(u"/"_s, runtime + "/resources/shell"_L1);
    addFolder(u"/worker/"_s, runtime + "/pyodide/worker"_L1);
    addFolder(u"/python/"_s, runtime + "/pyodide/python"_L1);
    addFolder(u"/wasi/"_s, runtime + "/pyodide/wasi"_L1);
    addFolder(u"/languages/"_s, assets + "/languages"_L1);
    addFolder(u"/pyodide/"_s, assets + "/pyodide"_L1);
    addFolder(u"/fonts/"_s, assets + "/fonts"_L1);
}

void Routes::addFolder(const QString &prefix, const QString &folder)
{
    QDirIterator it(folder, QDir::Files | QDir::NoSymLinks, QDirIterator::Subdirectories);
    while (it.hasNext()) {
        const QString path = it.next();
        const QByteArray type = contentTypeOf(path);
        if (!type.isEmpty())
            m_files.insert(prefix + path.mid(folder.size() + 1), {path, type});
    }
}

std::optional<ServedFile> Routes::find(const QString &urlPath) const
{
    const auto it = m_files.constFind(urlPath);
    return it == m_files.constEnd() ? std::nullopt : std::optional(*it);
}

} // namespace glovebox::engine
