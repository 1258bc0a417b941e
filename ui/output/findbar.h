// SPDX-License-Identifier: MIT
#pragma once

#include <QWidget>

class QLineEdit;

namespace glovebox::ui {

class TextLine;

// Find in what stands above it.
class FindBar final : public QWidget
{
    Q_OBJECT

public:
    explicit FindBar(QWidget *parent = nullptr);

    void open(); // shows it and takes the focus
    void setFound(int rows);
    QString text() const;

Q_SIGNALS:
    void textChanged(const QString &text);
    void nextRequested(bool forward);
    void closed();

protected:
    void keyPressEvent(QKeyEvent *event) override;
    void paintEvent(QPaintEvent *event) override;

private:
    void closeBar();

    QLineEdit *m_field;
    TextLine *m_found;
};

} // namespace glovebox::ui
