// SPDX-License-Identifier: MIT
#include "messagebar.h"

#include "ui/parts/button.h"
#include "ui/parts/labels.h"
#include "ui/theme/paint.h"
#include "ui/theme/theme.h"

#include <QHBoxLayout>
#include <QPainter>
#include <QVBoxLayout>

#include <utility>

namespace glovebox::ui {

namespace {

constexpr int barHeight = 40;
constexpr qsizetype mostMessages = 20;

} // namespace

class MessageBar::Row final : public QWidget
{
public:
    explicit Row(QWidget *parent)
        : QWidget(parent)
        , m_text(new TextLine(TextStep::Text, Token::Text, this))
        , m_action(new Button({}, Button::Look::Link, this))
        , m_close(new Button({}, Button::Look::Quiet, this))
    {
        setFixedHeight(barHeight);
        m_close->setIconName(QStringLiteral("x"));
        m_close->setAccessibleName(MessageBar::tr("Close"));
        auto *layout = new QHBoxLayout(this);
        layout->setContentsMargins(16, 0, 8, 0);
        layout->addWidget(m_text, 1);
        layout->addWidget(m_action);
        layout->addWidget(m_close);
    }

    void setMessage(const Message &message, bool closable)
    {
        m_bad = message.bad;
        m_text->setIconName(m_bad ? QStringLiteral("shield-alert") : QStringLiteral("check"));
        m_text->setText(message.text);
        m_text->setToken(m_bad ? Token::Text : Token::Text);
        m_action->setText(message.action);
        m_action->setVisible(!message.action.isEmpty());
        m_close->setVisible(closable);
        setAccessibleName(message.text);
        update();
    }

    Button *action() const { return m_action; }
    Button *closeButton() const { return m_close; }

protected:
    void paintEvent(QPaintEvent *) override
    {
        QPainter painter(this);
        painter.fillRect(rect(), color(m_bad ? Token::BadBg : Token::OkBg));
        paintHorizontalLine(painter, 0, width(), height() - 1, color(Token::Line));
    }

private:
    bool m_bad = false;
    TextLine *m_text;
    Button *m_action;
    Button *m_close;
};

MessageBar::MessageBar(QWidget *parent)
    : QWidget(parent)
    , m_messageRow(new Row(this))
{
    setObjectName(QStringLiteral("messageBar"));
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins({});
    layout->setSpacing(0);
    layout->addWidget(m_messageRow);
    connect(m_messageRow->action(), &Button::clicked, this, &MessageBar::act);
    connect(m_messageRow->closeButton(), &Button::clicked, this, &MessageBar::dismiss);
    refresh();
}

void MessageBar::setProblems(const QStringList &problems)
{
    if (problems == m_problems)
        return;
    m_problems = problems;
    refresh();
}

void MessageBar::show(Message message)
{
    m_messages.append(std::move(message));
    if (m_messages.size() > mostMessages)
        m_messages.removeFirst();
    refresh();
}

bool MessageBar::act()
{
    if (m_messages.isEmpty() || !m_messages.last().act)
        return false;
    const Message message = m_messages.takeLast();
    refresh();
    message.act();
    return true;
}

void MessageBar::dismiss()
{
    if (!m_messages.isEmpty())
        m_messages.removeLast();
    refresh();
}

void MessageBar::refresh()
{
    auto *stack = static_cast<QVBoxLayout *>(layout());
    while (m_problemRows.size() > m_problems.size())
        delete m_problemRows.takeLast();
    while (m_problemRows.size() < m_problems.size()) {
        auto *row = new Row(this);
        stack->insertWidget(int(m_problemRows.size()), row);
        m_problemRows.append(row);
    }
    for (qsizetype at = 0; at < m_problems.size(); ++at)
        m_problemRows.at(at)->setMessage({.text = m_problems.at(at), .bad = true}, false);
    m_messageRow->setVisible(!m_messages.isEmpty());
    if (!m_messages.isEmpty())
        m_messageRow->setMessage(m_messages.last(), true);
    setVisible(!m_problems.isEmpty() || !m_messages.isEmpty());
}

} // namespace glovebox::ui
