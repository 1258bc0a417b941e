// SPDX-License-Identifier: MIT
#include "packagedetails.h"
