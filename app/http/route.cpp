// SPDX-License-Identifier: MIT
#include "route.h"

#include <QJsonDocument>
#include <QJsonObject>

namespace glovebox::http {

using namespace Qt::StringLiterals;

QByteArray Route::errorBody(const QString &text) const
{
    return plainErrorBody(text);
}

QByteArray plainErrorBody(const QString &text)
{
    return QJsonDocument(QJsonObject{{u"error"_s, text}}).toJson(QJsonDocument::Compact);
}

} // namespace glovebox::http
