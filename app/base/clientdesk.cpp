// SPDX-License-Identifier: MIT
#include "clientdesk.h"
