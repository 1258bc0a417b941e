// SPDX-License-Identifier: MIT
#pragma once

#include <ui/theme/tokens.h>

#include <QPushButton>

namespace glovebox::ui {

// The button of UI.md 2: 32 px high, an icon, words, and its key in small letters. There is no
// default button anywhere: Enter never presses one.
class Button : public QPushButton
{
    Q_OBJECT

public:
    enum class Look {
        Normal,
        Preferred, // accent edge and words; for what decides, and never filled
        OwnAct,    // filled: only for what the person does for himself
        Danger,    // red words
        Quiet,     // no edge
        Small,     // 24 px
        Link,      // underlined accent words
        Note,      // an amber pill
    };
    // Which neighbour it is joined to, for split buttons.
    enum class Join { None, Right, Left };

    explicit Button(const QString &text, Look look = Look::Normal, QWidget *parent = nullptr);

    void setLook(Look look);
    void setKeyHint(const QString &hint);
    void setIconName(const QString &name);
    // A drop-down arrow behind the words; alone when there are none.
    void setChevron(bool on);
    void setJoin(Join join);
    // Drawn like disabled while it only refuses for a moment. It stays enabled so that the focus
    // stays where it is and presses do not fall through to what lies behind.
    void setDimmed(bool dimmed);
    bool isDimmed() const { return m_dimmed; }
    // What is written on it where there is little room. Without its words it is still called by
    // them, and its tool tip says them; one without an icon keeps them.
    enum class Words { All, NoKey, None };
    void setWords(Words words);
    Words words() const { return m_words; }
    int widthWith(Words words) const;

    // Width that shows the words and the key without eliding.
    int wantedWidth(const QString &text) const;

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

protected:
    bool event(QEvent *event) override;
    void paintEvent(QPaintEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
    void enterEvent(QEnterEvent *event) override;
    void leaveEvent(QEvent *event) override;

private:
    struct Colors;
    Colors colors() const;
    void paintGround(QPainter &painter, const Colors &colors) const;
    void paintContent(QPainter &painter, const Colors &colors) const;
    QFont wordsFont() const;
    QString shownText() const;
    int contentWidth(const QString &text) const;
    int padding() const;

    Look m_look;
    Join m_join = Join::None;
    QString m_keyHint;
    QString m_iconName;
    bool m_chevron = false;
    bool m_dimmed = false;
    Words m_words = Words::All;
};

} // namespace glovebox::ui
