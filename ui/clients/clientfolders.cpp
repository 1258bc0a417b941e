// SPDX-License-Identifier: MIT
#include "clientfolders.h"

#include "ui/parts/labels.h"

#include <QCheckBox>
#include <QVBoxLayout>

#include <algorithm>

namespace glovebox::ui {

ClientFolders::ClientFolders(ProgramControls &controls, QWidget *parent)
    : QWidget(parent)
    , m_controls(controls)
    , m_rows(new QVBoxLayout(this))
    , m_none(new TextLine(TextStep::Second, Token::Text3, this))
{
    setObjectName(QStringLiteral("clientFolders"));
    m_rows->setContentsMargins(0, 0, 0, 0);
    m_rows->setSpacing(4);
    m_none->setText(tr("No folders shared."));
    m_rows->addWidget(m_none);
    connect(&controls, &ProgramControls::mountsChanged, this, &ClientFolders::refresh);
    refresh();
}

void ClientFolders::setClient(const ClientId &client)
{
    m_client = client;
    refresh();
}

// Boxes stay while their folders do: one that is being pressed must not go away under it.
void ClientFolders::refresh()
{
    const QList<MountStatus> mounts = m_controls.mounts();
    QHash<QString, QCheckBox *> boxes;
    for (QCheckBox *box : findChildren<QCheckBox *>(Qt::FindDirectChildrenOnly)) {
        const bool stays = std::ranges::contains(mounts, box->text(), &MountStatus::name);
        if (stays)
            boxes.insert(box->text(), box);
        else
            box->deleteLater();
        box->setVisible(stays);
    }
    m_filling = true;
    for (const MountStatus &mount : mounts) {
        QCheckBox *&box = boxes[mount.name];
        if (!box) {
            box = new QCheckBox(mount.name, this);
            box->setObjectName(QStringLiteral("folder-") + mount.name);
            connect(box, &QCheckBox::toggled, this, [this, name = mount.name](bool on) {
                if (!m_filling)
                    setAllowed(name, on);
            });
            m_rows->addWidget(box);
        }
        box->setToolTip(mount.hostPath.toHtmlEscaped());
        box->setChecked(mayUse(mount, m_client));
    }
    m_filling = false;
    m_none->setVisible(mounts.isEmpty());
}

void ClientFolders::setAllowed(const QString &mount, bool allowed)
{
    const QList<MountStatus> mounts = m_controls.mounts();
    const auto found = std::ranges::find(mounts, mount, &MountStatus::name);
    if (found == mounts.end() || m_client.isNull())
        return;
    const auto clients = clientsWith(*found, m_client, allowed, m_controls.clients());
    if (const auto set = m_controls.setMountClients(mount, clients); !set)
        Q_EMIT failed(set.error().text);
    refresh();
}

} // namespace glovebox::ui
