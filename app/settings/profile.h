// SPDX-License-Identifier: MIT
#pragma once

#include "base/result.h"

#include <QString>

namespace glovebox::settings {

// The folder with all state of one instance (DESIGN 4.1): only its owner may look into it.
class Profile
{
public:
    // `folder` empty: the platform's own place for application data. Makes it with mode 0700.
    // Denied when it belongs to somebody else or others can enter it, with what to do.
    static Result<Profile> open(const QString &folder);

    const QString &folder() const { return m_folder; } // absolute, symbolic links resolved
    QString file(const QString &name) const { return m_folder + u'/' + name; }

private:
    explicit Profile(QString folder)
        : m_folder(std::move(folder))
    {
    }

    QString m_folder;
};

} // namespace glovebox::settings
