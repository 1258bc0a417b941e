// SPDX-License-Identifier: MIT
#pragma once

#include "base/controls.h"
#include "base/runhub.h"
#include "ui/models/outputmodel.h"
#include "ui/models/refresher.h"

#include <QWidget>

class QSplitter;
class QStackedWidget;

namespace glovebox::ui {

class Button;
class CodePane;
class DetailsPane;
class FilesPane;
class OutputPane;
class PlotCache;
class PlotGrid;
class RunHeader;
class TabStrip;
class TableList;

// The chosen run: header, code, and below it output, plots and details.
class RunPage final : public QWidget
{
    Q_OBJECT

public:
    RunPage(RunHub &hub, ProgramControls &controls, Clock &clock, QWidget *parent = nullptr);

    void setRun(RunId run);
    RunId run() const { return m_run; }
    // Of the hub while it knows the run, else as recorded; null while nothing is known.
    const RunFacts *facts() const;

    OutputPane *output() const { return m_output; }
    CodePane *code() const { return m_code; }
    TabStrip *tabs() const { return m_tabs; }
    QSplitter *splitter() const { return m_splitter; }
    // A pane that has no room at the right becomes the last tab; null takes it out again.
    void setSideTab(QWidget *pane, const QString &title);
    void showSideTab(); // if there is one
    void find();
    void toggleFollow();
    void saveOutput();
    void showAllOutput(); // in a window, page by page
    TableList *tables() const { return m_tables; }
    RunHeader *header() const { return m_header; }

Q_SIGNALS:
    void factsChanged();
    void stopRequested();
    void saved(const QString &path);
    void saveFailed(const QString &sentence);
    void pageFailed(const QString &sentence);

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    void refresh();
    void takeRecorded(RunId run);
    void showPlot(const event::Display &display);
    void openPage(const event::Display &display);
    void writeOutput(const QString &path);

    RunHub &m_hub;
    ProgramControls &m_controls;
    RunId m_run;
    std::optional<RunFacts> m_recorded;
    OutputModel *m_model;
    PlotCache *m_plots;
    RunHeader *m_header;
    CodePane *m_code;
    QSplitter *m_splitter;
    QWidget *m_lower;
    TabStrip *m_tabs;
    Button *m_find;
    Button *m_follow;
    QStackedWidget *m_stack;
    OutputPane *m_output;
    PlotGrid *m_grid;
    TableList *m_tables;
    FilesPane *m_files;
    DetailsPane *m_details;
    QWidget *m_side = nullptr;
    Refresher m_refresher;
};

} // namespace glovebox::ui
