// SPDX-License-Identifier: MIT
#include "drafts.h"

#include <QCoreApplication>
#include <QDir>
#include <QFileInfo>

namespace glovebox::notebook {

using namespace Qt::StringLiterals;

namespace {

struct Words
{
    Q_DECLARE_TR_FUNCTIONS(Notebook)
};

constexpr int version = 1;
const QString suffix = u".draft"_s;
const QString asideSuffix = u".broken"_s; // of what could not be read
const QString listName = u"open.json"_s;

const QString versionKey = u"version"_s;
const QString pathKey = u"path"_s;
const QString titleKey = u"title"_s;
const QString numberKey = u"untitled"_s;
const QString formatKey = u"format"_s;
const QString digestKey = u"file_sha256"_s;
const QString modifiedKey = u"modified"_s;
const QString preambleKey = u"preamble"_s;
const QString documentsKey = u"documents"_s;
const QString activeKey = u"active"_s;
const QString recentKey = u"recent"_s;

QString draftFile(const QString &folder, const QString &id)
{
    return folder + u'/' + id + suffix;
}

QByteArray bytesOf(const Draft &draft)
{
    const bool isPercent = draft.format == FileFormat::Percent;
    const Json header(
        Json::Members{{versionKey, Json(version)},
                      {pathKey, Json(draft.path)},
                      {titleKey, Json(draft.title)},
                      {numberKey, Json(draft.untitledNumber)},
                      {formatKey, Json(isPercent ? u"percent"_s : u"ipynb"_s)},
                      {modifiedKey, Json(draft.isModified)},
                      {digestKey, Json(QString::fromLatin1(draft.file->digest.toHex()))},
                      {preambleKey, Json(draft.content ? draft.content->preamble : QString())}});
    QByteArray bytes = header.toBytes({.indent = {}}) + '\n';
    if (draft.content)
        bytes += writeIpynb(*draft.content);
    return bytes;
}

// The sentence is why it could not be.
std::expected<Draft, QString> read(const QString &folder, const QString &id)
{
    QFile file(draftFile(folder, id));
    if (!file.open(QIODevice::ReadOnly))
        return std::unexpected(file.errorString());
    const QString broken = Words::tr("it is damaged, or of another version of Glovebox");
    const auto header = Json::parse(file.readLine());
    if (!header || header->value(versionKey) != Json(version))
        return std::unexpected(broken);
    Draft draft{.id = id,
                .path = header->value(pathKey).toString(),
                .title = header->value(titleKey).toString(),
                .untitledNumber = int(header->value(numberKey).toInteger().value_or(0)),
                .isModified = header->value(modifiedKey).toBool(),
                .file = std::make_shared<KnownFile>()};
    if (header->value(formatKey) == Json(u"percent"_s))
        draft.format = FileFormat::Percent;
    draft.file->digest = QByteArray::fromHex(header->value(digestKey).toString().toLatin1());
    const QByteArray content = file.readAll();
    if (content.isEmpty())
        return draft;
    auto notebook = readIpynb(content);
    if (!notebook)
        return std::unexpected(broken);
    draft.content = std::move(notebook->notebook);
    draft.content->preamble = header->value(preambleKey).toString();
    const QByteArray present = draft.path.isEmpty() ? QByteArray() : digestOfFile(draft.path);
    draft.isChangedOnDisk = !present.isEmpty() && present != draft.file->digest;
    return draft;
}

// It is told once and nothing of it is lost: under the other name no start looks at it again. The
// sentence for the person.
QString setAside(const QString &folder, const QString &id, const QString &why)
{
    const QString from = draftFile(folder, id);
    const QString to = folder + u'/' + id + asideSuffix;
    if (QFile::rename(from, to))
        return Words::tr("A document that was open could not be brought back: %1. What was kept of "
                         "it is in %2.")
            .arg(why, to);
    return Words::tr("A document that was open could not be brought back: %1. What was kept of it "
                     "is still in %2.")
        .arg(why, from);
}

// All of it is in its own file.
Result<> readOwnFile(Draft &draft)
{
    auto file = readFile(draft.path);
    if (!file)
        return std::unexpected(file.error());
    draft.content = std::move(file->content.notebook);
    draft.notes = file->content.notes;
    draft.file->digest = file->digest;
    draft.title = QFileInfo(draft.path).fileName();
    return {};
}

} // namespace

Result<> writeDrafts(const QString &folder, const QList<Draft> &drafts, const OpenList &list)
{
    QDir().mkpath(folder);
    for (const Draft &draft : drafts) {
        if (const auto written = replaceFile(draftFile(folder, draft.id), bytesOf(draft)); !written)
            return std::unexpected(written.error());
    }
    const Json json(Json::Members{{versionKey, Json(version)},
                                  {documentsKey, Json::array(list.documents)},
                                  {activeKey, Json(list.active)},
                                  {recentKey, Json::array(list.recent)}});
    const auto written = replaceFile(folder + u'/' + listName, json.toBytes() + '\n');
    return written ? Result<>() : std::unexpected(written.error());
}

ReadDrafts readDrafts(const QString &folder)
{
    ReadDrafts result;
    QFile list(folder + u'/' + listName);
    Json order;
    if (list.open(QIODevice::ReadOnly))
        order = Json::parse(list.readAll()).value_or(Json());
    result.active = order.value(activeKey).toString();
    const auto recent = order.value(recentKey).items();
    for (const Json &path : recent)
        result.recent.append(path.toString());

    const QStringList files = QDir(folder).entryList({u'*' + suffix}, QDir::Files, QDir::Name);
    QStringList ids;
    const auto listed = order.value(documentsKey).items();
    for (const Json &id : listed) {
        if (files.contains(id.toString() + suffix))
            ids.append(id.toString());
    }
    // Written, but not in the list yet when the program ended.
    for (const QString &name : files) {
        if (const QString id = name.chopped(suffix.size()); !ids.contains(id))
            ids.append(id);
    }
    for (const QString &id : std::as_const(ids)) {
        auto draft = read(folder, id);
        if (!draft) {
            result.problems.append(setAside(folder, id, draft.error()));
            continue;
        }
        if (!draft->content) {
            if (const auto own = readOwnFile(*draft); !own) {
                result.problems.append(own.error().text);
                removeDraft(folder, id); // there is nothing in it
                continue;
            }
        }
        result.drafts.append(std::move(*draft));
    }
    return result;
}

void removeDraft(const QString &folder, const QString &id)
{
    QFile::remove(draftFile(folder, id));
}

} // namespace glovebox::notebook
