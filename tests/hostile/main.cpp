// SPDX-License-Identifier: MIT
// Boundary tests: for every attempt, that it does not reach its aim, and a control that shows that
// the attempt is a real one.
//   tst_hostile [FAMILY [QtTest's arguments]]
#include "box.h"
#include "families.h"

#include <QCoreApplication>

#include <cstdio>
#include <unistd.h>

using namespace glovebox::hostile;

int main(int argc, char *argv[])
{
    QCoreApplication application(argc, argv);
    if (::geteuid() == 0) {
        std::fputs("These tests prove nothing as root: use run.sh.\n", stderr);
        return 1;
    }
    const std::pair<const char *, std::unique_ptr<QObject> (*)()> families[] = {
        {"seals", makeSeals},         {"enginefiles", makeEngineFiles},
        {"network", makeNetwork},     {"scheme", makeScheme},
        {"forgery", makeForgery},     {"betweenruns", makeBetweenRuns},
        {"storage", makeStorage},     {"python", makePython},
        {"files", makeFiles},         {"pages", makePages},
        {"resources", makeResources}, {"wheels", makeWheels},
    };
    QStringList arguments = QCoreApplication::arguments();
    const QString only = arguments.size() > 1 ? arguments.takeAt(1) : QString();
    int failures = 0;
    for (const auto &[name, make] : families) {
        if (only.isEmpty() || only == QLatin1StringView(name))
            failures += QTest::qExec(make().get(), arguments);
        sealedBox().closeSessions();
    }
    closeBoxes();
    constexpr int wanted = 60;
    const int attempts = attemptsShown();
    if (only.isEmpty() && failures == 0 && attempts < wanted) {
        std::printf("only %d attempts: some rows did not run\n", attempts);
        return 1;
    }
    return failures;
}
