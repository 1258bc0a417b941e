// SPDX-License-Identifier: MIT
#pragma once

#include <QString>

#include <expected>

namespace glovebox {

// What kind of thing went wrong. Stable: protocols map these in one table each.
enum class ErrorCode {
    InvalidArgument, // the caller's input is wrong; `text` says what was expected
    NotFound,        // unknown, or not the caller's own (the two are never told apart)
    Denied,          // policy, reach or a person said no
    Conflict,        // the state does not allow it now
    LimitExceeded,   // a size, rate or time limit of limits.h
    Unavailable,     // something needed is not there (engine, port, file system)
    Cancelled,       // the caller took it back
    Io,              // the operating system refused; `detail` has errno's text
    Corrupt,         // stored data does not match its digest or schema
    Internal,        // our own fault
};

// An error as a value. `text` is one English sentence for a person or a model and says what to
// do; `detail` is for the log only and may name paths.
struct Error
{
    ErrorCode code = ErrorCode::Internal;
    QString text;
    QString detail = {};

    bool operator==(const Error &) const = default;
};

template <class T = void>
using Result = std::expected<T, Error>;

// The stable name of a code, as it appears in logs and in structured results.
QString toString(ErrorCode code);

[[nodiscard]] inline std::unexpected<Error> fail(ErrorCode code, QString text, QString detail = {})
{
    return std::unexpected(Error{code, std::move(text), std::move(detail)});
}

// An Io error with errno's own text in `detail`.
[[nodiscard]] std::unexpected<Error> failErrno(const QString &text, int errnoValue);

} // namespace glovebox
