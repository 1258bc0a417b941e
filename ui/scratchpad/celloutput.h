// SPDX-License-Identifier: MIT
#pragma once

#include "scratchservices.h"

#include "notebook/outputs.h"
#include "ui/models/outputmodel.h"

#include <QPointer>
#include <QWidget>

class QLineEdit;

namespace glovebox::ui {

class Button;
class OutputView;
class TextLine;

// What a cell put out (UI.md 5), while it runs and later; below it the field for input().
class CellOutput final : public QWidget
{
    Q_OBJECT

public:
    // A cell with more than this scrolls in itself.
    static constexpr int mostHeight = 640;

    explicit CellOutput(const ScratchServices &services, QWidget *parent = nullptr);

    void showRun(RunId run);
    // Of a document that was saved; read away from this thread.
    void showStored(const QList<notebook::Output> &outputs);
    void clear();

    bool isEmpty() const;
    int wantedHeight() const;
    OutputView *view() const { return m_view; }
    QLineEdit *inputField() const { return m_field; }

Q_SIGNALS:
    void heightChanged();
    void message(const QString &text, bool bad);
    void openTableRequested();
    void focused();

protected:
    void resizeEvent(QResizeEvent *event) override;
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    void refreshInput();
    void takeFocus();
    void answer(const std::optional<QString> &line);
    void openPage(const event::Display &display);
    int inputHeight() const;

    const ScratchServices &m_services;
    OutputModel *m_model;
    OutputView *m_view;
    QWidget *m_input;
    TextLine *m_prompt;
    QLineEdit *m_field;
    Button *m_send;
    QPointer<QWidget> m_focusBefore;
    RunId m_run;
    QList<notebook::Output> m_stored;
    quint64 m_reading = 0;
};

} // namespace glovebox::ui
