// SPDX-License-Identifier: MIT
#include "clientsscreen.h"

#include "clientspage.h"
#include "keyspage.h"
#include "permissionspage.h"

#include "ui/theme/fonts.h"
#include "ui/theme/paint.h"
#include "ui/theme/theme.h"

#include <QButtonGroup>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QPainter>
#include <QStackedWidget>
#include <QToolButton>
#include <QVBoxLayout>

namespace glovebox::ui {

namespace {

constexpr int tabHeight = 40;

bool isNextTab(const QKeyEvent &key)
{
    return key.keyCombination() == QKeyCombination(Qt::CTRL, Qt::Key_Tab);
}

// A word with a line under it while it is chosen.
class TabButton final : public QToolButton
{
public:
    using QToolButton::QToolButton;

    QSize sizeHint() const override
    {
        return {QFontMetrics(textFont(TextStep::Text, QFont::DemiBold)).horizontalAdvance(text()) +
                    20,
                tabHeight};
    }
    QSize minimumSizeHint() const override { return sizeHint(); }

protected:
    void paintEvent(QPaintEvent *) override
    {
        QPainter painter(this);
        if (underMouse() && !isChecked())
            painter.fillRect(rect(), color(Token::Hover));
        painter.setFont(textFont(TextStep::Text, isChecked() ? QFont::DemiBold : QFont::Normal));
        painter.setPen(color(isChecked() ? Token::Accent : Token::Text2));
        painter.drawText(rect(), Qt::AlignCenter | Qt::TextSingleLine, text());
        if (isChecked())
            painter.fillRect(QRect(0, height() - 2, width(), 2), color(Token::Accent));
    }
};

} // namespace

ClientsScreen::ClientsScreen(ClientConnector &connector, ClientDesk &clients, ApprovalDesk &desk,
                             ProgramControls &controls, PackageDesk &packages, QWidget *parent)
    : QWidget(parent)
    , m_desk(desk)
    , m_tabs(new QButtonGroup(this))
    , m_pages(new QStackedWidget(this))
    , m_connections(new ClientsPage(connector, m_pages))
    , m_permissions(new PermissionsPage(desk, m_pages))
    , m_keys(new KeysPage(
          clients, desk, controls, packages, [&connector] { return connector.address(); }, m_pages))
{
    setObjectName(QStringLiteral("clientsScreen"));
    setWindowTitle(tr("Clients"));
    auto *row = new QHBoxLayout;
    row->setContentsMargins(8, 0, 8, 0);
    row->setSpacing(0);
    row->addWidget(addTab(Tab::Connections, tr("Connections"), m_connections));
    row->addWidget(addTab(Tab::Permissions, QString(), m_permissions));
    row->addWidget(addTab(Tab::Keys, tr("Address and keys"), m_keys));
    row->addStretch(1);
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 1);
    column->setSpacing(1);
    column->addLayout(row);
    column->addWidget(m_pages, 1);
    connect(m_tabs, &QButtonGroup::idClicked, this, [this](int tab) { showTab(Tab(tab)); });
    connect(m_connections, &ClientsPage::message, this, &ClientsScreen::message);
    connect(m_connections, &ClientsPage::anotherRequested, this, [this] {
        showTab(Tab::Keys);
        m_keys->focusNewClient();
    });
    connect(m_keys, &KeysPage::message, this,
            [this](const QString &text, bool bad) { Q_EMIT message(text, bad, {}, {}); });
    connect(m_keys, &KeysPage::codeRulesRequested, this, &ClientsScreen::codeRulesRequested);
    connect(&desk, &ApprovalDesk::grantsChanged, this, &ClientsScreen::refreshCount);
    refreshCount();
    showTab(Tab::Connections);
}

QToolButton *ClientsScreen::addTab(Tab tab, const QString &text, QWidget *page)
{
    auto *button = new TabButton(this);
    button->setText(text);
    button->setCheckable(true);
    button->setFocusPolicy(Qt::TabFocus);
    button->setAttribute(Qt::WA_Hover);
    m_tabs->addButton(button, int(tab));
    m_pages->addWidget(page);
    return button;
}

void ClientsScreen::showTab(Tab tab)
{
    m_tabs->button(int(tab))->setChecked(true);
    m_pages->setCurrentIndex(int(tab));
    setFocusProxy(m_pages->currentWidget());
}

void ClientsScreen::refreshCount()
{
    const auto count = static_cast<int>(m_desk.grants().size());
    QAbstractButton *tab = m_tabs->button(int(Tab::Permissions));
    tab->setText(count > 0 ? tr("Standing permissions %1").arg(count) : tr("Standing permissions"));
    tab->updateGeometry();
}

// Taken before the window's, which mean its other screen.
bool ClientsScreen::event(QEvent *event)
{
    if (event->type() == QEvent::ShortcutOverride && isNextTab(*static_cast<QKeyEvent *>(event))) {
        event->accept();
        return true;
    }
    return QWidget::event(event);
}

void ClientsScreen::keyPressEvent(QKeyEvent *event)
{
    if (!isNextTab(*event))
        return QWidget::keyPressEvent(event);
    showTab(Tab((m_pages->currentIndex() + 1) % m_pages->count()));
    m_pages->currentWidget()->setFocus(Qt::ShortcutFocusReason);
}

void ClientsScreen::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    painter.fillRect(rect(), color(Token::Window));
    paintHorizontalLine(painter, 0, width(), tabHeight, color(Token::Line));
}

} // namespace glovebox::ui
