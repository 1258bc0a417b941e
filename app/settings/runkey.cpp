// SPDX-License-Identifier: MIT
#include "startplace.h"

#include <QSettings>

namespace glovebox::settings {

using namespace Qt::StringLiterals;

namespace {

constexpr QLatin1StringView registry("HKEY_"); // how a path of the registry begins

// One word by the rules of CommandLineToArgvW: backslashes count only in front of a quote.
QString quoted(const QString &word)
{
    QString text(u'"');
    qsizetype backslashes = 0;
    for (const QChar c : word) {
        if (c == u'"')
            text += QString(backslashes + 1, u'\\');
        backslashes = c == u'\\' ? backslashes + 1 : 0;
        text += c;
    }
    return text + QString(backslashes, u'\\') + u'"';
}

QString native(QString path)
{
    return path.replace(u'/', u'\\');
}

class RunKeyPlace final : public StartPlace
{
public:
    RunKeyPlace(const QString &root, const QString &name, const StartCommand &command)
        : m_root(root)
        , m_name(name)
        , m_command(command)
        , m_settings(root,
                     root.startsWith(registry) ? QSettings::NativeFormat : QSettings::IniFormat)
    {
    }

    bool isOn() const override { return !line().isEmpty() && !isSwitchedOff(); }

    QString program() const override { return programOfCommandLine(line()); }

    Result<> write() override
    {
        m_settings.setValue(run(), windowsCommandLine(m_command));
        m_settings.remove(approved()); // what nobody decided is on
        return written();
    }

    Result<> remove() override
    {
        m_settings.remove(run());
        m_settings.remove(approved());
        return written();
    }

private:
    QString run() const { return u"Run/"_s + m_name; }
    QString approved() const { return u"Explorer/StartupApproved/Run/"_s + m_name; }
    QString line() const { return m_settings.value(run()).toString(); }

    // The settings of Windows and its task manager leave our value as it is and put twelve bytes
    // beside it; an odd first one means off. Qt gives binary values as UTF-16 text.
    bool isSwitchedOff() const
    {
        const QString decided = m_settings.value(approved()).toString();
        return !decided.isEmpty() && (decided.at(0).unicode() & 1) != 0;
    }

    Result<> written()
    {
        m_settings.sync();
        if (m_settings.status() == QSettings::NoError)
            return {};
        return startPlaceError(m_root.startsWith(registry) ? m_root + u"\\Run"_s : m_root,
                               m_settings.status() == QSettings::AccessError ? u"AccessError"_s
                                                                             : u"FormatError"_s);
    }

    QString m_root;
    QString m_name;
    StartCommand m_command;
    QSettings m_settings;
};

} // namespace

QString windowsCommandLine(const StartCommand &command)
{
    QString line = quoted(native(command.program));
    for (const QString &argument : command.arguments)
        line += u' ' + (argument.startsWith(u"--"_s) ? argument : quoted(native(argument)));
    return line;
}

QString programOfCommandLine(const QString &line)
{
    const bool isQuoted = line.startsWith(u'"');
    const qsizetype from = isQuoted ? 1 : 0;
    const qsizetype end = line.indexOf(isQuoted ? u'"' : u' ', from);
    QString program = line.sliced(from, (end < 0 ? line.size() : end) - from);
    return program.replace(u'\\', u'/');
}

std::unique_ptr<StartPlace> runKeyPlace(const QString &root, const QString &name,
                                        const StartCommand &command)
{
    return std::make_unique<RunKeyPlace>(root, name, command);
}

} // namespace glovebox::settings
