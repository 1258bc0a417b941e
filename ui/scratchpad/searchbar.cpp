// SPDX-License-Identifier: MIT
#include "searchbar.h"

#include <ui/parts/button.h>
#include <ui/parts/labels.h>
#include <ui/parts/wording.h>
#include <ui/theme/paint.h>
#include <ui/theme/theme.h>

#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLineEdit>
#include <QPainter>
#include <QToolButton>

#include <algorithm>

namespace glovebox::ui {

using namespace Qt::StringLiterals;

namespace {

Button *smallButton(QWidget *parent, const QString &name)
{
    auto *button = new Button({}, Button::Look::Small, parent);
    button->setObjectName(name);
    return button;
}

void name(QToolButton *button, const QString &text, const QString &tip)
{
    button->setText(text);
    button->setToolTip(tip);
    button->setAccessibleName(tip);
}

} // namespace

SearchBar::SearchBar(QWidget *parent)
    : QWidget(parent)
    , m_find(new QLineEdit(this))
    , m_replace(new QLineEdit(this))
    , m_replaceRow(new QWidget(this))
    , m_count(new TextLine(TextStep::Second, Token::Text3, this))
{
    setObjectName(u"searchBar"_s);
    m_find->setObjectName(u"searchField"_s);
    m_replace->setObjectName(u"replaceField"_s);
    m_case = toggle(u"searchCase"_s);
    m_word = toggle(u"searchWord"_s);
    m_regex = toggle(u"searchRegex"_s);
    auto *previous = smallButton(this, u"searchPrevious"_s);
    auto *next = smallButton(this, u"searchNext"_s);
    auto *close = smallButton(this, u"searchClose"_s);
    auto *one = smallButton(m_replaceRow, u"replaceOne"_s);
    auto *all = smallButton(m_replaceRow, u"replaceAll"_s);
    (new Wording(this))->add([this, previous, next, close, one, all] {
        for (QLineEdit *field : {m_find, m_replace}) {
            const QString text = field == m_find ? tr("Find in cells") : tr("Replace with");
            field->setAccessibleName(text);
            field->setPlaceholderText(text);
        }
        name(m_case, u"Aa"_s, tr("Upper and lower case differ"));
        name(m_word, tr("Word"), tr("Whole words only"));
        name(m_regex, u".*"_s, tr("A regular expression"));
        previous->setText(tr("Previous"));
        next->setText(tr("Next"));
        close->setText(tr("Close"));
        one->setText(tr("Replace"));
        all->setText(tr("Replace all"));
        showCount();
    });

    auto *first = new QHBoxLayout;
    first->setSpacing(8);
    first->addWidget(m_find, 1);
    for (QWidget *part : QList<QWidget *>{m_case, m_word, m_regex, m_count, previous, next, close})
        first->addWidget(part);
    m_count->setStretching(false);
    auto *second = new QHBoxLayout(m_replaceRow);
    second->setContentsMargins({});
    second->setSpacing(8);
    second->addWidget(m_replace, 1);
    second->addWidget(one);
    second->addWidget(all);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(16, 8, 16, 8);
    layout->setSpacing(8);
    layout->addLayout(first);
    layout->addWidget(m_replaceRow);

    connect(m_find, &QLineEdit::textChanged, this, [this] {
        refresh();
        step(0);
    });
    connect(previous, &QPushButton::clicked, this, [this] { step(-1); });
    connect(next, &QPushButton::clicked, this, [this] { step(1); });
    connect(close, &QPushButton::clicked, this, &SearchBar::closeBar);
    connect(one, &QPushButton::clicked, this, &SearchBar::replaceOne);
    connect(all, &QPushButton::clicked, this, &SearchBar::replaceAll);
    hide();
}

QToolButton *SearchBar::toggle(const QString &name)
{
    auto *button = new QToolButton(this);
    button->setObjectName(name);
    button->setCheckable(true);
    button->setFocusPolicy(Qt::TabFocus);
    button->setMinimumSize(28, 24);
    connect(button, &QToolButton::toggled, this, [this] {
        refresh();
        step(0);
    });
    return button;
}

void SearchBar::setView(NotebookView *view, notebook::Document *document)
{
    if (m_view == view)
        return;
    if (m_view)
        m_view->clearSearch();
    if (m_document)
        m_document->disconnect(this);
    m_view = view;
    m_document = document;
    if (!document) {
        hide();
        return;
    }
    connect(document, &notebook::Document::edited, this, [this] {
        if (isVisible())
            refresh();
    });
    if (isVisible())
        refresh();
}

void SearchBar::open(bool replace, const QString &text)
{
    m_replaceRow->setVisible(replace);
    show();
    if (!text.isEmpty() && !text.contains(u'\n'))
        m_find->setText(text);
    refresh();
    step(0);
    m_find->setFocus(Qt::ShortcutFocusReason);
    m_find->selectAll();
}

void SearchBar::closeBar()
{
    hide();
    if (!m_view)
        return;
    m_view->clearSearch();
    m_view->edit(); // where the last one was found
}

QRegularExpression SearchBar::expression() const
{
    QString pattern = m_find->text();
    if (pattern.isEmpty())
        return {};
    if (!m_regex->isChecked())
        pattern = QRegularExpression::escape(pattern);
    if (m_word->isChecked())
        pattern = u"\\b(?:"_s + pattern + u")\\b"_s;
    QRegularExpression::PatternOptions options =
        QRegularExpression::MultilineOption | QRegularExpression::UseUnicodePropertiesOption;
    if (!m_case->isChecked())
        options |= QRegularExpression::CaseInsensitiveOption;
    return QRegularExpression(pattern, options);
}

void SearchBar::refresh()
{
    if (!m_view)
        return;
    const std::optional<NotebookView::Found> before =
        m_at >= 0 && m_at < m_found.size() ? std::optional(m_found.at(m_at)) : std::nullopt;
    m_found = m_view->search(expression());
    m_at = before ? m_found.indexOf(*before) : -1;
    showCount();
}

void SearchBar::showCount()
{
    const QRegularExpression wanted = expression();
    if (!wanted.isValid())
        m_count->setText(tr("Not a regular expression"));
    else if (m_find->text().isEmpty())
        m_count->setText({});
    else if (m_found.isEmpty())
        m_count->setText(tr("Not found"));
    else
        m_count->setText(tr("%1 of %2").arg(m_at + 1).arg(m_found.size()));
    m_count->setToken(wanted.isValid() ? Token::Text3 : Token::Bad);
}

// 0: the first at or behind the current cell.
void SearchBar::step(int by)
{
    if (!m_view || m_found.isEmpty())
        return;
    if (m_at < 0) {
        const int current = m_document->indexOf(m_view->currentCell());
        const auto behind = std::ranges::find_if(m_found, [&](const NotebookView::Found &found) {
            return m_document->indexOf(found.cell) >= current;
        });
        m_at = behind == m_found.end() ? 0 : behind - m_found.begin();
    } else {
        m_at = (m_at + by + m_found.size()) % m_found.size();
    }
    m_view->showFound(m_found.at(m_at));
    showCount();
}

QString SearchBar::replacementFor(const QRegularExpressionMatch &match) const
{
    QString text = m_replace->text();
    if (!m_regex->isChecked())
        return text;
    static const QRegularExpression reference(u"\\\\(\\d)"_s);
    QString result;
    qsizetype end = 0;
    auto references = reference.globalMatch(text);
    while (references.hasNext()) {
        const QRegularExpressionMatch found = references.next();
        result += QStringView(text).sliced(end, found.capturedStart() - end);
        result += match.captured(found.capturedView(1).toInt());
        end = found.capturedEnd();
    }
    return result + QStringView(text).sliced(end);
}

void SearchBar::replaceOne()
{
    if (!m_view || m_at < 0 || m_at >= m_found.size()) {
        step(0);
        return;
    }
    const NotebookView::Found found = m_found.at(m_at);
    const notebook::Cell *cell = m_document->find(found.cell);
    const auto match = expression().match(cell->source, found.start);
    if (match.capturedStart() != found.start)
        return;
    QString source = cell->source;
    const QString text = replacementFor(match);
    source.replace(found.start, found.length, text);
    const qsizetype at = m_at;
    m_document->replaceSources({{found.cell, source}});
    refresh();
    m_at = m_found.isEmpty() ? -1 : std::min(at, m_found.size() - 1);
    step(0);
}

void SearchBar::replaceAll()
{
    if (!m_view || m_found.isEmpty())
        return;
    const QRegularExpression wanted = expression();
    QList<std::pair<QString, QString>> sources;
    for (const notebook::Cell &cell : m_document->notebook().cells) {
        QString source;
        qsizetype end = 0;
        auto matches = wanted.globalMatch(cell.source);
        while (matches.hasNext()) {
            const QRegularExpressionMatch match = matches.next();
            if (match.capturedLength() == 0)
                continue;
            source += QStringView(cell.source).sliced(end, match.capturedStart() - end);
            source += replacementFor(match);
            end = match.capturedEnd();
        }
        if (end > 0)
            sources.append({cell.id, source + QStringView(cell.source).sliced(end)});
    }
    const int count = int(m_found.size());
    m_document->replaceSources(sources);
    refresh();
    Q_EMIT message(tr("%n place(s) replaced.", nullptr, count), false);
}

bool SearchBar::event(QEvent *event)
{
    if (event->type() == QEvent::ShortcutOverride &&
        static_cast<QKeyEvent *>(event)->key() == Qt::Key_Escape) {
        event->accept();
        return true;
    }
    return QWidget::event(event);
}

void SearchBar::keyPressEvent(QKeyEvent *event)
{
    const bool enter = event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter;
    if (event->key() == Qt::Key_Escape)
        closeBar();
    else if (enter && m_replace->hasFocus())
        replaceOne();
    else if (enter)
        step(event->modifiers().testFlag(Qt::ShiftModifier) ? -1 : 1);
    else if (event->key() == Qt::Key_F3)
        step(event->modifiers().testFlag(Qt::ShiftModifier) ? -1 : 1);
    else
        QWidget::keyPressEvent(event);
}

void SearchBar::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    painter.fillRect(rect(), color(Token::Window));
    paintHorizontalLine(painter, 0, width(), 0, color(Token::Line));
}

} // namespace glovebox::ui
