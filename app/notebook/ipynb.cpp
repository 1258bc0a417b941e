// SPDX-License-Identifier: MIT
#include "ipynb.h"

#include "magic.h"

#include <QCoreApplication>
#include <QSet>

#include <algorithm>
#include <array>

namespace glovebox::notebook {

using namespace Qt::StringLiterals;

namespace {

struct Words
{
    Q_DECLARE_TR_FUNCTIONS(Notebook)
};

constexpr int writtenMinor = 5;

const QString gloveboxKey = u"glovebox"_s;
const QString runtimeKey = u"runtime"_s;
const QString editorKey = u"vscode"_s;
const QString editorLanguageKey = u"languageId"_s;

// Sets a member of a member; a null value takes it away, and what is empty then.
void setInner(Json &metadata, const QString &outer, const QString &inner, const Json &value)
{
    Json object = metadata.value(outer);
    if (!object.isObject() && value.isNull())
        return;
    if (!object.isObject())
        object = Json::object();
    if (value.isNull())
        object.remove(inner);
    else
        object.set(inner, value);
    if (object.members().isEmpty())
        metadata.remove(outer);
    else
        metadata.set(outer, object);
}

Json metadataOf(const Cell &cell)
{
    Json metadata = cell.metadata.isObject() ? cell.metadata : Json::object();
    const QString before = metadata.path({gloveboxKey, runtimeKey}).toString();
    if (const Magic *old = magicOf(before); old && before != cell.runtime) {
        setInner(metadata, gloveboxKey, runtimeKey, {});
        if (metadata.path({editorKey, editorLanguageKey}) == Json(QString(old->editor)))
            setInner(metadata, editorKey, editorLanguageKey, {});
    }
    if (const Magic *language = magicOf(cell.runtime)) {
        setInner(metadata, gloveboxKey, runtimeKey, Json(cell.runtime));
        setInner(metadata, editorKey, editorLanguageKey, Json(QString(language->editor)));
    }
    return metadata;
}

QString fileSource(const Cell &cell)
{
    const Magic *language = magicOf(cell.runtime);
    return language ? language->line + u'\n' + cell.source : cell.source;
}

// ---- Reading

bool isText(const Json &value)
{
    if (!value.isArray())
        return value.isString();
    const auto items = value.items();
    return std::ranges::all_of(items, &Json::isString);
}

// A member of the wrong kind is an error; a missing one is not.
class CellReader
{
public:
    explicit CellReader(int number)
        : m_number(number)
    {
    }

    Result<Cell> read(const Json &json)
    {
        if (!json.isObject())
            return problem(u"it is not an object"_s);
        Cell cell{.stored = json};
        const QString type = json.value(u"cell_type").toString();
        if (type == u"code")
            cell.kind = CellKind::Code;
        else if (type == u"markdown" || type == u"heading")
            cell.kind = CellKind::Text;
        else if (type == u"raw" || type == u"html")
            cell.kind = CellKind::Raw;
        else
            return problem(u"its cell_type is unknown"_s);
        cell.id = json.value(u"id").toString();
        if (const Json *source = json.find(u"source"); source && !isText(*source))
            return problem(u"its source is not text"_s);
        cell.source = json.value(u"source").joined();
        if (const Json *metadata = json.find(u"metadata"); metadata && !metadata->isNull()) {
            if (!metadata->isObject())
                return problem(u"its metadata is not an object"_s);
            cell.metadata = *metadata;
        }
        if (json.value(u"attachments").isObject())
            cell.attachments = json.value(u"attachments");
        if (cell.kind == CellKind::Code) {
            if (auto outputs = readOutputs(json, cell); !outputs)
                return std::unexpected(outputs.error());
            readRuntime(cell);
        }
        return cell;
    }

private:
    std::unexpected<Error> problem(const QString &detail) const
    {
        return fail(ErrorCode::Corrupt,
                    Words::tr("This notebook cannot be read: cell %1 is not as nbformat 4 says.")
                        .arg(m_number),
                    detail);
    }

    Result<> readOutputs(const Json &json, Cell &cell) const
    {
        if (const auto count = json.value(u"execution_count").toInteger();
            count && *count >= 0 && *count <= INT_MAX)
            cell.executionCount = int(*count);
        const Json *outputs = json.find(u"outputs");
        if (!outputs)
            return {};
        if (!outputs->isArray())
            return problem(u"its outputs are not a list"_s);
        const auto items = outputs->items();
        for (const Json &item : items) {
            if (!item.isObject())
                return problem(u"one of its outputs is not an object"_s);
            cell.outputs.append(Output(completed(item)));
        }
        return {};
    }

    // Members that nbformat demands of the outputs that it knows.
    static Json completed(Json output)
    {
        const auto need = [&output](const QString &key, const Json &value, Json::Kind kind) {
            const Json *found = output.find(key);
            if (!found || found->kind() != kind)
                output.setBefore(key, value, {u"metadata", u"name", u"output_type", u"text"});
        };
        switch (Output(output).kind()) {
        case Output::Kind::Stream:
            need(u"name"_s, Json(u"stdout"_s), Json::Kind::String);
            if (!isText(output.value(u"text")))
                output.set(u"text"_s, Json(QString()));
            break;
        case Output::Kind::Result:
            if (!output.value(u"execution_count").toInteger())
                output.setBefore(u"execution_count"_s, {}, {u"metadata", u"output_type"});
            [[fallthrough]];
        case Output::Kind::Display:
            need(u"data"_s, Json::object(), Json::Kind::Object);
            need(u"metadata"_s, Json::object(), Json::Kind::Object);
            break;
        case Output::Kind::Error:
            need(u"ename"_s, Json(QString()), Json::Kind::String);
            need(u"evalue"_s, Json(QString()), Json::Kind::String);
            need(u"traceback"_s, Json::array(), Json::Kind::Array);
            break;
        case Output::Kind::Unknown:
            break;
        }
        return output;
    }

    static void readRuntime(Cell &cell)
    {
        const QString runtime = cell.metadata.path({gloveboxKey, runtimeKey}).toString();
        if (!magicOf(runtime))
            return;
        cell.runtime = runtime;
        // The first line is ours, or what somebody made of it in Jupyter; else it is code.
        if (cell.source.startsWith(u"%%")) {
            const qsizetype feed = cell.source.indexOf(u'\n');
            cell.source = feed < 0 ? QString() : cell.source.sliced(feed + 1);
        }
    }

    int m_number;
};

// Version 3 to 4, as nbformat itself converts: one worksheet, other names.
class Version3
{
public:
    static Result<Json> converted(const Json &old)
    {
        const auto worksheets = old.value(u"worksheets").items();
        if (worksheets.size() > 1)
            return fail(ErrorCode::Unavailable,
                        Words::tr("This notebook of nbformat 3 has several worksheets. Open and "
                                  "save it in Jupyter first."));
        Json notebook = newNotebookJson();
        Json metadata = old.value(u"metadata").isObject() ? old.value(u"metadata") : Json::object();
        metadata.remove(u"name");
        metadata.remove(u"signature");
        Json::Items cells;
        const auto oldCells =
            worksheets.isEmpty() ? Json::Items() : worksheets.first().value(u"cells").items();
        for (const Json &cell : oldCells)
            cells.append(convertedCell(cell, metadata));
        notebook.set(u"metadata"_s, metadata);
        notebook.set(u"cells"_s, Json(std::move(cells)));
        return notebook;
    }

private:
    static Json convertedCell(const Json &old, Json &metadata)
    {
        Json cell = old;
        const QString type = old.value(u"cell_type").toString();
        if (type == u"heading") {
            const qint64 level =
                std::clamp<qint64>(old.value(u"level").toInteger().value_or(1), 1, 6);
            cell.remove(u"level");
            cell.set(u"cell_type"_s, Json(u"markdown"_s));
            cell.set(u"source"_s, Json(QString(level, u'#') + u' ' +
                                       old.value(u"source").joined().simplified()));
        } else if (type == u"html") {
            cell.set(u"cell_type"_s, Json(u"markdown"_s));
        } else if (type == u"code") {
            cell.set(u"source"_s, old.value(u"input"));
            cell.set(u"execution_count"_s, old.value(u"prompt_number"));
            const QString language = old.value(u"language").toString();
            if (!language.isEmpty() && language != u"python" && !metadata.find(u"language_info"))
                metadata.set(u"language_info"_s, Json(Json::Members{{u"name"_s, Json(language)}}));
            for (const QStringView key : {u"input", u"prompt_number", u"language"})
                cell.remove(key);
            Json::Items outputs;
            const auto items = old.value(u"outputs").items();
            for (const Json &output : items)
                outputs.append(convertedOutput(output));
            cell.set(u"outputs"_s, Json(std::move(outputs)));
            if (cell.value(u"collapsed").kind() == Json::Kind::Bool) {
                Json inner = cell.value(u"metadata");
                inner.set(u"collapsed"_s, cell.value(u"collapsed"));
                cell.set(u"metadata"_s, inner);
            }
            cell.remove(u"collapsed");
        }
        return cell;
    }

    static Json convertedOutput(const Json &old)
    {
        static constexpr std::array<std::pair<QLatin1StringView, QLatin1StringView>, 8> mimeTypes{
            {{"text"_L1, "text/plain"_L1},
             {"html"_L1, "text/html"_L1},
             {"svg"_L1, "image/svg+xml"_L1},
             {"png"_L1, "image/png"_L1},
             {"jpeg"_L1, "image/jpeg"_L1},
             {"latex"_L1, "text/latex"_L1},
             {"json"_L1, "application/json"_L1},
             {"javascript"_L1, "application/javascript"_L1}}};
        Json output = old;
        const QString type = old.value(u"output_type").toString();
        if (type == u"stream") {
            output.set(u"name"_s, old.find(u"stream") ? old.value(u"stream") : Json(u"stdout"_s));
            output.remove(u"stream");
        } else if (type == u"pyerr") {
            output.set(u"output_type"_s, Json(u"error"_s));
            output.remove(u"prompt_number");
        } else if (type == u"pyout" || type == u"display_data") {
            const bool isResult = type == u"pyout";
            output.set(u"output_type"_s, Json(isResult ? u"execute_result"_s : u"display_data"_s));
            Json data = Json::object();
            for (const auto &[key, mimeType] : mimeTypes) {
                if (const Json *value = old.find(QString(key)))
                    data.set(mimeType, *value);
                output.remove(QString(key));
            }
            output.set(u"data"_s, data);
            if (isResult)
                output.set(u"execution_count"_s, old.value(u"prompt_number"));
            output.remove(u"prompt_number");
        }
        return output;
    }
};

void giveIds(QList<Cell> &cells)
{
    QSet<QString> taken;
    for (Cell &cell : cells) {
        while (!isValidCellId(cell.id) || taken.contains(cell.id))
            cell.id = newCellId();
        taken.insert(cell.id);
    }
}

QStringList notesOn(const Notebook &notebook, qint64 version, qint64 minor)
{
    QStringList notes;
    if (version == 3)
        notes.append(Words::tr("This notebook is in the old format 3. Saving writes format 4.5."));
    if (minor > writtenMinor)
        notes.append(
            Words::tr("This notebook is in format 4.%1, which is newer than 4.5. What is not "
                      "known here is kept as it is.")
                .arg(minor));
    if (const QString language = notebook.foreignLanguage(); !language.isEmpty())
        notes.append(
            Words::tr("This notebook is written in %1. It can be read and edited here, and "
                      "not run.")
                .arg(language));
    return notes;
}

Result<Json> asVersion4(const Json &file, qint64 version)
{
    if (version == 4)
        return file;
    if (version == 3)
        return Version3::converted(file);
    return fail(ErrorCode::Unavailable,
                Words::tr("This notebook is in format %1. Glovebox reads formats 3 and 4. Open and "
                          "save it in Jupyter first.")
                    .arg(version));
}

} // namespace

Result<ReadNotebook> readIpynb(QByteArrayView bytes)
{
    if (bytes.size() > maxNotebookBytes)
        return fail(ErrorCode::LimitExceeded,
                    Words::tr("This notebook is larger than %1 MB. Clear its outputs in Jupyter "
                              "first.")
                        .arg(maxNotebookBytes / 1024 / 1024));
    const auto file = Json::parse(bytes);
    if (!file)
        return std::unexpected(file.error());
    const auto version = file->value(u"nbformat").toInteger();
    if (!version)
        return fail(ErrorCode::Corrupt,
                    Words::tr("This file is no notebook: it does not say its nbformat."));
    const auto json = asVersion4(*file, *version);
    if (!json)
        return std::unexpected(json.error());
    const Json cellList = json->value(u"cells");
    if (!cellList.isArray())
        return fail(ErrorCode::Corrupt, Words::tr("This file is no notebook: it has no cells."));
    const auto items = cellList.items();
    if (items.size() > maxCells)
        return fail(ErrorCode::LimitExceeded,
                    Words::tr("This notebook has more than %1 cells.").arg(maxCells));

    ReadNotebook read;
    Notebook &notebook = read.notebook;
    for (const Json &item : items) {
        auto cell = CellReader(int(notebook.cells.size()) + 1).read(item);
        if (!cell)
            return std::unexpected(cell.error());
        notebook.cells.append(std::move(*cell));
    }
    giveIds(notebook.cells);
    if (json->value(u"metadata").isObject())
        notebook.metadata = json->value(u"metadata");
    notebook.stored = *json;
    notebook.stored.set(u"cells"_s, {});
    notebook.stored.set(u"metadata"_s, {});
    notebook.style = Json::styleOf(bytes);
    notebook.endsWithLineFeed = bytes.endsWith('\n');
    read.notes =
        notesOn(notebook, *version, file->value(u"nbformat_minor").toInteger().value_or(0));
    return read;
}

// ---- Writing

Json cellToJson(const Cell &cell)
{
    Json json = cell.stored.isObject() ? cell.stored : Json::object();
    const auto set = [&json](const QString &key, Json value,
                             std::initializer_list<QStringView> before) {
        json.setBefore(key, std::move(value), before);
    };
    const QString source = fileSource(cell);
    const Json *storedSource = json.find(u"source");
    if (!storedSource || storedSource->joined() != source)
        set(u"source"_s,
            storedSource && storedSource->isString() ? Json(source) : Json::lines(source), {});

    const bool isCode = cell.kind == CellKind::Code;
    if (isCode) {
        Json::Items outputs;
        for (const Output &output : cell.outputs)
            outputs.append(output.json());
        set(u"outputs"_s, Json(std::move(outputs)), {u"source"});
        json.remove(u"attachments");
    } else {
        json.remove(u"outputs");
        json.remove(u"execution_count");
        if (cell.attachments.isNull())
            json.remove(u"attachments");
    }
    set(u"metadata"_s, metadataOf(cell), {u"outputs", u"source"});
    set(u"id"_s, Json(cell.id), {u"metadata", u"outputs", u"source"});
    if (isCode)
        set(u"execution_count"_s, cell.executionCount ? Json(*cell.executionCount) : Json(),
            {u"id", u"metadata", u"outputs", u"source"});
    const QString type = isCode                        ? u"code"_s
                         : cell.kind == CellKind::Text ? u"markdown"_s
                                                       : u"raw"_s;
    set(u"cell_type"_s, Json(type),
        {u"execution_count", u"id", u"metadata", u"outputs", u"source"});
    if (!isCode && !cell.attachments.isNull())
        set(u"attachments"_s, cell.attachments, {u"cell_type"});
    return json;
}

Json newNotebookJson()
{
    const Notebook empty = newNotebook();
    return Json(Json::Members{{u"cells"_s, Json()},
                              {u"metadata"_s, empty.metadata},
                              {u"nbformat"_s, Json(4)},
                              {u"nbformat_minor"_s, Json(writtenMinor)}});
}

QByteArray writeIpynb(const Notebook &notebook)
{
    Json json = notebook.stored.isObject() ? notebook.stored : newNotebookJson();
    Json::Items cells;
    cells.reserve(notebook.cells.size());
    for (const Cell &cell : notebook.cells)
        cells.append(cellToJson(cell));
    json.setBefore(u"cells"_s, Json(std::move(cells)), {u"metadata", u"nbformat"});
    json.setBefore(u"metadata"_s, notebook.metadata, {u"nbformat"});
    json.set(u"nbformat"_s, Json(4));
    const auto minor = json.value(u"nbformat_minor").toInteger();
    if (!minor || *minor < writtenMinor)
        json.set(u"nbformat_minor"_s, Json(writtenMinor));
    return json.toBytes(notebook.style) +
           (notebook.endsWithLineFeed ? notebook.style.lineEnd : QByteArray());
}

} // namespace glovebox::notebook
