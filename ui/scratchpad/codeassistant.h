// SPDX-License-Identifier: MIT
#pragma once

#include "base/scratchdesk.h"

namespace glovebox::ui {

// Who knows what can follow in code, and what stands in it: the session of the document.
class CodeAssistant
{
public:
    virtual ~CodeAssistant() = default;
    virtual QFuture<Result<Completions>> complete(const QString &code, qsizetype cursor) = 0;
    virtual QFuture<Result<Inspection>> inspect(const QString &code, qsizetype cursor) = 0;
};

} // namespace glovebox::ui
