// SPDX-License-Identifier: MIT
#pragma once

#include <QString>

namespace glovebox::ui {

// A formula of LaTeX as a line of text: \frac{a}{b} is a/b, x^2 is x², \alpha is α. What has no
// letter of its own stays as it was written, so that nothing is lost. For reading, not for
// typesetting.
QString mathText(QStringView latex);

} // namespace glovebox::ui
