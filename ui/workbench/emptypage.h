// SPDX-License-Identifier: MIT
#pragma once

#include <QWidget>

class QLabel;

namespace glovebox::ui {

class Button;
class StatusModel;
class TextLine;

// Before the first run: what this is, the address, how to connect, and Add folder. Calm.
class EmptyPage final : public QWidget
{
    Q_OBJECT

public:
    explicit EmptyPage(StatusModel &status, QWidget *parent = nullptr);

    // First run: the whole introduction. Else only that nothing is chosen.
    void setFirstRun(bool firstRun);
    // In place of the introduction, once somebody is connected: what to say to the client.
    void setLineToPaste(const QString &line);

Q_SIGNALS:
    void addFolderRequested();
    void copyRequested(const QString &text);

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    void refresh();

    StatusModel &m_status;
    QWidget *m_content;
    TextLine *m_nothing;
    QWidget *m_paste;
    QLabel *m_line = nullptr;
    bool m_firstRun = true;
    TextLine *m_address;
    TextLine *m_command;
    Button *m_copyAddress;
    Button *m_copyCommand;
};

} // namespace glovebox::ui
