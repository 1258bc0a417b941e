// SPDX-License-Identifier: MIT
#pragma once

#include "notebookview.h"

class QLabel;
class QLineEdit;
class QToolButton;

namespace glovebox::ui {

class TextLine;

// Find and replace in all cells of a document.
class SearchBar final : public QWidget
{
    Q_OBJECT

public:
    explicit SearchBar(QWidget *parent = nullptr);

    // What it searches in; null: it closes.
    void setView(NotebookView *view, notebook::Document *document);
    void open(bool replace, const QString &text = {});
    void closeBar();

Q_SIGNALS:
    void message(const QString &text, bool bad);

protected:
    void keyPressEvent(QKeyEvent *event) override;
    bool event(QEvent *event) override;
    void paintEvent(QPaintEvent *event) override;

private:
    QToolButton *toggle(const QString &name);
    QRegularExpression expression() const;
    QString replacementFor(const QRegularExpressionMatch &match) const;
    void refresh();
    void step(int by);
    void replaceOne();
    void replaceAll();
    void showCount();

    QPointer<NotebookView> m_view;
    notebook::Document *m_document = nullptr;
    QLineEdit *m_find;
    QLineEdit *m_replace;
    QWidget *m_replaceRow;
    QToolButton *m_case;
    QToolButton *m_word;
    QToolButton *m_regex;
    TextLine *m_count;
    QList<NotebookView::Found> m_found;
    qsizetype m_at = -1;
};

} // namespace glovebox::ui
