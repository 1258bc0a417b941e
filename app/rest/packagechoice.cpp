// SPDX-License-Identifier: MIT
#include "packagechoice.h"

#include "tools/packageplanner.h"

#include <QPointer>

#include <utility>

namespace glovebox::rest {

using namespace Qt::StringLiterals;

namespace {

bool mayLoadBundled(const tools::Services &services, const ClientId &client)
{
    return !services.planner || !services.planner->desk().policy().clients.value(client).noPackages;
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
                    const SessionRef &session, const QStringList &names,
                    std::chrono::milliseconds patience, QObject *context,
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
    // Whichever comes first takes the other along with this.
    auto *race = new QObject(context);
    const auto finish = [race = QPointer(race), choice, others, done,
                         over = std::make_shared<bool>(false)](const Result<PackagePlan> &plan) {
        if (std::exchange(*over, true))
            return;
        if (race)
            race->deleteLater();
        PackageChoice all = choice;
        takePlan(all, others, plan);
        done(all);
    };
    services.planner->plan({.client = client, .session = session, .requirements = others}, race)
        .then(race, finish);
    auto late = services.clock.after(patience, race, [finish] {
        finish(fail(ErrorCode::Unavailable,
                    u"The package index has not answered in time. Try again in a while, or do "
                    "without it."_s));
    });
    late.release()->setParent(race);
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
