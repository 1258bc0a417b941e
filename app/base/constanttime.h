// SPDX-License-Identifier: MIT
#pragma once

#include <QByteArrayView>

namespace glovebox {

// For keys and marks: looks at every byte whatever it finds.
inline bool equalInConstantTime(QByteArrayView a, QByteArrayView b)
{
    if (a.size() != b.size())
        return false;
    volatile unsigned difference = 0;
    for (qsizetype i = 0; i < a.size(); ++i)
        difference = difference | unsigned(uchar(a[i]) ^ uchar(b[i]));
    return difference == 0;
}

} // namespace glovebox
