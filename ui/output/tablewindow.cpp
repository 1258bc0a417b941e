// SPDX-License-Identifier: MIT
#include "tablewindow.h"

#include "ui/parts/button.h"
#include "ui/parts/files.h"
#include "ui/parts/labels.h"
#include "ui/parts/searchfield.h"
#include "ui/theme/fonts.h"
#include "ui/theme/icons.h"

#include <QClipboard>
#include <QFuture>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QKeyEvent>
#include <QLineEdit>
#include <QLocale>
#include <QShortcut>
#include <QSortFilterProxyModel>
#include <QTableView>
#include <QVBoxLayout>

#include <algorithm>

namespace glovebox::ui {

TableWindow::TableWindow(ShownTable table, const QString &title, QWidget *parent)
    : QWidget(parent, Qt::Window)
    , m_model(new ShownTableModel(std::move(table), this))
    , m_sorted(new QSortFilterProxyModel(this))
    , m_view(new QTableView(this))
    , m_filter(new QLineEdit(this))
    , m_message(new TextLine(TextStep::Second, Token::Text2, this))
{
    setObjectName(QStringLiteral("tableWindow"));
    setAttribute(Qt::WA_DeleteOnClose);
    setWindowTitle(tr("%1 — Glovebox").arg(title));
    m_sorted->setSourceModel(m_model);
    m_sorted->setSortRole(ShownTableModel::SortRole);
    m_sorted->setFilterKeyColumn(-1); // any
    m_sorted->setFilterCaseSensitivity(Qt::CaseInsensitive);
    m_view->setModel(m_sorted);
    m_view->setFont(codeFont());
    m_view->setFrameShape(QFrame::NoFrame);
    m_view->setSortingEnabled(true);
    m_view->sortByColumn(-1, Qt::AscendingOrder); // as the run showed it
    m_view->setAccessibleName(title);
    m_view->setTabKeyNavigation(false);
    m_view->installEventFilter(this);
    makeSearchField(*m_filter, tr("Filter rows"));
    auto *copyButton = new Button(tr("Copy"), Button::Look::Quiet, this);
    copyButton->setIconName(QStringLiteral("copy"));
    auto *saveButton = new Button(tr("Save CSV…"), Button::Look::Quiet, this);
    saveButton->setIconName(QStringLiteral("download"));
    auto *bar = new QHBoxLayout;
    bar->setContentsMargins(8, 4, 16, 4);
    bar->addWidget(m_filter, 1);
    bar->addWidget(copyButton);
    bar->addWidget(saveButton);
    bar->addWidget(m_message, 2);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins({});
    layout->setSpacing(0);
    layout->addLayout(bar);
    layout->addWidget(m_view, 1);
    connect(m_filter, &QLineEdit::textChanged, this, [this](const QString &text) {
        m_sorted->setFilterFixedString(text);
        count();
    });
    connect(copyButton, &Button::clicked, this, &TableWindow::copy);
    connect(saveButton, &Button::clicked, this, &TableWindow::save);
    connect(new QShortcut(QKeySequence::Save, this), &QShortcut::activated, this,
            &TableWindow::save);
    connect(new QShortcut(QKeySequence::Find, this), &QShortcut::activated, m_filter,
            qOverload<>(&QWidget::setFocus));
    connect(new QShortcut(Qt::Key_Escape, this), &QShortcut::activated, this, &QWidget::close);
    m_view->resizeColumnsToContents();
    resize(800, 560);
    count();
}

void TableWindow::count()
{
    const ShownTable &table = m_model->table();
    const qint64 rows = table.totalRows < 0 ? table.rows.size() : table.totalRows;
    const QLocale locale;
    m_message->setText(tr("%1 of %2 rows, %3 columns")
                           .arg(locale.toString(m_sorted->rowCount()), locale.toString(rows),
                                locale.toString(qint64(table.header.size()))));
}

QString TableWindow::selectedTsv() const
{
    QModelIndexList cells = m_view->selectionModel()->selectedIndexes();
    if (cells.isEmpty()) {
        for (int row = 0; row < m_sorted->rowCount(); ++row) {
            for (int column = 0; column < m_sorted->columnCount(); ++column)
                cells.append(m_sorted->index(row, column));
        }
    }
    std::ranges::sort(cells, [](const QModelIndex &a, const QModelIndex &b) {
        return std::pair(a.row(), a.column()) < std::pair(b.row(), b.column());
    });
    QString text;
    int row = -1;
    for (const QModelIndex &cell : std::as_const(cells)) {
        if (row >= 0)
            text += cell.row() == row ? u'\t' : u'\n';
        text += cell.data().toString().replace(u'\t', u' ');
        row = cell.row();
    }
    return text;
}

void TableWindow::copy() const
{
    QGuiApplication::clipboard()->setText(selectedTsv());
}

bool TableWindow::eventFilter(QObject *watched, QEvent *event)
{
    if (watched == m_view && event->type() == QEvent::KeyPress &&
        static_cast<QKeyEvent *>(event)->matches(QKeySequence::Copy)) {
        copy();
        return true;
    }
    return QWidget::eventFilter(watched, event);
}

void TableWindow::save()
{
    askWhereToSave(this,
                   {.title = tr("Save CSV…"), .suffix = QStringLiteral("csv"), .name = tr("table")},
                   [this](const QString &path) { writeTo(path); });
}

void TableWindow::writeTo(const QString &path)
{
    writeWhole(path, m_model->table().toCsv().toUtf8())
        .then(this,
              [this, path](const Result<> &saved) { m_message->setText(savedText(path, saved)); });
}

} // namespace glovebox::ui
