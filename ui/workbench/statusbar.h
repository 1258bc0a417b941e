// SPDX-License-Identifier: MIT
#pragma once

#include "ui/models/statusmodel.h"

#include <QToolButton>
#include <QWidget>

namespace glovebox::ui {

// One part of the status bar: an icon or a dot, and words.
class StatusPart final : public QToolButton
{
    Q_OBJECT

public:
    explicit StatusPart(QWidget *parent);

    void setPart(const QString &iconName, const QString &words, bool bad = false);
    void setDot(bool on) { m_dot = on; }
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return sizeHint(); }

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    QString m_iconName;
    bool m_bad = false;
    bool m_dot = false;
};

// 24 px at the foot of the window (UI.md 3).
class StatusLine final : public QWidget
{
    Q_OBJECT

public:
    StatusLine(StatusModel &status, QWidget *parent = nullptr);

Q_SIGNALS:
    void addressClicked();

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    void refresh();

    StatusModel &m_status;
    StatusPart *m_address;
    StatusPart *m_clients;
    StatusPart *m_asking;
    StatusPart *m_grants;
    StatusPart *m_sessions;
    StatusPart *m_sandbox;
    StatusPart *m_python;
};

} // namespace glovebox::ui
