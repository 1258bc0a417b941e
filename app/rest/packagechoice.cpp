// SPDX-License-Identifier: MIT
#include "packagechoice.h"

#include "tools/packageplanner.h"

namespace glovebox::rest {

using namespace Qt::StringLiterals;

namespace {

bool mayLoadBundled(const tools::Services &services, const ClientId &client)
{
    return !services.planner
           || !services.planner->desk().policy().clients.value(client).noPackages;
}

void takePlan(PackageChoice &choice, const QStringList &asked, const Result<PackagePlan> &plan)
{
    if (!plan) {
        for (const QString &name : asked)
            choice.missing.insert(name, plan.error().text);
        return;
    }
    for (const PackageRefusal &refusal : plan->refusals)
        choice.missing.insert(refusal.requirement.isEmpty() ? refusal.name : refusal.requirement,
                              refusal.text);
    for (const PackagePin &pin : plan->pins()) {
        if (!choice.pins.contains(pin))
            choice.pins.append(pin);
    }
}

} // namespace

void choosePackages(const tools::Services &services, const ClientId &client,
                    const SessionRef &session, const QStringList &names, QObject *context,
                    const std::function<void(const PackageChoice &)> &done)
{
    PackageChoice choice;
    QStringList others;
    for (const QString &name : names) {
        const auto pins = services.packages.pins({name});
        if (pins && mayLoadBundled(services, client))
            choice.pins += *pins;
        else if (services.planner)
            others.append(name);
        else
            choice.missing.insert(name, pins.error().text);
    }
    if (others.isEmpty())
        return done(choice);
    services.planner->plan({.client = client, .session = session, .requirements = others}, context)
        .then(context, [choice, others, done](const Result<PackagePlan> &plan) mutable {
            takePlan(choice, others, plan);
            done(choice);
        });
}

QString missingText(const PackageChoice &choice, const QStringList &names)
{
    QStringList lines;
    for (const QString &name : names) {
        if (const auto why = choice.missing.constFind(name); why != choice.missing.constEnd())
            lines.append(u"%1: %2"_s.arg(name, *why));
    }
    // What is refused may be a package that another one needs.
    for (const auto &[name, why] : choice.missing.asKeyValueRange()) {
        if (!names.contains(name))
            lines.append(u"%1: %2"_s.arg(name, why));
    }
    return lines.join(u'\n');
}

} // namespace glovebox::rest
