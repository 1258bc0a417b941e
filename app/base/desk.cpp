// SPDX-License-Identifier: MIT
#include "desk.h"
