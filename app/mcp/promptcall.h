// SPDX-License-Identifier: MIT
#pragma once

#include "call.h"
#include "content.h"

#include <QMap>

namespace glovebox::mcp {

struct PromptMessage
{
    QString role = QStringLiteral("user"); // or "assistant"
    Content content;
};

// One prompts/get.
class PromptCall final : public Call
{
    Q_OBJECT

public:
    const QString &prompt() const { return name(); }
    // Required ones are there; a client may send others than the prompt names.
    const QMap<QString, QString> &arguments() const { return m_arguments; }

    // Answers. Only the first one counts; a second is logged and does nothing.
    void finish(const QList<PromptMessage> &messages);
    void fail(const Error &error);

private:
    friend class ServerSession;
    PromptCall(ServerSession *session, QString key, QString prompt, QString description,
               QMap<QString, QString> arguments, Caller caller);

    QString m_description;
    QMap<QString, QString> m_arguments;
};

using PromptCallPtr = std::shared_ptr<PromptCall>;

} // namespace glovebox::mcp
