// SPDX-License-Identifier: MIT
#include "tablelist.h"

#include "tablewindow.h"

#include "ui/theme/fonts.h"
#include "ui/theme/icons.h"
#include "ui/theme/paint.h"
#include "ui/theme/theme.h"

#include <QFile>
#include <QFuture>
#include <QLocale>
#include <QPainter>
#include <QPromise>
#include <QThreadPool>

namespace glovebox::ui {

namespace {

constexpr int edge = 16;

} // namespace

std::optional<ShownTable> readTable(const QString &path)
{
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly))
        return {};
    return tableIn(QString::fromUtf8(file.read(limits::maxDisplayBytes)));
}

TableList::TableList(QWidget *parent)
    : QListWidget(parent)
{
    setObjectName(QStringLiteral("tableList"));
    setAccessibleName(tr("Tables"));
    setFrameShape(QFrame::NoFrame);
    connect(this, &QListWidget::itemActivated, this, &TableList::openCurrent);
}

void TableList::setDisplays(const QList<event::Display> &displays)
{
    QStringList files;
    QList<event::Display> pages;
    for (const event::Display &display : displays) {
        if (display.mimeType == u"text/html") {
            files.append(display.file);
            pages.append(display);
        }
    }
    if (files == m_looked)
        return;
    const bool goesOn = files.size() > m_looked.size() && files.first(m_looked.size()) == m_looked;
    if (!goesOn || !m_alive) {
        m_alive = std::make_shared<bool>(true);
        m_tables.clear();
        clear();
    }
    const qsizetype first = goesOn ? m_looked.size() : 0;
    m_looked = files;
    for (const event::Display &page : pages.sliced(first))
        look(page);
    Q_EMIT tablesChanged();
}

void TableList::look(const event::Display &display)
{
    const auto promise = std::make_shared<QPromise<std::optional<ShownTable>>>();
    promise->start();
    promise->future().then(this, [this, display, alive = std::weak_ptr(m_alive)](
                                     const std::optional<ShownTable> &table) {
        if (!alive.expired())
            take(display.index, display.title, table);
    });
    QThreadPool::globalInstance()->start([promise, file = display.file] {
        promise->addResult(readTable(file));
        promise->finish();
    });
}

void TableList::take(int display, const QString &title, std::optional<ShownTable> table)
{
    if (!table)
        return;
    const QString name = title.isEmpty() ? tr("Table %1").arg(display) : oneLine(title);
    m_tables.insert(display, {name, *std::move(table)});
    clear();
    const QLocale locale;
    for (const auto &[number, entry] : m_tables.asKeyValueRange()) {
        const ShownTable &shown = entry.second;
        const qint64 rows = shown.totalRows < 0 ? shown.rows.size() : shown.totalRows;
        auto *row = new QListWidgetItem(
            icon(QStringLiteral("table"), Token::Text2),
            //: {name}, {a} of {b} rows, {c} columns
            tr("%1, %2 of %3 rows, %4 columns")
                .arg(entry.first, locale.toString(qint64(shown.rows.size())), locale.toString(rows),
                     locale.toString(qint64(shown.header.size()))),
            this);
        row->setData(Qt::UserRole, number);
    }
    Q_EMIT tablesChanged();
}

void TableList::openCurrent()
{
    const QListWidgetItem *row = currentItem() ? currentItem() : item(0);
    if (!row)
        return;
    const auto &[name, table] = m_tables[row->data(Qt::UserRole).toInt()];
    auto *window = new TableWindow(table, name, this);
    window->show();
}

void TableList::paintEvent(QPaintEvent *event)
{
    QListWidget::paintEvent(event);
    if (!m_tables.isEmpty())
        return;
    QPainter painter(viewport());
    painter.setFont(textFont());
    painter.setPen(color(Token::Text3));
    painter.drawText(viewport()->rect().adjusted(edge, 8, -edge, 0),
                     Qt::AlignLeft | Qt::AlignTop | Qt::TextWordWrap,
                     tr("This run showed no table."));
}

} // namespace glovebox::ui
