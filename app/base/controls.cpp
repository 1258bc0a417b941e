// SPDX-License-Identifier: MIT
#include "controls.h"
