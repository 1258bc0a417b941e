// SPDX-License-Identifier: MIT
#include "notesmenu.h"

#include "findingwords.h"

#include <ui/theme/icons.h>
#include <ui/theme/tokens.h>

namespace glovebox::ui {

namespace {

// More would not fit a screen; each stands in the code.
constexpr int maxListed = 25;

Token tokenOf(CodeMark::Kind kind)
{
    switch (kind) {
    case CodeMark::Kind::Information:
        return Token::Text3;
    case CodeMark::Kind::Look:
        return Token::Wait;
    case CodeMark::Kind::Refused:
        return Token::Bad;
    }
    Q_UNREACHABLE_RETURN(Token::Text3);
}

// An ampersand in a menu marks a key.
QString plain(QString text)
{
    return text.replace(u'&', QStringLiteral("&&"));
}

} // namespace

NotesMenu::NotesMenu(QWidget *parent)
    : QMenu(parent)
{
    setObjectName(QStringLiteral("notesMenu"));
}

void NotesMenu::setRequest(const PendingRequest &request)
{
    clear();
    const Reach &reach = request.record.reach;
    for (const Finding &finding : request.findings.findings) {
        if (actions().size() == maxListed) {
            const auto more = static_cast<int>(request.findings.findings.size()) - maxListed;
            addAction(tr("%n more, in the code", nullptr, more))->setEnabled(false);
            return;
        }
        QAction *entry =
            addAction(ui::icon(findingIcon(finding), tokenOf(findingMark(finding, reach))),
                      plain(findingEntry(finding, reach)));
        connect(entry, &QAction::triggered, this,
                [this, line = finding.line] { Q_EMIT chosen(line); });
    }
}

} // namespace glovebox::ui
