// SPDX-License-Identifier: MIT
#include "outputreader.h"

#include "ui/models/terminaltext.h"
#include "ui/parts/button.h"
#include "ui/parts/labels.h"
#include "ui/theme/fonts.h"
#include "ui/theme/theme.h"

#include <QFuture>
#include <QHBoxLayout>
#include <QLocale>
#include <QPlainTextEdit>
#include <QShortcut>
#include <QVBoxLayout>

namespace glovebox::ui {

namespace {

// Where the page that should begin at `nominal` really begins: behind the line that reaches over
// it. `bytes` begin at `nominal` - 1. The end of one page is the beginning of the next.
qsizetype lineBoundary(QByteArrayView bytes)
{
    const qsizetype found =
        bytes.first(std::min<qsizetype>(bytes.size(), OutputReader::slack)).indexOf('\n');
    return found < 0 ? 1 : found + 1;
}

// Colours are the run's view's to show; here control sequences only disappear.
QString plainText(QByteArrayView bytes)
{
    QStringList lines;
    LineBuilder builder;
    TerminalParser parser;
    const auto endLine = [&lines, &builder] {
        lines.append(builder.line().text);
        builder.clear();
    };
    parser.feed(QString::fromUtf8(bytes), builder, endLine);
    if (!builder.isEmpty())
        endLine();
    return lines.join(u'\n');
}

Button *pageButton(const QString &text, QWidget *parent)
{
    return new Button(text, Button::Look::Quiet, parent);
}

} // namespace

OutputReader::OutputReader(ProgramControls &controls, RunId run, qint64 length, QWidget *parent)
    : QWidget(parent, Qt::Window)
    , m_controls(controls)
    , m_run(run)
    , m_length(length)
    , m_view(new QPlainTextEdit(this))
    , m_place(new TextLine(TextStep::Second, Token::Text2, this))
    , m_first(pageButton(tr("First"), this))
    , m_previous(pageButton(tr("Previous"), this))
    , m_next(pageButton(tr("Next"), this))
    , m_last(pageButton(tr("Last"), this))
{
    setObjectName(QStringLiteral("outputReader"));
    setAttribute(Qt::WA_DeleteOnClose);
    setWindowTitle(tr("Output of %1 — Glovebox").arg(run.toString()));
    m_view->setReadOnly(true);
    m_view->setFont(codeFont());
    m_view->setFrameShape(QFrame::NoFrame);
    m_view->setLineWrapMode(QPlainTextEdit::NoWrap);
    m_view->setAccessibleName(tr("Output of %1").arg(run.toString()));
    m_view->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    auto *bar = new QHBoxLayout;
    bar->setContentsMargins(8, 4, 16, 4);
    for (Button *button : {m_first, m_previous, m_next, m_last})
        bar->addWidget(button);
    bar->addWidget(m_place, 1);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins({});
    layout->setSpacing(0);
    layout->addLayout(bar);
    layout->addWidget(m_view, 1);
    connect(m_first, &Button::clicked, this, [this] { showPage(0); });
    connect(m_previous, &Button::clicked, this, [this] { showPage(m_page - 1); });
    connect(m_next, &Button::clicked, this, [this] { showPage(m_page + 1); });
    connect(m_last, &Button::clicked, this, [this] { showPage(pages() - 1); });
    const auto key = [this](const QKeySequence &keys, int by) {
        connect(new QShortcut(keys, this), &QShortcut::activated, this,
                [this, by] { showPage(m_page + by); });
    };
    key(Qt::CTRL | Qt::Key_PageDown, 1);
    key(Qt::CTRL | Qt::Key_PageUp, -1);
    connect(new QShortcut(Qt::Key_Escape, this), &QShortcut::activated, this, &QWidget::close);
    resize(960, 640);
    showPage(0);
}

int OutputReader::pages() const
{
    return int(std::max<qint64>(1, (m_length + pageBytes - 1) / pageBytes));
}

void OutputReader::showPage(int page)
{
    if (page < 0 || page >= pages())
        return;
    m_page = page;
    refresh();
    const qint64 from = std::max<qint64>(0, page * pageBytes - 1);
    m_controls.readOutput(m_run, from, pageBytes + 1 + slack)
        .then(this, [this, page](const Result<QByteArray> &bytes) { take(page, bytes); });
}

void OutputReader::take(int page, const Result<QByteArray> &bytes)
{
    if (page != m_page)
        return;
    if (!bytes) {
        m_view->setPlainText(bytes.error().text);
        return;
    }
    const QByteArrayView all(*bytes);
    const qsizetype begin = page == 0 || all.isEmpty() ? 0 : lineBoundary(all);
    const qsizetype nominal = page == 0 ? pageBytes - 1 : pageBytes; // of the next page, less one
    const qsizetype end =
        all.size() <= nominal ? all.size() : nominal + lineBoundary(all.sliced(nominal));
    m_view->setPlainText(plainText(all.sliced(begin, std::max<qsizetype>(0, end - begin))));
    Q_EMIT shown(page);
}

void OutputReader::refresh()
{
    m_first->setEnabled(m_page > 0);
    m_previous->setEnabled(m_page > 0);
    m_next->setEnabled(m_page + 1 < pages());
    m_last->setEnabled(m_page + 1 < pages());
    m_place->setText(tr("Page %1 of %2").arg(m_page + 1).arg(pages()));
}

} // namespace glovebox::ui
