// SPDX-License-Identifier: MIT
#pragma once

#include <base/ids.h>
#include <ui/theme/fonts.h>
#include <ui/theme/paint.h>
#include <ui/theme/tokens.h>

#include <QTimer>
#include <QWidget>

namespace glovebox::ui {

// One line of plain text, elided at its end with the whole in its tool tip; an icon before it if
// wanted. Never markup: most of what is shown here comes from clients.
class TextLine : public QWidget
{
    Q_OBJECT

public:
    explicit TextLine(TextStep step = TextStep::Text, Token token = Token::Text,
                      QWidget *parent = nullptr);

    void setText(const QString &text);
    const QString &text() const { return m_text; }
    void setToken(Token token);
    void setWeight(QFont::Weight weight);
    void setTabular(bool on);
    void setIconName(const QString &name);
    // Text that the tool tip says besides the whole text.
    void setDetail(const QString &detail);
    // On as many lines as it needs, and never elided: for sentences of our own.
    void setWrapping(bool on);
    // Takes as much room as there is (default) or just what its text needs.
    void setStretching(bool on);
    void setAlignment(Qt::Alignment alignment); // left or right

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;
    bool hasHeightForWidth() const override { return m_wrapping; }
    int heightForWidth(int width) const override;

protected:
    void paintEvent(QPaintEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;
    void changeEvent(QEvent *event) override;

private:
    QFont lineFont() const;
    int textLeft() const;
    void refresh();

    QString m_text;
    QString m_detail;
    QString m_iconName;
    TextStep m_step;
    Token m_token;
    QFont::Weight m_weight = QFont::Normal;
    bool m_tabular = false;
    bool m_stretching = true;
    bool m_wrapping = false;
    Qt::Alignment m_alignment = Qt::AlignLeft;
};

// Two letters on the key's own ground.
class ClientBadge final : public QWidget
{
    Q_OBJECT

public:
    explicit ClientBadge(int side, QWidget *parent = nullptr);
    void setClient(const ClientId &client, const QString &label);

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    ClientId m_client;
    QString m_label;
};

class Chip final : public QWidget
{
    Q_OBJECT

public:
    Chip(ChipKind kind, const QString &text, const QString &iconName = {},
         QWidget *parent = nullptr);
    void setText(const QString &text);
    QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    ChipKind m_kind;
    QString m_text;
    QString m_iconName;
};

// Three quarters of a ring, one turn a second while it is on screen.
class RunningArc final : public QWidget
{
    Q_OBJECT

public:
    explicit RunningArc(int side = 16, QWidget *parent = nullptr);

protected:
    void paintEvent(QPaintEvent *event) override;
    void showEvent(QShowEvent *event) override;
    void hideEvent(QHideEvent *event) override;

private:
    QTimer m_frames;
};

// Two pixels that thin out from right to left; `fraction` is what is left, 0-1.
class TimeBar final : public QWidget
{
    Q_OBJECT

public:
    explicit TimeBar(Token token, QWidget *parent = nullptr);
    void setFraction(double fraction);
    double fraction() const { return m_fraction; }

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    Token m_token;
    double m_fraction = 0;
};

// A band with an icon, a sentence that may wrap, on a ground of its own.
class SentenceBar final : public QWidget
{
    Q_OBJECT

public:
    SentenceBar(Token ground, Token ink, QWidget *parent = nullptr);
    void setSentence(const QString &iconName, const QString &text);
    const QString &text() const { return m_text; }

    bool hasHeightForWidth() const override { return true; }
    int heightForWidth(int width) const override;
    QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    Token m_ground;
    Token m_ink;
    QString m_iconName;
    QString m_text;
};

} // namespace glovebox::ui
