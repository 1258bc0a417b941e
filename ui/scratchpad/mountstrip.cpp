// SPDX-License-Identifier: MIT
#include "mountstrip.h"

#include <ui/models/words.h>
#include <ui/parts/labels.h>
#include <ui/parts/wording.h>
#include <ui/theme/paint.h>
#include <ui/theme/theme.h>

#include <QPainter>
#include <QScrollArea>
#include <QVBoxLayout>

#include <algorithm>

namespace glovebox::ui {

using namespace Qt::StringLiterals;

namespace {

constexpr int rowHeight = 64;
constexpr int mostRows = 3; // more of them scroll

ChipKind chipOf(MountMode mode)
{
    return mode == MountMode::Staged     ? ChipKind::Accent
           : mode == MountMode::ReadOnly ? ChipKind::Plain
                                         : ChipKind::Strong;
}

} // namespace

MountStrip::MountStrip(MountModel &model, QWidget *parent)
    : QWidget(parent)
    , m_model(model)
    , m_rows(new QWidget)
    , m_column(new QVBoxLayout(m_rows))
{
    setObjectName(u"mountStrip"_s);
    auto *title = new TextLine(TextStep::Text, Token::Text, this);
    title->setWeight(QFont::DemiBold);
    m_column->setContentsMargins({});
    m_column->setSpacing(0);
    auto *area = new QScrollArea(this);
    area->setFrameShape(QFrame::NoFrame);
    area->setWidgetResizable(true);
    area->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    area->setWidget(m_rows);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(16, 12, 8, 8);
    layout->setSpacing(8);
    layout->addWidget(title);
    layout->addWidget(area, 1);
    connect(&model, &QAbstractItemModel::modelReset, this, &MountStrip::refresh);
    connect(&model, &QAbstractItemModel::rowsInserted, this, &MountStrip::refresh);
    connect(&model, &QAbstractItemModel::rowsRemoved, this, &MountStrip::refresh);
    connect(&model, &QAbstractItemModel::rowsMoved, this, &MountStrip::refresh);
    connect(&model, &QAbstractItemModel::dataChanged, this, &MountStrip::refresh);
    auto *words = new Wording(this);
    words->add([this, title, area] {
        title->setText(tr("Mounts"));
        area->setAccessibleName(tr("Mounts"));
        refresh();
    });
}

void MountStrip::refresh()
{
    while (QLayoutItem *item = m_column->takeAt(0)) {
        if (item->widget())
            item->widget()->deleteLater();
        delete item;
    }
    for (const MountStatus &mount : m_model.items()) {
        auto *row = new QWidget(m_rows);
        row->setFixedHeight(rowHeight);
        auto *name = new TextLine(TextStep::Text, Token::Text, row);
        name->setText(mount.name);
        name->setWeight(QFont::DemiBold);
        name->setIconName(u"folder"_s);
        auto *chip = new Chip(chipOf(mount.mode), modeWord(mount.mode), modeIcon(mount.mode), row);
        auto *host = new TextLine(TextStep::Second, Token::Text2, row);
        host->setText(shortPath(mount.hostPath));
        auto *inside = new TextLine(TextStep::Second, Token::Text2, row);
        inside->setText(u"/mnt/"_s + mount.name);
        row->setAccessibleName(tr("Mount %1, %2").arg(mount.name, modeWord(mount.mode)));
        auto *head = new QHBoxLayout;
        head->addWidget(name, 1);
        head->addWidget(chip);
        auto *paths = new QVBoxLayout;
        paths->setContentsMargins(24, 0, 0, 0);
        paths->setSpacing(0);
        paths->addWidget(host);
        paths->addWidget(inside);
        auto *column = new QVBoxLayout(row);
        column->setContentsMargins(0, 0, 8, 6);
        column->setSpacing(2);
        column->addLayout(head);
        column->addLayout(paths);
        m_column->addWidget(row);
    }
    const int mounts = int(m_model.items().size());
    if (mounts == 0) {
        auto *none = new SentenceBar(Token::Window, Token::Text3, m_rows);
        none->setSentence(u"info"_s, tr("No folders shared. Python sees only /session, in memory.")
                                         .replace(u'/', QStringLiteral("/\u2060")) // one word
        );
        m_column->addWidget(none);
    }
    m_column->addStretch(1);
    setFixedHeight(52 + std::clamp(mounts, 1, mostRows) * rowHeight);
}

void MountStrip::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    paintHorizontalLine(painter, 0, width(), 0, color(Token::Line));
}

} // namespace glovebox::ui
