// SPDX-License-Identifier: MIT
#include "clientpackages.h"

#include <QComboBox>
#include <QFormLayout>
#include <QLineEdit>
#include <QRegularExpression>

namespace glovebox::ui {

using namespace Qt::StringLiterals;

namespace {

constexpr int fieldWidth = 420;

QLineEdit *namesField(const QString &empty, const QString &name, QWidget *parent)
{
    auto *field = new QLineEdit(parent);
    field->setObjectName(name);
    field->setPlaceholderText(empty);
    return field;
}

bool isName(const QString &name)
{
    static const QRegularExpression form(u"^[a-z0-9*]([a-z0-9*-]*[a-z0-9*])?$"_s);
    return form.match(name).hasMatch();
}

} // namespace

ClientPackages::ClientPackages(PackageDesk &desk, QWidget *parent)
    : QWidget(parent)
    , m_desk(desk)
    , m_choice(new QComboBox(this))
    , m_allowed(
          namesField(tr("All, as the rules for everybody have it"), u"packagesAllowed"_s, this))
    , m_blocked(
          namesField(tr("None beside those blocked for everybody"), u"packagesBlocked"_s, this))
{
    setObjectName(u"clientPackages"_s);
    m_choice->setObjectName(u"packagesChoice"_s);
    m_choice->addItem(tr("As for everybody"), int(Choice::Everything));
    m_choice->addItem(tr("Only those that come with Glovebox"), int(Choice::Bundled));
    m_choice->addItem(tr("None; imports load those that come with Glovebox"), int(Choice::Nothing));
    auto *form = new QFormLayout(this);
    form->setContentsMargins(0, 0, 0, 0);
    form->setFieldGrowthPolicy(QFormLayout::AllNonFixedFieldsGrow);
    form->addRow(tr("From where"), m_choice);
    form->addRow(tr("Only these names"), m_allowed);
    form->addRow(tr("Never these names"), m_blocked);
    for (QWidget *field : std::initializer_list<QWidget *>{m_choice, m_allowed, m_blocked})
        field->setMaximumWidth(fieldWidth);
    for (QLineEdit *field : {m_allowed, m_blocked}) {
        field->setToolTip(tr("Names with commas between them; * stands for anything, as in "
                             "django*."));
        connect(field, &QLineEdit::editingFinished, this, &ClientPackages::send);
    }
    connect(m_choice, &QComboBox::activated, this, &ClientPackages::send);
    connect(&desk, &PackageDesk::policyChanged, this, &ClientPackages::refresh);
    refresh();
}

void ClientPackages::setClient(const ClientId &client)
{
    if (m_client == client)
        return; // what is being typed stays, however often the client calls meanwhile
    m_client = client;
    refresh();
}

void ClientPackages::refresh()
{
    const ClientPackageRules rules = m_desk.policy().clients.value(m_client);
    const Choice choice = rules.noPackages    ? Choice::Nothing
                          : rules.onlyBundled ? Choice::Bundled
                                              : Choice::Everything;
    m_choice->setCurrentIndex(m_choice->findData(int(choice)));
    m_allowed->setText(rules.allowed.join(u", "_s));
    m_blocked->setText(rules.blocked.join(u", "_s));
    setEnabled(!m_client.isNull());
}

// Nothing, when one is not a name.
std::optional<QStringList> ClientPackages::namesIn(const QLineEdit &field)
{
    static const QRegularExpression between(u"[,\\s]+"_s);
    QStringList names;
    for (const QString &text : field.text().split(between, Qt::SkipEmptyParts)) {
        const QString name = normalisedPackageName(text);
        if (!isName(name)) {
            Q_EMIT failed(tr("“%1” is not the name of a package.").arg(text));
            return std::nullopt;
        }
        if (!names.contains(name))
            names.append(name);
    }
    return names;
}

std::optional<ClientPackageRules> ClientPackages::rules()
{
    const auto allowed = namesIn(*m_allowed);
    const auto blocked = allowed ? namesIn(*m_blocked) : std::nullopt;
    if (!blocked)
        return std::nullopt;
    const auto choice = Choice(m_choice->currentData().toInt());
    return ClientPackageRules{.noPackages = choice == Choice::Nothing,
                              .onlyBundled = choice == Choice::Bundled,
                              .allowed = *allowed,
                              .blocked = *blocked};
}

void ClientPackages::send()
{
    if (m_client.isNull())
        return;
    PackagePolicy policy = m_desk.policy();
    const auto wanted = rules();
    if (!wanted || policy.clients.value(m_client) == *wanted)
        return;
    if (*wanted == ClientPackageRules())
        policy.clients.remove(m_client);
    else
        policy.clients.insert(m_client, *wanted);
    if (const auto set = m_desk.setPolicy(policy); !set)
        Q_EMIT failed(set.error().text);
}

} // namespace glovebox::ui
