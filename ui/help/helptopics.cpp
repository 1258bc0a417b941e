// SPDX-License-Identifier: MIT
#include "helptopics.h"

#include <QFile>

// Resources of a static library are linked only when somebody asks for them.
static void initHelp()
{
    Q_INIT_RESOURCE(help);
}

namespace glovebox::ui {

using namespace Qt::StringLiterals;

namespace {

const QStringList ids{u"start"_s,      u"connect"_s,  u"folders"_s, u"asking"_s,
                      u"reach"_s,      u"packages"_s, u"undo"_s,    u"journal"_s,
                      u"scratchpad"_s, u"settings"_s, u"trouble"_s};

} // namespace

QStringList helpLanguages()
{
    return {u"en"_s, u"ja"_s};
}

QList<HelpTopic> helpTopics(const QString &language)
{
    initHelp();
    QList<HelpTopic> topics;
    for (const QString &id : ids) {
        const QString folder = helpLanguages().contains(language) ? language : u"en"_s;
        QFile page(u":/help/%1/%2.md"_s.arg(folder, id));
        if (!page.open(QIODevice::ReadOnly))
            continue; // the test of the help finds it
        const QString text = QString::fromUtf8(page.readAll());
        topics.append(
            {.id = id, .title = text.section(u'\n', 0, 0).mid(2).trimmed(), .text = text});
    }
    return topics;
}

} // namespace glovebox::ui
