// SPDX-License-Identifier: MIT
#include "ids.h"

#include <QByteArray>
#include <QRandomGenerator>

#include <algorithm>

namespace glovebox {

ClientId personClient()
{
    return ClientId(QStringLiteral("person"));
}

std::optional<RunId> RunId::fromString(QStringView text)
{
    if (!text.startsWith(u'r') || text.size() < 2 || text.size() > 19)
        return std::nullopt;
    const QStringView digits = text.mid(1);
    const bool plain = std::ranges::all_of(digits, [](QChar c) { return c >= u'0' && c <= u'9'; });
    if (!plain || digits.front() == u'0')
        return std::nullopt;
    return RunId(digits.toLongLong());
}

QString RunId::toString() const
{
    return QStringLiteral("r%1").arg(m_number);
}

QString randomHex(int bytes)
{
    QByteArray raw(bytes, Qt::Uninitialized);
    QRandomGenerator *system = QRandomGenerator::system();
    std::ranges::generate(raw, [system] { return static_cast<char>(system->bounded(256)); });
    return QString::fromLatin1(raw.toHex());
}

ClientId newClientId()
{
    return ClientId(u"c" + randomHex(6));
}

SessionId newSessionId()
{
    return SessionId(u"s" + randomHex(6));
}

bool isValidSessionName(QStringView name)
{
    return name.size() >= 1 && name.size() <= 64 && std::ranges::all_of(name, [](QChar c) {
               return (c >= u'a' && c <= u'z') || (c >= u'A' && c <= u'Z') ||
                      (c >= u'0' && c <= u'9') || c == u'_' || c == u'-';
           });
}

} // namespace glovebox
