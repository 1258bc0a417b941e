// SPDX-License-Identifier: MIT
#include "pagewords.h"

#include "ui/theme/icons.h"
#include "ui/theme/theme.h"

#include <QBuffer>
#include <QCoreApplication>

namespace glovebox {

using namespace Qt::StringLiterals;

namespace {

struct Words
{
    Q_DECLARE_TR_FUNCTIONS(PageWindow)
};

QByteArray iconPng()
{
    constexpr int side = 48;
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    ui::programIcon().pixmap(side).save(&buffer, "PNG");
    return bytes;
}

} // namespace

sandbox::PageWords pageWords(RunId run, const QString &title, bool wantsNetwork)
{
    QString notice = Words::tr("This page has no network and no access to your sessions or files.");
    if (wantsNetwork) {
        //: Two sentences after one another
        notice = Words::tr("%1 %2").arg(
            notice, Words::tr("This page wanted to load things from the network; they were not "
                              "loaded."));
    }
    return {.title = title.isEmpty() ? Words::tr("Untitled") : title.simplified(),
            //: %1 is the page's title, %2 the run: "Sales — page of r184 — Glovebox"
            .titleFrame = Words::tr("%1 — page of %2 — Glovebox").arg(u"%1"_s, run.toString()),
            .notice = notice,
            .endedNotice = Words::tr("This page ended by itself. Close this window and open the "
                                     "page again."),
            .ground = ui::color(ui::Token::Window).name(),
            .ink = ui::color(ui::Token::Text2).name(),
            .line = ui::color(ui::Token::Line).name(),
            .icon = iconPng()};
}

QString missingDataWords()
{
    //: %1 is an address or the name of a file
    return Words::tr("This chart takes data from %1, which is out of its reach: pages have no "
                     "network and no files. Let Python read the data and give it to the chart.");
}

} // namespace glovebox
