// SPDX-License-Identifier: MIT
#include "filespane.h"

#include "ui/theme/fonts.h"
#include "ui/theme/icons.h"
#include "ui/theme/paint.h"
#include "ui/theme/theme.h"

#include <base/shownname.h>

#include <QClipboard>
#include <QGuiApplication>
#include <QHeaderView>
#include <QKeyEvent>
#include <QPainter>

namespace glovebox::ui {

namespace {

constexpr int edge = 16;
enum Column { FileColumn, HowColumn };

} // namespace

FilesPane::FilesPane(QWidget *parent)
    : QTreeWidget(parent)
{
    setObjectName(QStringLiteral("filesPane"));
    setAccessibleName(tr("Files"));
    setFrameShape(QFrame::NoFrame);
    setRootIsDecorated(false);
    setUniformRowHeights(true);
    setHeaderLabels({tr("File"), tr("What the run did")});
    header()->setSectionResizeMode(FileColumn, QHeaderView::Stretch);
    header()->setSectionResizeMode(HowColumn, QHeaderView::ResizeToContents);
    header()->setStretchLastSection(false);
}

void FilesPane::setFacts(const RunFacts *facts)
{
    m_hasRun = facts != nullptr;
    const QList<event::FileTouched> files = facts ? facts->files : QList<event::FileTouched>();
    if (files == m_files)
        return;
    // Only what was added is new, unless it is another run.
    const bool goesOn = files.size() > m_files.size() && files.first(m_files.size()) == m_files;
    if (!goesOn)
        clear();
    const qsizetype first = goesOn ? m_files.size() : 0;
    m_files = files;
    for (const event::FileTouched &file : m_files.sliced(first)) {
        auto *row = new QTreeWidgetItem(this);
        row->setText(FileColumn, shownName(file.mount + u'/' + file.path));
        row->setIcon(FileColumn,
                     icon(file.written ? QStringLiteral("file-pen-line") : QStringLiteral("eye"),
                          Token::Text2));
        row->setText(HowColumn, file.written ? tr("wrote") : tr("read"));
    }
    Q_EMIT filesChanged();
    viewport()->update();
}

void FilesPane::keyPressEvent(QKeyEvent *event)
{
    if (event->matches(QKeySequence::Copy) && currentItem())
        QGuiApplication::clipboard()->setText(currentItem()->text(FileColumn));
    else
        QTreeWidget::keyPressEvent(event);
}

void FilesPane::paintEvent(QPaintEvent *event)
{
    QTreeWidget::paintEvent(event);
    if (!m_files.isEmpty() || !m_hasRun)
        return;
    QPainter painter(viewport());
    painter.setFont(textFont());
    painter.setPen(color(Token::Text3));
    painter.drawText(viewport()->rect().adjusted(edge, 8, -edge, 0),
                     Qt::AlignLeft | Qt::AlignTop | Qt::TextWordWrap,
                     tr("This run touched no file of a mount."));
}

} // namespace glovebox::ui
