// SPDX-License-Identifier: MIT
#include "emptypage.h"

#include "ui/models/statusmodel.h"
#include "ui/parts/button.h"
#include "ui/parts/labels.h"
#include "ui/theme/icons.h"
#include "ui/theme/theme.h"

#include <QGridLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>
#include <QVBoxLayout>

namespace glovebox::ui {

namespace {

constexpr int contentWidth = 640;
constexpr int pasteWidth = 440;
constexpr int buttonHeight = 32;

// A paragraph of our own words, centred.
QLabel *paragraph(const QString &text, TextStep step, QFont::Weight weight, QWidget *parent)
{
    auto *label = new QLabel(text, parent);
    label->setFont(textFont(step, weight));
    label->setTextFormat(Qt::PlainText);
    label->setWordWrap(true);
    label->setAlignment(Qt::AlignHCenter);
    return label;
}

class ProgramSign final : public QWidget
{
public:
    explicit ProgramSign(QWidget *parent)
        : QWidget(parent)
    {
        setFixedSize(48, 48);
    }

protected:
    void paintEvent(QPaintEvent *) override
    {
        QPainter painter(this);
        trayIcon(ProgramDot::None, color(Token::Accent)).paint(&painter, rect());
    }
};

// One fact: an icon, a heading, a sentence.
QWidget *fact(const QString &iconName, const QString &heading, const QString &text, QWidget *parent)
{
    auto *widget = new QWidget(parent);
    auto *title = new TextLine(TextStep::Text, Token::Text, widget);
    title->setIconName(iconName);
    title->setWeight(QFont::DemiBold);
    title->setText(heading);
    auto *words = new QLabel(text, widget);
    words->setFont(textFont(TextStep::Second));
    words->setTextFormat(Qt::PlainText);
    words->setWordWrap(true);
    words->setAlignment(Qt::AlignTop | Qt::AlignLeft);
    words->setForegroundRole(QPalette::PlaceholderText);
    auto *layout = new QVBoxLayout(widget);
    layout->setContentsMargins({});
    layout->setSpacing(4);
    layout->addWidget(title);
    layout->addWidget(words, 1);
    return widget;
}

} // namespace

EmptyPage::EmptyPage(StatusModel &status, QWidget *parent)
    : QWidget(parent)
    , m_status(status)
    , m_content(new QWidget(this))
    , m_nothing(new TextLine(TextStep::Text, Token::Text3, this))
    , m_paste(new QWidget(this))
    , m_address(new TextLine(TextStep::Text, Token::Text, this))
    , m_command(new TextLine(TextStep::Text, Token::Text, this))
    , m_copyAddress(new Button(tr("Copy"), Button::Look::Small, this))
    , m_copyCommand(new Button(tr("Copy"), Button::Look::Small, this))
{
    setObjectName(QStringLiteral("emptyPage"));
    m_nothing->setText(tr("No run is chosen."));
    m_nothing->setStretching(false);

    auto *connectLabel = new TextLine(TextStep::Second, Token::Text2, m_content);
    connectLabel->setText(tr("Address"));
    auto *keyLabel = new TextLine(TextStep::Second, Token::Text2, m_content);
    keyLabel->setText(tr("Make a key for it"));
    auto *folderLabel = new TextLine(TextStep::Second, Token::Text2, m_content);
    folderLabel->setText(tr("Share a folder"));
    auto *folder = new Button(tr("Choose folder…"), Button::Look::Normal, m_content);
    folder->setIconName(QStringLiteral("folder-plus"));
    folder->setKeyHint(
        QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_M).toString(QKeySequence::NativeText));
    folder->setFixedHeight(buttonHeight);
    auto *drop = new TextLine(TextStep::Second, Token::Text3, m_content);
    drop->setText(tr("or drop a folder here"));
    m_address->setIconName(QStringLiteral("plug"));
    m_command->setIconName(QStringLiteral("key-round"));
    m_command->setText(QStringLiteral("glovebox key add NAME"));

    auto *grid = new QGridLayout;
    grid->setHorizontalSpacing(16);
    grid->setVerticalSpacing(12);
    grid->setColumnMinimumWidth(0, 120);
    grid->setColumnStretch(1, 1);
    grid->addWidget(connectLabel, 0, 0);
    grid->addWidget(m_address, 0, 1);
    grid->addWidget(m_copyAddress, 0, 2);
    grid->addWidget(keyLabel, 1, 0);
    grid->addWidget(m_command, 1, 1);
    grid->addWidget(m_copyCommand, 1, 2);
    auto *folderRow = new QHBoxLayout;
    folderRow->setSpacing(12);
    folderRow->addWidget(folder);
    folderRow->addWidget(drop, 1);
    grid->addWidget(folderLabel, 2, 0);
    grid->addLayout(folderRow, 2, 1, 1, 2);

    auto *facts = new QHBoxLayout;
    facts->setSpacing(24);
    facts->addWidget(fact(QStringLiteral("globe-lock"), tr("No network inside"),
                          tr("The sandbox cannot reach the internet or your computer."), m_content),
                     1);
    facts->addWidget(fact(QStringLiteral("folder"), tr("Only the folders you share"),
                          tr("Read-only or read-write: you choose for each."), m_content),
                     1);
    facts->addWidget(fact(QStringLiteral("history"), tr("Everything is recorded"),
                          tr("Code, output, decisions and changes stay in the journal."),
                          m_content),
                     1);

    auto *content = new QVBoxLayout(m_content);
    content->setContentsMargins({});
    content->setSpacing(8);
    content->addWidget(new ProgramSign(m_content), 0, Qt::AlignHCenter);
    content->addSpacing(8);
    content->addWidget(paragraph(tr("Nothing runs here without you"), TextStep::Empty,
                                 QFont::DemiBold, m_content));
    content->addWidget(paragraph(tr("Connect a client and share a folder. You see every run "
                                    "before it happens, and every file before it changes."),
                                 TextStep::Text, QFont::Normal, m_content));
    content->addSpacing(24);
    content->addLayout(grid);
    content->addSpacing(24);
    content->addLayout(facts);
    m_content->setMaximumWidth(contentWidth);

    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(24, 24, 24, 24);
    layout->addStretch(2);
    layout->addWidget(m_content);
    layout->setAlignment(m_content, Qt::AlignHCenter);
    layout->addWidget(m_nothing, 0, Qt::AlignHCenter);
    m_line = paragraph({}, TextStep::Text, QFont::Normal, m_paste);
    m_line->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    auto *copyLine = new Button(tr("Copy"), Button::Look::Small, m_paste);
    copyLine->setObjectName(QStringLiteral("copyLineToPaste"));
    auto *paste = new QVBoxLayout(m_paste);
    paste->addWidget(
        paragraph(tr("Say this to your client:"), TextStep::Second, QFont::Normal, m_paste));
    paste->addWidget(m_line);
    paste->addWidget(copyLine, 0, Qt::AlignHCenter);
    // An aligned widget would get the height that it needs in the whole width.
    m_paste->setFixedWidth(pasteWidth);
    auto *middle = new QHBoxLayout;
    middle->addStretch(1);
    middle->addWidget(m_paste);
    middle->addStretch(1);
    layout->addLayout(middle);
    connect(copyLine, &Button::clicked, this, [this] { Q_EMIT copyRequested(m_line->text()); });
    layout->addStretch(3);

    connect(folder, &Button::clicked, this, &EmptyPage::addFolderRequested);
    connect(m_copyAddress, &Button::clicked, this,
            [this] { Q_EMIT copyRequested(m_status.address()); });
    connect(m_copyCommand, &Button::clicked, this,
            [this] { Q_EMIT copyRequested(m_command->text()); });
    connect(&status, &StatusModel::changed, this, &EmptyPage::refresh);
    setFirstRun(true);
    refresh();
}

void EmptyPage::setFirstRun(bool firstRun)
{
    m_firstRun = firstRun;
    const bool paste = firstRun && !m_line->text().isEmpty();
    m_content->setVisible(firstRun && !paste);
    m_paste->setVisible(paste);
    m_nothing->setText(paste ? tr("Nothing is waiting.") : tr("No run is chosen."));
    m_nothing->setVisible(!firstRun || paste);
}

void EmptyPage::setLineToPaste(const QString &line)
{
    m_line->setText(line);
    setFirstRun(m_firstRun);
}

void EmptyPage::refresh()
{
    m_address->setText(m_status.listening() ? m_status.address() : m_status.addressText());
    m_copyAddress->setVisible(m_status.listening());
}

void EmptyPage::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    painter.fillRect(rect(), color(Token::Surface));
}

} // namespace glovebox::ui
