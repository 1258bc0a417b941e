// SPDX-License-Identifier: MIT
#include "pageport.h"

#include <QJsonDocument>

#include <algorithm>

namespace glovebox::engine {

using namespace Qt::StringLiterals;

namespace {

// The small transport carries at most 8 KiB of records; a call may be a little longer. As base64,
// with room for the JSON around it.
constexpr qsizetype maxTextChars = 256 * 1024;

QString compact(const QJsonObject &object)
{
    return QString::fromUtf8(QJsonDocument(object).toJson(QJsonDocument::Compact));
}

std::optional<QByteArray> fromBase64(QStringView text)
{
    auto decoded =
        QByteArray::fromBase64Encoding(text.toLatin1(), QByteArray::AbortOnBase64DecodingErrors);
    if (!decoded || decoded.decoded.isEmpty())
        return std::nullopt;
    return std::move(decoded.decoded);
}

} // namespace

void PagePort::post(const QByteArray &messageJson)
{
    // The program's own JSON goes on as it is: up to megabytes of code and input.
    Q_EMIT received(QString::fromUtf8(R"({"kind":"post","message":)" + messageJson + '}'));
}

void PagePort::interrupt(const QString &run)
{
    Q_EMIT received(compact({{u"kind"_s, u"interrupt"_s}, {u"run"_s, run}}));
}

void PagePort::reply(qint64 id, const QByteArray &frame)
{
    Q_EMIT received(u"reply "_s + QString::number(id) + u' ' +
                    QString::fromLatin1(frame.toBase64()));
}

void PagePort::takeCall(const QString &text)
{
    const qsizetype space = text.indexOf(u' ');
    bool isNumber = false;
    const qint64 id = QStringView(text).first(std::max<qsizetype>(space, 0)).toLongLong(&isNumber);
    const auto frame = text.size() <= maxTextChars && isNumber && id >= 0
                           ? fromBase64(QStringView(text).sliced(space + 1))
                           : std::nullopt;
    if (frame)
        return Q_EMIT called(id, *frame);
    Q_EMIT violated(u"a call of %1 characters that cannot be read"_s.arg(text.size()));
}

void PagePort::send(const QString &text)
{
    if (text.size() > maxTextChars)
        return Q_EMIT violated(u"a text of %1 characters"_s.arg(text.size()));
    const QJsonObject message = QJsonDocument::fromJson(text.toUtf8()).object();
    const QString kind = message[u"kind"].toString();
    if (kind == u"ready")
        return Q_EMIT ready();
    if (kind == u"records") {
        if (const auto frames = fromBase64(message[u"frames"].toString()))
            return Q_EMIT records(*frames);
    }
    Q_EMIT violated(u"a text of kind \"%1\" that it does not know"_s.arg(kind.left(32)));
}

} // namespace glovebox::engine
