// SPDX-License-Identifier: MIT
#include "enginemain.h"

int main(int argc, char *argv[])
{
    return glovebox::engine::runEngine(argc, argv);
}
