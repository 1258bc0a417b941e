// SPDX-License-Identifier: MIT
#include "detailspane.h"

#include "ui/models/runtexts.h"
#include "ui/models/words.h"
#include "ui/theme/fonts.h"
#include "ui/theme/paint.h"

#include <QLocale>
#include <QScrollBar>

namespace glovebox::ui {

DetailsPane::DetailsPane(QWidget *parent)
    : QPlainTextEdit(parent)
{
    setReadOnly(true);
    setAccessibleName(tr("Details"));
    setFrameShape(QFrame::NoFrame);
    setFont(textFont());
    document()->setDocumentMargin(12);
    setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
}

QStringList DetailsPane::lines(const RunFacts &facts)
{
    QStringList result;
    const auto add = [&result](const QString &name, const QString &value) {
        if (!value.isEmpty())
            result.append(tr("%1: %2").arg(name, value));
    };
    add(tr("Run"), facts.run.toString());
    add(tr("State"), stateWord(facts.state));
    add(tr("Reason"), facts.endReason);
    add(tr("Client"), facts.clientLabel);
    add(tr("It calls itself"), facts.clientClaims);
    add(tr("Session"), facts.record.sessionName);
    add(tr("Code from"), facts.record.path);
    add(tr("Asked"), wholeTime(facts.asked));
    add(tr("Decided"), wholeTime(facts.decided));
    add(tr("Decision"), decisionLine(facts));
    add(tr("Note"), facts.decision ? facts.decision->note : QString());
    add(tr("Started"), wholeTime(facts.started));
    add(tr("Ended"), wholeTime(facts.ended));
    if (facts.ended.isValid())
        add(tr("Took"), secondsText(facts.executionMs));
    add(tr("Reads"), touchedPaths(facts.files, false));
    add(tr("Writes"), touchedPaths(facts.files, true));
    add(tr("Packages"), packagesText(facts.packages));
    add(tr("Output"), QLocale().formattedDataSize(facts.outputLength));
    add(tr("SHA-256 of the code approved"), facts.record.codeDigest());
    add(tr("SHA-256 of the code received"), facts.workerDigest);
    return result;
}

void DetailsPane::setFacts(const RunFacts *facts)
{
    const QString text = facts ? lines(*facts).join(u'\n') : QString();
    if (text == toPlainText())
        return;
    const int scroll = verticalScrollBar()->value();
    setPlainText(text);
    verticalScrollBar()->setValue(scroll);
}

} // namespace glovebox::ui
