// SPDX-License-Identifier: MIT
#pragma once

#include "callfixture.h"

#include <QRandomGenerator>

// A folder, and a stream of changes in it that runs into every corner: few names, so that they
// are made, moved over each other, deleted and made again.
inline void makeFolders(const MountFixture &fixture)
{
    fixture.file(QStringLiteral("a"), "base a");
    fixture.file(QStringLiteral("b"), "base b");
    fixture.file(QStringLiteral("d/a"), "base d/a");
    fixture.file(QStringLiteral("d/b"), "base d/b");
    fixture.file(QStringLiteral("d/e/c"), "base d/e/c");
    fixture.file(QStringLiteral("e/a"), "base e/a");
    QDir().mkpath(fixture.root(QStringLiteral("c")));
    fixture.link(QStringLiteral("e/l"), QStringLiteral("a"));
}

class RandomChange
{
public:
    explicit RandomChange(quint32 seed)
        : m_random(seed)
    {
    }

    // The same change each time until next().
    QString apply(CallFixture &view) const
    {
        switch (m_kind) {
        case 0:
        case 1:
            return view.write(m_first, m_content);
        case 2:
            return view.write(m_first, m_content,
                              {QStringLiteral("read"), QStringLiteral("write")});
        case 3:
            return view.at(QStringLiteral("fs.unlink"), m_first);
        case 4:
            return view.at(QStringLiteral("fs.rmdir"), m_first);
        case 5:
            return view.at(QStringLiteral("fs.mkdir"), m_first, {{QStringLiteral("mode"), 0755}});
        case 6:
        case 7:
        case 8:
            return view.rename(m_first, m_second);
        case 9:
            return view.at(QStringLiteral("fs.chmod"), m_first, {{QStringLiteral("mode"), 0640}});
        case 10:
            return view.at(QStringLiteral("fs.symlink"), m_first,
                           {{QStringLiteral("target"), QStringLiteral("a")}});
        case 11:
            return view.at(QStringLiteral("fs.truncate"), m_first, {{QStringLiteral("size"), 3}});
        default:
            return QString::fromUtf8(view.read(m_first));
        }
    }

    void next()
    {
        m_kind = m_random.bounded(13);
        m_first = path();
        m_second = path();
        m_content = "content " + QByteArray::number(m_random.bounded(100'000));
    }

    QString text() const { return QStringLiteral("%1 %2 %3").arg(m_kind).arg(m_first, m_second); }

private:
    QString path()
    {
        static const QStringList names{QStringLiteral("a"), QStringLiteral("b"),
                                       QStringLiteral("c"), QStringLiteral("d"),
                                       QStringLiteral("e")};
        QString path = names[m_random.bounded(5)];
        for (int depth = m_random.bounded(3); depth > 0; --depth)
            path += u'/' + names[m_random.bounded(5)];
        return path;
    }

    QRandomGenerator m_random;
    int m_kind = 0;
    QString m_first;
    QString m_second;
    QByteArray m_content;
};
