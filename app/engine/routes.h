// SPDX-License-Identifier: MIT
#pragma once

#include <QByteArray>
#include <QHash>
#include <QString>

#include <optional>

namespace glovebox::engine {

struct ServedFile
{
    QString path; // on disk
    QByteArray contentType;
};

// The files that a page can have, found once at start: a URL's path is looked up here and never
// becomes part of a file name.
//   /shell.html          <runtime>/resources/shell/shell.html
//   /worker/…            <runtime>/pyodide/worker
//   /python/…            <runtime>/pyodide/python
//   /wasi/…              <runtime>/pyodide/wasi
//   /pyodide/…           <assets>/pyodide
//   /languages/…         <assets>/languages
//   /fonts/…             <assets>/fonts
class Routes
{
public:
    Routes(const QString &assets, const QString &runtime);

    std::optional<ServedFile> find(const QString &urlPath) const;
    qsizetype count() const { return m_files.size(); }

private:
    void addFolder(const QString &prefix, const QString &folder);

    QHash<QString, ServedFile> m_files;
};

// Empty: not a type that is served.
QByteArray contentTypeOf(const QString &fileName);

} // namespace glovebox::engine
