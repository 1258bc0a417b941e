// SPDX-License-Identifier: MIT
#pragma once

#include "keyedlistmodel.h"

#include "base/clock.h"
#include "base/desk.h"

#include <memory>

namespace glovebox::ui {

// The requests that wait for the person, oldest first, and those that no longer wait until they
// are dismissed. What a card says of its reach is what the record allows at most; what the code
// seems to do is the approval view's to say.
class WaitingModel final : public KeyedListModel<PendingRequest, RunId>
{
    Q_OBJECT

public:
    enum Role {
        RunRole = Qt::UserRole + 1,
        ClientLabelRole,
        ClientKeyRole,
        SecondLineRole, // "r187 · Claude Desktop · sales-q3"
        TimeLeftRole,   // "1:42"; "paused"; empty: no end, or no longer waiting
        NewHereRole,
        OutsideGrantRole, // why its standing permission did not cover it
        StillWaitingRole,
        ReachRole, // QStringList: icon, words, icon, words …
    };

    WaitingModel(ApprovalDesk &desk, Clock &clock, QObject *parent = nullptr);

    QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;

    int waiting() const; // without those that are over
    int rowOf(RunId run) const { return rowOfKey(run); }
    RunId firstWaiting() const;
    const PendingRequest *request(RunId run) const;

Q_SIGNALS:
    void countChanged();

protected:
    RunId keyOf(const PendingRequest &request) const override { return request.run; }

private:
    void refresh();
    void scheduleTick();
    QString timeLeft(const PendingRequest &request) const;
    QString accessibleText(const PendingRequest &request) const;

    ApprovalDesk &m_desk;
    Clock &m_clock;
    std::unique_ptr<QObject> m_tick;
};

// Names and modes as short words, each after the name of its icon.
QStringList reachWords(const Reach &reach);

} // namespace glovebox::ui
