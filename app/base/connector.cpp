// SPDX-License-Identifier: MIT
#include "connector.h"
