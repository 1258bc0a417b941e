// SPDX-License-Identifier: MIT
#pragma once

#include <QObject>
#include <QTextObjectInterface>

class QTextBlock;
class QTextDocument;

namespace glovebox::ui {

// Characters that are not seen as boxes with their number in a text that is edited (UI.md 4.3): in
// the document each is an object of its own, so that it takes room, cannot turn its line around,
// and is deleted with one key. `text` has the characters themselves.
class UnseenBoxes final : public QObject, public QTextObjectInterface
{
    Q_OBJECT
    Q_INTERFACES(QTextObjectInterface)

public:
    // So many are made at once; more would keep the window waiting.
    static constexpr int most = 1000;

    explicit UnseenBoxes(QTextDocument &document);

    // Makes boxes of what is not seen in the lines from `position` on, `length` characters. Called
    // within the edit that brought it (QTextCursor::beginEditBlock), it is undone with that.
    void box(int position, int length);
    // What stands from `from` to `to`, as it is.
    QString text(int from, int to) const;
    QString text() const;
    static bool hasBoxes(const QTextBlock &block);

    QSizeF intrinsicSize(QTextDocument *document, int position, const QTextFormat &format) override;
    void drawObject(QPainter *painter, const QRectF &rect, QTextDocument *document, int position,
                    const QTextFormat &format) override;

private:
    QTextDocument &m_document;
};

} // namespace glovebox::ui
