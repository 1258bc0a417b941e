// SPDX-License-Identifier: MIT
#include "startplace.h"

namespace glovebox::settings {

using namespace Qt::StringLiterals;

namespace {

const QString ours = u"X-Glovebox-Program="_s;

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

QString valueOf(const QStringList &lines, const QString &key)
{
    for (const QString &line : lines) {
        if (line.startsWith(key))
            return line.sliced(key.size()).trimmed();
    }
    return {};
}

class XdgStartPlace final : public StartPlace
{
public:
    XdgStartPlace(const QString &file, const StartCommand &command)
        : m_file(file)
        , m_command(command)
    {
    }

    bool isOn() const override
    {
        const QStringList found = lines();
        return !found.isEmpty() && valueOf(found, u"Hidden="_s) != u"true"_s &&
               valueOf(found, u"X-GNOME-Autostart-enabled="_s) != u"false"_s;
    }

    QString program() const override { return valueOf(lines(), ours); }

    Result<> write() override
    {
        const QString text =
            u"[Desktop Entry]\n"
            "Type=Application\n"
            "Name=Glovebox\n"
            "Comment=Runs Python that language models wrote, after you allowed it\n"
            "Icon=glovebox\n"
            "Exec="_s +
            xdgCommand(m_command) +
            u"\n"
            "Terminal=false\n"
            "X-GNOME-Autostart-enabled=true\n"_s +
            ours + m_command.program + u'\n';
        return writeStartFile(m_file, text.toUtf8());
    }

    Result<> remove() override
    {
        const QStringList found = lines();
        if (found.isEmpty() || !valueOf(found, ours).isEmpty())
            return removeStartFile(m_file);
        const QString text = found.join(u'\n').trimmed() + u"\nHidden=true\n"_s;
        return writeStartFile(m_file, text.toUtf8());
    }

private:
    QStringList lines() const
    {
        const QByteArray text = readStartFile(m_file);
        return text.isEmpty() ? QStringList() : QString::fromUtf8(text).split(u'\n');
    }

    QString m_file;
    StartCommand m_command;
};

} // namespace

QString xdgCommand(const StartCommand &command)
{
    QString text = quoted(command.program);
    for (const QString &argument : command.arguments)
        text += u' ' + (argument.startsWith(u"--"_s) ? argument : quoted(argument));
    return text;
}

std::unique_ptr<StartPlace> xdgStartPlace(const QString &file, const StartCommand &command)
{
    return std::make_unique<XdgStartPlace>(file, command);
}

} // namespace glovebox::settings
