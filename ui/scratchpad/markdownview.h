// SPDX-License-Identifier: MIT
#pragma once

#include "notebook/cell.h"

#include <QTextBrowser>

namespace glovebox::ui {

// The text of a text cell as it reads: Markdown without HTML. Nothing is fetched for it: pictures
// come from the document itself (attachments, data:), all others are named and not shown.
class MarkdownView final : public QTextBrowser
{
    Q_OBJECT

public:
    explicit MarkdownView(QWidget *parent = nullptr);

    void setCell(const notebook::Cell &cell);
    int heightFor(int width) const;
    QVariant loadResource(int type, const QUrl &name) override;

Q_SIGNALS:
    void editRequested();
    void pressed();

protected:
    void changeEvent(QEvent *event) override;
    void mousePressEvent(QMouseEvent *event) override;
    void mouseDoubleClickEvent(QMouseEvent *event) override;
    void wheelEvent(QWheelEvent *event) override;

private:
    void render();

    QString m_source;
    notebook::Json m_attachments;
};

} // namespace glovebox::ui
