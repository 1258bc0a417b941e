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
    };

    explicit MountModel(ProgramControls &controls, QObject *parent = nullptr);

    QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;

    // A name that is free and allowed (`[a-z0-9_-]{1,32}`), made of a folder's own name.
    QString suggestedName(const QString &hostPath) const;

protected:
    QString keyOf(const MountStatus &mount) const override { return mount.name; }

private:
    QString note(const MountStatus &mount) const;

    ProgramControls &m_controls;
};

} // namespace glovebox::ui
