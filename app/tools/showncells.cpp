// SPDX-License-Identifier: MIT
#include "showncells.h"

#include "base/scratchlimits.h"
#include "modeltext.h"

#include <algorithm>

namespace glovebox::tools {

using namespace Qt::StringLiterals;

namespace {

const QString scheme = u"scratchpad://"_s;
constexpr qsizetype maxTitle = 200;

// A fence that nothing in the text can close.
QString fenced(const QString &text, const QString &language)
{
    qsizetype longest = 2;
    qsizetype run = 0;
    for (const QChar c : text) {
        run = c == u'`' ? run + 1 : 0;
        longest = std::max(longest, run);
    }
    const QString fence(longest + 1, u'`');
    const QString end = text.endsWith(u'\n') ? QString() : u"\n"_s;
    return fence + language + u'\n' + text + end + fence + u'\n';
}

QString boundedOutput(const QString &output)
{
    const QByteArray bytes = output.toUtf8();
    const qint64 most = limits::outputBytesForModels;
    const qint64 half = most / 2;
    return bytes.size() <= most ? headAndTail(bytes, {}, bytes.size())
                                : headAndTail(bytes.first(half), bytes.last(half), bytes.size());
}

} // namespace

Result<QString> ShownCells::show(const ClientId &client, const QString &title,
                                 const QByteArray &source, const QString &output)
{
    if (source.size() > limits::maxCodeBytes)
        return fail(ErrorCode::LimitExceeded, tr("The cell has more than 1 MiB."));
    if (std::ranges::count(m_cells, client, &Cell::client) >= limits::maxShownCells) {
        return fail(ErrorCode::LimitExceeded,
                    tr("%n cells are shown to this client already. Take one back first.", nullptr,
                       limits::maxShownCells));
    }
    QString text = fenced(QString::fromUtf8(source), u"python"_s);
    if (!output.isEmpty())
        text += u"\nOutput:\n\n"_s + fenced(boundedOutput(output), {});
    // Random: an address of another client's cell cannot be guessed.
    const Cell cell{scheme + randomHex(6), client, title.simplified().left(maxTitle), text};
    m_cells.append(cell);
    Q_EMIT changed(client);
    return cell.address;
}

void ShownCells::takeBack(const QString &address)
{
    const auto it = std::ranges::find(m_cells, address, &Cell::address);
    if (it == m_cells.end())
        return;
    const ClientId client = it->client;
    m_cells.erase(it);
    Q_EMIT changed(client);
}

const ShownCells::Cell *ShownCells::find(const ClientId &client, const QString &address) const
{
    const auto it = std::ranges::find(m_cells, address, &Cell::address);
    return it == m_cells.end() || it->client != client ? nullptr : &*it;
}

mcp::ResourceSource ShownCells::resources()
{
    mcp::ResourceSource source;
    source.list = [this](const mcp::Caller &caller,
                         const std::function<void(QList<mcp::Resource>)> &done) {
        QList<mcp::Resource> resources;
        for (const Cell &cell : std::as_const(m_cells)) {
            if (cell.client != caller.principal.id)
                continue;
            resources.append({.uri = cell.address,
                              .name = cell.title,
                              .title = cell.title,
                              .description = u"A cell of the person's notebook, shown to you: "
                                             "its code and its output."_s,
                              .mimeType = u"text/markdown"_s,
                              .size = cell.text.toUtf8().size()});
        }
        done(resources);
    };
    source.matches = [](const QString &uri) { return uri.startsWith(scheme); };
    source.read = [this](const mcp::Caller &caller, const QString &uri,
                         const std::function<void(mcp::ResourceSource::Contents)> &done) {
        const Cell *cell = find(caller.principal.id, uri);
        if (!cell) {
            return done(fail(ErrorCode::NotFound,
                             u"There is no cell \"%1\" that was shown to you. resources/list has "
                             "those that are."_s.arg(uri.left(80))));
        }
        done(QList<mcp::ResourceContents>{{uri, u"text/markdown"_s, cell->text}});
    };
    return source;
}

void announceCells(mcp::Server &server, const ShownCells &cells)
{
    QObject::connect(&cells, &ShownCells::changed, &server, [&server](const ClientId &client) {
        Q_EMIT server.listChanged(mcp::ListKind::Resources, client);
    });
}

} // namespace glovebox::tools
