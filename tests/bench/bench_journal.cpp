// SPDX-License-Identifier: MIT
// How fast the journal takes what runs write, and how long it is searched when it is full. Prints
// numbers beside what is wanted; never a verdict, because machines differ.
#include "journal/journal.h"
#include "support.h"

#include <QCoreApplication>
#include <QElapsedTimer>
#include <QRandomGenerator>
#include <QTextStream>
#include <QTimer>

using namespace glovebox;
using namespace glovebox::journal;
using namespace support;

namespace {

constexpr int runsInAll = 100'000;

QTextStream &out()
{
    static QTextStream stream(stdout);
    return stream;
}

void say(const QString &what, double value, const QString &unit, const QString &wanted)
{
    out() << what.leftJustified(46) << QString::number(value, 'f', 1).rightJustified(10) << u' '
          << unit.leftJustified(8) << wanted << Qt::endl;
}

QString words(QRandomGenerator &random, int count)
{
    static const QStringList english =
        u"import pandas as pd read_csv sales df groupby sum print total mean plot figure title "
        "axis column row value data table month report store region target plan export excel "
        "write file open json path line result error index merge concat apply filter sort"_s.split(
            u' ');
    static const QString japanese =
        u"売上高月次店舗地域別達成率目標合計計画在庫商品部門顧客東京大阪名古屋数量単価粗利予算"
        "実績前年比較分析集計表図形式出力入力記録日付期間四半期年度報告書作成確認修正追加更新"_s;
    QStringList list;
    for (int i = 0; i < count; ++i) {
        if (random.bounded(4) > 0) {
            list.append(english.at(random.bounded(int(english.size()))));
            continue;
        }
        const int length = 2 + random.bounded(4);
        list.append(japanese.mid(random.bounded(int(japanese.size()) - length), length));
    }
    return list.join(u' ');
}

} // namespace

// The longest time for which this thread did nothing else.
class Stutter final : public QObject
{
public:
    Stutter()
    {
        connect(&m_timer, &QTimer::timeout, this, [this] {
            m_longest = std::max(m_longest, m_clock.nsecsElapsed());
            m_clock.restart();
        });
        m_timer.start(0);
        m_clock.start();
    }
    double milliseconds() const { return double(m_longest) / 1e6; }

private:
    QTimer m_timer;
    QElapsedTimer m_clock;
    qint64 m_longest = 0;
};

// One run writes 5,000 rows a second, in pieces as they come from a session.
static void outputRows(Journal &journal)
{
    Run run(take(journal.nextRun()).number());
    journal.record(run.event(asked()));
    journal.record(run.event(allowed()));
    get(journal.committed(run.id(), run.seq()));
    constexpr int rows = 25'000;
    Stutter stutter;
    QElapsedTimer clock;
    clock.start();
    QFuture<Result<>> last;
    for (int row = 0; row < rows; ++row) {
        last = journal.record(
            run.event(event::Output{StreamName::Stdout, row * 80, QByteArray(80, 'x'), 80}));
        if (row % 100 == 99)
            QCoreApplication::processEvents();
    }
    journal.record(run.event(event::Ended{}));
    get(journal.committed(run.id(), run.seq()));
    say(u"output rows taken"_s, rows * 1000.0 / double(clock.elapsed()), u"rows/s"_s,
        u"wanted: 5,000"_s);
    say(u"longest wait of the window's thread meanwhile"_s, stutter.milliseconds(), u"ms"_s,
        u"wanted: below 16"_s);
}

static void fill(Journal &journal)
{
    QRandomGenerator random(7);
    QElapsedTimer clock;
    clock.start();
    for (int i = 0; i < runsInAll; ++i) {
        const auto number = take(journal.nextRun());
        Run run(number.number());
        const event::Asked ask = asked(words(random, 50).toUtf8());
        journal.record(run.event(ask));
        journal.record(run.event(allowed(ask)));
        journal.record(run.event(event::Started{}));
        journal.record(run.event(event::ResultValue{words(random, 10)}));
        journal.record(run.event(event::Ended{}));
        if (i % 200 == 0)
            get(journal.committed(run.id(), run.seq()));
    }
    get(journal.kept());
    say(u"100,000 runs recorded and made findable"_s, double(clock.elapsed()) / 1000, u"s"_s, {});
}

template <class Work>
static double fastest(Work work)
{
    double best = 1e9;
    for (int round = 0; round < 5; ++round) {
        QElapsedTimer clock;
        clock.start();
        work();
        best = std::min(best, double(clock.nsecsElapsed()) / 1e6);
    }
    return best;
}

static void searches(Journal &journal)
{
    for (const QString &text : {u"売上"_s, u"売"_s, u"売上高月"_s, u"p"_s, u"print"_s,
                                u"read_csv"_s, u"sales 達成"_s, u"absentword"_s, QString()}) {
        const JournalQuery query{.text = text};
        say(u"search: "_s + (text.isEmpty() ? u"(all)"_s : text),
            fastest([&] { get(journal.find(query, {}, 100)); }), u"ms"_s, u"wanted: below 100"_s);
        say(u"  its number of runs"_s, fastest([&] { get(journal.count(query)); }), u"ms"_s,
            QString::number(get(journal.count(query)).value_or(-1)) + u" runs"_s);
    }
    const JournalQuery filtered{.text = u"売上"_s, .states = {RunState::Error}};
    say(u"search that a filter leaves nothing of"_s,
        fastest([&] { get(journal.find(filtered, {}, 100)); }), u"ms"_s, u"wanted: below 100"_s);
    say(u"runs per hour"_s, fastest([&] { get(journal.hours({}, {})); }), u"ms"_s, {});
    say(u"choices of the filters"_s, fastest([&] { get(journal.choices()); }), u"ms"_s, {});
    QElapsedTimer clock;
    clock.start();
    const auto verified = get(journal.verify());
    say(u"verifying all of it"_s, double(clock.elapsed()) / 1000, u"s"_s,
        verified && verified->ok() ? u"whole"_s : u"NOT WHOLE"_s);
}

int main(int argc, char **argv)
{
    QCoreApplication application(argc, argv);
    const QTemporaryDir folder;
    Journal journal(
        {folder.filePath(u"journal.sqlite"_s), Role::Program, nullptr, folder.filePath(u"runs"_s)});
    if (!get(journal.opened()))
        return 1;
    outputRows(journal);
    fill(journal);
    searches(journal);
    return 0;
}
