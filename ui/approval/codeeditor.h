// SPDX-License-Identifier: MIT
#pragma once

#include <QPlainTextEdit>

namespace glovebox::ui {

// The code of a request while the person edits it before it runs (UI.md 4.5). Unlike the view it
// shows nothing that is not in the code: what is seen is what runs.
class CodeEditor final : public QPlainTextEdit
{
    Q_OBJECT

public:
    explicit CodeEditor(QWidget *parent = nullptr);

    // False for code that a text cannot give back byte by byte.
    static bool canEdit(const QByteArray &code);
    void setCode(const QByteArray &code);
    QByteArray code() const;

protected:
    void changeEvent(QEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;

private:
    bool m_hasCarriageReturns = false;
    bool m_hasByteOrderMark = false;
};

} // namespace glovebox::ui
