// SPDX-License-Identifier: MIT
#include "scratchdesk.h"
