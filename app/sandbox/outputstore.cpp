// SPDX-License-Identifier: MIT
#include "outputstore.h"

#include "base/inpool.h"
#include "base/logging.h"

#include <QDir>
#include <QFile>

#include <algorithm>
#include <array>
#include <utility>

namespace glovebox::sandbox {

using namespace Qt::StringLiterals;

namespace {

constexpr QFile::Permissions ownerOnly = QFile::ReadOwner | QFile::WriteOwner;
constexpr QFile::Permissions ownerFolder = ownerOnly | QFile::ExeOwner;

QString suffixOf(const QString &mimeType)
{
    static constexpr std::array<std::pair<QStringView, QStringView>, 6> suffixes{{
        {u"image/png", u".png"},
        {u"image/jpeg", u".jpg"},
        {u"image/svg+xml", u".svg"},
        {u"text/html", u".html"},
        {u"text/plain", u".txt"},
        {u"application/json", u".json"},
    }};
    for (const auto &[type, suffix] : suffixes) {
        if (mimeType == type)
            return suffix.toString();
    }
    return u".bin"_s;
}

Result<> makeFolder(const QString &path)
{
    if (QDir().mkpath(path) && QFile::setPermissions(path, ownerFolder))
        return {};
    return fail(ErrorCode::Io, u"The folder for the output of runs cannot be made."_s, path);
}

Result<> openFresh(QFile &file, QIODevice::OpenMode mode)
{
    if (file.open(mode | QIODevice::Unbuffered, ownerOnly))
        return {};
    return fail(ErrorCode::Io, u"Output of a run cannot be stored."_s,
                file.fileName() + u": "_s + file.errorString());
}

} // namespace

// Its first half belongs to the caller's thread, its second to the store's.
struct OutputStore::Writer
{
    qint64 offered = 0;  // bytes that came
    qint64 accepted = 0; // of them, those within the limit

    QFile file;
    qint64 stored = 0;
    bool failed = false;

    Result<> write(const QString &folder, const QByteArray &bytes);
};

Result<> OutputStore::Writer::write(const QString &folder, const QByteArray &bytes)
{
    if (failed)
        return {};
    if (!file.isOpen()) {
        file.setFileName(folder + u"/output"_s);
        const auto opened = makeFolder(folder).and_then(
            [this] { return openFresh(file, QIODevice::WriteOnly | QIODevice::Truncate); });
        if (!opened) {
            failed = true;
            return opened;
        }
    }
    const qint64 written = file.write(bytes);
    stored += std::max<qint64>(written, 0);
    if (written == bytes.size())
        return {};
    failed = true;
    return fail(ErrorCode::Io, u"The output of a run could not be stored whole."_s,
                file.errorString());
}

OutputStore::OutputStore(QString folder, qint64 maxBytesPerRun, QObject *parent)
    : QObject(parent)
    , m_folder(std::move(folder))
    , m_maxBytesPerRun(maxBytesPerRun)
{
    m_pool.setMaxThreadCount(1);
    m_pool.setExpiryTimeout(-1);
}

OutputStore::~OutputStore()
{
    m_pool.waitForDone();
}

QString OutputStore::folder(RunId run) const
{
    return m_folder + u'/' + run.toString();
}

OutputStore::Appended OutputStore::append(RunId run, const QByteArray &bytes)
{
    std::shared_ptr<Writer> &writer = m_writers[run];
    if (!writer)
        writer = std::make_shared<Writer>();
    const qint64 room = std::max<qint64>(m_maxBytesPerRun - writer->offered, 0);
    const Appended appended{writer->offered, std::min<qint64>(room, bytes.size())};
    writer->offered += bytes.size();
    writer->accepted += appended.kept;
    if (appended.kept == 0)
        return appended;
    m_pending.fetch_add(appended.kept, std::memory_order_relaxed);
    m_pool.start([this, run, writer, path = folder(run), kept = bytes.first(appended.kept)] {
        const auto done = writer->write(path, kept);
        m_pending.fetch_sub(kept.size(), std::memory_order_relaxed);
        if (!done) {
            QMetaObject::invokeMethod(this, [this, run, error = done.error()] {
                qCWarning(lcSandbox).noquote() << run.toString() << error.text << error.detail;
                Q_EMIT failed(run, error);
            });
        }
    });
    return appended;
}

OutputStore::Counts OutputStore::counts(RunId run) const
{
    const auto writer = m_writers.value(run);
    return writer ? Counts{writer->offered, writer->accepted} : Counts{};
}

QFuture<OutputStore::Counts> OutputStore::finish(RunId run)
{
    std::shared_ptr<Writer> writer = m_writers.take(run);
    if (!writer) // most runs print nothing: they need not wait for another thread
        return QtFuture::makeReadyValueFuture(Counts{});
    return inPool(m_pool, [writer, written = writer->offered] {
        writer->file.close();
        return Counts{written, writer->stored};
    });
}

QString OutputStore::displayFile(RunId run, int index, const QString &mimeType) const
{
    return u"%1/display-%2%3"_s.arg(folder(run)).arg(index).arg(suffixOf(mimeType));
}

QFuture<Result<QString>> OutputStore::storeDisplay(RunId run, int index, const QString &mimeType,
                                                   const QByteArray &bytes)
{
    const QString path = displayFile(run, index, mimeType);
    return inPool(m_pool, [path, target = folder(run), bytes]() -> Result<QString> {
        if (auto made = makeFolder(target); !made)
            return std::unexpected(made.error());
        QFile file(path);
        if (auto opened = openFresh(file, QIODevice::WriteOnly | QIODevice::Truncate); !opened)
            return std::unexpected(opened.error());
        if (file.write(bytes) != bytes.size())
            return fail(ErrorCode::Io, u"A plot could not be stored."_s, file.errorString());
        return path;
    });
}

QFuture<Result<QByteArray>> OutputStore::readDisplay(RunId run, int index, const QString &mimeType,
                                                     qint64 most) const
{
    const QString path = displayFile(run, index, mimeType);
    return inPool(m_pool, [path, most]() -> Result<QByteArray> {
        QFile file(path);
        if (!file.open(QIODevice::ReadOnly))
            return fail(ErrorCode::NotFound, u"This display is not stored any more."_s, path);
        if (file.size() > most)
            return fail(ErrorCode::LimitExceeded, u"This display is too large."_s, path);
        return file.readAll();
    });
}

QFuture<Result<QByteArray>> OutputStore::read(RunId run, qint64 offset, qint64 length) const
{
    const QString path = folder(run) + u"/output"_s;
    return inPool(m_pool, [path, offset, length]() -> Result<QByteArray> {
        QFile file(path);
        if (!file.open(QIODevice::ReadOnly | QIODevice::Unbuffered))
            return fail(ErrorCode::NotFound, u"No output of this run is stored."_s, path);
        if (offset < 0 || length < 0 || !file.seek(std::min(offset, file.size())))
            return fail(ErrorCode::InvalidArgument, u"Offset and length must not be negative."_s);
        return file.read(length);
    });
}

} // namespace glovebox::sandbox
