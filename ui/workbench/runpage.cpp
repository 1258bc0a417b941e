// SPDX-License-Identifier: MIT
#include "runpage.h"

#include "codepane.h"
#include "detailspane.h"
#include "filespane.h"
#include "outputsaver.h"
#include "runheader.h"
#include "separator.h"
#include "tabstrip.h"

#include "ui/output/outputpane.h"
#include "ui/output/outputreader.h"
#include "ui/output/plotgrid.h"
#include "ui/output/plotviewer.h"
#include "ui/output/tablelist.h"
#include "ui/parts/button.h"
#include "ui/parts/files.h"
#include "ui/theme/paint.h"
#include "ui/theme/theme.h"

#include <QHBoxLayout>
#include <QPainter>
#include <QSplitter>
#include <QStackedWidget>
#include <QVBoxLayout>

namespace glovebox::ui {

namespace {

enum Tab { OutputTab, PlotsTab, TablesTab, FilesTab, DetailsTab, SideTab };

Button *toolButton(const QString &text, const QString &iconName, const QString &name,
                   QWidget *parent)
{
    auto *button = new Button(text, Button::Look::Quiet, parent);
    button->setIconName(iconName);
    button->setAccessibleName(name);
    button->setToolTip(name);
    return button;
}

} // namespace

RunPage::RunPage(RunHub &hub, ProgramControls &controls, Clock &clock, QWidget *parent)
    : QWidget(parent)
    , m_hub(hub)
    , m_controls(controls)
    , m_model(new OutputModel(hub, controls, clock, this))
    , m_plots(new PlotCache(this))
    , m_header(new RunHeader(clock, this))
    , m_code(new CodePane(this))
    , m_splitter(new QSplitter(Qt::Vertical, this))
    , m_lower(new QWidget(this))
    , m_tabs(new TabStrip(this))
    , m_find(toolButton({}, QStringLiteral("search"), tr("Find in output"), this))
    , m_follow(toolButton(tr("Follow"), QStringLiteral("arrow-down-to-line"), tr("Follow"), this))
    , m_stack(new QStackedWidget(this))
    , m_output(new OutputPane(*m_model, *m_plots, this))
    , m_grid(new PlotGrid(*m_plots, this))
    , m_tables(new TableList(this))
    , m_files(new FilesPane(this))
    , m_details(new DetailsPane(this))
    , m_refresher(clock, this, [this] { refresh(); })
{
    m_tabs->setObjectName(QStringLiteral("outputTabs"));
    m_tabs->setAccessibleName(tr("Output"));
    m_tabs->addTab(tr("Output"));
    m_tabs->addTab(tr("Plots"));
    m_tabs->addTab(tr("Tables"));
    m_tabs->addTab(tr("Files"));
    m_tabs->addTab(tr("Details"));
    for (QWidget *pane : QList<QWidget *>{m_output, m_grid, m_tables, m_files, m_details})
        m_stack->addWidget(pane);
    auto *bar = new QHBoxLayout;
    bar->setContentsMargins(8, 0, 8, 0);
    bar->setSpacing(4);
    bar->addWidget(m_tabs, 1);
    bar->addWidget(m_find);
    bar->addWidget(m_follow);
    auto *lower = new QVBoxLayout(m_lower);
    lower->setContentsMargins({});
    lower->setSpacing(0);
    lower->addLayout(bar);
    lower->addWidget(new Separator(m_lower));
    lower->addWidget(m_stack, 1);
    m_splitter->addWidget(m_code);
    m_splitter->addWidget(m_lower);
    m_splitter->setChildrenCollapsible(false);
    m_splitter->setSizes({214, 426});
    m_splitter->setStretchFactor(1, 1);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins({});
    layout->setSpacing(0);
    layout->addWidget(m_header);
    layout->addWidget(m_splitter, 1);

    connect(m_tabs, &QTabBar::currentChanged, m_stack, &QStackedWidget::setCurrentIndex);
    connect(m_tabs, &QTabBar::currentChanged, this, [this](int tab) {
        m_find->setVisible(tab == OutputTab);
        m_follow->setVisible(tab == OutputTab);
    });
    connect(m_find, &Button::clicked, this, &RunPage::find);
    connect(m_follow, &Button::clicked, this, &RunPage::toggleFollow);
    connect(m_output->view(), &OutputView::followChanged, m_follow, [this](bool on) {
        m_follow->setLook(on ? Button::Look::Preferred : Button::Look::Quiet);
    });
    m_follow->setLook(Button::Look::Preferred);
    connect(m_output->view(), &OutputView::plotActivated, this, &RunPage::showPlot);
    connect(m_output->view(), &OutputView::pageRequested, this, &RunPage::openPage);
    connect(m_output->view(), &OutputView::saveRequested, this, &RunPage::saveOutput);
    connect(m_output->view(), &OutputView::wholeRequested, this, &RunPage::showAllOutput);
    connect(m_tables, &TableList::tablesChanged, this, [this] {
        m_tabs->setCount(TablesTab, m_tables->tables());
        Q_EMIT factsChanged();
    });
    connect(m_files, &FilesPane::filesChanged, this,
            [this] { m_tabs->setCount(FilesTab, m_files->files()); });
    m_tabs->setCount(TablesTab, 0);
    m_tabs->setCount(FilesTab, 0);
    connect(m_grid, &PlotGrid::plotActivated, this, &RunPage::showPlot);
    connect(m_model, &OutputModel::plotsChanged, this, [this] {
        m_grid->setPlots(m_model->plots());
        m_tabs->setCount(PlotsTab, int(m_model->plots().size()));
    });
    connect(m_header, &RunHeader::stopRequested, this, &RunPage::stopRequested);
    connect(&hub, &RunHub::published, this, [this](const RunEvent &event) {
        if (event.run == m_run && !std::holds_alternative<event::Output>(event.body))
            m_refresher.request();
    });
}

const RunFacts *RunPage::facts() const
{
    const RunFacts *live = m_hub.facts(m_run);
    return live ? live : m_recorded ? &*m_recorded : nullptr;
}

void RunPage::setRun(RunId run)
{
    if (run == m_run)
        return;
    m_run = run;
    m_recorded.reset();
    m_model->setRun(run);
    if (!m_hub.facts(run))
        takeRecorded(run);
    refresh();
}

// A run of an earlier process: its facts are what its events add up to.
void RunPage::takeRecorded(RunId run)
{
    m_controls.recordedEvents(run).then(this, [this, run](const Result<QList<RunEvent>> &events) {
        if (run != m_run || !events)
            return;
        RunFacts facts;
        for (const RunEvent &event : *events)
            facts.apply(event);
        m_recorded = std::move(facts);
        refresh();
    });
}

void RunPage::refresh()
{
    const RunFacts *known = facts();
    m_header->setFacts(known);
    m_code->setFacts(known);
    m_tables->setDisplays(known ? known->displays : QList<event::Display>());
    m_files->setFacts(known);
    m_details->setFacts(known);
    Q_EMIT factsChanged();
}

void RunPage::setSideTab(QWidget *pane, const QString &title)
{
    if (m_side == pane)
        return;
    if (m_side) {
        m_stack->removeWidget(m_side);
        m_tabs->removeTab(SideTab);
    }
    m_side = pane;
    if (m_side) {
        m_stack->addWidget(m_side);
        m_tabs->addTab(title);
    }
}

void RunPage::showSideTab()
{
    if (m_side)
        m_tabs->setCurrentIndex(SideTab);
}

void RunPage::find()
{
    m_tabs->setCurrentIndex(OutputTab);
    m_output->openFind();
}

void RunPage::toggleFollow()
{
    OutputView *view = m_output->view();
    view->setFollow(!view->follows());
}

void RunPage::showPlot(const event::Display &display)
{
    auto *viewer = new PlotViewer(display, *m_plots, this);
    viewer->show();
}

void RunPage::openPage(const event::Display &display)
{
    m_controls.openPage(m_run, display.index).then(this, [this](const Result<> &opened) {
        if (!opened)
            Q_EMIT pageFailed(opened.error().text);
    });
}

void RunPage::showAllOutput()
{
    const RunFacts *known = facts();
    if (!known)
        return;
    auto *reader = new OutputReader(m_controls, m_run, known->outputLength, this);
    reader->show();
}

void RunPage::saveOutput()
{
    if (m_run.isNull())
        return;
    askWhereToSave(
        this,
        {.title = tr("Save output"), .suffix = QStringLiteral("txt"), .name = m_run.toString()},
        [this](const QString &path) { writeOutput(path); });
}

void RunPage::writeOutput(const QString &path)
{
    auto *saver = new OutputSaver(m_controls, m_run, path, this);
    connect(saver, &OutputSaver::saved, this, &RunPage::saved);
    connect(saver, &OutputSaver::failed, this, &RunPage::saveFailed);
    saver->start();
}

void RunPage::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    painter.fillRect(rect(), color(Token::Window));
}

} // namespace glovebox::ui
