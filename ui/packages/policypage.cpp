// SPDX-License-Identifier: MIT
#include "policypage.h"

#include "ui/models/policytexts.h"
#include "ui/parts/button.h"
#include "ui/parts/labels.h"
#include "ui/theme/fonts.h"

#include <QCheckBox>
#include <QComboBox>
#include <QFontMetrics>
#include <QFormLayout>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QScrollArea>
#include <QSpinBox>
#include <QVBoxLayout>

#include <algorithm>

namespace glovebox::ui {

using namespace Qt::StringLiterals;

namespace {

constexpr int edge = 16;
constexpr int linesShown = 4;
constexpr int mostDays = 3650;
constexpr int leastCache = 64; // MB, as the desk takes
constexpr int mostCache = 1024 * 1024;

} // namespace

PolicyPage::PolicyPage(PackageDesk &desk, ProgramControls &controls, QWidget *parent)
    : QWidget(parent)
    , m_desk(desk)
    , m_controls(controls)
{
    setObjectName(u"policyPage"_s);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins({});
    layout->setSpacing(0);
    layout->addWidget(buildForm(), 1);
    layout->addWidget(buildFoot());
    // Rules change elsewhere too: on the list of packages, in the settings.
    for (const auto signal : {&PackageDesk::policyChanged, &PackageDesk::sourcesChanged})
        connect(&desk, signal, this, &PolicyPage::load);
    connect(&controls, &ProgramControls::statusChanged, this, &PolicyPage::fillClients);
    load();
}

// ---- Building

QWidget *PolicyPage::buildForm()
{
    auto *fields = new QWidget(this);
    auto *form = new QFormLayout(fields);
    form->setContentsMargins(edge, 8, edge, edge);
    form->setVerticalSpacing(8);
    form->setFieldGrowthPolicy(QFormLayout::ExpandingFieldsGrow);
    form->setRowWrapPolicy(QFormLayout::DontWrapRows);
    addNames(form);
    addVersions(form);
    addAdvisories(form);
    addClients(form);
    addSources(form);
    auto *scroll = new QScrollArea(this);
    scroll->setAccessibleName(tr("Policy"));
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setWidgetResizable(true);
    scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    scroll->setWidget(fields);
    return scroll;
}

void PolicyPage::addNames(QFormLayout *form)
{
    addHeading(form, tr("Names"));
    m_blocked = addLines(form, tr("Blocked"), u"policyBlocked"_s,
                         tr("Never installed. One a line; * stands for any letters."));
    m_allowed = addLines(form, tr("Allowed"), u"policyAllowed"_s,
                         tr("Nothing else is installed. Empty: everything that is not blocked."));
    m_unasked = addLines(form, tr("Without asking"), u"policyUnasked"_s,
                         tr("Installed for clients without a question, such as: rich >=14,<15. "
                            "What is shown as a danger is asked all the same."));
    m_onlyBundled = addCheck(form, tr("Only bundled packages"), u"policyOnlyBundled"_s);
    m_similar = addCheck(form, tr("Warn of names that are almost those of well-known packages"),
                         u"policySimilar"_s);
}

void PolicyPage::addVersions(QFormLayout *form)
{
    addHeading(form, tr("Versions"));
    m_minimum = addLines(form, tr("Minimum versions"), u"policyMinimum"_s,
                         tr("A name and the lowest version of it, one a line."));
    m_quarantine = new QSpinBox(this);
    m_quarantine->setObjectName(u"policyQuarantine"_s);
    m_quarantine->setAccessibleName(tr("Quarantine"));
    m_quarantine->setRange(0, mostDays);
    m_quarantine->setSpecialValueText(tr("none"));
    m_quarantine->setSuffix(tr(" days"));
    m_quarantine->setToolTip(tr("Releases that are younger are not installed."));
    connect(m_quarantine, &QSpinBox::valueChanged, this, [this] { setChanged(true); });
    form->addRow(tr("Quarantine"), m_quarantine);
}

void PolicyPage::addAdvisories(QFormLayout *form)
{
    addHeading(form, tr("Advisories"));
    m_advisories = addLine(form, tr("Source"), u"policyAdvisories"_s,
                           tr("A file or an address with records in the OSV format."));
    m_warnFrom = addSeverity(form, tr("Warn from"), u"policyWarnFrom"_s);
    m_blockFrom = addSeverity(form, tr("Block from"), u"policyBlockFrom"_s);
}

void PolicyPage::addClients(QFormLayout *form)
{
    addHeading(form, tr("Clients"));
    m_clientChoice = new QComboBox(this);
    m_clientChoice->setObjectName(u"policyClient"_s);
    m_clientChoice->setAccessibleName(tr("Client"));
    connect(m_clientChoice, &QComboBox::activated, this, [this] {
        keepClient();
        m_client = ClientId(m_clientChoice->currentData().toString());
        showClient();
    });
    form->addRow(tr("Client"), m_clientChoice);
    m_clientNone = addCheck(form, tr("It installs nothing"), u"policyClientNone"_s);
    m_clientBundled = addCheck(form, tr("Only bundled packages"), u"policyClientBundled"_s);
    m_clientAllowed = addLines(form, tr("Allowed"), u"policyClientAllowed"_s,
                               tr("This client gets nothing else. Empty: what all may have."));
    m_clientBlocked = addLines(form, tr("Blocked"), u"policyClientBlocked"_s,
                               tr("Never installed for this client."));
}

void PolicyPage::addSources(QFormLayout *form)
{
    addHeading(form, tr("Sources"));
    m_indexes =
        addLines(form, tr("Indexes"), u"policyIndexes"_s,
                 tr("Addresses, asked in this order; the first that knows a package counts. "
                    "Empty: those of pip, else the usual one."));
    m_folders =
        addLines(form, tr("Folders"), u"policyFolders"_s,
                 tr("Folders of this computer that hold wheels; they come before indexes."));
    m_release = addLine(form, tr("Pyodide's release"), u"policyRelease"_s,
                        tr("An address or mirror. Empty: the one that Pyodide names."));
    m_cacheSize = new QSpinBox(this);
    m_cacheSize->setObjectName(u"policyCacheSize"_s);
    m_cacheSize->setAccessibleName(tr("Size of the cache"));
    m_cacheSize->setRange(leastCache, mostCache);
    m_cacheSize->setSuffix(tr(" MB"));
    connect(m_cacheSize, &QSpinBox::valueChanged, this, [this] { setChanged(true); });
    form->addRow(tr("Size of the cache"), m_cacheSize);
}

void PolicyPage::addHeading(QFormLayout *form, const QString &text)
{
    auto *line = new TextLine(TextStep::Title, Token::Text, this);
    line->setWeight(QFont::DemiBold);
    line->setText(text);
    form->addRow(line);
}

QPlainTextEdit *PolicyPage::addLines(QFormLayout *form, const QString &label, const QString &name,
                                     const QString &help)
{
    auto *edit = new QPlainTextEdit(this);
    edit->setObjectName(name);
    edit->setAccessibleName(label);
    edit->setPlaceholderText(help);
    edit->setToolTip(help);
    edit->setTabChangesFocus(true);
    edit->setLineWrapMode(QPlainTextEdit::WidgetWidth);
    edit->setFixedHeight(linesShown * QFontMetrics(edit->font()).lineSpacing() + 12);
    connect(edit, &QPlainTextEdit::textChanged, this, [this] { setChanged(true); });
    form->addRow(label, edit);
    return edit;
}

QLineEdit *PolicyPage::addLine(QFormLayout *form, const QString &label, const QString &name,
                               const QString &help)
{
    auto *edit = new QLineEdit(this);
    edit->setObjectName(name);
    edit->setAccessibleName(label);
    edit->setPlaceholderText(help);
    edit->setToolTip(help);
    connect(edit, &QLineEdit::textChanged, this, [this] { setChanged(true); });
    form->addRow(label, edit);
    return edit;
}

QComboBox *PolicyPage::addSeverity(QFormLayout *form, const QString &label, const QString &name)
{
    auto *combo = new QComboBox(this);
    combo->setObjectName(name);
    combo->setAccessibleName(label);
    for (const Severity severity :
         {Severity::Low, Severity::Medium, Severity::High, Severity::Critical, Severity::Never})
        combo->addItem(severityWord(severity), int(severity));
    connect(combo, &QComboBox::currentIndexChanged, this, [this] { setChanged(true); });
    form->addRow(label, combo);
    return combo;
}

QCheckBox *PolicyPage::addCheck(QFormLayout *form, const QString &text, const QString &name)
{
    auto *check = new QCheckBox(text, this);
    check->setObjectName(name);
    connect(check, &QCheckBox::toggled, this, [this] { setChanged(true); });
    form->addRow(QString(), check);
    return check;
}

QWidget *PolicyPage::buildFoot()
{
    auto *foot = new QWidget(this);
    m_state = new TextLine(TextStep::Second, Token::Text2, foot);
    auto *standard = new Button(tr("Standard rules"), Button::Look::Normal, foot);
    standard->setObjectName(u"policyStandard"_s);
    m_discard = new Button(tr("Discard"), Button::Look::Normal, foot);
    m_discard->setObjectName(u"policyDiscard"_s);
    m_save = new Button(tr("Save"), Button::Look::OwnAct, foot);
    m_save->setObjectName(u"policySave"_s);
    connect(standard, &Button::clicked, this, &PolicyPage::standardRules);
    connect(m_discard, &Button::clicked, this, &PolicyPage::discard);
    connect(m_save, &Button::clicked, this, &PolicyPage::save);
    auto *layout = new QHBoxLayout(foot);
    layout->setContentsMargins(edge, 8, edge, 8);
    layout->setSpacing(8);
    layout->addWidget(m_state, 1);
    layout->addWidget(standard);
    layout->addWidget(m_discard);
    layout->addWidget(m_save);
    return foot;
}

// ---- What is shown

void PolicyPage::load()
{
    if (m_changed)
        return;
    fill(m_desk.policy(), m_desk.sources());
    setChanged(false);
}

void PolicyPage::discard()
{
    m_changed = false;
    load();
}

void PolicyPage::standardRules()
{
    PackagePolicy policy = PackagePolicy::standard();
    policy.offline = m_desk.policy().offline; // a switch of its own
    fill(policy, m_desk.sources());
    setChanged(true);
}

void PolicyPage::fill(const PackagePolicy &policy, const PackageSources &sources)
{
    m_filling = true;
    m_blocked->setPlainText(namesText(policy.blocked));
    m_allowed->setPlainText(namesText(policy.allowed));
    m_unasked->setPlainText(unaskedText(policy.unasked));
    m_minimum->setPlainText(minimumText(policy.minimum));
    m_onlyBundled->setChecked(policy.onlyBundled);
    m_similar->setChecked(policy.warnSimilarNames);
    m_quarantine->setValue(policy.quarantineDays);
    m_warnFrom->setCurrentIndex(m_warnFrom->findData(int(policy.warnFrom)));
    m_blockFrom->setCurrentIndex(m_blockFrom->findData(int(policy.blockFrom)));
    m_advisories->setText(sources.advisories);
    m_indexes->setPlainText(linesText(sources.indexes));
    m_folders->setPlainText(linesText(sources.folders));
    m_release->setText(sources.release);
    m_cacheSize->setValue(int(m_desk.cacheFacts().maxBytes / limits::MiB));
    m_clientRules = policy.clients;
    m_filling = false;
    fillClients();
    showClient();
}

void PolicyPage::fillClients()
{
    m_filling = true;
    m_clientChoice->clear();
    for (const ClientLabel &client : m_controls.clients())
        m_clientChoice->addItem(client.label, client.id.value());
    if (m_clientChoice->count() == 0)
        m_clientChoice->addItem(tr("No client yet"), QString());
    m_clientChoice->setCurrentIndex(std::max(0, m_clientChoice->findData(m_client.value())));
    const ClientId shown(m_clientChoice->currentData().toString());
    m_filling = false;
    if (std::exchange(m_client, shown) != shown)
        showClient();
}

void PolicyPage::showClient()
{
    m_filling = true;
    const ClientPackageRules rules = m_clientRules.value(m_client);
    m_clientNone->setChecked(rules.noPackages);
    m_clientBundled->setChecked(rules.onlyBundled);
    m_clientAllowed->setPlainText(namesText(rules.allowed));
    m_clientBlocked->setPlainText(namesText(rules.blocked));
    for (QWidget *part :
         {static_cast<QWidget *>(m_clientChoice), static_cast<QWidget *>(m_clientNone),
          static_cast<QWidget *>(m_clientBundled), static_cast<QWidget *>(m_clientAllowed),
          static_cast<QWidget *>(m_clientBlocked)})
        part->setEnabled(!m_client.isNull());
    m_filling = false;
}

void PolicyPage::keepClient()
{
    if (m_client.isNull())
        return;
    ClientPackageRules rules{.noPackages = m_clientNone->isChecked(),
                             .onlyBundled = m_clientBundled->isChecked(),
                             .allowed = linesFromText(m_clientAllowed->toPlainText()),
                             .blocked = linesFromText(m_clientBlocked->toPlainText())};
    if (rules == ClientPackageRules())
        m_clientRules.remove(m_client);
    else
        m_clientRules.insert(m_client, rules);
}

void PolicyPage::setChanged(bool changed)
{
    if (m_filling)
        return;
    m_changed = changed;
    m_save->setEnabled(changed);
    m_discard->setEnabled(changed);
    m_state->setText(changed ? tr("Not saved yet.") : QString());
}

// ---- What is saved

Result<PackagePolicy> PolicyPage::typedPolicy()
{
    keepClient();
    PackagePolicy policy = m_desk.policy();
    const auto blocked = namesFromText(m_blocked->toPlainText());
    const auto allowed = namesFromText(m_allowed->toPlainText());
    const auto unasked = unaskedFromText(m_unasked->toPlainText());
    const auto minimum = minimumFromText(m_minimum->toPlainText());
    for (const std::optional<Error> &error :
         {blocked ? std::nullopt : std::optional(blocked.error()),
          allowed ? std::nullopt : std::optional(allowed.error()),
          unasked ? std::nullopt : std::optional(unasked.error()),
          minimum ? std::nullopt : std::optional(minimum.error())}) {
        if (error)
            return std::unexpected(*error);
    }
    policy.blocked = *blocked;
    policy.allowed = *allowed;
    policy.unasked = *unasked;
    policy.minimum = *minimum;
    policy.onlyBundled = m_onlyBundled->isChecked();
    policy.warnSimilarNames = m_similar->isChecked();
    policy.quarantineDays = m_quarantine->value();
    policy.warnFrom = Severity(m_warnFrom->currentData().toInt());
    policy.blockFrom = Severity(m_blockFrom->currentData().toInt());
    policy.clients.clear();
    for (const auto &[client, typed] : m_clientRules.asKeyValueRange()) {
        ClientPackageRules rules = typed;
        for (QStringList *names : {&rules.allowed, &rules.blocked}) {
            const auto read = namesFromText(linesText(*names));
            if (!read)
                return std::unexpected(read.error());
            *names = *read;
        }
        policy.clients.insert(client, rules);
    }
    return policy;
}

PackageSources PolicyPage::typedSources() const
{
    return {.indexes = linesFromText(m_indexes->toPlainText()),
            .folders = linesFromText(m_folders->toPlainText()),
            .release = m_release->text().trimmed(),
            .advisories = m_advisories->text().trimmed()};
}

Result<> PolicyPage::apply()
{
    const auto policy = typedPolicy();
    if (!policy)
        return std::unexpected(policy.error());
    const PackageSources sources = typedSources();
    if (!(sources == m_desk.sources())) {
        // The part that can be refused comes first.
        if (const auto set = m_desk.setSources(sources); !set)
            return set;
    }
    const qint64 bytes = m_cacheSize->value() * limits::MiB;
    if (bytes != m_desk.cacheFacts().maxBytes) {
        if (const auto set = m_desk.setMaxCacheBytes(bytes); !set)
            return set;
    }
    return *policy == m_desk.policy() ? Result<>() : m_desk.setPolicy(*policy);
}

void PolicyPage::save()
{
    if (!m_changed)
        return;
    if (const auto applied = apply(); !applied) {
        m_state->setText(applied.error().text);
        return Q_EMIT message(applied.error().text, true);
    }
    setChanged(false);
    load(); // as it was understood
    Q_EMIT message(tr("The rules were saved."), false);
}

} // namespace glovebox::ui
