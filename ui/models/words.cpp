// SPDX-License-Identifier: MIT
#include "words.h"

#include <QCoreApplication>
#include <QDir>
#include <QLocale>

#include <array>

namespace glovebox::ui {

namespace {

struct Words
{
    Q_DECLARE_TR_FUNCTIONS(Words)
};

} // namespace

QString stateWord(RunState state)
{
    switch (state) {
    case RunState::PendingApproval:
        return Words::tr("Waiting for you");
    case RunState::Queued:
        return Words::tr("Queued");
    case RunState::Starting:
        return Words::tr("Starting");
    case RunState::Running:
        return Words::tr("Running");
    case RunState::Complete:
        return Words::tr("Complete");
    case RunState::Error:
        return Words::tr("Error");
    case RunState::Timeout:
        return Words::tr("Timed out");
    case RunState::Interrupted:
        return Words::tr("Stopped");
    case RunState::Killed:
        return Words::tr("Killed");
    case RunState::Crashed:
        return Words::tr("Crashed");
    case RunState::Denied:
        return Words::tr("Denied");
    case RunState::Expired:
        return Words::tr("No answer");
    case RunState::Cancelled:
        return Words::tr("Taken back by client");
    }
    Q_UNREACHABLE_RETURN(QString());
}

QString modeWord(MountMode mode)
{
    switch (mode) {
    case MountMode::ReadOnly:
        return Words::tr("Read-only");
    case MountMode::Staged:
        return Words::tr("Staged");
    case MountMode::ReadWrite:
        return Words::tr("Read-write");
    }
    Q_UNREACHABLE_RETURN(QString());
}

QString clockText(qint64 seconds)
{
    seconds = std::max<qint64>(0, seconds);
    const QChar zero = u'0';
    const qint64 hours = seconds / 3600;
    const qint64 minutes = seconds / 60 % 60;
    if (hours > 0)
        return QStringLiteral("%1:%2:%3")
            .arg(hours)
            .arg(minutes, 2, 10, zero)
            .arg(seconds % 60, 2, 10, zero);
    return QStringLiteral("%1:%2").arg(minutes).arg(seconds % 60, 2, 10, zero);
}

QString secondsText(qint64 ms)
{
    return Words::tr("%1 s").arg(QLocale().toString(double(ms) / 1000.0, 'f', 1));
}

QString timeOfDay(const QDateTime &time)
{
    return time.isValid() ? time.toLocalTime().toString(QStringLiteral("HH:mm")) : QString();
}

QString dayText(const QDate &day)
{
    //: A day without its year, as Qt writes dates: d MMM is "14 Sep", M月d日 is "9月14日"
    return QLocale().toString(day, Words::tr("d MMM"));
}

QString dayAndTime(const QDateTime &time)
{
    return time.isValid() ? dayText(time.toLocalTime().date()) + u' ' + timeOfDay(time) : QString();
}

QString wholeTime(const QDateTime &time)
{
    //: A day and a time of it, as Qt writes dates: 14 Sep 2026 10:47:12
    return time.isValid() ? QLocale().toString(time.toLocalTime(), Words::tr("d MMM yyyy HH:mm:ss"))
                          : QString();
}

QString momentText(const QDateTime &time)
{
    if (!time.isValid())
        return Words::tr("never");
    const bool isToday = time.toLocalTime().date() == QDate::currentDate();
    return isToday ? timeOfDay(time) : dayAndTime(time);
}

QString memoryText(qint64 bytes)
{
    const double mebibytes = double(bytes) / double(limits::MiB);
    if (mebibytes < 1000)
        return Words::tr("%1 MB").arg(QLocale().toString(mebibytes, 'f', 0));
    const double gibibytes = mebibytes / 1024;
    const bool whole = std::abs(gibibytes - std::round(gibibytes)) < 0.05;
    return Words::tr("%1 GB").arg(QLocale().toString(gibibytes, 'f', whole ? 0 : 1));
}

QString sideBySide(const QString &a, const QString &b)
{
    if (a.isEmpty() || b.isEmpty())
        return a.isEmpty() ? b : a;
    //: Two short facts side by side, as in "r184 · sales-q3"
    return Words::tr("%1 · %2").arg(a, b);
}

QString stateIcon(RunState state)
{
    static constexpr std::array<QStringView, 13> names{
        u"hand",     u"clock",       u"loader",      u"loader-circle", u"check",
        u"circle-x", u"timer-off",   u"circle-stop", u"zap",           u"triangle-alert",
        u"ban",      u"clock-alert", u"circle-minus"};
    return names.at(size_t(state)).toString();
}

QString modeIcon(MountMode mode)
{
    switch (mode) {
    case MountMode::ReadOnly:
        return QStringLiteral("lock");
    case MountMode::Staged:
        return QStringLiteral("file-diff");
    case MountMode::ReadWrite:
        return QStringLiteral("pencil-line");
    }
    Q_UNREACHABLE_RETURN(QString());
}

QString quotedToolTip(const QString &text)
{
    if (text.isEmpty())
        return {};
    return QStringLiteral("<span style=\"white-space: pre-wrap\">%1</span>")
        .arg(text.toHtmlEscaped());
}

QString shortPath(const QString &path)
{
    const QString home = QDir::homePath();
    if (path == home)
        return QStringLiteral("~");
    if (home.size() > 1 && path.startsWith(home + u'/'))
        return u'~' + path.mid(home.size());
    return path;
}

QString searchKey(const QString &text)
{
    return text.normalized(QString::NormalizationForm_KC).toCaseFolded();
}

} // namespace glovebox::ui
