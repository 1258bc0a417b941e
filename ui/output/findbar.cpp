// SPDX-License-Identifier: MIT
#include "findbar.h"

#include "ui/parts/button.h"
#include "ui/parts/labels.h"
#include "ui/parts/searchfield.h"
#include "ui/theme/icons.h"
#include "ui/theme/paint.h"
#include "ui/theme/theme.h"

#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLineEdit>
#include <QPainter>

namespace glovebox::ui {

FindBar::FindBar(QWidget *parent)
    : QWidget(parent)
    , m_field(new QLineEdit(this))
    , m_found(new TextLine(TextStep::Second, Token::Text2, this))
{
    setFixedHeight(40);
    makeSearchField(*m_field, tr("Find in output"));
    m_field->setFixedWidth(280);
    auto *close = new Button({}, Button::Look::Quiet, this);
    close->setIconName(QStringLiteral("x"));
    close->setAccessibleName(tr("Close"));
    auto *layout = new QHBoxLayout(this);
    layout->setContentsMargins(16, 4, 8, 4);
    layout->addWidget(m_field);
    layout->addWidget(m_found, 1);
    layout->addWidget(close);
    connect(m_field, &QLineEdit::textChanged, this, &FindBar::textChanged);
    connect(close, &Button::clicked, this, &FindBar::closeBar);
    hide();
}

void FindBar::open()
{
    show();
    m_field->setFocus(Qt::ShortcutFocusReason);
    m_field->selectAll();
    Q_EMIT textChanged(m_field->text());
}

QString FindBar::text() const
{
    return m_field->text();
}

void FindBar::setFound(int rows)
{
    m_found->setText(m_field->text().isEmpty() ? QString() : tr("%n line(s)", nullptr, rows));
}

void FindBar::closeBar()
{
    hide();
    Q_EMIT closed();
}

void FindBar::keyPressEvent(QKeyEvent *event)
{
    if (event->key() == Qt::Key_Escape)
        closeBar();
    else if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter)
        Q_EMIT nextRequested(!(event->modifiers() & Qt::ShiftModifier));
    else
        QWidget::keyPressEvent(event);
}

void FindBar::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    painter.fillRect(rect(), color(Token::Window));
    paintHorizontalLine(painter, 0, width(), 0, color(Token::Line));
}

} // namespace glovebox::ui
