// SPDX-License-Identifier: MIT
#include "sidepane.h"

#include "mountlist.h"
#include "separator.h"

#include "ui/models/runtexts.h"
#include "ui/parts/button.h"
#include "ui/parts/labels.h"
#include "ui/theme/theme.h"

#include <QGridLayout>
#include <QHBoxLayout>
#include <QPainter>
#include <QVBoxLayout>

namespace glovebox::ui {

namespace {

constexpr int edge = 16;
constexpr int nameWidth = 88;
constexpr int sectionBar = 40;

TextLine *sectionTitle(const QString &text, QWidget *parent)
{
    auto *title = new TextLine(TextStep::Text, Token::Text, parent);
    title->setWeight(QFont::DemiBold);
    title->setText(text);
    title->setStretching(false);
    return title;
}

QHBoxLayout *sectionBarLayout()
{
    auto *bar = new QHBoxLayout;
    bar->setContentsMargins(edge, 0, edge, 0);
    bar->setSpacing(8);
    return bar;
}

} // namespace

class ThisRunPanel::Meter final : public QWidget
{
public:
    explicit Meter(QWidget *parent)
        : QWidget(parent)
    {
        setFixedHeight(10);
    }

    void setFraction(double fraction)
    {
        m_fraction = fraction;
        update();
    }

protected:
    void paintEvent(QPaintEvent *) override
    {
        QPainter painter(this);
        const QRectF whole(0, 3, width(), 4);
        paintBox(painter, whole, 2, color(Token::Line), color(Token::Line));
        QRectF used = whole;
        used.setWidth(std::max(4.0, whole.width() * std::clamp(m_fraction, 0.0, 1.0)));
        if (m_fraction > 0)
            paintBox(painter, used, 2, color(Token::Accent), color(Token::Accent));
    }

private:
    double m_fraction = 0;
};

ThisRunPanel::ThisRunPanel(SessionModel &sessions, QWidget *parent)
    : QWidget(parent)
    , m_sessions(sessions)
    , m_run(new TextLine(TextStep::Text, Token::Text2, this))
    , m_rows(new QWidget(this))
{
    auto *grid = new QGridLayout(m_rows);
    grid->setContentsMargins(edge, 0, edge, 8);
    grid->setHorizontalSpacing(8);
    grid->setVerticalSpacing(0);
    grid->setColumnMinimumWidth(0, nameWidth);
    grid->setColumnStretch(1, 1);
    m_reads = addRow(tr("Reads"));
    m_writes = addRow(tr("Writes"));
    m_packages = addRow(tr("Packages"));
    m_network = addRow(tr("Network"));
    m_session = addRow(tr("Session"));
    m_since = addRow({});
    m_since->setToken(Token::Text2);
    m_memory = addRow(tr("Memory"));
    m_meter = new Meter(m_rows);
    grid->addWidget(m_meter, grid->rowCount(), 1);
    m_network->setText(tr("Closed"));
    auto *bar = sectionBarLayout();
    bar->addWidget(sectionTitle(tr("This run"), this));
    bar->addWidget(m_run, 1);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins({});
    layout->setSpacing(0);
    layout->addSpacing(4);
    layout->addLayout(bar);
    layout->addWidget(m_rows);
    layout->addWidget(new Separator(this));
    m_run->setFixedHeight(32);
    connect(&sessions, &QAbstractItemModel::dataChanged, this, &ThisRunPanel::refresh);
    connect(&sessions, &QAbstractItemModel::rowsInserted, this, &ThisRunPanel::refresh);
    connect(&sessions, &QAbstractItemModel::rowsRemoved, this, &ThisRunPanel::refresh);
    setFacts(nullptr);
}

TextLine *ThisRunPanel::addRow(const QString &name)
{
    auto *grid = static_cast<QGridLayout *>(m_rows->layout());
    const int row = grid->rowCount();
    auto *label = new TextLine(TextStep::Second, Token::Text2, m_rows);
    label->setText(name);
    auto *value = new TextLine(TextStep::Second, Token::Text, m_rows);
    label->setFixedHeight(24);
    value->setFixedHeight(name.isEmpty() ? 18 : 24);
    grid->addWidget(label, row, 0);
    grid->addWidget(value, row, 1);
    if (name.isEmpty())
        label->hide();
    return value;
}

void ThisRunPanel::setFacts(const RunFacts *facts)
{
    m_facts = facts ? *facts : RunFacts();
    refresh();
}

void ThisRunPanel::refresh()
{
    const bool known = !m_facts.run.isNull();
    setVisible(known);
    if (!known)
        return;
    m_run->setText(m_facts.run.toString());
    m_reads->setText(touchedText(m_facts.files, false));
    m_reads->setDetail(touchedPaths(m_facts.files, false));
    m_writes->setText(touchedText(m_facts.files, true));
    m_writes->setDetail(touchedPaths(m_facts.files, true));
    m_packages->setText(packagesText(m_facts.packages));
    m_session->setText(m_facts.record.sessionName);
    const SessionStatus *session = m_sessions.session(m_facts.record.session.id);
    m_since->setText(session ? SessionModel::sinceText(*session) : tr("closed"));
    m_memory->setText(session ? SessionModel::memoryText(*session) : QString());
    m_meter->setVisible(session);
    if (session && session->heapLimitBytes > 0)
        m_meter->setFraction(double(session->residentBytes) / double(session->heapLimitBytes));
}

GrantPanel::GrantPanel(GrantModel &grants, QWidget *parent)
    : QWidget(parent)
    , m_grants(grants)
    , m_count(new TextLine(TextStep::Text, Token::Text2, this))
    , m_rows(new QVBoxLayout)
{
    auto *bar = sectionBarLayout();
    bar->addWidget(sectionTitle(tr("Standing permissions"), this));
    bar->addWidget(m_count, 1);
    m_count->setFixedHeight(sectionBar);
    m_rows->setContentsMargins(edge, 0, edge, 8);
    m_rows->setSpacing(8);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins({});
    layout->setSpacing(0);
    layout->addLayout(bar);
    layout->addLayout(m_rows);
    connect(&grants, &QAbstractItemModel::rowsInserted, this, &GrantPanel::refresh);
    connect(&grants, &QAbstractItemModel::rowsRemoved, this, &GrantPanel::refresh);
    connect(&grants, &QAbstractItemModel::modelReset, this, &GrantPanel::refresh);
    connect(&grants, &QAbstractItemModel::dataChanged, this, &GrantPanel::refresh);
    refresh();
}

void GrantPanel::refresh()
{
    while (QLayoutItem *item = m_rows->takeAt(0)) {
        // A Revoke button may be what led here: it must outlive its click.
        item->widget()->hide();
        item->widget()->deleteLater();
        delete item;
    }
    const int grants = m_grants.rowCount();
    m_count->setText(grants > 0 ? QLocale().toString(grants) : QString());
    for (int row = 0; row < grants; ++row)
        m_rows->addWidget(rowFor(m_grants.index(row)));
    if (grants > 0)
        return;
    auto *none = new TextLine(TextStep::Second, Token::Text3, this);
    none->setText(tr("Every run is asked."));
    none->setDetail(tr("No standing permissions. Every run is asked."));
    m_rows->addWidget(none);
}

QWidget *GrantPanel::rowFor(const QModelIndex &index)
{
    auto *row = new QWidget(this);
    auto *who = new TextLine(TextStep::Text, Token::Text, row);
    who->setIconName(QStringLiteral("key-round"));
    who->setText(index.data().toString());
    auto *reach = new TextLine(TextStep::Second, Token::Text2, row);
    reach->setText(index.data(GrantModel::ReachRole).toString());
    auto *used = new TextLine(TextStep::Second, Token::Text2, row);
    used->setText(index.data(GrantModel::UsedRole).toString());
    auto *revoke = new Button(tr("Revoke"), Button::Look::Small, row);
    revoke->setAccessibleName(
        tr("Revoke the standing permission of %1").arg(index.data().toString()));
    const qint64 id = index.data(GrantModel::IdRole).toLongLong();
    connect(revoke, &Button::clicked, this, [this, id] { Q_EMIT revokeRequested(id); });
    auto *grid = new QGridLayout(row);
    grid->setContentsMargins({});
    grid->setHorizontalSpacing(8);
    grid->setVerticalSpacing(0);
    grid->addWidget(who, 0, 0);
    grid->addWidget(revoke, 0, 1);
    auto *indented = new QVBoxLayout;
    indented->setContentsMargins(24, 0, 0, 0);
    indented->setSpacing(0);
    indented->addWidget(reach);
    indented->addWidget(used);
    grid->addLayout(indented, 1, 0, 1, 2);
    return row;
}

SidePane::SidePane(SessionModel &sessions, MountModel &mounts, GrantModel &grants, QWidget *parent)
    : QScrollArea(parent)
    , m_run(new ThisRunPanel(sessions, this))
    , m_mounts(new MountList(mounts, this))
{
    setObjectName(QStringLiteral("sidePane"));
    setAccessibleName(tr("This run"));
    setFrameShape(QFrame::NoFrame);
    setWidgetResizable(true);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    auto *addFolder = new Button(tr("Add folder"), Button::Look::Small, this);
    addFolder->setObjectName(QStringLiteral("addFolder"));
    addFolder->setIconName(QStringLiteral("folder-plus"));
    auto *bar = sectionBarLayout();
    bar->addWidget(sectionTitle(tr("Mounts"), this));
    bar->addStretch(1);
    bar->addWidget(addFolder);
    auto *grantPanel = new GrantPanel(grants, this);
    auto *content = new QWidget(this);
    auto *layout = new QVBoxLayout(content);
    layout->setContentsMargins({});
    layout->setSpacing(0);
    layout->addWidget(m_run);
    auto *barHolder = new QWidget(content);
    barHolder->setFixedHeight(sectionBar);
    barHolder->setLayout(bar);
    layout->addWidget(barHolder);
    layout->addWidget(m_mounts);
    layout->addSpacing(8);
    layout->addWidget(new Separator(content));
    layout->addWidget(grantPanel);
    layout->addStretch(1);
    setWidget(content);
    connect(addFolder, &Button::clicked, this, &SidePane::addFolderRequested);
    connect(grantPanel, &GrantPanel::revokeRequested, this, &SidePane::revokeRequested);
}

void SidePane::setFacts(const RunFacts *facts)
{
    m_run->setFacts(facts);
}

} // namespace glovebox::ui
