// SPDX-License-Identifier: MIT
#include "mcprefusal.h"

#include "base/logging.h"

namespace glovebox::http {

bool accepts(const Headers &headers, QByteArrayView type)
{
    const QByteArray family = type.first(type.indexOf('/')).toByteArray() + "/*";
    const QList<QByteArray> entries = headers.value("accept").split(',');
    for (const QByteArray &entry : entries) {
        const qsizetype end = entry.indexOf(';');
        const QByteArray name = entry.left(end < 0 ? entry.size() : end).trimmed().toLower();
        if (name == type || name == family || name == "*/*")
            return true;
    }
    return false;
}

bool isJson(const Headers &headers)
{
    const QByteArray value = headers.value("content-type");
    const qsizetype end = value.indexOf(';');
    return value.left(end < 0 ? value.size() : end)
               .trimmed()
               .compare(jsonType, Qt::CaseInsensitive) == 0;
}

void refuse(const ResponderPtr &responder, int status, const mcp::RpcError &error,
            const QJsonValue &id, const Headers &headers)
{
    qCWarning(lcHttp).noquote() << "refused with" << status << "by the MCP route:" << error.text;
    responder->send(status, jsonType.toByteArray(), mcp::encode(mcp::errorMessage(id, error)),
                    headers);
}

} // namespace glovebox::http
