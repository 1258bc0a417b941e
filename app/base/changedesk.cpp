// SPDX-License-Identifier: MIT
#include "changedesk.h"
