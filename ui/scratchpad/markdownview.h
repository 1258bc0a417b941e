// SPDX-License-Identifier: MIT
#pragma once

#include "notebook/cell.h"

#include <QHash>
#include <QImage>
#include <QTextBrowser>
#include <QUrl>

namespace glovebox::ui {

// The text of a text cell as it reads: Markdown without HTML. Nothing is fetched for it: pictures
// come from the document itself (attachments, data:), all others are named and not shown.
class MarkdownView final : public QTextBrowser
{
    Q_OBJECT

public:
    explicit MarkdownView(QWidget *parent = nullptr);

    void setCell(const notebook::Cell &cell);
    int heightFor(int width);
    QVariant loadResource(int type, const QUrl &name) override;

Q_SIGNALS:
    void editRequested();
    void pressed();
    void heightChanged(); // a picture came

protected:
    void changeEvent(QEvent *event) override;
    void mousePressEvent(QMouseEvent *event) override;
    void mouseDoubleClickEvent(QMouseEvent *event) override;
    void wheelEvent(QWheelEvent *event) override;

private:
    void render();
    QByteArray base64Of(const QUrl &name) const;
    void wantPicture(const QUrl &name);
    void readPicture(const QUrl &name);
    void takePicture(const QUrl &name, const QImage &picture, int natural);

    QString m_source;
    notebook::Json m_attachments;
    int m_width = 0;                // that there is for it; 0: not known yet
    QHash<QUrl, QImage> m_pictures; // that were read, not wider than that
    QHash<QUrl, int> m_widths;      // of those in the text, by themselves; 0: not read yet
    quint64 m_content = 0;          // of which text
};

} // namespace glovebox::ui
