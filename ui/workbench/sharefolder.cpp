// SPDX-License-Identifier: MIT
#include "sharefolder.h"

#include "ui/models/mountmodel.h"
#include "ui/models/words.h"
#include "ui/parts/button.h"
#include "ui/parts/labels.h"
#include "ui/parts/radio.h"

#include <QCheckBox>
#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QRegularExpression>
#include <QRegularExpressionValidator>
#include <QVBoxLayout>

namespace glovebox::ui {

ShareFolderDialog::ShareFolderDialog(const MountModel &mounts, const QString &hostPath,
                                     QWidget *parent)
    : QDialog(parent)
    , m_hostPath(hostPath)
    , m_name(new QLineEdit(mounts.suggestedName(hostPath), this))
    , m_client(new QComboBox(this))
    , m_readOnly(new RadioButton(modeWord(MountMode::ReadOnly), this))
    , m_staged(new RadioButton(modeWord(MountMode::Staged), this))
    , m_readWrite(new RadioButton(modeWord(MountMode::ReadWrite), this))
    , m_meaning(new TextLine(TextStep::Second, Token::Text2, this))
    , m_warning(new SentenceBar(Token::WaitBg, Token::Wait, this))
    , m_sure(new QCheckBox(tr("I have read this and want to share it"), this))
    , m_problem(new TextLine(TextStep::Second, Token::Bad, this))
{
    setObjectName(QStringLiteral("shareFolder"));
    setAttribute(Qt::WA_DeleteOnClose);
    setWindowTitle(tr("Share a folder"));
    static const QRegularExpression allowed(QStringLiteral("[a-z0-9_-]{1,32}"));
    m_name->setValidator(new QRegularExpressionValidator(allowed, this));
    m_name->setAccessibleName(tr("Name"));
    auto *path = new TextLine(TextStep::Text, Token::Text, this);
    path->setIconName(QStringLiteral("folder"));
    path->setText(shortPath(hostPath));
    auto *nameRow = new QHBoxLayout;
    nameRow->addWidget(new QLabel(tr("Python sees it at /mnt/"), this));
    nameRow->addWidget(m_name, 1);
    m_client->setObjectName(QStringLiteral("shareClient"));
    m_client->setAccessibleName(tr("Who may use it"));
    m_client->addItem(tr("All clients"), QString());
    for (const ClientLabel &client : mounts.clients())
        m_client->addItem(client.label, client.id.value());
    auto *clientRow = new QHBoxLayout;
    clientRow->addWidget(new QLabel(tr("Who may use it"), this));
    clientRow->addWidget(m_client, 1);
    auto *modes = new QHBoxLayout;
    modes->setSpacing(16);
    modes->addWidget(m_readOnly);
    modes->addWidget(m_staged);
    modes->addWidget(m_readWrite);
    modes->addStretch(1);
    auto *cancel = new Button(tr("Cancel"), Button::Look::Normal, this);
    m_share = new Button(tr("Share"), Button::Look::OwnAct, this);
    m_share->setObjectName(QStringLiteral("shareButton"));
    auto *buttons = new QHBoxLayout;
    buttons->addWidget(m_problem, 1);
    buttons->addWidget(cancel);
    buttons->addWidget(m_share);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(16, 16, 16, 16);
    layout->setSpacing(12);
    layout->addWidget(path);
    layout->addLayout(nameRow);
    layout->addLayout(clientRow);
    layout->addLayout(modes);
    layout->addWidget(m_meaning);
    layout->addWidget(m_warning);
    layout->addWidget(m_sure);
    layout->addStretch(1);
    layout->addLayout(buttons);
    resize(480, sizeHint().height());

    m_sure->setObjectName(QStringLiteral("shareSure"));
    m_warning->hide();
    m_sure->hide();
    for (RadioButton *mode : {m_readOnly, m_staged, m_readWrite})
        connect(mode, &QRadioButton::toggled, this, &ShareFolderDialog::refresh);
    connect(m_sure, &QCheckBox::toggled, this, &ShareFolderDialog::refresh);
    connect(cancel, &Button::clicked, this, &QDialog::reject);
    connect(m_share, &Button::clicked, this, &ShareFolderDialog::shareRequested);
    connect(m_name, &QLineEdit::textChanged, this, &ShareFolderDialog::refresh);
    m_staged->setChecked(true);
    refresh();
    m_name->setFocus();
}

void ShareFolderDialog::setMode(MountMode mode)
{
    RadioButton *const button = mode == MountMode::ReadOnly    ? m_readOnly
                                : mode == MountMode::ReadWrite ? m_readWrite
                                                               : m_staged;
    button->setChecked(true);
}

QString ShareFolderDialog::name() const
{
    return m_name->text();
}

std::optional<ClientId> ShareFolderDialog::client() const
{
    const QString id = m_client->currentData().toString();
    return id.isEmpty() ? std::nullopt : std::optional(ClientId(id));
}

MountMode ShareFolderDialog::mode() const
{
    if (m_readWrite->isChecked())
        return MountMode::ReadWrite;
    return m_staged->isChecked() ? MountMode::Staged : MountMode::ReadOnly;
}

bool ShareFolderDialog::isRiskAccepted() const
{
    return !m_sure->isHidden() && m_sure->isChecked();
}

void ShareFolderDialog::refresh()
{
    switch (mode()) {
    case MountMode::ReadOnly:
        m_meaning->setText(tr("Python may read it. It cannot write."));
        break;
    case MountMode::Staged:
        m_meaning->setText(tr("Python may read it. What it writes waits for your review."));
        break;
    case MountMode::ReadWrite:
        m_meaning->setText(tr("Python may read it and change its files at once."));
        break;
    }
    m_share->setEnabled(m_name->hasAcceptableInput() &&
                        (m_sure->isHidden() || m_sure->isChecked()));
}

void ShareFolderDialog::warn(const QString &sentence)
{
    m_warning->setSentence(QStringLiteral("triangle-alert"), sentence);
    m_warning->show();
    m_sure->show();
    refresh();
    resize(width(), sizeHint().height());
}

void ShareFolderDialog::showProblem(const QString &sentence)
{
    m_problem->setText(sentence);
}

} // namespace glovebox::ui
