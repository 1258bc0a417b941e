// SPDX-License-Identifier: MIT
#include "requesttabs.h"

#include "approvalwords.h"

#include <ui/models/words.h>
#include <ui/parts/button.h>
#include <ui/theme/fonts.h>
#include <ui/theme/icons.h>
#include <ui/theme/paint.h>
#include <ui/theme/theme.h>

#include <QAbstractButton>
#include <QFontMetrics>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLocale>
#include <QPainter>

#include <algorithm>

namespace glovebox::ui {

namespace {

constexpr int mostTabs = 5;
constexpr int padding = 12;
constexpr int badgeSide = 16;
constexpr int gap = 8;
constexpr int iconSide = 16;

bool isWaiting(const PendingRequest &request)
{
    return request.state == PendingRequest::State::Waiting;
}

} // namespace

class RequestTab final : public QAbstractButton
{
    Q_OBJECT

public:
    explicit RequestTab(QWidget *parent)
        : QAbstractButton(parent)
    {
        setCheckable(true);
        setObjectName(QStringLiteral("requestTab"));
        setFocusPolicy(Qt::TabFocus);
        setAttribute(Qt::WA_Hover);
        setSizePolicy(QSizePolicy::Maximum, QSizePolicy::Preferred);
    }

    // `count` above 1: the tab stands for that many requests of the client. A calling tab is one
    // that waits while the shown request is over.
    void setRequest(const PendingRequest &request, int count, bool calling, const QDateTime &now)
    {
        m_request = request;
        m_count = count;
        m_calling = calling;
        setNow(now);
        updateGeometry();
    }
    void setNow(const QDateTime &now)
    {
        const auto left = isWaiting(m_request) ? timeLeft(m_request, now) : std::nullopt;
        m_time = left ? clockText(left->count()) : QString();
        QString name = tr("%1 from %2").arg(m_request.run.toString(), label());
        if (m_count > 1)
            name = tr("%n requests from %1", nullptr, m_count).arg(label());
        setAccessibleName(m_calling ? tr("%1, waiting for you").arg(name) : name);
        setToolTip(askTitle(m_request).toHtmlEscaped());
        update();
    }
    RunId run() const { return m_request.run; }

    QSize sizeHint() const override
    {
        const int words = textWidth(label(), textFont(TextStep::Text, QFont::DemiBold)) + gap +
                          textWidth(second(), metaFont()) + gap +
                          textWidth(QStringLiteral("00:00"), timeFont());
        // Room for the hand is kept, so that no tab moves when one begins to call.
        return {2 * padding + badgeSide + gap + words + gap + iconSide, 40};
    }
    QSize minimumSizeHint() const override { return {2 * padding + badgeSide + 40, 40}; }

protected:
    void paintEvent(QPaintEvent *) override
    {
        QPainter painter(this);
        paintGround(painter);
        paintBadge(painter, QRectF(padding, (height() - badgeSide) / 2.0, badgeSide, badgeSide),
                   m_request.record.client, m_request.clientLabel);
        qreal right = width() - padding;
        right -= paintRight(painter, right, timeFont(), Token::Wait, m_time);
        right -= paintRight(painter, right, metaFont(), Token::Text3, second());
        if (m_calling) {
            right -= iconSide;
            ui::icon(QStringLiteral("hand"), Token::Wait)
                .paint(&painter,
                       QRectF(right, (height() - iconSide) / 2.0, iconSide, iconSide).toRect());
            right -= gap;
        }
        const qreal left = padding + badgeSide + gap;
        painter.setFont(labelFont());
        painter.setPen(color(labelInk()));
        const auto room = static_cast<int>(right - left);
        painter.drawText(QRectF(left, 0, room, height()), Qt::AlignVCenter | Qt::TextSingleLine,
                         elideEnd(labelFont(), label(), room));
        if (isChecked()) {
            painter.fillRect(QRect(0, height() - 2, width(), 2), color(Token::Accent));
            paintVerticalLine(painter, 0, 0, height(), color(Token::Line));
            paintVerticalLine(painter, width() - 1, 0, height(), color(Token::Line));
        }
    }
    void keyPressEvent(QKeyEvent *event) override
    {
        // Space chooses; Enter does nothing here either.
        if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter)
            event->ignore();
        else
            QAbstractButton::keyPressEvent(event);
    }

private:
    void paintGround(QPainter &painter) const
    {
        if (isChecked()) {
            painter.fillRect(rect(), color(Token::Surface));
        } else if (m_calling) {
            painter.fillRect(rect(), color(Token::WaitBg));
            painter.fillRect(QRect(0, height() - 2, width(), 2), color(Token::WaitLine));
        } else if (underMouse()) {
            painter.fillRect(rect(), color(Token::Hover));
        }
    }
    Token labelInk() const
    {
        if (isChecked() || m_calling)
            return Token::Text;
        return isWaiting(m_request) ? Token::Text2 : Token::Text3;
    }
    static int textWidth(const QString &text, const QFont &font)
    {
        return QFontMetrics(font).horizontalAdvance(text);
    }
    static int paintRight(QPainter &painter, qreal right, const QFont &font, Token ink,
                          const QString &text)
    {
        if (text.isEmpty())
            return 0;
        const int needed = textWidth(text, font);
        painter.setFont(font);
        painter.setPen(color(ink));
        painter.drawText(QRectF(right - needed, 0, needed + 1, painter.window().height()),
                         Qt::AlignVCenter | Qt::TextSingleLine, text);
        return needed + gap;
    }
    QString label() const { return oneLine(m_request.clientLabel); }
    QString second() const
    {
        return m_count > 1 ? QLocale().toString(m_count) : m_request.run.toString();
    }
    QFont labelFont() const
    {
        const bool strong = isChecked() || m_calling;
        return textFont(TextStep::Text, strong ? QFont::DemiBold : QFont::Normal);
    }
    static QFont metaFont() { return tabular(textFont(TextStep::Second)); }
    static QFont timeFont() { return tabular(textFont(TextStep::Second, QFont::DemiBold)); }

    PendingRequest m_request;
    QString m_time;
    int m_count = 1;
    bool m_calling = false;
};

RequestTabs::RequestTabs(QWidget *parent)
    : QWidget(parent)
    , m_row(new QHBoxLayout(this))
    , m_together(new Button(tr("Review together"), Button::Look::Small, this))
{
    m_row->setContentsMargins(gap, 0, gap, 0);
    m_row->setSpacing(0);
    m_row->addStretch(1);
    m_row->addWidget(m_together);
    m_together->setObjectName(QStringLiteral("togetherButton"));
    m_together->setIconName(QStringLiteral("list-checks"));
    m_together->setToolTip(QKeySequence(Qt::ALT | Qt::Key_B).toString(QKeySequence::NativeText));
    m_together->hide();
    connect(m_together, &QPushButton::clicked, this, &RequestTabs::togetherRequested);
    setFixedHeight(40);
    setAccessibleName(tr("Waiting for you"));
}

void RequestTabs::setRequests(const QList<PendingRequest> &requests, RunId shown,
                              const QDateTime &now)
{
    // Each entry: the request that the tab shows, and for how many it stands.
    QList<std::pair<PendingRequest, int>> wanted;
    const bool merge = requests.size() > mostTabs;
    for (const PendingRequest &request : requests) {
        const auto same = std::ranges::find_if(wanted, [&request](const auto &entry) {
            // One that waits never hides behind one that is over.
            return entry.first.record.client == request.record.client &&
                   isWaiting(entry.first) == isWaiting(request);
        });
        if (!merge || same == wanted.end()) {
            wanted.append({request, 1});
            continue;
        }
        ++same->second;
        if (request.run == shown)
            same->first = request;
    }
    while (m_tabs.size() < wanted.size()) {
        auto *tab = new RequestTab(this);
        m_row->insertWidget(static_cast<int>(m_tabs.size()), tab);
        connect(tab, &QAbstractButton::clicked, this, [this, tab] {
            // Only the window decides what is shown.
            tab->setChecked(true);
            Q_EMIT chosen(tab->run());
        });
        m_tabs.append(tab);
    }
    while (m_tabs.size() > wanted.size())
        m_tabs.takeLast()->deleteLater();
    const auto current = std::ranges::find(requests, shown, &PendingRequest::run);
    const bool shownIsOver = current != requests.end() && !isWaiting(*current);
    for (qsizetype i = 0; i < wanted.size(); ++i) {
        const bool calling = shownIsOver && isWaiting(wanted[i].first);
        m_tabs[i]->setRequest(wanted[i].first, wanted[i].second, calling, now);
        m_tabs[i]->setChecked(wanted[i].first.run == shown);
        m_tabs[i]->show();
    }
}

void RequestTabs::setTogetherOffered(bool offered)
{
    m_together->setVisible(offered);
}

void RequestTabs::setNow(const QDateTime &now)
{
    for (RequestTab *tab : std::as_const(m_tabs))
        tab->setNow(now);
}

void RequestTabs::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    painter.fillRect(rect(), color(Token::Rail));
    paintHorizontalLine(painter, 0, width(), height() - 1, color(Token::Line));
}

} // namespace glovebox::ui

#include "requesttabs.moc"
