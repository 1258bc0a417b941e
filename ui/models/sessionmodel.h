// SPDX-License-Identifier: MIT
#pragma once

#include "keyedlistmodel.h"

#include "base/controls.h"

namespace glovebox::ui {

// The sessions that live now.
class SessionModel final : public KeyedListModel<SessionStatus, SessionId>
{
    Q_OBJECT

public:
    enum Role {
        StateRole = Qt::UserRole + 1, // int(SessionStatus::State)
        ClientLabelRole,
        ClientKeyRole,
        SinceRole,  // "since 10:31, 5 runs"
        MemoryRole, // "214 MB of 1 GB"
        MemoryFractionRole,
    };

    explicit SessionModel(ProgramControls &controls, QObject *parent = nullptr);

    QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;

    // The session as it is now, or null when it lives no longer.
    const SessionStatus *session(const SessionId &id) const;
    static QString sinceText(const SessionStatus &session);
    static QString memoryText(const SessionStatus &session);

protected:
    SessionId keyOf(const SessionStatus &session) const override { return session.ref.id; }
};

} // namespace glovebox::ui
