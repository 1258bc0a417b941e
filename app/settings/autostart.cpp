// SPDX-License-Identifier: MIT
#include "autostart.h"

#include <QCoreApplication>
#include <QCryptographicHash>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QSaveFile>
#include <QStandardPaths>

namespace glovebox::settings {

using namespace Qt::StringLiterals;

namespace {

const QString ours = u"X-Glovebox-Program="_s;
constexpr qint64 maxEntryBytes = 64 * 1024;

// One word of Exec=: quoted, with what the specification reserves escaped twice, once for the word
// and once for the value of the key.
QString quoted(const QString &word)
{
    QString text;
    for (const QChar c : word) {
        if (u"\"`$\\"_s.contains(c))
            text += u'\\';
        text += c;
    }
    text.replace(u'\\', u"\\\\"_s);
    text.replace(u'%', u"%%"_s);
    return u'"' + text + u'"';
}

QStringList linesOf(const QString &file)
{
    QFile entry(file);
    if (!entry.open(QIODevice::ReadOnly))
        return {};
    return QString::fromUtf8(entry.read(maxEntryBytes)).split(u'\n');
}

QString valueOf(const QStringList &lines, const QString &key)
{
    for (const QString &line : lines) {
        if (line.startsWith(key))
            return line.sliced(key.size()).trimmed();
    }
    return {};
}

} // namespace

Autostart::Autostart(Options options)
    : m_options(std::move(options))
{}

Autostart Autostart::ofThisProgram(const QString &profileFolder)
{
    const QString image = qEnvironmentVariable("APPIMAGE");
    return Autostart(
        {.configFolder = QStandardPaths::writableLocation(QStandardPaths::GenericConfigLocation),
         .program = image.isEmpty() ? QCoreApplication::applicationFilePath() : image,
         .profileFolder = profileFolder});
}

// Each profile is a program of its own, so it has an entry of its own.
QString Autostart::file() const
{
    QString name = u"glovebox"_s;
    if (!m_options.profileFolder.isEmpty()) {
        const QByteArray hash = QCryptographicHash::hash(m_options.profileFolder.toUtf8(),
                                                         QCryptographicHash::Sha256);
        name += u'-' + QString::fromLatin1(hash.toHex().first(8));
    }
    return m_options.configFolder + u"/autostart/"_s + name + u".desktop"_s;
}

QString Autostart::command() const
{
    QString command = quoted(m_options.program) + u" --tray"_s;
    if (!m_options.profileFolder.isEmpty())
        command += u" --profile "_s + quoted(m_options.profileFolder);
    return command;
}

QString Autostart::entry() const
{
    return u"[Desktop Entry]\n"
           "Type=Application\n"
           "Name=Glovebox\n"
           "Comment=Runs Python that language models wrote, after you allowed it\n"
           "Icon=glovebox\n"
           "Exec="_s + command() + u"\n"
           "Terminal=false\n"
           "X-GNOME-Autostart-enabled=true\n"_s + ours + m_options.program + u'\n';
}

bool Autostart::isOn() const
{
    const QStringList lines = linesOf(file());
    return !lines.isEmpty() && valueOf(lines, u"Hidden="_s) != u"true"_s &&
           valueOf(lines, u"X-GNOME-Autostart-enabled="_s) != u"false"_s;
}

Result<> Autostart::set(bool on)
{
    const QString place = file();
    const auto refused = [&place](const QString &why) {
        return fail(ErrorCode::Io,
                    QCoreApplication::translate("glovebox::settings",
                                                "%1 could not be changed: %2")
                        .arg(place, why));
    };
    QString text = on ? entry() : QString();
    if (!on) {
        const QStringList lines = linesOf(place);
        if (!valueOf(lines, ours).isEmpty() || lines.isEmpty()) {
            QFile stored(place);
            return !stored.exists() || stored.remove() ? Result<>() : refused(stored.errorString());
        }
        text = lines.join(u'\n').trimmed() + u"\nHidden=true\n"_s;
    }
    if (!QDir().mkpath(QFileInfo(place).absolutePath()))
        return refused(QFileInfo(place).absolutePath());
    QSaveFile stored(place);
    const QByteArray bytes = text.toUtf8();
    if (!stored.open(QIODevice::WriteOnly) || stored.write(bytes) != bytes.size() ||
        !stored.commit())
        return refused(stored.errorString());
    return {};
}

Result<> Autostart::mend()
{
    if (!isOn())
        return {};
    const QString program = valueOf(linesOf(file()), ours);
    if (program.isEmpty() || QFileInfo::exists(program))
        return {};
    return set(true);
}

} // namespace glovebox::settings
