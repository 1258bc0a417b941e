// SPDX-License-Identifier: MIT
#include "message.h"

namespace glovebox::http {

int Headers::count(QByteArrayView name) const
{
    int found = 0;
    for (const Header &field : m_fields) {
        if (field.name.compare(name, Qt::CaseInsensitive) == 0)
            ++found;
    }
    return found;
}

QByteArray Headers::value(QByteArrayView name) const
{
    QByteArray joined;
    bool first = true;
    for (const Header &field : m_fields) {
        if (field.name.compare(name, Qt::CaseInsensitive) != 0)
            continue;
        if (!first)
            joined += ", ";
        joined += field.value;
        first = false;
    }
    return joined;
}

QByteArray reasonPhrase(int status)
{
    switch (status) {
    case 100:
        return "Continue";
    case 200:
        return "OK";
    case 202:
        return "Accepted";
    case 204:
        return "No Content";
    case 400:
        return "Bad Request";
    case 401:
        return "Unauthorized";
    case 403:
        return "Forbidden";
    case 404:
        return "Not Found";
    case 405:
        return "Method Not Allowed";
    case 406:
        return "Not Acceptable";
    case 408:
        return "Request Timeout";
    case 409:
        return "Conflict";
    case 413:
        return "Content Too Large";
    case 415:
        return "Unsupported Media Type";
    case 417:
        return "Expectation Failed";
    case 429:
        return "Too Many Requests";
    case 431:
        return "Request Header Fields Too Large";
    case 500:
        return "Internal Server Error";
    case 501:
        return "Not Implemented";
    case 503:
        return "Service Unavailable";
    case 505:
        return "HTTP Version Not Supported";
    default:
        return "Status";
    }
}

} // namespace glovebox::http
