// SPDX-License-Identifier: MIT
#include "packagedesk.h"
