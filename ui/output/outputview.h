// SPDX-License-Identifier: MIT
#pragma once

#include "linepainter.h"
#include "plotcache.h"

#include "ui/models/outputmodel.h"
#include "ui/models/shownhtml.h"

#include <QAbstractScrollArea>
#include <QPersistentModelIndex>
#include <QTextDocument>

#include <map>
#include <optional>
#include <vector>

namespace glovebox::ui {

class Button;

// The output of a run, painted: only what is on screen is laid out. Follows the end until the
// person scrolls up; End follows again (UI.md 5). While it does not follow, what is on screen
// stays where it is, whatever arrives or folds.
class OutputView final : public QAbstractScrollArea
{
    Q_OBJECT

public:
    explicit OutputView(OutputModel &model, PlotCache &plots, QWidget *parent = nullptr);
    ~OutputView() override;

    // Tables that a run shows as HTML are painted in place, instead of a closed page and its text.
    void setTablesShown(bool shown) { m_showTables = shown; }

    bool follows() const { return m_follow; }
    void setFollow(bool follow);

    // What all of it would take at this width; a cell of the scratchpad is as high as its output.
    int contentHeight() const;

    bool hasSelection() const;
    QString selectedText() const;
    void selectAll();
    void copy() const;

    // Marks what is found and shows the next from where the last was; returns how many rows hold
    // it. An empty text ends the search.
    int find(const QString &text);
    void findNext(bool forward);

    // Says the last line to a screen reader (UI.md 9).
    void announceLastLine();
    // Rows painted since the start: a test's way to see that only visible ones are.
    qint64 paintedRows() const { return m_paintedRows; }

Q_SIGNALS:
    void followChanged(bool follow);
    void contentHeightChanged();
    void plotActivated(const glovebox::event::Display &display);
    void pageRequested(const glovebox::event::Display &display);
    void saveRequested();
    void wholeRequested(); // everything, to be read page by page

protected:
    void paintEvent(QPaintEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;
    void scrollContentsBy(int dx, int dy) override;
    void wheelEvent(QWheelEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
    void mousePressEvent(QMouseEvent *event) override;
    void mouseMoveEvent(QMouseEvent *event) override;
    void mouseReleaseEvent(QMouseEvent *event) override;
    void mouseDoubleClickEvent(QMouseEvent *event) override;
    void contextMenuEvent(QContextMenuEvent *event) override;
    void changeEvent(QEvent *event) override;
    bool viewportEvent(QEvent *event) override;
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    // A place in the text. Rows that fold take their places with them.
    struct Place
    {
        QPersistentModelIndex row;
        qsizetype position = 0;
    };
    struct Range
    {
        int firstRow = 0;
        qsizetype firstPosition = 0;
        int lastRow = 0;
        qsizetype lastPosition = 0;
    };

    // A table with what its looks are made of.
    struct TableLook
    {
        ShownTable table;
        QList<int> widths;
        QList<bool> numeric;
        int width = 0;
    };

    void lookForTables();
    void takeTable(const QString &file, std::optional<ShownTable> table);
    const TableLook *tableOf(const OutputItem &item) const;
    static int tableHeadHeight(const TableLook &look);
    int tableBoxHeight(const TableLook &look) const;
    void paintTable(QPainter &painter, const TableLook &look, int top);
    void paintColumn(QPainter &painter, const TableLook &look, int column, int left, int top);
    void lookForTexts();
    void takeText(const QString &file, const QString &markdown);
    QTextDocument *textOf(const OutputItem &item) const;
    void paintWritten(QPainter &painter, const OutputItem &item, int top);
    void tellRows();

    void relayout();
    void onPictureRead(const QString &file);
    void keepAnchor();
    void updateScrollBars();
    int heightOf(const OutputItem &item) const;
    QSize plotSize(const event::Display &display) const;
    int contentWidth() const;
    int rowAt(int y) const; // y in content
    int topOf(int row) const { return m_tops[size_t(row)]; }
    std::optional<Place> placeAt(QPoint viewportPosition) const;
    std::optional<Range> selection() const;
    QRect saveLinkRect(int row) const;
    QRect showLinkRect(int row) const;

    void paintRow(QPainter &painter, int row, int top, const QRect &clip);
    void paintLine(QPainter &painter, const OutputItem &item, int row, int top, const QRect &clip);
    void paintSelection(QPainter &painter, const OutputItem &item, int row, int top);
    void paintMatches(QPainter &painter, const OutputItem &item, int row, int top);
    void paintPlot(QPainter &painter, const OutputItem &item, int row, int top);
    void paintPage(QPainter &painter, const OutputItem &item, int top);
    void paintNotice(QPainter &painter, const OutputItem &item, int top);
    void paintFold(QPainter &painter, const OutputItem &item, int row, int top);
    void paintEmpty(QPainter &painter);
    void showRow(int row);
    void syncPageButtons();
    Button *makePageButton(const OutputItem &item);
    void placePageButtons();
    void activatePlot();

    OutputModel &m_model;
    PlotCache &m_plots;
    LinePainter m_lines;
    std::vector<int> m_tops; // of each row, and the height of all
    int m_toldHeight = 0;
    bool m_showTables = false;
    QHash<QString, TableLook> m_tables;                        // by file
    QSet<QString> m_lookedAt;                                  // files
    std::map<QString, std::unique_ptr<QTextDocument>> m_texts; // Markdown and LaTeX, by file
    std::vector<bool> m_told; // rows of words of a value that stands above them as what it is
    bool m_follow = true;
    bool m_ownScroll = false;
    qreal m_widest = 0;             // of the lines that were painted
    QPersistentModelIndex m_anchor; // the first row on screen
    int m_anchorOffset = 0;
    Place m_start;
    Place m_end;
    bool m_selecting = false;
    QPersistentModelIndex m_currentPlot;
    QString m_found;
    QPersistentModelIndex m_foundRow;
    // "Open page" of each page by its row's serial: real buttons, for the keyboard and for screen
    // readers.
    std::map<qint64, std::unique_ptr<Button>> m_pageButtons;
    qint64 m_paintedRows = 0;
};

} // namespace glovebox::ui
