// SPDX-License-Identifier: MIT
#include "foldercard.h"

#include <ui/models/words.h>
#include <ui/parts/labels.h>
#include <ui/parts/radio.h>
#include <ui/theme/paint.h>
#include <ui/theme/theme.h>

#include <QHBoxLayout>
#include <QPainter>
#include <QVBoxLayout>

namespace glovebox::ui {

namespace {

constexpr int edge = 16;

QString meaningOf(MountMode mode)
{
    switch (mode) {
    case MountMode::ReadOnly:
        return FolderCard::tr("The client can read it. Nothing in it can change.");
    case MountMode::Staged:
        return FolderCard::tr("The client can read it. What it writes waits for your review.");
    case MountMode::ReadWrite:
        return FolderCard::tr("The client can read it, and runs change your files at once.");
    }
    Q_UNREACHABLE_RETURN(QString());
}

} // namespace

FolderCard::FolderCard(QWidget *parent)
    : QWidget(parent)
    , m_path(new TextLine(TextStep::Title, Token::Text, this))
    , m_place(new TextLine(TextStep::Second, Token::Text2, this))
    , m_asked(new TextLine(TextStep::Second, Token::Text3, this))
    , m_meaning(new SentenceBar(Token::Hover, Token::Text2, this))
{
    setObjectName(QStringLiteral("folderCard"));
    m_path->setObjectName(QStringLiteral("folderPath"));
    m_path->setIconName(QStringLiteral("folder"));
    auto *choice = new QHBoxLayout;
    choice->setSpacing(edge);
    for (const MountMode mode : {MountMode::ReadOnly, MountMode::Staged, MountMode::ReadWrite}) {
        auto *button = new RadioButton(modeWord(mode), this);
        button->setObjectName(QStringLiteral("folderMode-") + toString(mode));
        connect(button, &QRadioButton::clicked, this, [this, mode] { setMode(mode); });
        m_modes.append({mode, button});
        choice->addWidget(button);
    }
    choice->addStretch(1);
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(edge, edge, edge, edge);
    column->setSpacing(8);
    column->addWidget(m_path);
    column->addWidget(m_place);
    column->addWidget(m_asked);
    column->addSpacing(8);
    column->addLayout(choice);
    column->addWidget(m_meaning);
    column->addStretch(1);
    refresh();
}

void FolderCard::setRequest(const PendingRequest &request)
{
    const auto &mounts = request.record.reach.mounts;
    const MountReach folder = mounts.isEmpty() ? MountReach() : mounts.first();
    m_path->setText(oneLine(folder.hostPath));
    m_place->setText(tr("appears to Python as /mnt/%1").arg(oneLine(folder.name)));
    m_asked->setText(tr("The client asked for: %1").arg(modeWord(folder.mode)));
    setMode(MountMode::Staged);
}

void FolderCard::setMode(MountMode mode)
{
    m_mode = mode;
    refresh();
    Q_EMIT modeChanged(mode);
}

QList<QWidget *> FolderCard::fields() const
{
    QList<QWidget *> fields;
    for (const auto &[mode, button] : m_modes)
        fields.append(button);
    return fields;
}

void FolderCard::refresh()
{
    for (const auto &[mode, button] : std::as_const(m_modes))
        button->setChecked(mode == m_mode);
    m_meaning->setSentence(modeIcon(m_mode), meaningOf(m_mode));
}

void FolderCard::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    painter.fillRect(rect(), color(Token::Sunken));
}

} // namespace glovebox::ui
