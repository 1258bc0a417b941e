// SPDX-License-Identifier: MIT
#pragma once

#include "approval/queue.h"

using namespace Qt::StringLiterals;

// Requests as the tests need them.
namespace records {

inline const auto claude = glovebox::ClientId(u"c000000000001"_s);
inline const auto cline = glovebox::ClientId(u"c000000000002"_s);
inline const auto etl = glovebox::SessionId(u"s000000000001"_s);
inline const auto other = glovebox::SessionId(u"s000000000002"_s);

inline glovebox::MountReach mount(const QString &name, glovebox::MountMode mode)
{
    return {name, mode, u"/srv/"_s + name};
}

inline glovebox::ApprovalRecord record(const QByteArray &code = "print(1)")
{
    glovebox::ApprovalRecord record;
    record.tool = u"run_python"_s;
    record.client = claude;
    record.session = {etl, 1};
    record.sessionName = u"etl"_s;
    record.code = code;
    record.reach.mounts = {mount(u"sales"_s, glovebox::MountMode::ReadOnly),
                           mount(u"reports"_s, glovebox::MountMode::Staged)};
    record.reach.packages = {{u"tqdm"_s, u"4.67"_s, u"aa"_s}};
    return record;
}

inline glovebox::approval::Submission submission(qint64 run,
                                                 const glovebox::ApprovalRecord &of = record())
{
    return {glovebox::RunId(run), of, u"Claude Desktop"_s, u"claude-ai 0.1"_s, false};
}

} // namespace records
