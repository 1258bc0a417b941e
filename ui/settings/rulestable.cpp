// SPDX-License-Identifier: MIT
#include "rulestable.h"

#include "ui/parts/labels.h"

#include <QComboBox>
#include <QGridLayout>
#include <QLabel>

namespace glovebox::ui {

using namespace Qt::StringLiterals;

namespace {

constexpr int boxWidth = 232;

// The groups that CodeBox-AI knows; the others are always noted.
constexpr FindingGroup switchable[] = {
    FindingGroup::JupyterCommands, FindingGroup::DangerousBuiltins, FindingGroup::DangerousImports,
    FindingGroup::DangerousPatterns, FindingGroup::PackageInstallation};

QString groupName(FindingGroup group)
{
    switch (group) {
    case FindingGroup::JupyterCommands:
        return RulesTable::tr("%magics and !commands");
    case FindingGroup::DangerousBuiltins:
        return RulesTable::tr("eval, exec and the like");
    case FindingGroup::DangerousImports:
        return RulesTable::tr("Imports of os, subprocess, socket …");
    case FindingGroup::DangerousPatterns:
        return RulesTable::tr("Patterns of commands and deletion");
    case FindingGroup::PackageInstallation:
        return RulesTable::tr("Installing packages");
    default:
        return {};
    }
}

} // namespace

RulesTable::RulesTable(SettingsDesk &desk, QWidget *parent)
    : QWidget(parent)
    , m_desk(desk)
    , m_client(new QComboBox(this))
{
    setObjectName(u"rulesTable"_s);
    build();
    refreshClients();
    refresh();
    connect(&desk, &SettingsDesk::rulesChanged, this, [this] {
        refreshClients();
        refresh();
    });
    connect(m_client, &QComboBox::activated, this, &RulesTable::refresh);
}

void RulesTable::build()
{
    auto *title = new TextLine(TextStep::Text, Token::Text, this);
    title->setText(tr("Rules for what is found in code"));
    title->setWeight(QFont::DemiBold);
    auto *help = new TextLine(TextStep::Second, Token::Text2, this);
    help->setText(tr("Whatever the rule, the sandbox stays as it is. “Ask” asks even under a "
                     "standing permission."));
    help->setWrapping(true);
    m_client->setObjectName(u"rulesClient"_s);
    m_client->setAccessibleName(tr("Rules of"));
    m_client->setFixedWidth(boxWidth);
    auto *grid = new QGridLayout(this);
    grid->setContentsMargins(16, 8, 16, 8);
    grid->setHorizontalSpacing(16);
    grid->setVerticalSpacing(4);
    grid->setColumnStretch(0, 1);
    auto *head = new QVBoxLayout;
    head->setSpacing(2);
    head->addWidget(title);
    head->addWidget(help);
    grid->addLayout(head, 0, 0);
    grid->addWidget(m_client, 0, 1, Qt::AlignTop);
    for (const FindingGroup group : switchable) {
        auto *name = new TextLine(TextStep::Text, Token::Text, this);
        name->setText(groupName(group));
        auto *box = new QComboBox(this);
        box->setObjectName(u"rule."_s + toString(group));
        box->setAccessibleName(groupName(group));
        box->setFixedWidth(boxWidth);
        connect(box, &QComboBox::activated, this, [this, group, box] {
            if (const auto set = m_desk.setRule(group, client(), box->currentData().toString());
                !set)
                Q_EMIT failed(set.error().text);
        });
        const int row = grid->rowCount();
        grid->addWidget(name, row, 0);
        grid->addWidget(box, row, 1);
        m_rules.append({group, box});
    }
}

ClientId RulesTable::client() const
{
    return ClientId(m_client->currentData().toString());
}

void RulesTable::choose(const ClientId &client)
{
    m_client->setCurrentIndex(std::max(0, m_client->findData(client.value())));
    refresh();
    m_client->setFocus(Qt::OtherFocusReason);
}

void RulesTable::refreshClients()
{
    const QString chosen = m_client->currentData().toString();
    m_client->clear();
    m_client->addItem(tr("All clients"), QString());
    for (const ClientLabel &client : m_desk.clients())
        m_client->addItem(client.label, client.id.value());
    m_client->setCurrentIndex(std::max(0, m_client->findData(chosen)));
}

void RulesTable::refresh()
{
    const ClientId one = client();
    for (const auto &[group, box] : std::as_const(m_rules)) {
        box->clear();
        if (!one.isNull())
            box->addItem(tr("As for all clients"), QString());
        box->addItem(tr("Note only"), u"note"_s);
        box->addItem(tr("Ask"), u"ask"_s);
        box->addItem(tr("Refuse"), u"refuse"_s);
        box->setCurrentIndex(std::max(0, box->findData(m_desk.rule(group, one))));
    }
}

} // namespace glovebox::ui
