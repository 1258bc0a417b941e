// SPDX-License-Identifier: MIT
#include "earliercodes.h"

#include "base/limits.h"

namespace glovebox::approval {

namespace {

// Larger codes are shown whole: reading ten of them line by line would delay the prompt.
constexpr qsizetype largestCompared = 256 * limits::KiB;

QHash<QByteArrayView, int> linesOf(const QByteArray &code, int &count)
{
    QHash<QByteArrayView, int> lines;
    count = 0;
    for (qsizetype at = 0; at < code.size();) {
        const qsizetype end = code.indexOf('\n', at);
        const qsizetype stop = end < 0 ? code.size() : end;
        const QByteArrayView line = QByteArrayView(code).sliced(at, stop - at).trimmed();
        at = stop + 1;
        if (line.isEmpty())
            continue; // blank lines say nothing
        ++lines[line];
        ++count;
    }
    return lines;
}

} // namespace

double likeness(const QByteArray &a, const QByteArray &b)
{
    int inA = 0;
    int inB = 0;
    const auto linesA = linesOf(a, inA);
    const auto linesB = linesOf(b, inB);
    int common = 0;
    for (const auto &[line, count] : linesA.asKeyValueRange())
        common += std::min(count, linesB.value(line));
    const int most = std::max(inA, inB);
    return most == 0 ? 1.0 : static_cast<double>(common) / most;
}

bool EarlierCodes::isSameKind(const Kept &kept, const ApprovalRecord &record)
{
    return kept.tool == record.tool && kept.runtime == record.runtime &&
           (record.tool != u"write_file" || kept.path == record.path);
}

void EarlierCodes::add(const ApprovalRecord &record, RunId run, const QDateTime &allowed)
{
    if (record.session.id.isNull() || record.code.isEmpty() || record.code.size() > largestCompared)
        return;
    QList<Kept> &codes = m_codes[record.session.id];
    codes.append({{run, allowed, record.code}, record.tool, record.runtime, record.path});
    while (codes.size() > limits::approvedCodesKept)
        codes.removeFirst();
}

std::optional<EarlierCode> EarlierCodes::mostLike(const ApprovalRecord &record) const
{
    if (record.code.isEmpty() || record.code.size() > largestCompared)
        return std::nullopt;
    std::optional<EarlierCode> best;
    double most = 0;
    for (const Kept &kept : m_codes.value(record.session.id)) {
        const double agrees = isSameKind(kept, record) ? likeness(kept.code.code, record.code) : 0;
        if (agrees > 0 && agrees >= most) {
            most = agrees;
            best = kept.code;
        }
    }
    return best;
}

} // namespace glovebox::approval
