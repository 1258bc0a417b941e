// SPDX-License-Identifier: MIT
#include "mountfixture.h"

#include <mounts/fileops.h>

#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>

#include <atomic>
#include <cerrno>
#include <cstdio>
#include <functional>
#include <thread>

using namespace glovebox::mounts;
using namespace Qt::StringLiterals;

namespace {

bool isContainmentErrno(int error)
{
    return error == EXDEV || error == ELOOP;
}

std::shared_ptr<const MountRoot> openRoot(const QString &path, Containment containment)
{
    auto root = MountRoot::open(QFile::encodeName(path), containment);
    return root ? *root : nullptr;
}

// Runs `work` in a child process that may give up rights; its result is the exit code.
int inChild(const std::function<int()> &work)
{
    const pid_t child = ::fork();
    if (child == 0)
        ::_exit(work());
    int status = 0;
    ::waitpid(child, &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

bool refuseOpenat2(int error)
{
    sock_filter program[] = {
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(seccomp_data, nr)),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_openat2, 0, 1),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | static_cast<unsigned>(error)),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
    };
    const sock_fprog filter{4, program};
    return ::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 &&
           ::prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &filter) == 0;
}

// What only Linux has (/proc, bind mounts) the walk of other systems need not know.
void addForLinux(const char *name, const std::function<void(QTestData &)> &columns)
{
    columns(QTest::addRow("kernel: %s", name) << Containment::Kernel);
    columns(QTest::addRow("walk: %s", name) << Containment::Walk);
}

void addForAll(const char *name, const std::function<void(QTestData &)> &columns)
{
    addForLinux(name, columns);
    columns(QTest::addRow("posix walk: %s", name) << Containment::PosixWalk);
}

// Where the race can take place.
struct Swap
{
    QString kept;     // a name in the root …
    QString replaced; // … and what is exchanged with it, again and again
};

class Swapper
{
public:
    Swapper(const QString &root, const Swap &swap)
        : m_thread([this, a = QFile::encodeName(root + u'/' + swap.kept),
                    b = QFile::encodeName(root + u'/' + swap.replaced)] {
            while (!m_stop) {
                ::renameat2(AT_FDCWD, a.constData(), AT_FDCWD, b.constData(), RENAME_EXCHANGE);
                ++m_swaps;
            }
        })
    {
    }
    ~Swapper()
    {
        m_stop = true;
        m_thread.join();
    }
    int swaps() const { return m_swaps; }

private:
    std::atomic<bool> m_stop = false;
    std::atomic<int> m_swaps = 0;
    std::thread m_thread;
};

} // namespace

class TestContainment : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        m_fixture = std::make_unique<MountFixture>();
        m_fixture->file(u"plain.txt"_s);
        m_fixture->file(u"sub/deep/file.txt"_s);
        m_fixture->file(u"日本語 フォルダ/売上 📊.csv"_s);
        m_fixture->link(u"in"_s, u"sub/deep/file.txt"_s);
        m_fixture->link(u"indir"_s, u"sub/"_s);
        m_fixture->link(u"same"_s, u"."_s);
        m_fixture->link(u"sub/up-inside"_s, u"../plain.txt"_s);
        m_fixture->link(u"sub/deep/around"_s, u"../../sub/../plain.txt"_s);
        m_fixture->link(u"chain-in"_s, u"chain-in-2"_s);
        m_fixture->link(u"chain-in-2"_s, u"indir/up-inside"_s);
        m_fixture->link(u"up"_s, u"../outside/secret.txt"_s);
        m_fixture->link(u"absolute"_s, m_fixture->outside(u"secret.txt"_s));
        m_fixture->link(u"absolute-inside"_s, m_fixture->root(u"plain.txt"_s));
        m_fixture->link(u"etc"_s, u"/etc"_s);
        m_fixture->link(u"chain-1"_s, u"chain-2"_s);
        m_fixture->link(u"chain-2"_s, u"sub/chain-3"_s);
        m_fixture->link(u"sub/chain-3"_s, u"../../outside/secret.txt"_s);
        m_fixture->link(u"leak"_s, u"../outside"_s);
        m_fixture->link(u"sub/deep/far"_s, u"../../../outside/secret.txt"_s);
        m_fixture->link(u"out-and-back"_s, u"../root/plain.txt"_s);
        m_fixture->link(u"dangling-out"_s, u"../outside/new.txt"_s);
        m_fixture->link(u"dangling-absolute"_s, m_fixture->outside(u"new.txt"_s));
        m_fixture->link(u"dangling-in"_s, u"sub/new.txt"_s);
        m_fixture->link(u"loop"_s, u"loop"_s);
    }

    void opensWhatIsInside_data()
    {
        QTest::addColumn<Containment>("containment");
        QTest::addColumn<QString>("path");
        for (const char *path : {"plain.txt", "sub/deep/file.txt", "日本語 フォルダ/売上 📊.csv",
                                 "in", "indir/deep/file.txt", "same/same/plain.txt",
                                 "sub/up-inside", "sub/deep/around", "chain-in"}) {
            addForAll(path, [path](QTestData &row) { row << QString::fromUtf8(path); });
        }
    }
    void opensWhatIsInside()
    {
        QFETCH(Containment, containment);
        QFETCH(QString, path);
        const auto root = openRoot(m_fixture->root(), containment);
        const auto fd = root->open(path.toUtf8(), O_RDONLY);
        QVERIFY2(fd.has_value(), std::strerror(fd.error_or(0)));
        QCOMPARE(contentOf(fd->value()), "inside"_ba);
    }

    // The control: without containment each of these paths reaches what lies outside.
    void refusesWhatLeadsOutside_data()
    {
        QTest::addColumn<Containment>("containment");
        QTest::addColumn<QString>("path");
        for (const char *path :
             {"../outside/secret.txt", "sub/../../outside/secret.txt", "up", "absolute",
              "absolute-inside", "chain-1", "chain-2", "leak/secret.txt", "sub/deep/far",
              "indir/deep/far", "out-and-back", "same/up", "etc/passwd"}) {
            addForAll(path, [path](QTestData &row) { row << QString::fromUtf8(path); });
        }
    }
    void refusesWhatLeadsOutside()
    {
        QFETCH(Containment, containment);
        QFETCH(QString, path);
        const UniqueFd naive(
            ::open(QFile::encodeName(m_fixture->root(path)).constData(), O_RDONLY | O_CLOEXEC));
        QVERIFY2(naive.isValid(), "the control does not reach the file");

        const auto root = openRoot(m_fixture->root(), containment);
        for (const int flags : {O_RDONLY, O_RDWR, O_PATH, O_WRONLY | O_CREAT}) {
            const auto fd = root->open(path.toUtf8(), flags, 0600);
            QVERIFY(!fd.has_value());
            QCOMPARE(fd.error(), EXDEV);
        }
        QCOMPARE(MountFixture::read(m_fixture->outside(u"secret.txt"_s)), "secret"_ba);
    }

    void refusesAbsolutePaths_data() { addContainments(); }
    void refusesAbsolutePaths()
    {
        QFETCH(Containment, containment);
        const auto root = openRoot(m_fixture->root(), containment);
        const auto fd = root->open("/etc/passwd", O_RDONLY);
        QVERIFY(!fd.has_value());
    }

    // Looking at the real path first misses this case, because there is none yet.
    void createsNothingOutsideThroughADanglingLink_data()
    {
        QTest::addColumn<Containment>("containment");
        QTest::addColumn<QString>("path");
        for (const char *path : {"dangling-out", "dangling-absolute", "leak/new.txt"})
            addForAll(path, [path](QTestData &row) { row << QString::fromUtf8(path); });
    }
    void createsNothingOutsideThroughADanglingLink()
    {
        QFETCH(Containment, containment);
        QFETCH(QString, path);
        const auto root = openRoot(m_fixture->root(), containment);
        const auto fd = root->open(path.toUtf8(), O_WRONLY | O_CREAT, 0600);
        QVERIFY(!fd.has_value());
        QCOMPARE(fd.error(), EXDEV);
        QVERIFY(!QFile::exists(m_fixture->outside(u"new.txt"_s)));

        const UniqueFd naive(::open(QFile::encodeName(m_fixture->root(path)).constData(),
                                    O_WRONLY | O_CREAT | O_CLOEXEC, 0600));
        QVERIFY2(QFile::exists(m_fixture->outside(u"new.txt"_s)), "the control creates nothing");
    }

    void createsThroughALinkThatStaysInside_data() { addContainments(); }
    void createsThroughALinkThatStaysInside()
    {
        QFETCH(Containment, containment);
        const auto root = openRoot(m_fixture->root(), containment);
        QCOMPARE(root->open("dangling-in", O_WRONLY | O_CREAT | O_EXCL, 0600).error_or(0), EEXIST);
        QVERIFY(root->open("dangling-in", O_WRONLY | O_CREAT, 0600).has_value());
        QVERIFY(QFile::exists(m_fixture->root(u"sub/new.txt"_s)));
    }

    void answersTheUsualErrors_data()
    {
        QTest::addColumn<Containment>("containment");
        QTest::addColumn<QString>("path");
        QTest::addColumn<int>("flags");
        QTest::addColumn<int>("error");
        const auto add = [](const char *name, const char *path, int flags, int error) {
            addForAll(name,
                      [=](QTestData &row) { row << QString::fromUtf8(path) << flags << error; });
        };
        add("missing", "missing", O_RDONLY, ENOENT);
        add("below what is missing", "missing/file", O_RDONLY, ENOENT);
        add("below a file", "plain.txt/file", O_RDONLY, ENOTDIR);
        add("dangling", "dangling-in", O_RDONLY, ENOENT);
        add("loop", "loop", O_RDONLY, ELOOP);
        add("below a loop", "loop/file", O_RDONLY, ELOOP);
        add("link not to follow", "in", O_RDONLY | O_NOFOLLOW, ELOOP);
        add("writing a folder", "sub", O_WRONLY, EISDIR);
        add("file as folder", "plain.txt", O_RDONLY | O_DIRECTORY, ENOTDIR);
        add("exclusive", "plain.txt", O_WRONLY | O_CREAT | O_EXCL, EEXIST);
    }
    void answersTheUsualErrors()
    {
        QFETCH(Containment, containment);
        QFETCH(QString, path);
        QFETCH(int, flags);
        QFETCH(int, error);
        const auto root = openRoot(m_fixture->root(), containment);
        QCOMPARE(root->open(path.toUtf8(), flags, 0600).error_or(0), error);
    }

    void followsNoMagicLink_data()
    {
        QTest::addColumn<Containment>("containment");
        QTest::addColumn<QString>("path");
        for (const char *path : {"self/root/etc/passwd", "self/cwd", "self/exe", "self/fd/0",
                                 "thread-self/root", "self/task/../root/etc"})
            addForLinux(path, [path](QTestData &row) { row << QString::fromUtf8(path); });
    }
    void followsNoMagicLink()
    {
        QFETCH(Containment, containment);
        QFETCH(QString, path);
        const QByteArray naivePath = "/proc/" + path.toUtf8();
        const UniqueFd naive(::open(naivePath.constData(), O_PATH | O_CLOEXEC));
        QVERIFY2(naive.isValid(), "the control does not reach it");
        const auto root = openRoot(u"/proc"_s, containment);
        const auto fd = root->open(path.toUtf8(), O_PATH);
        QVERIFY(!fd.has_value());
        QVERIFY2(isContainmentErrno(fd.error()), std::strerror(fd.error()));
    }

    void entersNoOtherFileSystem_data() { addContainments(); }
    void entersNoOtherFileSystem()
    {
        QFETCH(Containment, containment);
        QVERIFY(QFile::exists(u"/proc/version"_s));
        const auto root = openRoot(u"/"_s, containment);
        QCOMPARE(root->open("proc/version", O_RDONLY).error_or(0), EXDEV);
        QCOMPARE(root->open("proc", O_PATH).error_or(0), EXDEV);
    }

    // A bind mount has the same device number as its surroundings.
    void entersNoBindMount_data() { addContainments(); }
    void entersNoBindMount()
    {
        QFETCH(Containment, containment);
        if (containment == Containment::PosixWalk)
            QSKIP("only Linux mounts a folder twice, and there this walk is not used");
        const QByteArray source = QFile::encodeName(m_fixture->outside());
        const QByteArray target = QFile::encodeName(m_fixture->root(u"sub/deep"_s));
        enum { Contained, NotContained, ControlFailed, CannotMount };
        const int result = inChild([&]() -> int {
            if (::unshare(CLONE_NEWNS | (::geteuid() == 0 ? 0 : CLONE_NEWUSER)) != 0 ||
                ::mount(nullptr, "/", nullptr, MS_REC | MS_PRIVATE, nullptr) != 0 ||
                ::mount(source.constData(), target.constData(), nullptr, MS_BIND, nullptr) != 0)
                return CannotMount;
            if (::access(QByteArray(target + "/secret.txt").constData(), F_OK) != 0)
                return ControlFailed;
            const auto root = openRoot(m_fixture->root(), containment);
            const auto fd = root->open("sub/deep/secret.txt", O_RDONLY);
            return !fd && fd.error() == EXDEV ? Contained : NotContained;
        });
        if (result == CannotMount)
            QSKIP("this machine does not let the test mount anything");
        QCOMPARE(result, int(Contained));
    }

    void entersOtherVolumesWhenThePersonIncludedThem_data() { addContainments(); }
    void entersOtherVolumesWhenThePersonIncludedThem()
    {
        QFETCH(Containment, containment);
        const QByteArray target = QFile::encodeName(m_fixture->root(u"sub/deep"_s));
        const QByteArray system = QFile::encodeName(m_fixture->root(u"sub"_s)) + "/proc";
        m_fixture->link(u"sub/out"_s, u"../../outside/secret.txt"_s);
        enum { Right, Closed, EntersTheSystem, LeavesTheRoot, OpenBefore, CannotMount };
        const int result = inChild([&]() -> int {
            if (::unshare(CLONE_NEWNS | (::geteuid() == 0 ? 0 : CLONE_NEWUSER)) != 0 ||
                ::mount(nullptr, "/", nullptr, MS_REC | MS_PRIVATE, nullptr) != 0 ||
                ::mount("none", target.constData(), "tmpfs", 0, nullptr) != 0 ||
                ::mkdir(system.constData(), 0700) != 0 ||
                ::mount("/proc", system.constData(), nullptr, MS_BIND | MS_REC, nullptr) != 0)
                return CannotMount;
            const auto root = openRoot(m_fixture->root(), containment);
            if (root->open("sub/deep", O_RDONLY | O_DIRECTORY))
                return OpenBefore;
            root->setCrossesVolumes(true);
            if (!root->open("sub/deep/new", O_RDWR | O_CREAT, 0600))
                return Closed;
            if (root->open("sub/proc/version", O_RDONLY) || root->open("sub/proc", O_PATH) ||
                root->open("sub/proc/self/root", O_PATH | O_DIRECTORY))
                return EntersTheSystem;
            return root->open("sub/out", O_RDONLY) ? LeavesTheRoot : Right;
        });
        if (result == CannotMount)
            QSKIP("this machine does not let the test mount anything");
        QCOMPARE(result, int(Right));
    }

    void tellsThatItsVolumeWasUnmounted()
    {
        const QByteArray place = QFile::encodeName(m_fixture->root(u"sub/deep"_s));
        enum { Right, GoneTooEarly, NotNoticed, TakesTheFolderBelow, NotTheSameAgain, CannotMount };
        const int result = inChild([&]() -> int {
            const auto mounted = [&] {
                return ::mount("none", place.constData(), "tmpfs", 0, nullptr) == 0;
            };
            if (::unshare(CLONE_NEWNS | (::geteuid() == 0 ? 0 : CLONE_NEWUSER)) != 0 ||
                ::mount(nullptr, "/", nullptr, MS_REC | MS_PRIVATE, nullptr) != 0 || !mounted())
                return CannotMount;
            const auto root = openRoot(QString::fromUtf8(place), Containment::Walk);
            if (root->isGone())
                return GoneTooEarly;
            // As a drive goes that is pulled out: what was open stays usable, to nobody's good.
            if (::umount2(place.constData(), MNT_DETACH) != 0 || !root->open(".", O_PATH) ||
                !root->isUnmounted() || !root->isGone())
                return NotNoticed;
            const auto below = openRoot(QString::fromUtf8(place), Containment::Walk);
            if (isSameVolume(root->volume(), below->volume()) || below->isGone())
                return TakesTheFolderBelow;
            if (!mounted())
                return CannotMount;
            const auto again = openRoot(QString::fromUtf8(place), Containment::Walk);
            return isSameVolume(root->volume(), again->volume()) ? Right : NotTheSameAgain;
        });
        if (result == CannotMount)
            QSKIP("this machine does not let the test mount anything");
        QCOMPARE(result, int(Right));
    }

    void neverReachesOutsideInARace_data()
    {
        QTest::addColumn<Containment>("containment");
        QTest::addColumn<QString>("kept");
        QTest::addColumn<QString>("replaced");
        QTest::addColumn<QString>("path");
        const auto add = [](const char *name, const QString &kept, const QString &replaced,
                            const QString &path) {
            addForAll(name, [=](QTestData &row) { row << kept << replaced << path; });
        };
        add("a folder becomes a link", u"swapped"_s, u"leak"_s, u"swapped/secret.txt"_s);
        add("a file becomes a link", u"swapped/secret.txt"_s, u"twice-up"_s,
            u"swapped/secret.txt"_s);
        add("below a folder that becomes a link", u"a"_s, u"leak"_s, u"a/b/secret.txt"_s);
    }
    void neverReachesOutsideInARace()
    {
        QFETCH(Containment, containment);
        QFETCH(QString, kept);
        QFETCH(QString, replaced);
        QFETCH(QString, path);
        m_fixture->file(u"swapped/secret.txt"_s);
        m_fixture->file(u"a/b/secret.txt"_s);
        m_fixture->link(u"twice-up"_s, u"../../outside/secret.txt"_s);
        QDir().mkpath(m_fixture->outside(u"b"_s));
        MountFixture::write(m_fixture->outside(u"b/secret.txt"_s), "secret"_ba);
        const auto root = openRoot(m_fixture->root(), containment);
        const QByteArray naivePath = QFile::encodeName(m_fixture->root(path));

        // 10^6 shows more, and takes minutes.
        const int wished = qEnvironmentVariableIntValue("GLOVEBOX_TEST_RACES");
        const int attempts = wished > 0 ? wished : 10'000;
        int inside = 0;
        int outside = 0;
        int naiveOutside = 0;
        const Swapper swapper(m_fixture->root(), {kept, replaced});
        // Goes on until the control was outside: otherwise the race did not take place.
        for (int i = 0; i < attempts || (i < 50 * attempts && naiveOutside == 0); ++i) {
            if (const auto fd = root->open(path.toUtf8(), O_RDONLY)) {
                const QByteArray content = contentOf(fd->value());
                inside += content == "inside" ? 1 : 0;
                outside += content == "secret" ? 1 : 0;
            }
            const UniqueFd naive(::open(naivePath.constData(), O_RDONLY | O_CLOEXEC));
            if (naive.isValid() && contentOf(naive.value()) == "secret")
                ++naiveOutside;
        }
        QVERIFY2(naiveOutside > 0, "the control was never outside");
        QVERIFY(inside > 0);
        QCOMPARE(outside, 0);
        qInfo("%d swaps: inside %d, refused %d; the control was outside %d times", swapper.swaps(),
              inside, attempts - inside, naiveOutside);
    }

    void findsTheFolderOfANewFile_data() { addContainments(); }
    void findsTheFolderOfANewFile()
    {
        QFETCH(Containment, containment);
        const auto root = openRoot(m_fixture->root(), containment);
        const auto entry = root->entry("indir/deep/new");
        QVERIFY(entry.has_value());
        QCOMPARE(entry->name, "new"_ba);
        QCOMPARE(root->depth(entry->folder.value()).value_or(-1), 2);
        QCOMPARE(root->entry("leak/new").error_or(0), EXDEV);
        QCOMPARE(root->entry("")->name, "."_ba);
        QCOMPARE(root->entry("new")->name, "new"_ba);
    }

    void knowsHowDeepAFolderIs_data() { addContainments(); }
    void knowsHowDeepAFolderIs()
    {
        QFETCH(Containment, containment);
        const auto root = openRoot(m_fixture->root(), containment);
        QCOMPARE(root->depth(root->fd()).value_or(-1), 0);
        const UniqueFd outside(
            ::open(QFile::encodeName(m_fixture->outside()).constData(), O_PATH | O_CLOEXEC));
        QCOMPARE(root->depth(outside.value()).error_or(0), EXDEV);
    }

    void walksWhereOpenat2IsRefused_data()
    {
        QTest::addColumn<int>("error");
        QTest::newRow("seccomp of containers") << EPERM;
        QTest::newRow("old kernel") << ENOSYS;
    }
    void walksWhereOpenat2IsRefused()
    {
        QFETCH(int, error);
        QCOMPARE(availableContainment(), Containment::Kernel);
        const int walks = inChild([error] {
            return refuseOpenat2(error) && availableContainment() == Containment::Walk ? 1 : 0;
        });
        QCOMPARE(walks, 1);
    }

    void knowsWhichLinksStayInside_data()
    {
        QTest::addColumn<QByteArray>("target");
        QTest::addColumn<int>("depth");
        QTest::addColumn<bool>("inside");
        QTest::newRow("beside") << "file"_ba << 0 << true;
        QTest::newRow("below") << "a/b"_ba << 0 << true;
        QTest::newRow("up within") << "../a"_ba << 1 << true;
        QTest::newRow("up to the root") << "../.."_ba << 2 << true;
        QTest::newRow("up too far") << "../../a"_ba << 1 << false;
        QTest::newRow("up from the root") << "../a"_ba << 0 << false;
        QTest::newRow("absolute") << "/etc"_ba << 5 << false;
        QTest::newRow("empty") << ""_ba << 0 << false;
        // "a" may be a link that leads up, so what ".." means behind it is not known.
        QTest::newRow("up behind a name") << "a/../b"_ba << 3 << false;
    }
    void knowsWhichLinksStayInside()
    {
        QFETCH(QByteArray, target);
        QFETCH(int, depth);
        QFETCH(bool, inside);
        QCOMPARE(linkStaysInside(target, depth), inside);
    }

private:
    std::unique_ptr<MountFixture> m_fixture;
};

QTEST_GUILESS_MAIN(TestContainment)
#include "tst_containment.moc"
