// SPDX-License-Identifier: MIT
// Runs a fuzz target where the compiler has no libFuzzer: every file of the corpus, then mutations
// of them. FOLDER… [-runs=N] [-max_total_time=SECONDS] [-seed=N]; the options are libFuzzer's. An
// input that ends the process is left in the file "crash-input".
#include <QByteArray>
#include <QDir>
#include <QFile>
#include <QList>
#include <QRandomGenerator>

#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <fcntl.h>
#include <unistd.h>

extern "C" int LLVMFuzzerTestOneInput(const unsigned char *data, std::size_t size);

// Read by the sanitizers at their start: what they find ends in SIGABRT, so that the input is kept.
// Visible, because the sanitizers may be shared libraries.
extern "C" [[gnu::visibility("default")]] const char *__asan_default_options();
extern "C" [[gnu::visibility("default")]] const char *__ubsan_default_options();

extern "C" const char *__asan_default_options()
{
    return "abort_on_error=1:handle_abort=0";
}

extern "C" const char *__ubsan_default_options()
{
    return "abort_on_error=1";
}

namespace {

QByteArray current;

void onCrash(int signal)
{
    const int file = ::open("crash-input", O_CREAT | O_WRONLY | O_TRUNC, 0600);
    if (file >= 0 && ::write(file, current.constData(), std::size_t(current.size())) < 0)
        ::_exit(2);
    ::signal(signal, SIG_DFL);
    ::raise(signal);
}

void run(const QByteArray &input)
{
    current = input;
    LLVMFuzzerTestOneInput(reinterpret_cast<const unsigned char *>(input.constData()),
                           std::size_t(input.size()));
}

QByteArray mutated(const QList<QByteArray> &corpus, QRandomGenerator &random)
{
    const auto pick = [&random](qsizetype end) { return qsizetype(random.bounded(qint64(end))); };
    QByteArray bytes = corpus.at(pick(corpus.size()));
    for (qsizetype change = pick(6); change >= 0; --change) {
        const qsizetype at = pick(bytes.size() + 1);
        switch (random.bounded(6)) {
        case 0:
            bytes.insert(at, char(random.bounded(256)));
            break;
        case 1:
            bytes.remove(at, pick(8) + 1);
            break;
        case 2:
            if (at < bytes.size())
                bytes[at] = char(bytes[at] ^ (1 << random.bounded(8)));
            break;
        case 3:
            bytes.insert(at, bytes.mid(pick(bytes.size() + 1), pick(64)));
            break;
        case 4:
            bytes.truncate(at);
            break;
        default: {
            const QByteArray &other = corpus.at(pick(corpus.size()));
            bytes = bytes.left(at) + other.mid(pick(other.size() + 1));
        }
        }
    }
    return bytes;
}

} // namespace

int main(int argc, char **argv)
{
    qint64 runs = -1;
    qint64 seconds = 0;
    quint32 seed = 1;
    QList<QByteArray> corpus{QByteArray()};
    for (int i = 1; i < argc; ++i) {
        if (std::sscanf(argv[i], "-runs=%lld", &runs) == 1 ||
            std::sscanf(argv[i], "-max_total_time=%lld", &seconds) == 1 ||
            std::sscanf(argv[i], "-seed=%u", &seed) == 1) {
            continue;
        }
        const QDir folder(QFile::decodeName(argv[i]));
        const QStringList names = folder.entryList(QDir::Files, QDir::Name);
        for (const QString &name : names) {
            QFile file(folder.filePath(name));
            if (file.open(QIODevice::ReadOnly))
                corpus.append(file.readAll());
        }
    }
    if (corpus.size() < 2) {
        std::fprintf(stderr, "no corpus was found\n");
        return 1;
    }
    std::signal(SIGABRT, onCrash);
    std::signal(SIGSEGV, onCrash);
    for (const QByteArray &input : std::as_const(corpus))
        run(input);
    QRandomGenerator random(seed);
    const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(seconds);
    qint64 done = 0;
    const auto goesOn = [&] {
        if (runs >= 0 && done >= runs)
            return false;
        return seconds == 0 ? runs >= 0 : std::chrono::steady_clock::now() < end;
    };
    for (; goesOn(); ++done)
        run(mutated(corpus, random));
    std::printf("%lld inputs of the corpus and %lld mutations ran\n",
                static_cast<long long>(corpus.size()), static_cast<long long>(done));
    return 0;
}
