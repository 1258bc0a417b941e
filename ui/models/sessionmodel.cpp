// SPDX-License-Identifier: MIT
#include "sessionmodel.h"

#include "words.h"

namespace glovebox::ui {

SessionModel::SessionModel(ProgramControls &controls, QObject *parent)
    : KeyedListModel(parent)
{
    m_items = controls.sessions();
    connect(&controls, &ProgramControls::sessionsChanged, this,
            [this, &controls] { sync(controls.sessions()); });
}

const SessionStatus *SessionModel::session(const SessionId &id) const
{
    const int row = rowOfKey(id);
    return row < 0 ? nullptr : &m_items.at(row);
}

QString SessionModel::sinceText(const SessionStatus &session)
{
    return tr("since %1, %n run(s)", nullptr, session.runs).arg(timeOfDay(session.since));
}

QString SessionModel::memoryText(const SessionStatus &session)
{
    return tr("%1 of %2")
        .arg(ui::memoryText(session.residentBytes), ui::memoryText(session.heapLimitBytes));
}

QVariant SessionModel::data(const QModelIndex &index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const SessionStatus &session = itemAt(index.row());
    switch (role) {
    case Qt::DisplayRole:
    case Qt::AccessibleTextRole:
        return session.name;
    case StateRole:
        return int(session.state);
    case ClientLabelRole:
        return session.clientLabel;
    case ClientKeyRole:
        return session.client.value();
    case SinceRole:
        return sinceText(session);
    case MemoryRole:
        return memoryText(session);
    case MemoryFractionRole:
        return session.heapLimitBytes > 0
                   ? double(session.residentBytes) / double(session.heapLimitBytes)
                   : 0.0;
    default:
        return {};
    }
}

} // namespace glovebox::ui
