// SPDX-License-Identifier: MIT
#include "simpleindex.h"

#include "packagelimits.h"
#include "wheelfile.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QRegularExpression>
#include <QUrlQuery>
#include <QVersionNumber>

#include <algorithm>
#include <functional>

namespace glovebox::packages {

using namespace Qt::StringLiterals;

namespace {

bool isSha256(const QString &text)
{
    static const QRegularExpression hex(u"^[0-9a-f]{64}$"_s);
    return hex.match(text).hasMatch();
}

QString sha256Of(const QString &text)
{
    const QString lower = text.trimmed().toLower();
    return isSha256(lower) ? lower : QString();
}

// Sorts files into wheels that can run here and the rest, and refuses addresses that lead
// elsewhere than the web (a hostile index must not make us read local files).
class PageBuilder
{
public:
    PageBuilder(const QUrl &base, const QString &project)
        : m_base(base)
        , m_project(project)
    {
    }

    void setBase(const QUrl &base) { m_base = m_base.resolved(base); }

    void add(IndexFile file, const QString &address)
    {
        if (++m_seen > limits::maxFilesPerProject)
            return;
        const auto name = wheelName(file.fileName);
        if (!name) {
            m_page.sdists += file.fileName.endsWith(u".tar.gz") || file.fileName.endsWith(u".zip");
            return;
        }
        if (name->name != m_project)
            return;
        if (!isForAnyOrWebAssembly(*name)) {
            ++m_page.foreign;
            m_page.newestForeign = name->version;
            return;
        }
        file.url = m_base.resolved(QUrl(address));
        file.url.setFragment({});
        const bool isWeb = file.url.scheme() == u"https" ||
                           (file.url.scheme() == u"http" && m_base.scheme() == u"http");
        if (!isWeb || file.url.host().isEmpty())
            return;
        // Credentials of the index count for its own host only.
        if (file.url.host() == m_base.host() && file.url.port() == m_base.port())
            file.url.setUserInfo(m_base.userInfo(QUrl::FullyEncoded));
        else
            file.url.setUserInfo({});
        file.source = m_base.host();
        m_page.files.append(std::move(file));
    }

    ProjectPage take() { return std::move(m_page); }

private:
    QUrl m_base;
    QString m_project;
    ProjectPage m_page;
    int m_seen = 0;
};

// `true`, `false` or an object of hashes.
void readMetadataField(const QJsonValue &value, IndexFile &file)
{
    if (value.isObject()) {
        file.hasMetadata = true;
        file.metadataSha256 = sha256Of(value[u"sha256"].toString());
    } else if (value.isBool()) {
        file.hasMetadata = value.toBool();
    }
}

Result<ProjectPage> readJson(const QByteArray &body, const QUrl &url, const QString &project)
{
    QJsonParseError error;
    const QJsonDocument document = QJsonDocument::fromJson(body, &error);
    if (!document.isObject() || !document[u"files"].isArray())
        return fail(ErrorCode::Corrupt,
                    u"%1 does not answer as an index of packages does (its JSON is damaged)."_s.arg(
                        url.host()),
                    error.errorString());
    const QString version = document[u"meta"][u"api-version"].toString();
    if (!version.startsWith(u"1."))
        return fail(ErrorCode::Corrupt,
                    u"%1 speaks version \"%2\" of the simple API; known is version 1."_s.arg(
                        url.host(), version.left(20)));
    PageBuilder builder(url, project);
    for (const QJsonValue &item : document[u"files"].toArray()) {
        IndexFile file{
            .fileName = item[u"filename"].toString(),
            .url = {},
            .sha256 = sha256Of(item[u"hashes"][u"sha256"].toString()),
            .requiresPython = item[u"requires-python"].toString().left(200),
            .yanked = {},
            .size = item[u"size"].toInteger(-1),
            .uploaded = QDateTime::fromString(item[u"upload-time"].toString(), Qt::ISODateWithMs)};
        const QJsonValue yanked = item[u"yanked"];
        if (yanked.isString() || yanked.toBool())
            file.yanked = yanked.toString().left(300);
        // The name that PEP 714 gave it wins over that of PEP 658.
        for (const auto &key :
             {u"dist-info-metadata"_s, u"data-dist-info-metadata"_s, u"core-metadata"_s})
            readMetadataField(item[key], file);
        builder.add(std::move(file), item[u"url"].toString());
    }
    return builder.take();
}

// &amp; and its like, named and numbered; what is unknown stays as it is.
QString unescaped(const QString &text)
{
    static const QRegularExpression entity(
        u"&(#[0-9]{1,7}|#[xX][0-9a-fA-F]{1,6}|lt|gt|amp|quot|apos);"_s);
    QString plain;
    qsizetype last = 0;
    for (auto it = entity.globalMatch(text); it.hasNext();) {
        const QRegularExpressionMatch match = it.next();
        plain += QStringView(text).sliced(last, match.capturedStart() - last);
        last = match.capturedEnd();
        const QString name = match.captured(1);
        char32_t code = 0;
        if (name.startsWith(u"#x") || name.startsWith(u"#X"))
            code = name.mid(2).toUInt(nullptr, 16);
        else if (name.startsWith(u'#'))
            code = name.mid(1).toUInt();
        else
            code = name == u"lt"     ? U'<'
                   : name == u"gt"   ? U'>'
                   : name == u"amp"  ? U'&'
                   : name == u"quot" ? U'"'
                                     : U'\'';
        plain += code > 0 && code <= 0x10ffff ? QString::fromUcs4(&code, 1) : match.captured();
    }
    return plain + QStringView(text).sliced(last);
}

QMap<QString, QString> attributes(const QString &tag)
{
    static const QRegularExpression one(
        uR"re(([a-zA-Z][-a-zA-Z0-9]*)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+)))?)re"_s);
    QMap<QString, QString> found;
    for (auto it = one.globalMatch(tag); it.hasNext();) {
        const QRegularExpressionMatch match = it.next();
        const QString value = match.captured(2) + match.captured(3) + match.captured(4);
        const QString name = match.captured(1).toLower();
        if (!found.contains(name)) // as browsers have it: the first one counts
            found.insert(name, unescaped(value));
    }
    return found;
}

// "sha256=…" in a fragment or an attribute.
QString namedSha256(const QString &text)
{
    return sha256Of(QUrlQuery(text).queryItemValue(u"sha256"_s));
}

void addAnchor(PageBuilder &builder, const QMap<QString, QString> &anchor, const QString &text)
{
    const QString address = anchor.value(u"href"_s);
    const QUrl url(address);
    IndexFile file{.fileName = unescaped(text).trimmed(),
                   .url = {},
                   .sha256 = namedSha256(url.fragment()),
                   .requiresPython = anchor.value(u"data-requires-python"_s).left(200),
                   .yanked = {},
                   .size = -1,
                   .uploaded = {}};
    if (!wheelName(file.fileName)) // some pages show something else than the file's name
        file.fileName = url.fileName(QUrl::FullyDecoded);
    if (anchor.contains(u"data-yanked"_s))
        file.yanked = anchor.value(u"data-yanked"_s).left(300);
    for (const auto &key : {u"data-dist-info-metadata"_s, u"data-core-metadata"_s}) {
        if (!anchor.contains(key) || anchor.value(key) == u"false")
            continue;
        file.hasMetadata = true;
        file.metadataSha256 = namedSha256(anchor.value(key));
    }
    builder.add(std::move(file), address);
}

Result<ProjectPage> readHtml(const QByteArray &body, const QUrl &url, const QString &project)
{
    static const QRegularExpression tags(uR"(<(base|a|meta)\b((?:"[^"]*"|'[^']*'|[^>"'])*)>)"_s,
                                         QRegularExpression::CaseInsensitiveOption);
    const QString html = QString::fromUtf8(body);
    PageBuilder builder(url, project);
    bool isPage = html.contains(u"<html"_s, Qt::CaseInsensitive) ||
                  html.contains(u"<!doctype html"_s, Qt::CaseInsensitive);
    for (auto it = tags.globalMatch(html); it.hasNext();) {
        const QRegularExpressionMatch match = it.next();
        const QString tag = match.captured(1).toLower();
        const QMap<QString, QString> found = attributes(match.captured(2));
        if (tag == u"base") {
            builder.setBase(QUrl(found.value(u"href"_s)));
        } else if (tag == u"meta") {
            if (found.value(u"name"_s) == u"pypi:repository-version" &&
                !found.value(u"content"_s).startsWith(u"1."))
                return fail(ErrorCode::Corrupt,
                            u"%1 speaks an unknown version of the simple API."_s.arg(url.host()));
        } else {
            isPage = true;
            const qsizetype end = html.indexOf(u'<', match.capturedEnd());
            addAnchor(builder, found,
                      html.sliced(match.capturedEnd(),
                                  (end < 0 ? html.size() : end) - match.capturedEnd()));
        }
    }
    if (!isPage)
        return fail(ErrorCode::Corrupt,
                    u"%1 does not answer as an index of packages does."_s.arg(url.host()));
    return builder.take();
}

} // namespace

Result<ProjectPage> readProjectPage(const QByteArray &body, const QByteArray &contentType,
                                    const QUrl &url, const QString &project)
{
    if (contentType == "application/vnd.pypi.simple.v1+json" || contentType == "application/json")
        return readJson(body, url, project);
    if (contentType.isEmpty() || contentType == "application/vnd.pypi.simple.v1+html" ||
        contentType == "text/html")
        return readHtml(body, url, project);
    return fail(ErrorCode::Corrupt,
                u"%1 answers with \"%2\", not with a page of an index of packages."_s.arg(
                    url.host(), QString::fromLatin1(contentType.left(60))));
}

QList<IndexFile> newestFiles(QList<IndexFile> files, qsizetype count)
{
    if (files.size() <= count)
        return files;
    std::ranges::stable_sort(files, std::ranges::greater(), [](const IndexFile &file) {
        const auto name = wheelName(file.fileName);
        return name ? QVersionNumber::fromString(name->version) : QVersionNumber();
    });
    return files.first(count);
}

QUrl projectAddress(const QString &index, const QString &project)
{
    if (index.contains(u"{package_name}"))
        return QUrl(QString(index).replace(u"{package_name}"_s, project));
    return QUrl((index.endsWith(u'/') ? index : index + u'/') + project + u'/');
}

} // namespace glovebox::packages
