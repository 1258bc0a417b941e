// SPDX-License-Identifier: MIT
#pragma once

#include "base/result.h"

#include <QByteArray>

#include <functional>
#include <optional>

namespace glovebox::packages {

// What a wheel's archive says about itself, read without unpacking it.
struct WheelFacts
{
    QString name;        // normalised, of METADATA
    QString version;     // of METADATA, as written there
    QByteArray metadata; // METADATA up to its description
    qint64 unpackedBytes = 0;
    int files = 0;

    bool operator==(const WheelFacts &) const = default;
};

// A wheel's name and version as its file name says (PEP 427); the version as written there.
struct WheelName
{
    QString name; // normalised
    QString version;
    QString platform; // the last part: "any", "win_amd64", "a.b"
};
std::optional<WheelName> wheelName(QStringView fileName);

// Whether it can hold something for this interpreter at all. What exactly fits, the resolver says.
bool isForAnyOrWebAssembly(const WheelName &name);

// Corrupt, with a sentence about what is wrong: no archive, names that leave the folder, entries
// that overlap or pretend to be larger than a wheel may be, another package than its file name
// says. Strict about everything in which two readers of archives could differ.
Result<WheelFacts> inspectWheel(const QByteArray &bytes, const QString &fileName);

// One member of a wheel, as checked as inspectWheel() does; NotFound when it has none of that name.
Result<QByteArray> readWheelMember(const QByteArray &bytes, QByteArrayView member);

// Every file in a zip that is checked in the same strict way, in the order of its directory.
Result<>
forEachMember(const QByteArray &zip,
              const std::function<void(const QByteArray &name, const QByteArray &content)> &take);

// The header of METADATA from the end of a wheel, `wheelBytes` long as a whole. NotFound when
// `tail` does not reach far enough; then all of it is needed. What is read like this is compared
// with the wheel when that comes.
Result<QByteArray> metadataInTail(const QByteArray &tail, qint64 wheelBytes,
                                  const QString &fileName);

// The part of a METADATA file that the resolver reads: everything before the description.
QByteArray metadataHeader(const QByteArray &metadata);

} // namespace glovebox::packages
