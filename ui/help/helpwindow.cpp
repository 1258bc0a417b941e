// SPDX-License-Identifier: MIT
#include "helpwindow.h"

#include "ui/models/words.h"
#include "ui/parts/searchfield.h"
#include "ui/parts/sectiondelegate.h"
#include "ui/theme/fonts.h"
#include "ui/theme/icons.h"
#include "ui/theme/theme.h"

#include <QKeyEvent>
#include <QLineEdit>
#include <QListWidget>
#include <QScrollBar>
#include <QSplitter>
#include <QTextBlock>
#include <QVBoxLayout>

#include <algorithm>

namespace glovebox::ui {

using namespace Qt::StringLiterals;

namespace {

constexpr int listWidth = 240;
constexpr int pageMargin = 20;

// Loads nothing: pages are texts, and links are to other pages.
class Page final : public QTextBrowser
{
public:
    using QTextBrowser::QTextBrowser;

protected:
    QVariant loadResource(int, const QUrl &) override { return {}; }
};

} // namespace

HelpWindow::HelpWindow(const QString &language, QWidget *parent)
    : QWidget(parent, Qt::Window)
    , m_topics(helpTopics(language))
    , m_search(new QLineEdit(this))
    , m_list(new QListWidget(this))
    , m_page(new Page(this))
{
    setObjectName(u"helpWindow"_s);
    setWindowTitle(tr("Help — Glovebox"));
    setWindowIcon(programIcon());
    resize(860, 620);
    setMinimumSize(560, 360);
    m_search->setObjectName(u"helpSearch"_s);
    makeSearchField(*m_search, tr("Search help"));
    m_list->setObjectName(u"helpTopics"_s);
    m_list->setAccessibleName(tr("Topics"));
    m_list->setFrameShape(QFrame::NoFrame);
    m_list->setItemDelegate(new SectionDelegate(m_list));
    m_list->setMouseTracking(true);
    m_page->setObjectName(u"helpPage"_s);
    m_page->setAccessibleName(tr("Help"));
    m_page->setFrameShape(QFrame::NoFrame);
    m_page->setOpenLinks(false);
    m_page->document()->setDocumentMargin(pageMargin);
    auto *left = new QWidget(this);
    left->setAutoFillBackground(true);
    left->setBackgroundRole(QPalette::Base);
    auto *field = new QVBoxLayout;
    field->setContentsMargins(16, 12, 16, 12);
    field->addWidget(m_search);
    auto *column = new QVBoxLayout(left);
    column->setContentsMargins({});
    column->setSpacing(0);
    column->addLayout(field);
    column->addWidget(m_list, 1);
    auto *panes = new QSplitter(Qt::Horizontal, this);
    panes->setHandleWidth(1);
    panes->setChildrenCollapsible(false);
    panes->addWidget(left);
    panes->addWidget(m_page);
    panes->setStretchFactor(1, 1);
    panes->setSizes({listWidth, 620});
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins({});
    layout->addWidget(panes);
    for (const HelpTopic &topic : std::as_const(m_topics)) {
        auto *item = new QListWidgetItem(topic.title, m_list);
        item->setSizeHint({0, 32});
        item->setData(Qt::UserRole, topic.id);
    }
    connect(m_search, &QLineEdit::textChanged, this, &HelpWindow::filter);
    connect(m_search, &QLineEdit::returnPressed, m_list, [this] { m_list->setFocus(); });
    connect(m_list, &QListWidget::currentRowChanged, this, &HelpWindow::showChosen);
    connect(m_page, &QTextBrowser::anchorClicked, this, [this](const QUrl &url) {
        if (url.isRelative())
            openTopic(url.path().section(u'.', 0, 0));
    });
    m_list->setCurrentRow(0);
}

void HelpWindow::openTopic(const QString &id)
{
    m_search->clear();
    const auto found = std::ranges::find(m_topics, id, &HelpTopic::id);
    if (found != m_topics.end())
        m_list->setCurrentRow(int(found - m_topics.begin()));
    show();
    raise();
    activateWindow();
    m_page->setFocus();
}

QString HelpWindow::topic() const
{
    const QListWidgetItem *item = m_list->currentItem();
    return item ? item->data(Qt::UserRole).toString() : QString();
}

void HelpWindow::filter()
{
    const QStringList searched = searchKey(m_search->text()).split(u' ', Qt::SkipEmptyParts);
    int first = -1;
    for (int row = 0; row < m_list->count(); ++row) {
        const QString text = searchKey(m_topics.at(row).text);
        const bool fits = std::ranges::all_of(
            searched, [&text](const QString &word) { return text.contains(word); });
        m_list->item(row)->setHidden(!fits);
        if (fits && first < 0)
            first = row;
    }
    const QListWidgetItem *current = m_list->currentItem();
    if (first >= 0 && (!current || current->isHidden()))
        m_list->setCurrentRow(first);
}

void HelpWindow::showChosen()
{
    const int row = m_list->currentRow();
    if (row < 0)
        return;
    m_page->setMarkdown(m_topics.at(row).text);
    // Text stands close in Markdown's own layout.
    QTextCursor cursor(m_page->document());
    for (QTextBlock block = m_page->document()->begin(); block.isValid(); block = block.next()) {
        cursor.setPosition(block.position());
        QTextBlockFormat format = block.blockFormat();
        format.setLineHeight(128, QTextBlockFormat::ProportionalHeight);
        cursor.setBlockFormat(format);
    }
    m_page->verticalScrollBar()->setValue(0);
}

void HelpWindow::keyPressEvent(QKeyEvent *event)
{
    if (event->key() == Qt::Key_Escape)
        close();
    else if (event->matches(QKeySequence::Find))
        m_search->setFocus();
    else
        QWidget::keyPressEvent(event);
}

} // namespace glovebox::ui
