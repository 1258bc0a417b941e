// SPDX-License-Identifier: MIT
#pragma once

#include <base/ids.h>

#include <QWidget>

#include <chrono>
#include <optional>

class QHBoxLayout;

namespace glovebox::ui {

class Button;
class ClientBadge;
class TextLine;
class TimeBar;

// Who asks, for what, and how long there is to answer: the head of one request and of several
// together (UI.md 4).
class AskHeader final : public QWidget
{
    Q_OBJECT

public:
    explicit AskHeader(QWidget *parent = nullptr);

    void setClient(const ClientId &client, const QString &label);
    void setTitle(const QString &title);
    // `detail`: the whole of what is a quotation, for the tool tip.
    void setLine(const QString &line, const QString &detail = {});
    // Beside the line.
    void addChip(QWidget *chip);
    // Until "no answer"; nothing: it has no end. `fraction` of the whole time is left, 0-1; `end`
    // is when it is over.
    void setTimeLeft(std::optional<std::chrono::seconds> left, double fraction, bool isPaused,
                     const QDateTime &end = {});
    void clear();

    Button *keepWaitingButton() const { return m_keepWaiting; }
    int headHeight() const; // above the bar

Q_SIGNALS:
    void keepWaiting();

protected:
    void resizeEvent(QResizeEvent *event) override;

private:
    QWidget *buildHead();
    void fitTime();

    ClientBadge *m_badge = nullptr;
    TextLine *m_title = nullptr;
    TextLine *m_line = nullptr;
    QHBoxLayout *m_second = nullptr;
    TextLine *m_timeText = nullptr;
    Button *m_keepWaiting = nullptr;
    TimeBar *m_timeBar = nullptr;
    std::optional<std::chrono::seconds> m_left;
};

} // namespace glovebox::ui
