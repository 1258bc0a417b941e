// SPDX-License-Identifier: MIT
#pragma once

#include <QByteArray>

namespace glovebox::journal {

// One row of the events table, as it is stored.
struct Row
{
    qint64 number = 0; // 1, 2, 3 … over the whole journal, without gaps
    qint64 run = 0;    // 0: about a client, or about somebody who was refused
    qint64 seq = 0;
    qint64 time = 0; // milliseconds since 1970, UTC
    QByteArray kind;
    QByteArray body; // compact JSON
};

// What stands for "the row before the first".
QByteArray firstLink();

// SHA-256 over the digest of the row before and every field of this one. Each field is preceded
// by its length, so that no text can move from one into another unnoticed.
QByteArray digestOf(const QByteArray &before, const Row &row);

} // namespace glovebox::journal
