// SPDX-License-Identifier: MIT
#include "aboutbox.h"

#include "ui/parts/button.h"
#include "ui/parts/labels.h"
#include "ui/theme/icons.h"
#include "ui/theme/theme.h"

#include <QApplication>
#include <QClipboard>
#include <QDesktopServices>
#include <QFileInfo>
#include <QLabel>
#include <QPlainTextEdit>
#include <QUrl>
#include <QVBoxLayout>

namespace glovebox::ui {

using namespace Qt::StringLiterals;

namespace {

constexpr int factsHeight = 176;

} // namespace

AboutBox::AboutBox(const QList<Paper> &papers, QWidget *parent)
    : QDialog(parent)
    , m_facts(new QPlainTextEdit(this))
{
    setObjectName(u"aboutBox"_s);
    setAttribute(Qt::WA_DeleteOnClose);
    setWindowTitle(tr("About Glovebox"));
    resize(620, 420);
    auto *title = new TextLine(TextStep::Title, Token::Text, this);
    title->setText(tr("Glovebox %1").arg(QCoreApplication::applicationVersion()));
    title->setWeight(QFont::DemiBold);
    auto *what = new QLabel(tr("Runs Python that language models write inside a sealed sandbox. "
                               "Nothing runs here without you."),
                            this);
    what->setTextFormat(Qt::PlainText);
    what->setWordWrap(true);
    auto *licence = new QLabel(
        tr("Free software under the MIT licence, without any warranty. Parts of others keep their "
           "own licences."),
        this);
    licence->setTextFormat(Qt::PlainText);
    licence->setWordWrap(true);
    m_facts->setObjectName(u"aboutFacts"_s);
    m_facts->setAccessibleName(tr("Versions"));
    m_facts->setReadOnly(true);
    m_facts->setFont(codeFont());
    m_facts->setMinimumHeight(factsHeight);
    m_facts->setLineWrapMode(QPlainTextEdit::NoWrap);
    auto *files = new QHBoxLayout;
    files->setSpacing(16);
    for (const Paper &paper : papers) {
        if (!QFileInfo::exists(paper.file))
            continue;
        auto *link = new Button(paper.words, Button::Look::Link, this);
        connect(link, &Button::clicked, this,
                [file = paper.file] { QDesktopServices::openUrl(QUrl::fromLocalFile(file)); });
        files->addWidget(link);
    }
    files->addStretch(1);
    auto *copy = new Button(tr("Copy"), Button::Look::Normal, this);
    copy->setObjectName(u"copyVersions"_s);
    copy->setAccessibleName(tr("Copy the versions"));
    auto *diagnostics = new Button(tr("Copy diagnostics"), Button::Look::Normal, this);
    diagnostics->setObjectName(u"copyDiagnostics"_s);
    auto *close = new Button(tr("Close"), Button::Look::Normal, this);
    auto *buttons = new QHBoxLayout;
    buttons->addWidget(copy);
    buttons->addWidget(diagnostics);
    buttons->addStretch(1);
    buttons->addWidget(close);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(16, 16, 16, 16);
    layout->setSpacing(8);
    layout->addWidget(title);
    layout->addWidget(what);
    layout->addWidget(m_facts, 1);
    layout->addWidget(licence);
    layout->addLayout(files);
    layout->addSpacing(8);
    layout->addLayout(buttons);
    connect(copy, &Button::clicked, this,
            [this] { QGuiApplication::clipboard()->setText(m_facts->toPlainText()); });
    connect(diagnostics, &Button::clicked, this, &AboutBox::diagnosticsRequested);
    connect(close, &Button::clicked, this, &QDialog::accept);
    close->setFocus();
}

void AboutBox::setFacts(const ProgramFacts &facts)
{
    m_facts->setPlainText(facts.toText().trimmed());
}

} // namespace glovebox::ui
