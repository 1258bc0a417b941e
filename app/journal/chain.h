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
    QByteArray bodyDigest; // of the body, which may be purged while this stays
};

// SHA-256 of a row's body: compact JSON.
QByteArray digestOfBody(const QByteArray &body);

// Rows about a run that are no events of it have numbers of their own within the run.
inline constexpr qint64 keptSeq = -1;   // digests of its files
inline constexpr qint64 purgedSeq = -2; // its content was removed

// What stands for "the row before the first".
QByteArray firstLink();

// SHA-256 over the digest of the row before and every field of this one. Each field is preceded
// by its length, so that no text can move from one into another unnoticed.
QByteArray digestOf(const QByteArray &before, const Row &row);

} // namespace glovebox::journal
