// SPDX-License-Identifier: MIT
#include "client.h"

#include <QCryptographicHash>
#include <QRandomGenerator>

#include <algorithm>

namespace glovebox::journal {

namespace {

constexpr int keyBytes = 32;
constexpr qsizetype maxLabel = 64;

QByteArray randomBytes(int count)
{
    QByteArray bytes(count, Qt::Uninitialized);
    QRandomGenerator *system = QRandomGenerator::system();
    std::ranges::generate(bytes, [system] { return static_cast<char>(system->bounded(256)); });
    return bytes;
}

bool isVisible(char32_t c)
{
    // Format characters change the writing direction or are not seen at all.
    const QChar::Category category = QChar::category(c);
    return QChar::isPrint(c) && category != QChar::Other_Format &&
           category != QChar::Separator_Line && category != QChar::Separator_Paragraph;
}

} // namespace

QByteArray hashOfKey(QByteArrayView key)
{
    return QCryptographicHash::hash(key, QCryptographicHash::Sha256);
}

Result<> checkLabel(const QString &label)
{
    const QList<uint> characters = label.toUcs4();
    const bool visible = std::ranges::all_of(characters, isVisible);
    if (label.isEmpty() || characters.size() > maxLabel || !visible || label.trimmed() != label)
        return fail(ErrorCode::InvalidArgument,
                    QStringLiteral("A client's name has 1 to %1 visible characters and no space "
                                   "at either end.")
                        .arg(maxLabel));
    return {};
}

QString foldedLabel(const QString &label)
{
    return label.normalized(QString::NormalizationForm_KC).toCaseFolded().simplified();
}

QString newKey()
{
    return QStringLiteral("gb_") +
           QString::fromLatin1(randomBytes(keyBytes).toBase64(QByteArray::Base64UrlEncoding |
                                                              QByteArray::OmitTrailingEquals));
}

NewClient makeClient(const QString &label, KeyUse use, bool temporary, const QDateTime &now)
{
    NewClient made;
    made.key = newKey();
    made.client.id = newClientId();
    made.client.label = label;
    made.client.keyHash = hashOfKey(made.key.toLatin1());
    made.client.addressKey = use == KeyUse::Address;
    made.client.temporary = temporary;
    made.client.created = now;
    return made;
}

} // namespace glovebox::journal
