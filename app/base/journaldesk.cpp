// SPDX-License-Identifier: MIT
#include "journaldesk.h"
