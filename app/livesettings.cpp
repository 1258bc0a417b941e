// SPDX-License-Identifier: MIT
#include "livesettings.h"

#include <QLoggingCategory>

#include <algorithm>

namespace glovebox {

using namespace Qt::StringLiterals;
namespace keys = settings::keys;

LiveSettings::LiveSettings(Application &application, settings::Settings &settings, QObject *parent)
    : QObject(parent)
    , m_application(application)
    , m_settings(settings)
{
    connect(&settings, &settings::Settings::changed, this, &LiveSettings::apply);
    apply({});
}

void LiveSettings::apply(const QString &name)
{
    const auto concerns = [&name](QStringView area) {
        return name.isEmpty() || name.startsWith(area);
    };
    if (concerns(u"approvals."))
        applyApprovals();
    if (concerns(u"sessions."))
        applySessions();
    if (concerns(u"mounts."))
        applyWriteLimits();
    if (concerns(u"journal."))
        applyRetention();
    if (concerns(u"clients."))
        m_application.setPatience(m_settings.value(keys::patience));
    if (concerns(u"advanced."))
        applyLogLevel(m_settings.value(keys::logLevel));
}

void LiveSettings::applyApprovals()
{
    std::optional<std::chrono::milliseconds> time;
    if (const qint64 seconds = m_settings.value(keys::approvalTime); seconds > 0)
        time = std::chrono::seconds(seconds);
    m_application.queue().setApprovalTime(time);
    m_application.queue().setOnlyThisRun(m_settings.value(keys::onlyThisRun));
}

// A file written by hand may hold anything.
void LiveSettings::applySessions()
{
    const qint64 heap = std::clamp(m_settings.value(keys::sessionMemory) * limits::MiB,
                                   limits::minHeapBytes, limits::maxHeapBytes);
    const qint64 most = limits::maxSessions;
    const qint64 longest = limits::maxRunTimeout / std::chrono::seconds(1);
    m_application.sessions().setDefaults({.name = {},
                                          .heapBytes = heap,
                                          .timeout = std::chrono::seconds(std::clamp<qint64>(
                                              m_settings.value(keys::sessionTimeout), 1, longest)),
                                          .variables = {}});
    m_application.pool().tune(
        {.idleTime = std::chrono::minutes(std::max<qint64>(0, m_settings.value(keys::sessionIdle))),
         .maxSessions = int(std::clamp<qint64>(m_settings.value(keys::mostSessions), 1, most)),
         .keepsSpare = m_settings.value(keys::warmSpare),
         .heapBytes = heap});
}

void LiveSettings::applyWriteLimits()
{
    m_application.setWriteLimits(
        {.bytes = std::clamp<qint64>(m_settings.value(keys::writeMegabytes), 1, 1024 * 1024) *
                  limits::MiB,
         .files = int(std::clamp<qint64>(m_settings.value(keys::writeFiles), 1,
                                         limits::maxFilesTouchedPerRun))});
}

void LiveSettings::applyRetention()
{
    m_application.journal().setRetention(
        {.days = std::max<qint64>(0, m_settings.value(keys::journalDays)),
         .maxBytes = std::max<qint64>(0, m_settings.value(keys::journalMegabytes)) * limits::MiB});
}

void LiveSettings::applyLogLevel(const QString &level)
{
    if (level == u"debug"_s)
        QLoggingCategory::setFilterRules(u"glovebox.*.debug=true"_s);
    else if (level == u"warnings"_s)
        QLoggingCategory::setFilterRules(u"glovebox.*.info=false"_s);
    else
        QLoggingCategory::setFilterRules({});
}

} // namespace glovebox
