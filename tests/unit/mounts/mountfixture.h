// SPDX-License-Identifier: MIT
#pragma once

#include <mounts/mountroot.h>

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <sys/stat.h>
#include <unistd.h>

// A folder to be mounted, with files beside it that must stay out of reach.
class MountFixture
{
public:
    MountFixture()
    {
        QDir(m_base.path()).mkpath(QStringLiteral("root"));
        QDir(m_base.path()).mkpath(QStringLiteral("outside"));
        write(outside(QStringLiteral("secret.txt")), QByteArrayLiteral("secret"));
    }

    QString base() const { return m_base.path(); }
    QString root(const QString &path = {}) const { return join(QStringLiteral("root"), path); }
    QString outside(const QString &path = {}) const
    {
        return join(QStringLiteral("outside"), path);
    }

    static void write(const QString &path, const QByteArray &content)
    {
        QFile file(path);
        QVERIFY2(file.open(QIODevice::WriteOnly), qPrintable(path));
        file.write(content);
    }
    static QByteArray read(const QString &path)
    {
        QFile file(path);
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    }
    void file(const QString &path, const QByteArray &content = QByteArrayLiteral("inside")) const
    {
        QDir().mkpath(QFileInfo(root(path)).path());
        write(root(path), content);
    }
    void link(const QString &path, const QString &target) const
    {
        QDir().mkpath(QFileInfo(root(path)).path());
        QCOMPARE(::symlink(QFile::encodeName(target).constData(),
                           QFile::encodeName(root(path)).constData()),
                 0);
    }

private:
    QString join(const QString &folder, const QString &path) const
    {
        return m_base.path() + u'/' + folder + (path.isEmpty() ? QString() : u'/' + path);
    }

    QTemporaryDir m_base;
};

inline QByteArray contentOf(int fd)
{
    QByteArray bytes(4096, Qt::Uninitialized);
    const ssize_t length = ::pread(fd, bytes.data(), size_t(bytes.size()), 0);
    return bytes.first(std::max<ssize_t>(length, 0));
}

Q_DECLARE_METATYPE(glovebox::mounts::Containment)

inline void addContainments()
{
    QTest::addColumn<glovebox::mounts::Containment>("containment");
    QTest::newRow("kernel") << glovebox::mounts::Containment::Kernel;
    QTest::newRow("walk") << glovebox::mounts::Containment::Walk;
    QTest::newRow("posix walk") << glovebox::mounts::Containment::PosixWalk;
}
