// SPDX-License-Identifier: MIT
#include "approvalwindow.h"

#include "approvalwords.h"
#include "batchview.h"
#include "requesttabs.h"
#include "requestview.h"

#include <ui/theme/icons.h>
#include <ui/theme/theme.h>

#include <QApplication>
#include <QCloseEvent>
#include <QDataStream>
#include <QPainter>
#include <QScreen>
#include <QShortcut>
#include <QVBoxLayout>

#include <algorithm>

namespace glovebox::ui {

namespace {

constexpr QSize wantedSize(720, 560);
constexpr QSize smallestSize(640, 384);
constexpr int lowHeight = 480; // below: reach in one line, scope as a drop-down
constexpr int screenMargin = 24;
constexpr QDataStream::Version placeFormat = QDataStream::Qt_6_8;

bool isWaiting(const PendingRequest &request)
{
    return request.state == PendingRequest::State::Waiting;
}

// The oldest that can be decided; when none can, the oldest that is left to be read.
RunId oldest(const QList<PendingRequest> &requests)
{
    const auto found = std::ranges::find_if(requests, isWaiting);
    if (found != requests.end())
        return found->run;
    return requests.isEmpty() ? RunId() : requests.first().run;
}

} // namespace

ApprovalWindow::ApprovalWindow(ApprovalDesk &desk, Clock &clock, QWidget *parent)
    : QWidget(parent, Qt::Window)
    , m_desk(desk)
    , m_clock(clock)
    , m_tabs(new RequestTabs(this))
    , m_view(new RequestView(desk, clock, this, this))
    , m_batch(new BatchView(desk, clock, this))
    , m_viewKeys(findChildren<QShortcut *>(Qt::FindDirectChildrenOnly))
{
    setObjectName(QStringLiteral("approvalWindow"));
    setWindowTitle(tr("Glovebox — waiting for you"));
    setWindowIcon(programIcon());
    setMinimumSize(smallestSize);
    // On X11 Qt also sets the user time to 0 for such windows, so that no window manager gives
    // them the focus.
    setAttribute(Qt::WA_ShowWithoutActivating);
    setAttribute(Qt::WA_QuitOnClose, false);
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(m_tabs);
    column->addWidget(m_view, 1);
    column->addWidget(m_batch, 1);
    m_batch->hide();
    addKeys();

    connect(m_tabs, &RequestTabs::chosen, this, [this](RunId run) {
        if (isBatchOpen())
            oneByOne(run);
        else
            showRun(run);
    });
    connect(m_tabs, &RequestTabs::togetherRequested, this, &ApprovalWindow::reviewTogether);
    connect(m_batch, &BatchView::finished, this, &ApprovalWindow::oneByOne);
    connect(m_batch, &BatchView::notNow, this, [this] { close(); });
    connect(m_view, &RequestView::gone, this, &ApprovalWindow::showNext);
    connect(m_view, &RequestView::notNow, this, [this] { close(); });
    connect(&desk, &ApprovalDesk::requestAdded, this, &ApprovalWindow::refreshTabs);
    connect(&desk, &ApprovalDesk::requestChanged, this, &ApprovalWindow::refreshTabs);
    connect(&desk, &ApprovalDesk::requestRemoved, this, &ApprovalWindow::refreshTabs);
    connect(&Theme::instance(), &Theme::changed, this, [this] { setWindowIcon(programIcon()); });
}

ApprovalWindow::~ApprovalWindow() = default;

void ApprovalWindow::addKeys()
{
    const auto add = [this](const QKeySequence &key, int by) {
        auto *shortcut = new QShortcut(key, this);
        shortcut->setAutoRepeat(false);
        connect(shortcut, &QShortcut::activated, this, [this, by] { step(by); });
    };
    add(QKeySequence(Qt::CTRL | Qt::Key_PageDown), 1);
    add(QKeySequence(Qt::CTRL | Qt::Key_PageUp), -1);
    auto *together = new QShortcut(QKeySequence(Qt::ALT | Qt::Key_B), this);
    together->setAutoRepeat(false);
    connect(together, &QShortcut::activated, this, [this] {
        if (!isBatchOpen())
            reviewTogether();
        else if (m_batch->isReady())
            oneByOne(shownRun());
    });
}

// ---- several together ----

bool ApprovalWindow::isBatchOpen() const
{
    return m_batch->isOpen();
}

void ApprovalWindow::setProblem(const QString &problem)
{
    m_view->setProblem(problem);
    m_batch->setProblem(problem);
}

void ApprovalWindow::reviewTogether()
{
    if (isBatchOpen() || !m_batch->open(shownRun()))
        return;
    // The same keys mean the batch now.
    for (QShortcut *key : std::as_const(m_viewKeys))
        key->setEnabled(false);
    m_view->hide();
    m_batch->show();
    refreshTabs();
}

void ApprovalWindow::oneByOne(RunId next)
{
    m_batch->hide();
    m_batch->close();
    for (QShortcut *key : std::as_const(m_viewKeys))
        key->setEnabled(true);
    m_view->show();
    const RunId run = isWaitingRun(next) ? next : oldest(m_desk.requests());
    if (run.isNull())
        close();
    else
        showRun(run);
    m_view->focusCode();
}

RunId ApprovalWindow::shownRun() const
{
    return m_view->shownRun();
}

void ApprovalWindow::openQuietly(RunId run)
{
    if (isVisible()) {
        refreshTabs();
        // Nobody reads or points here, and what is shown can no longer be decided: the live
        // request would stay unseen behind it.
        if (!isActiveWindow() && !shownIsWaiting() && isWaitingRun(run)) {
            showRun(run);
            QApplication::alert(this);
        }
        return;
    }
    showRun(run);
    if (shownRun().isNull())
        return;
    putInPlace();
    setAttribute(Qt::WA_ShowWithoutActivating, true);
    setVisible(true);
    m_view->focusCode();
    QApplication::alert(this); // the task bar's mark; it raises nothing
}

void ApprovalWindow::openForPerson(RunId run)
{
    if (!run.isNull() || !isVisible() || !shownIsWaiting())
        showRun(run.isNull() ? oldest(m_desk.requests()) : run);
    if (shownRun().isNull())
        return;
    if (!isVisible())
        putInPlace();
    setAttribute(Qt::WA_ShowWithoutActivating, false);
    setWindowState(windowState() & ~Qt::WindowMinimized);
    setVisible(true);
    setAttribute(Qt::WA_ShowWithoutActivating, true);
    raise();
    activateWindow();
    m_view->focusCode();
}

bool ApprovalWindow::isWaitingRun(RunId run) const
{
    return std::ranges::any_of(m_desk.requests(), [run](const PendingRequest &request) {
        return request.run == run && isWaiting(request);
    });
}

bool ApprovalWindow::shownIsWaiting() const
{
    return isWaitingRun(shownRun());
}

void ApprovalWindow::showRun(RunId run)
{
    if (run != shownRun()) {
        m_view->showRequest(run);
        if (isVisible())
            m_view->focusCode();
    }
    refreshTabs();
}

void ApprovalWindow::showNext(RunId gone)
{
    if (isBatchOpen())
        return; // what is shown then is the batch
    if (m_desk.requests().isEmpty())
        close();
    else
        showRun(nextAfter(gone));
}

// After a decision the one that came after it; after one that was over, the oldest that waits. One
// that is over itself only when nothing waits.
RunId ApprovalWindow::nextAfter(RunId gone) const
{
    const auto before = std::ranges::find(m_queue, gone, &PendingRequest::run);
    if (before != m_queue.end() && isWaiting(*before)) {
        const auto next = std::find_if(before + 1, m_queue.end(), [this](const auto &request) {
            return isWaitingRun(request.run);
        });
        if (next != m_queue.end())
            return next->run;
    }
    return oldest(m_desk.requests());
}

void ApprovalWindow::step(int by)
{
    if (isBatchOpen())
        return;
    const QList<PendingRequest> requests = m_desk.requests();
    const auto found = std::ranges::find(requests, shownRun(), &PendingRequest::run);
    if (found == requests.end() || requests.size() < 2)
        return;
    const qsizetype count = requests.size();
    showRun(requests.at((found - requests.begin() + by + count) % count).run);
}

void ApprovalWindow::refreshTabs()
{
    m_queue = m_desk.requests();
    m_tabs->setRequests(m_queue, shownRun(), m_clock.now());
    m_tabs->setVisible(m_queue.size() > 1);
    m_tabs->setTogetherOffered(!isBatchOpen() &&
                               !BatchView::batchOf(m_queue, shownRun()).isEmpty());
    scheduleTick();
}

void ApprovalWindow::scheduleTick()
{
    m_tick.reset();
    if (!isVisible() || m_queue.size() < 2)
        return;
    m_tick = m_clock.after(std::chrono::seconds(1), this, [this] {
        m_tabs->setNow(m_clock.now());
        scheduleTick();
    });
}

// ---- place ----

void ApprovalWindow::putInPlace()
{
    const QScreen *screen = QApplication::primaryScreen();
    for (const QScreen *each : QApplication::screens()) {
        if (m_place.isValid() && each->availableGeometry().intersects(m_place))
            screen = each;
    }
    const QRect area = screen ? screen->availableGeometry() : QRect(QPoint(), wantedSize);
    QRect box = m_place;
    if (!box.isValid()) {
        // At first in the corner where notifications are, never in the middle of the work.
        box =
            QRect(QPoint(), wantedSize.boundedTo(area.size() - QSize(screenMargin, screenMargin)));
        box.moveBottomRight(area.bottomRight() - QPoint(screenMargin, 2 * screenMargin));
    }
    box.setSize(box.size().expandedTo(smallestSize));
    box.moveLeft(
        std::clamp(box.left(), area.left(), std::max(area.left(), area.right() - box.width())));
    box.moveTop(
        std::clamp(box.top(), area.top(), std::max(area.top(), area.bottom() - box.height())));
    setGeometry(box);
}

QByteArray ApprovalWindow::place() const
{
    QByteArray bytes;
    QDataStream stream(&bytes, QIODevice::WriteOnly);
    stream.setVersion(placeFormat);
    stream << m_place;
    return bytes;
}

void ApprovalWindow::setPlace(const QByteArray &place)
{
    QDataStream stream(place);
    stream.setVersion(placeFormat);
    QRect box;
    stream >> box;
    if (stream.status() == QDataStream::Ok)
        m_place = box;
}

void ApprovalWindow::closeEvent(QCloseEvent *event)
{
    m_tick.reset();
    if (isBatchOpen()) {
        m_batch->hide();
        m_batch->close();
        for (QShortcut *key : std::as_const(m_viewKeys))
            key->setEnabled(true);
        m_view->show();
    }
    event->accept();
    // Shows nothing while closed: what comes next opens with its own first look and dead time.
    m_view->showRequest(RunId());
}

void ApprovalWindow::moveEvent(QMoveEvent *event)
{
    QWidget::moveEvent(event);
    if (isVisible()) {
        m_place = geometry();
        Q_EMIT placeChanged();
    }
}

void ApprovalWindow::resizeEvent(QResizeEvent *event)
{
    QWidget::resizeEvent(event);
    m_view->setCompact(height() < lowHeight);
    if (isVisible()) {
        m_place = geometry();
        Q_EMIT placeChanged();
    }
}

bool ApprovalWindow::event(QEvent *event)
{
    if (event->type() == QEvent::Show)
        scheduleTick();
    return QWidget::event(event);
}

void ApprovalWindow::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    painter.fillRect(rect(), color(Token::Window));
}

} // namespace glovebox::ui
