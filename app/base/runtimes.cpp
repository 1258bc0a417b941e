// SPDX-License-Identifier: MIT
#include "runtimes.h"

#include <algorithm>
#include <array>

namespace glovebox {

using namespace Qt::StringLiterals;

std::span<const Runtime> runtimes()
{
    static const std::array all{
        Runtime{u"python"_s, u"Python"_s, u"3.11.3"_s, u"Python"_s, u"python-3.11.3.wasm"_s},
        Runtime{u"quickjs"_s, u"JavaScript"_s, {}, u"JavaScript"_s, u"wasmedge_quickjs.wasm"_s},
        Runtime{u"clang"_s, u"C"_s, u"8.0.1"_s, u"C"_s, u"clang.wasm"_s},
        Runtime{u"clangpp"_s, u"C++"_s, u"8.0.1"_s, u"C++"_s, u"clang.wasm"_s},
        Runtime{u"ruby"_s, u"Ruby"_s, u"3.2.0"_s, u"Ruby"_s, u"ruby-3.2.0.wasm"_s},
        Runtime{u"php-cgi"_s, u"PHP"_s, u"8.2.0"_s, u"PHP/PHP"_s, u"php-cgi-8.2.0.wasm"_s},
        Runtime{u"sqlite"_s, u"SQL"_s, u"3.26.0"_s, u"SQL"_s, u"sqlite.wasm"_s},
    };
    return all;
}

const Runtime *runtimeFor(QStringView id)
{
    const auto all = runtimes();
    const auto it = std::ranges::find(all, id, &Runtime::id);
    return it == all.end() ? nullptr : &*it;
}

} // namespace glovebox
