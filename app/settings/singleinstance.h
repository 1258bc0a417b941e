// SPDX-License-Identifier: MIT
#pragma once

#include "base/result.h"

#include <QLocalServer>
#include <QObject>
#include <QStringList>

#include <memory>

QT_BEGIN_NAMESPACE
class QLockFile;
QT_END_NAMESPACE

namespace glovebox::settings {

// One program per profile. The first one holds a lock and listens on a local socket in the profile
// (which only its owner can enter; the peer's user is checked all the same). A second start
// passes documents and raises the first, nothing else (DESIGN 4.1).
class SingleInstance final : public QObject
{
    Q_OBJECT

public:
    explicit SingleInstance(const QString &profileFolder, QObject *parent = nullptr);
    ~SingleInstance() override;

    enum class Role {
        First,  // go on
        Second, // the first was told; end
    };
    // Conflict when another program holds the profile and does not answer. Without `raise` the
    // first one stays where it is: nothing that a client starts may come to the front.
    Result<Role> begin(const QStringList &documents, bool raise = true);

Q_SIGNALS:
    void raiseRequested();
    void documentsRequested(const QStringList &paths);

private:
    Result<> tellFirst(const QStringList &documents, bool raise) const;
    Result<> listen();
    void onConnection();
    void onMessage(const QByteArray &line);

    QString m_socketPath;
    std::unique_ptr<QLockFile> m_lock;
    QLocalServer m_server;
};

} // namespace glovebox::settings
