// SPDX-License-Identifier: MIT
#include "startplace.h"

#include <QXmlStreamReader>
#include <QXmlStreamWriter>

namespace glovebox::settings {

using namespace Qt::StringLiterals;

namespace {

// What we need to know of a property list that launchd reads.
struct Agent
{
    bool valid = false;
    bool disabled = false;
    bool ours = false;
    QString program; // the first of ProgramArguments
};

// The key by which we know our own entries again; launchd passes over what it does not know.
const QString ourKey = u"GloveboxEntry"_s;

Agent readAgent(const QByteArray &text)
{
    Agent agent;
    QXmlStreamReader reader(text);
    QString key;
    int depth = 0; // of dictionaries: keys of inner ones are not the agent's
    while (!reader.atEnd()) {
        const QXmlStreamReader::TokenType token = reader.readNext();
        if (token == QXmlStreamReader::EndElement && reader.name() == "dict"_L1)
            --depth;
        if (token != QXmlStreamReader::StartElement)
            continue;
        const QString name = reader.name().toString();
        if (name == u"dict"_s) {
            ++depth;
        } else if (name == u"key"_s) {
            const QString found = reader.readElementText();
            key = depth == 1 ? found : QString();
        } else if (name == u"string"_s && key == u"ProgramArguments"_s) {
            if (agent.program.isEmpty())
                agent.program = reader.readElementText();
        } else if (name == u"true"_s) {
            agent.disabled = agent.disabled || key == u"Disabled"_s;
            agent.ours = agent.ours || key == ourKey;
        }
    }
    agent.valid = !reader.hasError() && !agent.program.isEmpty();
    return agent;
}

class LaunchAgentPlace final : public StartPlace
{
public:
    LaunchAgentPlace(const QString &file, const QString &label, const StartCommand &command)
        : m_file(file)
        , m_label(label)
        , m_command(command)
    {
    }

    bool isOn() const override
    {
        const Agent agent = readAgent(readStartFile(m_file));
        return agent.valid && !agent.disabled;
    }

    QString program() const override
    {
        const Agent agent = readAgent(readStartFile(m_file));
        return agent.ours ? agent.program : QString();
    }

    Result<> write() override
    {
        return writeStartFile(m_file, launchAgentText(m_label, m_command));
    }

    // launchd reads the folder at the next sign-in; nobody else's agent has our label.
    Result<> remove() override { return removeStartFile(m_file); }

private:
    QString m_file;
    QString m_label;
    StartCommand m_command;
};

void writeFlag(QXmlStreamWriter &writer, const QString &key)
{
    writer.writeTextElement("key"_L1, key);
    writer.writeEmptyElement("true"_L1);
}

void writeText(QXmlStreamWriter &writer, const QString &key, const QString &value)
{
    writer.writeTextElement("key"_L1, key);
    writer.writeTextElement("string"_L1, value);
}

} // namespace

QByteArray launchAgentText(const QString &label, const StartCommand &command)
{
    QByteArray text;
    QXmlStreamWriter writer(&text);
    writer.setAutoFormatting(true);
    writer.writeStartDocument();
    writer.writeDTD(u"<!DOCTYPE plist PUBLIC \"-//Apple//DTD PLIST 1.0//EN\" "
                    "\"http://www.apple.com/DTDs/PropertyList-1.0.dtd\">"_s);
    writer.writeStartElement("plist"_L1);
    writer.writeAttribute("version"_L1, "1.0"_L1);
    writer.writeStartElement("dict"_L1);
    writeText(writer, u"Label"_s, label);
    writer.writeTextElement("key"_L1, "ProgramArguments"_L1);
    writer.writeStartElement("array"_L1);
    writer.writeTextElement("string"_L1, command.program);
    for (const QString &argument : command.arguments)
        writer.writeTextElement("string"_L1, argument);
    writer.writeEndElement();
    writeFlag(writer, u"RunAtLoad"_s);
    // Only where there is a screen on which it could ask, and with a window's priority.
    writeText(writer, u"LimitLoadToSessionType"_s, u"Aqua"_s);
    writeText(writer, u"ProcessType"_s, u"Interactive"_s);
    writeFlag(writer, ourKey);
    writer.writeEndDocument();
    return text;
}

std::unique_ptr<StartPlace> launchAgentPlace(const QString &file, const QString &label,
                                             const StartCommand &command)
{
    return std::make_unique<LaunchAgentPlace>(file, label, command);
}

} // namespace glovebox::settings
