// SPDX-License-Identifier: MIT
#pragma once

#include "json.h"

#include <QDateTime>

#include <chrono>
#include <optional>

namespace glovebox::notebook {

// One output of a code cell, as nbformat has it. What this program does not know stays in it.
class Output
{
public:
    enum class Kind { Stream, Display, Result, Error, Unknown };

    Output() = default;
    explicit Output(Json json)
        : m_json(std::move(json))
    {
    }
    static Output stream(const QString &name, const QString &text); // "stdout", "stderr"
    static Output display(Json data, Json metadata);                // mime bundle
    static Output result(Json data, Json metadata, std::optional<int> count);
    static Output error(const QString &ename, const QString &evalue, const QStringList &traceback);

    Kind kind() const;
    const Json &json() const { return m_json; }

    QString streamName() const; // "stdout", "stderr"
    QString text() const;       // of a stream
    QString ename() const;
    QString evalue() const;
    QStringList traceback() const;

    // Of a display or result.
    QStringList mimeTypes() const;
    // Text as it is; pictures and other bytes decoded from base64. Empty: there is none.
    QString textOf(const QString &mimeType) const;
    QByteArray bytesOf(const QString &mimeType) const;
    // The richest that is shown without running anything: a picture, HTML, Markdown, text.
    QString bestMimeType() const;
    // What stands for it where it cannot be shown.
    QString plainText() const;

    bool operator==(const Output &) const = default;

private:
    Json m_json = Json::object();
};

enum class CellKind { Code, Text, Raw };

// One cell. `source` has no line feed at its end unless the person wrote one.
struct Cell
{
    QString id = {}; // [A-Za-z0-9_-]{1,64}, unique in its notebook (nbformat 4.5)
    CellKind kind = CellKind::Code;
    QString runtime = {}; // of a code cell: a name of base/runtimes.h; empty: Python in the session
    QString source = {};
    QList<Output> outputs = {};             // of a code cell
    std::optional<int> executionCount = {}; // of a code cell
    Json metadata = Json::object();
    Json attachments = {}; // of a text or raw cell: {name: {mime: base64}}; null: none
    // The cell as it stood in its file, null for a new one: what nobody changed is written back in
    // the same form, with members that this program does not know.
    Json stored = {};
    // The same of a .py file: its lines, with the one that begins it.
    QString storedText = {};

    // When it last ran, from metadata.execution, where JupyterLab keeps it too.
    QDateTime started() const;
    QDateTime ended() const;
    std::optional<std::chrono::milliseconds> duration() const;
    void setTimes(const QDateTime &started, const QDateTime &ended);

    bool operator==(const Cell &) const = default;
};

// A new id: 8 letters and digits, as nbformat makes them.
QString newCellId();
bool isValidCellId(QStringView id);

// What a document holds. A value: copies are cheap, so that files are written in other threads.
struct Notebook
{
    QList<Cell> cells = {};
    Json metadata = Json::object(); // of the notebook: kernelspec, language_info …
    Json stored = {};               // the members beside cells and metadata, in their order
    Json::Style style = {};         // of its file
    bool endsWithLineFeed = true;
    QString preamble = {}; // of a .py file: what stands before its first cell

    // The language of a notebook whose cells are not Python ("julia"); its cells are shown and
    // edited and not run. Empty: Python.
    QString foreignLanguage() const;

    bool operator==(const Notebook &) const = default;
};

// A notebook with one empty code cell, or with those of `cells`, that says it is Python's.
Notebook newNotebook(QList<Cell> cells = {});

} // namespace glovebox::notebook
