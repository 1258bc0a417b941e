// SPDX-License-Identifier: MIT
#pragma once

#include "notebook/cell.h"

#include "base/result.h"

#include <QFont>
#include <QFuture>
#include <QPageSize>
#include <QString>

#include <functional>

namespace glovebox::ui {

// Escaped and coloured code: spans within one line each (ui/code/codehtml.h). The second is the
// name of a definition of KSyntaxHighlighting; empty: no colours. Called in another thread.
using CodeToHtml = std::function<QString(const QString &code, const QString &definition)>;

struct ExportOptions
{
    QString title;
    QString language = QStringLiteral("en"); // of the page: "ja"
    CodeToHtml highlight = {};               // none: code without colours
    // Of the PDF; those of the caller's thread
    QFont font = {};
    QString codeFamily = {};
    QPageSize pageSize = QPageSize(QPageSize::A4);
};

// One page with everything in it: it loads nothing and runs nothing (Content-Security-Policy), and
// looks alike without a network. HTML of outputs is made safe (notebook/htmlsanitizer.h).
QByteArray notebookToHtml(const notebook::Notebook &notebook, const ExportOptions &options);
// By Qt's own printing, with page numbers.
QByteArray notebookToPdf(const notebook::Notebook &notebook, const ExportOptions &options);

// The same in a thread of its own, into a file that is replaced whole.
enum class ExportFormat { Html, Pdf };
QFuture<Result<>> exportNotebook(const notebook::Notebook &notebook, ExportFormat format,
                                 const ExportOptions &options, const QString &path);

// The definition of KSyntaxHighlighting for a cell: "Python", "Markdown"; empty: none.
QString highlightOf(const notebook::Notebook &notebook, const notebook::Cell &cell);
// Its language for people.
QString languageOf(const notebook::Notebook &notebook, const notebook::Cell &cell);

} // namespace glovebox::ui
