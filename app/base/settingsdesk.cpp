// SPDX-License-Identifier: MIT
#include "settingsdesk.h"
