// SPDX-License-Identifier: MIT
#pragma once

#include <QAbstractTableModel>
#include <QStringList>

#include <optional>

namespace glovebox::ui {

// A table that a run showed as HTML, as pandas writes it: its cells as text. Nothing of the markup
// is kept, and nothing is fetched.
struct ShownTable
{
    QStringList header;
    QStringList types;       // of the columns, as long as the header; empty: the run does not say
    QList<QStringList> rows; // each as long as the header
    qint64 totalRows = -1;   // that the run says there are; -1: it does not say
    qint64 totalColumns = -1;

    bool operator==(const ShownTable &) const = default;

    static constexpr qsizetype maxRows = 100'000;
    static constexpr qsizetype maxColumns = 1'000;
    static constexpr qsizetype maxCellChars = 4'096;

    QString toCsv() const; // RFC 4180, with the header
};

// The first table of the document that has a header; nullopt when there is none, or it is larger
// than the limits.
std::optional<ShownTable> tableIn(const QString &html);

// Its cells; numbers are right-aligned and sort by value.
class ShownTableModel final : public QAbstractTableModel
{
    Q_OBJECT

public:
    enum Role { SortRole = Qt::UserRole + 1 };

    explicit ShownTableModel(ShownTable table, QObject *parent = nullptr);

    const ShownTable &table() const { return m_table; }
    int rowCount(const QModelIndex &parent = {}) const override;
    int columnCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    ShownTable m_table;
};

} // namespace glovebox::ui
