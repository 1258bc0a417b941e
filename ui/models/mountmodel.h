// SPDX-License-Identifier: MIT
#pragma once

#include "keyedlistmodel.h"

#include "base/controls.h"

namespace glovebox::ui {

// The folders that runs may see, in the order of the program.
class MountModel final : public KeyedListModel<MountStatus, QString>
{
    Q_OBJECT

public:
    enum Role {
        NameRole = Qt::UserRole + 1,
        HostPathRole, // whole
        PathRole,     // short: "~/Documents"
        ModeRole,     // int(MountMode)
        ModeWordRole,
        ModeIconRole,
        NoteRole,    // the one line that matters, or empty
        ProblemRole, // bool: the note says what is wrong
        ReviewRole,  // bool: the note is a way to the review
        SecretsRole, // bool: names that usually hold secrets are shown to clients
        VolumesRole, // bool: other volumes inside the folder are part of it
        LimitedRole, // bool: only some clients may use it
    };

    explicit MountModel(ProgramControls &controls, QObject *parent = nullptr);

    QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;

    // Those that a folder can be limited to.
    QList<ClientLabel> clients() const { return m_controls.clients(); }

    // A name that is free and allowed (`[a-z0-9_-]{1,32}`), made of a folder's own name.
    QString suggestedName(const QString &hostPath) const;

protected:
    QString keyOf(const MountStatus &mount) const override { return mount.name; }

private:
    QString note(const MountStatus &mount) const;
    static QString limitText(const QList<ClientLabel> &clients);

    ProgramControls &m_controls;
};

} // namespace glovebox::ui
