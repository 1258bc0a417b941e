// SPDX-License-Identifier: MIT
#include "messagebar.h"

#include "ui/parts/button.h"
#include "ui/parts/labels.h"
#include "ui/theme/paint.h"
#include "ui/theme/theme.h"

#include <QHBoxLayout>
#include <QPainter>
#include <QVBoxLayout>

#include <algorithm>
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
        m_close->setText(message.keep);
        m_close->setIconName(message.keep.isEmpty() ? QStringLiteral("x") : QString());
        m_close->setAccessibleName(message.keep.isEmpty() ? MessageBar::tr("Close") : message.keep);
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
    m_messageRow->setObjectName(QStringLiteral("messageRow"));
    m_messageRow->action()->setObjectName(QStringLiteral("messageAction"));
    m_messageRow->closeButton()->setObjectName(QStringLiteral("messageClose"));
    connect(m_messageRow->action(), &Button::clicked, this, &MessageBar::act);
    connect(m_messageRow->closeButton(), &Button::clicked, this, &MessageBar::dismiss);
    refresh();
}

void MessageBar::setProblems(const QList<Message> &problems)
{
    const auto same = [](const Message &a, const Message &b) {
        return a.text == b.text && a.action == b.action;
    };
    if (std::ranges::equal(problems, m_problems, same))
        return;
    m_problems = problems;
    for (Message &problem : m_problems)
        problem.bad = true;
    refresh();
}

void MessageBar::addProblemRow()
{
    auto *row = new Row(this);
    row->setObjectName(QStringLiteral("problemRow"));
    row->action()->setObjectName(QStringLiteral("problemAction"));
    connect(row->action(), &Button::clicked, this, [this, row] { actOnProblem(row); });
    static_cast<QVBoxLayout *>(layout())->insertWidget(int(m_problemRows.size()), row);
    m_problemRows.append(row);
}

void MessageBar::actOnProblem(const Row *row)
{
    const qsizetype at = m_problemRows.indexOf(row);
    if (at < 0 || at >= m_problems.size() || !m_problems.at(at).act)
        return;
    // A copy: what is done may end the problem, and its row with it.
    const auto act = m_problems.at(at).act;
    act();
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
    while (m_problemRows.size() > m_problems.size()) {
        Row *row = m_problemRows.takeLast();
        row->hide();
        row->deleteLater(); // its own button may have been pressed
    }
    while (m_problemRows.size() < m_problems.size())
        addProblemRow();
    for (qsizetype at = 0; at < m_problems.size(); ++at)
        m_problemRows.at(at)->setMessage(m_problems.at(at), false);
    m_messageRow->setVisible(!m_messages.isEmpty());
    if (!m_messages.isEmpty())
        m_messageRow->setMessage(m_messages.last(), true);
    setVisible(!m_problems.isEmpty() || !m_messages.isEmpty());
}

} // namespace glovebox::ui
