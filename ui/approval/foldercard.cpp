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
constexpr int lowHeight = 190; // under it everything stands closer together

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
    column->addWidget(m_path);
    column->addWidget(m_place);
    column->addWidget(m_asked);
    column->addLayout(choice);
    column->addWidget(m_meaning);
    column->addStretch(1);
    arrange();
    refresh();
}

// Nothing of it may be cut off, whatever the window's height: all of it is decided about.
void FolderCard::arrange()
{
    const bool low = height() < lowHeight;
    const int above = low ? 6 : edge;
    layout()->setContentsMargins(edge, above, edge, above);
    layout()->setSpacing(low ? 3 : 8);
    m_asked->setVisible(!low);
    m_place->setText(low ? sideBySide(m_placeText, m_askedText) : m_placeText);
    m_asked->setText(m_askedText);
}

void FolderCard::resizeEvent(QResizeEvent *event)
{
    QWidget::resizeEvent(event);
    arrange();
}

void FolderCard::setRequest(const PendingRequest &request)
{
    const auto &mounts = request.record.reach.mounts;
    const MountReach folder = mounts.isEmpty() ? MountReach() : mounts.first();
    m_path->setText(oneLine(folder.hostPath));
    m_placeText = tr("appears to Python as /mnt/%1").arg(oneLine(folder.name));
    m_askedText = tr("The client asked for: %1").arg(modeWord(folder.mode));
    arrange();
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
