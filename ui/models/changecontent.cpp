// SPDX-License-Identifier: MIT
#include "changecontent.h"

#include <QBuffer>
#include <QCoreApplication>
#include <QCryptographicHash>
#include <QFileInfo>
#include <QHash>
#include <QImageReader>
#include <QPromise>
#include <QSet>
#include <QStringConverter>
#include <QThreadPool>

#include <memory>

namespace glovebox::ui {

namespace {

constexpr qint64 mostRead = 4 * 1024 * 1024; // bytes of each side
constexpr qint64 mostMerged = 1024 * 1024;   // of each side, for an editor
constexpr int imageSide = 1600;              // px: larger pictures are shown smaller
constexpr int maxDecodedMiB = 128; // a few bytes of PNG can claim to be gigabytes of pixels

// Text is what decodes; a zero byte is in nearly every other format.
std::optional<QString> textOf(const QByteArray &bytes, bool isCut)
{
    if (bytes.startsWith("\xff\xfe") || bytes.startsWith("\xfe\xff")) {
        QStringDecoder decoder(bytes.startsWith("\xff\xfe") ? QStringConverter::Utf16LE
                                                            : QStringConverter::Utf16BE);
        const QString text = decoder(bytes);
        return decoder.hasError() ? std::nullopt : std::optional(text);
    }
    if (bytes.contains('\0'))
        return std::nullopt;
    // A cut may go through a character: what is left over at the end is no error then.
    QStringDecoder decoder(QStringConverter::Utf8, isCut ? QStringConverter::Flag::Default
                                                         : QStringConverter::Flag::Stateless);
    const QString text = decoder(bytes);
    return decoder.hasError() ? std::nullopt : std::optional(text);
}

QImage imageOf(const QByteArray &bytes)
{
    QBuffer buffer;
    buffer.setData(bytes);
    buffer.open(QIODevice::ReadOnly);
    QImageReader reader(&buffer);
    QImageReader::setAllocationLimit(maxDecodedMiB);
    reader.setAutoTransform(true);
    QImage image = reader.read();
    if (std::max(image.width(), image.height()) > imageSide)
        image = image.scaled(imageSide, imageSide, Qt::KeepAspectRatio, Qt::SmoothTransformation);
    return image;
}

QString digestOf(const QByteArray &bytes)
{
    return QString::fromLatin1(QCryptographicHash::hash(bytes, QCryptographicHash::Sha256).toHex());
}

QFuture<Result<QByteArray>> readSide(ChangeDesk &desk, const ChangeSource &source,
                                     const FileChange &change, ChangeSide side)
{
    if (source.stage)
        return desk.stagedContent(*source.stage, change.path, side, 0, mostRead);
    if (!source.discard.isNull())
        return desk.discardedContent(source.discard, change.path, side, 0, mostRead);
    if (!source.apply.isNull())
        return desk.applyContent(source.apply, change.mount, change.path, side, 0, mostRead);
    return desk.runContent(source.run, change.mount, change.path, side, 0, mostRead);
}

bool isFile(const EntryState &state)
{
    return state.exists && state.type == EntryType::File;
}

} // namespace

bool isMergeable(const FileChange &change)
{
    return !change.conflict.isEmpty() && change.from.isEmpty() && isFile(change.after) &&
           std::max(change.before.size, change.after.size) <= mostMerged;
}

QString languageOf(const QString &path)
{
    static const QHash<QString, QString> languages{
        {QStringLiteral("py"), QStringLiteral("Python")},
        {QStringLiteral("json"), QStringLiteral("JSON")},
        {QStringLiteral("ipynb"), QStringLiteral("JSON")},
        {QStringLiteral("md"), QStringLiteral("Markdown")},
        {QStringLiteral("yaml"), QStringLiteral("YAML")},
        {QStringLiteral("yml"), QStringLiteral("YAML")},
        {QStringLiteral("toml"), QStringLiteral("TOML")},
        {QStringLiteral("html"), QStringLiteral("HTML")},
        {QStringLiteral("xml"), QStringLiteral("XML")},
        {QStringLiteral("js"), QStringLiteral("JavaScript")},
        {QStringLiteral("sql"), QStringLiteral("SQL")},
        {QStringLiteral("sh"), QStringLiteral("Bash")},
        {QStringLiteral("c"), QStringLiteral("C")},
        {QStringLiteral("cpp"), QStringLiteral("C++")},
    };
    return languages.value(QFileInfo(path).suffix().toLower());
}

QString fileIcon(const QString &path)
{
    static const QSet<QString> images{QStringLiteral("png"),  QStringLiteral("jpg"),
                                      QStringLiteral("jpeg"), QStringLiteral("gif"),
                                      QStringLiteral("webp"), QStringLiteral("bmp"),
                                      QStringLiteral("svg")};
    static const QSet<QString> tables{QStringLiteral("csv"), QStringLiteral("tsv"),
                                      QStringLiteral("xlsx"), QStringLiteral("parquet")};
    const QString suffix = QFileInfo(path).suffix().toLower();
    if (images.contains(suffix))
        return QStringLiteral("image");
    if (tables.contains(suffix))
        return QStringLiteral("table");
    const QString language = languageOf(path);
    return language.isEmpty() || language == u"Markdown" ? QStringLiteral("file-text")
                                                         : QStringLiteral("file-code");
}

ChangeContent compareContent(const QByteArray &before, const QByteArray &after, const QString &path,
                             bool isCut)
{
    ChangeContent content{.isCut = isCut};
    const std::optional<QString> oldText = textOf(before, isCut);
    const std::optional<QString> newText = textOf(after, isCut);
    const QString suffix = QFileInfo(path).suffix().toLower();
    if (oldText && newText && suffix != u"svg") {
        content.before = *oldText;
        content.after = *newText;
        content.lines = compareLines(content.before, content.after);
        const bool isTable = suffix == u"csv" || suffix == u"tsv";
        content.kind = isTable ? ChangeContent::Kind::Table : ChangeContent::Kind::Text;
        if (isTable)
            content.table = compareTables(content.before, content.after);
        return content;
    }
    if (!isCut) {
        content.beforeImage = imageOf(before);
        content.afterImage = imageOf(after);
        if (!content.beforeImage.isNull() || !content.afterImage.isNull()) {
            content.kind = ChangeContent::Kind::Image;
            return content;
        }
        content.beforeDigest = digestOf(before);
        content.afterDigest = digestOf(after);
    }
    return content;
}

std::optional<ChangeContent::ThreeWay>
compareWithBase(const QByteArray &base, const QByteArray &folder, const QByteArray &client)
{
    const std::optional<QString> baseText = textOf(base, false);
    const std::optional<QString> folderText = textOf(folder, false);
    const std::optional<QString> clientText = textOf(client, false);
    // An empty base is one that was not kept, or nothing to compare with.
    if (base.isEmpty() || !baseText || !folderText || !clientText)
        return std::nullopt;
    return ChangeContent::ThreeWay{compareLines(*baseText, *folderText),
                                   compareLines(*baseText, *clientText)};
}

QFuture<ChangeContent> loadContent(ChangeDesk &desk, const ChangeSource &source,
                                   const FileChange &change)
{
    if (!isFile(change.before) && !isFile(change.after))
        return QtFuture::makeReadyValueFuture(ChangeContent{});
    const bool isCut = std::max(change.before.size, change.after.size) > mostRead;
    QList<QFuture<Result<QByteArray>>> sides{readSide(desk, source, change, ChangeSide::Before),
                                             readSide(desk, source, change, ChangeSide::After)};
    if (source.isStage() && !change.conflict.isEmpty() && !isCut)
        sides.append(readSide(desk, source, change, ChangeSide::Base));
    return QtFuture::whenAll(sides.begin(), sides.end())
        .then(QtFuture::Launch::Async,
              [path = change.path, isCut](const QList<QFuture<Result<QByteArray>>> &read) {
                  for (const QFuture<Result<QByteArray>> &side : read) {
                      if (side.resultCount() == 0)
                          return ChangeContent{
                              .problem = QCoreApplication::translate(
                                  "glovebox::ui::ChangeTree", "The file could not be read.")};
                      if (const Result<QByteArray> bytes = side.result(); !bytes)
                          return ChangeContent{.problem = bytes.error().text};
                  }
                  const Result<QByteArray> before = read.at(0).result();
                  const Result<QByteArray> after = read.at(1).result();
                  ChangeContent content = compareContent(*before, *after, path, isCut);
                  if (read.size() > 2)
                      content.threeWay = compareWithBase(*read.at(2).result(), *before, *after);
                  return content;
              });
}

} // namespace glovebox::ui
