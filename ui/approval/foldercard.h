// SPDX-License-Identifier: MIT
#pragma once

#include <base/desk.h>

#include <QWidget>

namespace glovebox::ui {

class RadioButton;
class SentenceBar;
class TextLine;

// What a request for a folder is about (UI.md 4.9): which folder, under which name, and as what
// the person would give it. Staged is chosen first, whatever was asked for.
class FolderCard final : public QWidget
{
    Q_OBJECT

public:
    explicit FolderCard(QWidget *parent = nullptr);

    void setRequest(const PendingRequest &request);
    MountMode mode() const { return m_mode; }
    void setMode(MountMode mode);
    // What takes the keyboard, in its order.
    QList<QWidget *> fields() const;

Q_SIGNALS:
    void modeChanged(glovebox::MountMode mode);

protected:
    void paintEvent(QPaintEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;

private:
    void arrange();
    void refresh();

    TextLine *m_path;
    TextLine *m_place;
    TextLine *m_asked;
    QString m_placeText;
    QString m_askedText;
    QList<std::pair<MountMode, RadioButton *>> m_modes;
    SentenceBar *m_meaning;
    MountMode m_mode = MountMode::Staged;
};

} // namespace glovebox::ui
