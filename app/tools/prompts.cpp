// SPDX-License-Identifier: MIT
#include "prompts.h"

#include <algorithm>

namespace glovebox::tools {

using namespace Qt::StringLiterals;

namespace {

using Arguments = QMap<QString, QString>;

// What stands in front of a task: how to reach the file.
QString workOn(const QString &path)
{
    return u"The file is %1 in Glovebox's sandbox; read it there with run_python (pandas is "
           u"there), "
           "not through this conversation. "_s.arg(path);
}

QString analyse(const Arguments &arguments)
{
    const QString question = arguments.value(u"question"_s);
    return u"Analyse a data file. "_s + workOn(arguments.value(u"file"_s)) +
           u"First look at its size, encoding, columns, types, missing values and first rows. Then "
           "find what matters in it, check each claim with a computation, and draw one or two "
           "charts that show it. End with a short summary in my language and say what the data "
           "cannot tell."_s +
           (question.isEmpty() ? QString() : u" My question: "_s + question);
}

QString clean(const Arguments &arguments)
{
    const QString output = arguments.value(u"output"_s);
    return u"Clean a table. "_s + workOn(arguments.value(u"file"_s)) +
           u"Show what is wrong with it first: encoding, header rows, types, dates, duplicates, "
           "missing and impossible values, full-width digits, stray spaces. Propose the changes "
           "and wait for my answer where one of them could lose information. Never change the "
           "original; count the rows before and after. "_s +
           (output.isEmpty() ? u"Ask me where the clean table is to be written."_s
                             : u"Write the clean table to %1."_s.arg(output));
}

QString chart(const Arguments &arguments)
{
    const QString wish = arguments.value(u"chart"_s);
    return u"Make a chart. "_s + workOn(arguments.value(u"file"_s)) +
           (wish.isEmpty() ? u"Choose the kind that answers the likeliest question about it. "_s
                           : u"I want: %1. "_s.arg(wish)) +
           u"Use matplotlib, with a title, labelled axes with units, and a legend only where it is "
           "needed; labels may be Japanese, Chinese or Korean without further setting. Look at the "
           "words that come back with the picture and correct what is cut off or overlaps."_s;
}

QString explain(const Arguments &arguments)
{
    return u"Explain why the run %1 failed. Get it with get_run, which asks nobody. Say in plain "
           u"words "
           "what happened, in which line, and why; then show the smallest change that mends it. "
           "Run "
           "the changed code only after I agree."_s.arg(arguments.value(u"run"_s));
}

mcp::Prompt prompt(const QString &name, const QString &title, const QString &description,
                   const QList<mcp::PromptArgument> &arguments, QString (*text)(const Arguments &))
{
    return {.name = name,
            .title = title,
            .description = description,
            .arguments = arguments,
            .handler = [text](const mcp::PromptCallPtr &call) {
                call->finish({{.content = mcp::content::Text{text(call->arguments())}}});
            }};
}

} // namespace

mcp::Completer mountPathCompleter(const Services &services)
{
    return [services](const mcp::Caller &caller, const mcp::CompletionQuery &query,
                      const std::function<void(QStringList)> &done) {
        const QString typed = query.typed.startsWith(u"/mnt/") ? query.typed : u"/mnt/"_s;
        const QString folder = typed.first(typed.lastIndexOf(u'/'));
        services.files
            .listDirectory(services.mounts.reachFor(caller.principal.id), folder, false, {},
                           caller.principal.id)
            .then(&services.runs, [typed, done](const Result<mounts::Listing> &listing) {
                QStringList paths;
                for (const mounts::ListedEntry &entry :
                     listing ? listing->entries : QList<mounts::ListedEntry>()) {
                    const bool isFolder = entry.type == mounts::ListedEntry::Type::Folder;
                    if (entry.path.startsWith(typed, Qt::CaseInsensitive))
                        paths.append(isFolder ? entry.path + u'/' : entry.path);
                }
                done(paths);
            });
    };
}

mcp::Completer runCompleter(const RunHub &hub)
{
    return mcp::completeFrom([&hub](const mcp::Caller &caller) {
        QStringList own;
        for (const RunId run : hub.runs()) {
            if (hub.facts(run)->record.client == caller.principal.id)
                own.prepend(run.toString());
        }
        return own;
    });
}

mcp::Completer sessionCompleter(const SessionDirectory &sessions)
{
    return mcp::completeFrom([&sessions](const mcp::Caller &caller) {
        QStringList names;
        for (const SessionStatus &status : sessions.list(caller.principal.id))
            names.append(status.name);
        return names;
    });
}

QList<mcp::Prompt> prompts(const Services &services)
{
    const mcp::PromptArgument file{.name = u"file"_s,
                                   .title = u"File"_s,
                                   .description = u"A file in a shared folder, /mnt/NAME/…"_s,
                                   .required = true,
                                   .complete = mountPathCompleter(services)};
    return {
        prompt(u"analyse_data"_s, u"Analyse a data file"_s,
               u"Looks at a file, finds what matters in it, and shows it with charts."_s,
               {file,
                {.name = u"question"_s,
                 .title = u"Question"_s,
                 .description = u"What you want to know."_s}},
               analyse),
        prompt(u"clean_table"_s, u"Clean a table"_s,
               u"Finds what is wrong with a table and writes a clean one beside it."_s,
               {file,
                {.name = u"output"_s,
                 .title = u"Output"_s,
                 .description = u"Where the clean table goes, /mnt/NAME/…"_s,
                 .complete = mountPathCompleter(services)}},
               clean),
        prompt(u"make_chart"_s, u"Make a chart"_s, u"Draws a chart of a data file."_s,
               {file,
                {.name = u"chart"_s,
                 .title = u"Chart"_s,
                 .description = u"What it is to show, in your words."_s}},
               chart),
        prompt(u"explain_error"_s, u"Explain an error"_s,
               u"Says in plain words why a run failed and how to mend it."_s,
               {{.name = u"run"_s,
                 .title = u"Run"_s,
                 .description = u"Its id, e.g. r12."_s,
                 .required = true,
                 .complete = runCompleter(services.hub)}},
               explain),
    };
}

} // namespace glovebox::tools
