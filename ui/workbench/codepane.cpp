// SPDX-License-Identifier: MIT
#include "codepane.h"

#include "ui/approval/findingwords.h"
#include "ui/code/codeview.h"
#include "ui/parts/button.h"
#include "ui/parts/labels.h"
#include "ui/theme/theme.h"

#include <QHBoxLayout>
#include <QPainter>
#include <QVBoxLayout>

namespace glovebox::ui {

namespace {

constexpr int barHeight = 34;

Button *toolButton(const QString &iconName, const QString &name, QWidget *parent)
{
    auto *button = new Button({}, Button::Look::Quiet, parent);
    button->setIconName(iconName);
    button->setAccessibleName(name);
    button->setToolTip(name);
    return button;
}

} // namespace

CodePane::CodePane(QWidget *parent)
    : QWidget(parent)
    , m_fold(new Button(tr("Code"), Button::Look::Quiet, this))
    , m_lines(new TextLine(TextStep::Second, Token::Text2, this))
    , m_exact(new Chip(ChipKind::Ok, tr("Runs exactly as approved"), QStringLiteral("shield-check"),
                       this))
    , m_differs(new SentenceBar(Token::BadBg, Token::Bad, this))
    , m_view(new CodeView(this))
{
    m_fold->setChevron(true);
    m_lines->setStretching(false);
    auto *copy = toolButton(QStringLiteral("copy"), tr("Copy"), this);
    auto *wrap = toolButton(QStringLiteral("wrap-text"), tr("Wrap"), this);
    auto *bar = new QHBoxLayout;
    bar->setContentsMargins(8, 0, 8, 0);
    bar->setSpacing(8);
    bar->addWidget(m_fold);
    bar->addWidget(m_lines);
    bar->addWidget(m_exact);
    bar->addStretch(1);
    bar->addWidget(copy);
    bar->addWidget(wrap);
    m_differs->setSentence(QStringLiteral("shield-alert"),
                           tr("The code that the interpreter received is not the code that was "
                              "approved."));
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins({});
    layout->setSpacing(0);
    auto *barHolder = new QWidget(this);
    barHolder->setFixedHeight(barHeight);
    barHolder->setLayout(bar);
    layout->addWidget(barHolder);
    layout->addWidget(m_differs);
    layout->addWidget(m_view, 1);
    connect(m_fold, &Button::clicked, this, [this] { setFolded(!isFolded()); });
    connect(copy, &Button::clicked, m_view, &CodeView::copyAll);
    connect(wrap, &Button::clicked, this, [this] { m_view->setWrap(!m_view->wraps()); });
    setFocusProxy(m_view);
    setFacts(nullptr);
}

void CodePane::setFacts(const RunFacts *facts)
{
    const std::optional<bool> exact = facts ? facts->runsAsApproved() : std::nullopt;
    m_exact->setVisible(exact == true);
    m_exact->setText(facts && facts->record.client == personClient()
                         ? tr("Runs exactly as written")
                         : tr("Runs exactly as approved"));
    m_differs->setVisible(exact == false);
    if (!facts || facts->run == m_run)
        return;
    m_run = facts->run;
    m_view->setCode(facts->record.code, QStringLiteral("Python"));
    m_view->setMarks(findingMarks(facts->findings, facts->record.reach)); // as it was asked
    m_lines->setText(tr("%n line(s)", nullptr, m_view->content().lines));
}

bool CodePane::isFolded() const
{
    return m_view->isHidden();
}

void CodePane::setFolded(bool folded)
{
    m_view->setVisible(!folded);
    setMaximumHeight(folded ? barHeight + 1 : QWIDGETSIZE_MAX);
    Q_EMIT foldedChanged(folded);
}

void CodePane::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    painter.fillRect(rect(), color(Token::Window));
    paintHorizontalLine(painter, 0, width(), barHeight - 1, color(Token::Line));
}

} // namespace glovebox::ui
