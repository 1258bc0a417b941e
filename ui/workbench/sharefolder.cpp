// SPDX-License-Identifier: MIT
#include "sharefolder.h"

#include "ui/models/mountmodel.h"
#include "ui/models/words.h"
#include "ui/parts/button.h"
#include "ui/parts/labels.h"
#include "ui/parts/radio.h"

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
    , m_readOnly(new RadioButton(modeWord(MountMode::ReadOnly), this))
    , m_readWrite(new RadioButton(modeWord(MountMode::ReadWrite), this))
    , m_meaning(new TextLine(TextStep::Second, Token::Text2, this))
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
    auto *modes = new QHBoxLayout;
    modes->setSpacing(16);
    modes->addWidget(m_readOnly);
    modes->addWidget(m_readWrite);
    modes->addStretch(1);
    auto *cancel = new Button(tr("Cancel"), Button::Look::Normal, this);
    auto *share = new Button(tr("Share"), Button::Look::OwnAct, this);
    share->setObjectName(QStringLiteral("shareButton"));
    auto *buttons = new QHBoxLayout;
    buttons->addWidget(m_problem, 1);
    buttons->addWidget(cancel);
    buttons->addWidget(share);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(16, 16, 16, 16);
    layout->setSpacing(12);
    layout->addWidget(path);
    layout->addLayout(nameRow);
    layout->addLayout(modes);
    layout->addWidget(m_meaning);
    layout->addStretch(1);
    layout->addLayout(buttons);
    resize(480, sizeHint().height());

    const auto explain = [this] {
        m_meaning->setText(m_readWrite->isChecked()
                               ? tr("Python may read it and change its files at once.")
                               : tr("Python may read it. It cannot write."));
    };
    connect(m_readOnly, &QRadioButton::toggled, this, explain);
    connect(cancel, &Button::clicked, this, &QDialog::reject);
    connect(share, &Button::clicked, this, &ShareFolderDialog::shareRequested);
    connect(m_name, &QLineEdit::textChanged, share,
            [this, share] { share->setEnabled(m_name->hasAcceptableInput()); });
    m_readOnly->setChecked(true);
    explain();
    m_name->setFocus();
}

QString ShareFolderDialog::name() const
{
    return m_name->text();
}

MountMode ShareFolderDialog::mode() const
{
    return m_readWrite->isChecked() ? MountMode::ReadWrite : MountMode::ReadOnly;
}

void ShareFolderDialog::showProblem(const QString &sentence)
{
    m_problem->setText(sentence);
}

} // namespace glovebox::ui
