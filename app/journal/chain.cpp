// SPDX-License-Identifier: MIT
#include "chain.h"

#include <QCryptographicHash>

namespace glovebox::journal {

QByteArray firstLink()
{
    return QByteArray(32, '\0');
}

QByteArray digestOfBody(const QByteArray &body)
{
    return QCryptographicHash::hash(body, QCryptographicHash::Sha256);
}

QByteArray digestOf(const QByteArray &before, const Row &row)
{
    QCryptographicHash hash(QCryptographicHash::Sha256);
    const auto add = [&hash](const QByteArray &field) {
        hash.addData(QByteArray::number(field.size()));
        hash.addData(QByteArrayView(":"));
        hash.addData(field);
    };
    add(before);
    for (const qint64 number : {row.number, row.run, row.seq, row.time})
        add(QByteArray::number(number));
    add(row.kind);
    add(row.bodyDigest);
    return hash.result();
}

} // namespace glovebox::journal
