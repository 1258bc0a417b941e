// SPDX-License-Identifier: MIT
#include "settingfield.h"

#include "ui/parts/labels.h"
#include "ui/theme/fonts.h"

#include <QCheckBox>
#include <QComboBox>
#include <QFontDatabase>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLineEdit>
#include <QLocale>
#include <QPlainTextEdit>

#include <cmath>

namespace glovebox::ui {

using namespace Qt::StringLiterals;

namespace {

constexpr int comboWidth = 232;
constexpr int numberWidth = 104;
constexpr int linesHeight = 84;

QHBoxLayout *rowIn(QWidget *field)
{
    auto *row = new QHBoxLayout(field);
    row->setContentsMargins({});
    row->setSpacing(8);
    return row;
}

void describe(QWidget *control, const SettingWords &words)
{
    control->setObjectName(words.name);
    control->setAccessibleName(words.label);
    control->setAccessibleDescription(words.help);
}

class FlagField final : public SettingField
{
public:
    FlagField(const SettingWords &words, QWidget *parent)
        : SettingField(parent)
        , m_box(new QCheckBox(this))
    {
        describe(m_box, words);
        m_box->setMinimumSize(24, 24);
        rowIn(this)->addWidget(m_box, 0, Qt::AlignRight);
        setFocusProxy(m_box);
        connect(m_box, &QCheckBox::clicked, this, [this](bool on) { Q_EMIT chosen(on); });
    }

    void display(const SettingStatus &status) override
    {
        m_box->setChecked(status.value.toBool());
        m_box->setText(status.value.toBool() ? SettingField::tr("On") : SettingField::tr("Off"));
    }

private:
    QCheckBox *m_box;
};

class ChoiceField final : public SettingField
{
public:
    ChoiceField(const SettingWords &words, QWidget *parent)
        : SettingField(parent)
        , m_box(new QComboBox(this))
    {
        describe(m_box, words);
        m_box->setFixedWidth(comboWidth);
        m_box->setMinimumHeight(28);
        m_box->setFocusPolicy(Qt::StrongFocus); // the wheel scrolls the page
        for (const auto &[value, text] : words.choices)
            m_box->addItem(text, value);
        if (words.kind == SettingWords::Kind::Font)
            addFonts();
        rowIn(this)->addWidget(m_box, 0, Qt::AlignRight);
        setFocusProxy(m_box);
        m_box->installEventFilter(this);
        connect(m_box, &QComboBox::activated, this,
                [this] { Q_EMIT chosen(m_box->currentData()); });
    }

    void display(const SettingStatus &status) override
    {
        const QString value = status.value.toString();
        int index = m_box->findData(value);
        if (index < 0) { // a font that is not there any more
            m_box->addItem(value, value);
            index = m_box->count() - 1;
        }
        m_box->setCurrentIndex(index);
    }

protected:
    // A wheel over the page must not change what lies under it.
    bool eventFilter(QObject *watched, QEvent *event) override
    {
        if (event->type() == QEvent::Wheel && !m_box->hasFocus()) {
            event->ignore();
            return true;
        }
        return SettingField::eventFilter(watched, event);
    }

private:
    void addFonts()
    {
        m_box->addItem(SettingField::tr("Usual"), QString());
        for (const QString &family : QFontDatabase::families()) {
            if (QFontDatabase::isFixedPitch(family) && !QFontDatabase::isPrivateFamily(family))
                m_box->addItem(family, family);
        }
    }

    QComboBox *m_box;
};

class NumberField final : public SettingField
{
public:
    NumberField(const SettingWords &words, QWidget *parent)
        : SettingField(parent)
        , m_words(words)
        , m_line(new QLineEdit(this))
        , m_unit(new TextLine(TextStep::Text, Token::Text2, this))
    {
        describe(m_line, words);
        if (!words.unit.isEmpty())
            m_line->setAccessibleName(words.label + u", "_s + words.unit);
        m_line->setFixedWidth(numberWidth);
        m_line->setAlignment(Qt::AlignRight);
        m_line->installEventFilter(this);
        m_unit->setText(words.unit);
        m_unit->setStretching(false);
        m_unit->setVisible(!words.unit.isEmpty());
        QHBoxLayout *row = rowIn(this);
        row->addStretch(1);
        row->addWidget(m_line);
        row->addWidget(m_unit);
        setFocusProxy(m_line);
        connect(m_line, &QLineEdit::textEdited, this, [this] { Q_EMIT edited(typed()); });
        connect(m_line, &QLineEdit::editingFinished, this, [this] {
            if (isEdited())
                Q_EMIT chosen(typed());
        });
    }

    void display(const SettingStatus &status) override
    {
        m_shown = boundText(status.value.toLongLong());
        m_line->setText(m_shown);
    }

    bool isEdited() const override { return m_line->text().trimmed() != m_shown; }

    QString boundText(qint64 value) const override
    {
        QLocale locale;
        locale.setNumberOptions(QLocale::OmitGroupSeparator);
        const bool whole = value % m_words.scale == 0;
        const int decimals = whole ? m_words.decimals : std::max(1, m_words.decimals);
        return locale.toString(double(value) / double(m_words.scale), 'f', decimals);
    }

protected:
    bool eventFilter(QObject *watched, QEvent *event) override
    {
        if (event->type() == QEvent::KeyPress &&
            static_cast<QKeyEvent *>(event)->key() == Qt::Key_Escape && isEdited()) {
            Q_EMIT abandoned();
            return true;
        }
        return SettingField::eventFilter(watched, event);
    }

private:
    QVariant typed() const
    {
        bool ok = false;
        const double number = QLocale().toDouble(m_line->text().trimmed(), &ok);
        const double scaled = number * double(m_words.scale);
        constexpr double largest = 1e15; // far from where doubles lose whole numbers
        if (!ok || std::abs(scaled) > largest || scaled != std::round(scaled))
            return {};
        return QVariant(qint64(scaled));
    }

    SettingWords m_words;
    QLineEdit *m_line;
    TextLine *m_unit;
    QString m_shown;
};

class LinesField final : public SettingField
{
public:
    LinesField(const SettingWords &words, QWidget *parent)
        : SettingField(parent)
        , m_text(new QPlainTextEdit(this))
    {
        describe(m_text, words);
        m_text->setFixedHeight(linesHeight);
        m_text->setTabChangesFocus(true);
        m_text->setPlaceholderText(words.example);
        m_text->setLineWrapMode(QPlainTextEdit::NoWrap);
        m_text->installEventFilter(this);
        rowIn(this)->addWidget(m_text);
        setFocusProxy(m_text);
        connect(m_text, &QPlainTextEdit::textChanged, this, [this] {
            if (isEdited())
                Q_EMIT edited(lines());
        });
    }

    void display(const SettingStatus &status) override
    {
        m_shown = status.value.toStringList();
        if (lines() != m_shown)
            m_text->setPlainText(m_shown.join(u'\n'));
    }

    bool isEdited() const override { return lines() != m_shown; }

protected:
    bool eventFilter(QObject *watched, QEvent *event) override
    {
        if (event->type() == QEvent::FocusOut && isEdited())
            Q_EMIT chosen(lines());
        if (event->type() == QEvent::KeyPress) {
            const auto *key = static_cast<QKeyEvent *>(event);
            if (key->key() == Qt::Key_Escape && isEdited()) {
                Q_EMIT abandoned();
                return true;
            }
            const bool enter = key->key() == Qt::Key_Return || key->key() == Qt::Key_Enter;
            if (enter && (key->modifiers() & Qt::ControlModifier) && isEdited()) {
                Q_EMIT chosen(lines());
                return true;
            }
        }
        return SettingField::eventFilter(watched, event);
    }

private:
    QStringList lines() const
    {
        QStringList kept;
        for (const QString &line : m_text->toPlainText().split(u'\n')) {
            if (!line.trimmed().isEmpty())
                kept.append(line.trimmed());
        }
        return kept;
    }

    QPlainTextEdit *m_text;
    QStringList m_shown;
};

} // namespace

SettingField *SettingField::make(const SettingWords &words, QWidget *parent)
{
    switch (words.kind) {
    case SettingWords::Kind::Flag:
        return new FlagField(words, parent);
    case SettingWords::Kind::Number:
        return new NumberField(words, parent);
    case SettingWords::Kind::Choice:
    case SettingWords::Kind::Font:
        return new ChoiceField(words, parent);
    case SettingWords::Kind::Lines:
        return new LinesField(words, parent);
    }
    Q_UNREACHABLE_RETURN(nullptr);
}

} // namespace glovebox::ui
