// SPDX-License-Identifier: MIT
#include "filesection.h"

#include "imagediffview.h"
#include "tablediffview.h"
#include "ui/code/textdiffview.h"

#include "ui/models/changecontent.h"
#include "ui/models/changetree.h"
#include "ui/models/words.h"
#include "ui/parts/button.h"
#include "ui/parts/labels.h"
#include "ui/parts/segment.h"
#include "ui/theme/theme.h"

#include <base/shownname.h>

#include <QCheckBox>
#include <QHBoxLayout>
#include <QLocale>
#include <QPainter>
#include <QVBoxLayout>

#include <algorithm>

namespace glovebox::ui {

namespace {

constexpr int headerHeight = 40;

ChipKind chipOf(FileChange::Kind kind)
{
    switch (kind) {
    case FileChange::Kind::Added:
        return ChipKind::Ok;
    case FileChange::Kind::Deleted:
        return ChipKind::Bad;
    case FileChange::Kind::Changed:
    case FileChange::Kind::Moved:
        return ChipKind::Accent;
    }
    Q_UNREACHABLE_RETURN(ChipKind::Plain);
}

} // namespace

// Lies over what it scrolls past.
class FileSection::Header final : public QWidget
{
public:
    using QWidget::QWidget;

protected:
    void paintEvent(QPaintEvent *) override
    {
        QPainter painter(this);
        painter.fillRect(rect(), color(Token::Window));
        paintHorizontalLine(painter, 0, width(), height() - 1, color(Token::Line));
    }
};

FileSection::FileSection(ChangeDesk &desk, const ChangeSource &source, const FileChange &change,
                         const QString &key, QWidget *parent)
    : QWidget(parent)
    , m_desk(desk)
    , m_source(source)
    , m_change(change)
    , m_key(key)
    , m_column(new QVBoxLayout(this))
{
    setObjectName(QStringLiteral("fileSection"));
    setAccessibleName(key);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    m_column->setContentsMargins(0, 0, 0, 1); // the separator
    m_column->setSpacing(0);
    buildHeader();
    setMeta({});
}

void FileSection::buildHeader()
{
    auto *header = new Header(this);
    m_header = header;
    header->setObjectName(QStringLiteral("fileHeader"));
    auto *row = new QHBoxLayout(header);
    row->setContentsMargins(16, 0, 16, 0);
    row->setSpacing(8);
    auto *name = new TextLine(TextStep::Text, Token::Text, header);
    name->setWeight(QFont::DemiBold);
    name->setIconName(fileIcon(m_change.path));
    name->setStretching(false);
    name->setText(shownName(m_change.from.isEmpty()
                                ? m_key
                                : QStringLiteral("%1 → %2").arg(m_change.from, m_change.path)));
    auto *chip = new Chip(chipOf(m_change.kind), changeWord(m_change.kind), {}, header);
    m_meta = new TextLine(TextStep::Second, Token::Text2, header);
    m_viewed = new QCheckBox(tr("Viewed"), header);
    connect(m_viewed, &QCheckBox::toggled, this,
            [this](bool on) { Q_EMIT viewedChanged(m_key, on); });
    row->addWidget(name);
    row->addWidget(chip);
    row->addWidget(m_meta, 1);
    row->addWidget(m_viewed);
    m_column->addSpacing(headerHeight); // where it lies at first
    placeHeader();
}

void FileSection::keepHeader(int above)
{
    m_above = above;
    placeHeader();
}

void FileSection::placeHeader()
{
    const int lowest = std::max(0, height() - headerHeight - 1);
    m_header->setGeometry(0, std::clamp(m_above, 0, lowest), width(), headerHeight);
}

void FileSection::resizeEvent(QResizeEvent *event)
{
    QWidget::resizeEvent(event);
    placeHeader();
}

bool FileSection::isViewed() const
{
    return m_viewed->isChecked();
}

void FileSection::setViewed(bool viewed)
{
    m_viewed->setChecked(viewed);
}

void FileSection::turnView()
{
    const auto views = m_choice ? m_choice->findChildren<QToolButton *>() : QList<QToolButton *>();
    if (views.size() > 1)
        views.at(views.first()->isChecked() ? 1 : 0)->click();
}

QList<int> FileSection::changeTops() const
{
    QList<int> tops;
    const auto texts = findChildren<TextDiffView *>();
    for (const TextDiffView *text : texts) {
        if (!text->isVisibleTo(this))
            continue;
        const int top = text->mapTo(this, QPoint()).y();
        for (const int change : text->changeTops())
            tops.append(top + change);
    }
    return tops.isEmpty() ? QList<int>{0} : tops;
}

void FileSection::setMeta(const QString &what)
{
    QString text = what;
    if (!m_change.run.isNull())
        text = sideBySide(text, tr("written by %1").arg(m_change.run.toString()));
    if (!m_change.conflict.isEmpty())
        text = sideBySide(text, m_change.conflict);
    m_meta->setText(text);
    m_meta->setToken(m_change.conflict.isEmpty() ? Token::Text2 : Token::Wait);
}

void FileSection::load()
{
    if (m_loading)
        return;
    m_loading = true;
    loadContent(m_desk, m_source, m_change).then(this, [this](const ChangeContent &content) {
        show(content);
    });
}

void FileSection::show(const ChangeContent &content)
{
    if (!content.problem.isEmpty()) {
        auto *problem = new SentenceBar(Token::BadBg, Token::Bad, this);
        problem->setSentence(QStringLiteral("triangle-alert"), content.problem);
        m_body = problem;
    } else {
        switch (content.kind) {
        case ChangeContent::Kind::Text:
            showText(content);
            break;
        case ChangeContent::Kind::Table:
            showTable(content);
            break;
        case ChangeContent::Kind::Image:
            showImages(content);
            break;
        case ChangeContent::Kind::Facts:
            showFacts(content);
            break;
        }
    }
    m_column->addWidget(m_body);
    m_header->raise();
    if (content.kind == ChangeContent::Kind::Text || content.kind == ChangeContent::Kind::Table)
        Q_EMIT counted(m_key, content.lines.added, content.lines.removed);
    Q_EMIT loaded();
}

void FileSection::addChoices(const QList<Choice> &choices)
{
    m_choice = new SegmentRow(m_header);
    for (const Choice &choice : choices)
        connect(m_choice->add(choice.text), &QToolButton::clicked, this, choice.choose);
    auto *row = static_cast<QHBoxLayout *>(m_header->layout());
    row->insertWidget(row->count() - 1, m_choice);
}

void FileSection::showText(const ChangeContent &content)
{
    auto *both = new QWidget(this);
    auto *column = new QVBoxLayout(both);
    column->setContentsMargins({});
    auto *view = new TextDiffView(both);
    view->setDiff(content.lines, languageOf(m_change.path));
    column->addWidget(view);
    QString meta = countsText(content.lines.added, content.lines.removed);
    if (content.isCut)
        meta = sideBySide(meta, tr("only the beginning is compared"));
    else if (content.lines.isCoarse)
        meta = sideBySide(meta, tr("too different to be compared line by line"));
    setMeta(meta);
    QWidget *three = content.threeWay ? threeWayView(*content.threeWay) : nullptr;
    const auto turnTo = [view, three](bool all, bool sideBySide) {
        view->setVisible(!all);
        view->setSideBySide(sideBySide);
        if (three)
            three->setVisible(all);
    };
    QList<Choice> choices{{tr("Unified"), [turnTo] { turnTo(false, false); }},
                          {tr("Side by side"), [turnTo] { turnTo(false, true); }}};
    if (three) {
        column->addWidget(three);
        three->hide();
        choices.append({tr("Compare all three"), [turnTo] { turnTo(true, false); }});
    }
    addChoices(choices);
    m_body = both;
    if (three) {
        m_allThree = m_choice->findChildren<QToolButton *>().last();
        m_allThree->setObjectName(QStringLiteral("allThree"));
        if (m_allThreeWanted)
            m_allThree->click();
    }
}

// One below the other: what the folder's file became since the client began, and what the client
// made of the same beginning.
QWidget *FileSection::threeWayView(const ChangeContent::ThreeWay &threeWay)
{
    auto *views = new QWidget(this);
    views->setObjectName(QStringLiteral("threeWay"));
    auto *column = new QVBoxLayout(views);
    column->setContentsMargins(0, 8, 0, 0);
    const auto add = [&](const QString &heading, const LineDiff &diff) {
        auto *line = new TextLine(TextStep::Second, Token::Text2, views);
        line->setText(sideBySide(heading, countsText(diff.added, diff.removed)));
        line->setContentsMargins(16, 0, 16, 0);
        auto *view = new TextDiffView(views);
        view->setDiff(diff, languageOf(m_change.path));
        column->addWidget(line);
        column->addWidget(view);
    };
    add(tr("In the folder, since the client began"), threeWay.folder);
    add(tr("By the client"), threeWay.client);
    column->addWidget(waysOut(views));
    return views;
}

QWidget *FileSection::waysOut(QWidget *parent)
{
    auto *ways = new QWidget(parent);
    auto *row = new QHBoxLayout(ways);
    row->setContentsMargins(16, 8, 16, 12);
    row->setSpacing(8);
    const auto add = [&](const QString &words, const QString &name,
                         void (FileSection::*way)(const QString &)) {
        auto *button = new Button(words, Button::Look::Small, ways);
        button->setObjectName(name);
        connect(button, &Button::clicked, this, [this, way] { Q_EMIT(this->*way)(m_key); });
        row->addWidget(button);
    };
    add(tr("Keep the folder's"), QStringLiteral("sectionKeepFolders"), &FileSection::keepFolders);
    add(tr("Use the client's"), QStringLiteral("sectionUseClients"), &FileSection::useClients);
    if (isMergeable(m_change))
        add(tr("Edit…"), QStringLiteral("sectionEditMerged"), &FileSection::editMerged);
    row->addStretch(1);
    return ways;
}

void FileSection::compareAllThree()
{
    m_allThreeWanted = true;
    load();
    if (m_allThree)
        m_allThree->click();
}

void FileSection::showTable(const ChangeContent &content)
{
    const TableDiff &table = content.table;
    auto *both = new QWidget(this);
    auto *column = new QVBoxLayout(both);
    column->setContentsMargins({});
    auto *view = new TableDiffView(both);
    view->setDiff(table);
    auto *text = new TextDiffView(both);
    text->setDiff(content.lines, {});
    text->hide();
    column->addWidget(view);
    column->addWidget(text);
    const QString counts = countsText(table.added, table.removed);
    const bool isWhole = m_change.kind == FileChange::Kind::Added ||
                         m_change.kind == FileChange::Kind::Deleted; // none of its rows is another
    setMeta(isWhole ? counts : sideBySide(tr("%n row(s) changed", nullptr, table.changed), counts));
    const auto turnTo = [view, text](bool lines) {
        view->setVisible(!lines);
        text->setVisible(lines);
    };
    addChoices(
        {{tr("Cells"), [turnTo] { turnTo(false); }}, {tr("Lines"), [turnTo] { turnTo(true); }}});
    m_body = both;
}

QString FileSection::factsOf(const EntryState &state) const
{
    if (!state.exists)
        return tr("none");
    const QString when = QLocale().toString(state.modified.toLocalTime(), QLocale::ShortFormat);
    switch (state.type) {
    case EntryType::File:
        return sideBySide(sizeText(state.size), when);
    case EntryType::Folder:
        return sideBySide(tr("folder"), when);
    case EntryType::Link:
        return tr("link to %1").arg(state.target);
    }
    Q_UNREACHABLE_RETURN({});
}

void FileSection::showImages(const ChangeContent &content)
{
    auto *view = new ImageDiffView(this);
    view->setImages(content.beforeImage, factsOf(m_change.before), content.afterImage,
                    factsOf(m_change.after));
    const QImage &shown = content.afterImage.isNull() ? content.beforeImage : content.afterImage;
    setMeta(tr("%1 × %2 px").arg(shown.width()).arg(shown.height()));
    if (!content.beforeImage.isNull() && !content.afterImage.isNull())
        addChoices({{tr("Side by side"), [view] { view->setOverlay(false); }},
                    {tr("Overlay"), [view] { view->setOverlay(true); }}});
    m_body = view;
}

void FileSection::showFacts(const ChangeContent &content)
{
    auto *facts = new QWidget(this);
    auto *column = new QVBoxLayout(facts);
    column->setContentsMargins(16, 8, 16, 12);
    column->setSpacing(4);
    const auto add = [&](const QString &word, const EntryState &state, const QString &digest) {
        auto *line = new TextLine(TextStep::Text, Token::Text2, facts);
        const QString size = tr("%1: %2").arg(word, factsOf(state));
        line->setText(digest.isEmpty() || !state.exists
                          ? size
                          : sideBySide(size, QStringLiteral("SHA-256 %1").arg(digest)));
        column->addWidget(line);
    };
    add(tr("Before"), m_change.before, content.beforeDigest);
    add(tr("After"), m_change.after, content.afterDigest);
    m_body = facts;
}

void FileSection::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    painter.fillRect(rect(), color(Token::Window));
    paintHorizontalLine(painter, 0, width(), height() - 1, color(Token::Line));
}

} // namespace glovebox::ui
