// SPDX-License-Identifier: MIT
#include "magic.h"

#include <algorithm>
#include <array>

namespace glovebox::notebook {

using namespace Qt::StringLiterals;

namespace {

// Each reads the cell on its standard input. A compiler makes its program in a temporary file.
constexpr std::array magics{
    Magic{"python"_L1, "%%python3"_L1, "python"_L1},
    Magic{"quickjs"_L1, "%%script node"_L1, "javascript"_L1},
    Magic{"clang"_L1, R"(%%script sh -c "f=$(mktemp) && cc -x c -o $f - && $f")"_L1, "c"_L1},
    Magic{"clangpp"_L1, R"(%%script sh -c "f=$(mktemp) && c++ -x c++ -o $f - && $f")"_L1, "cpp"_L1},
    Magic{"ruby"_L1, "%%ruby"_L1, "ruby"_L1},
    Magic{"php-cgi"_L1, "%%script php"_L1, "php"_L1},
    Magic{"sqlite"_L1, "%%script sqlite3"_L1, "sql"_L1},
};

} // namespace

const Magic *magicOf(QStringView runtime)
{
    const auto found =
        std::ranges::find_if(magics, [&](const Magic &magic) { return magic.runtime == runtime; });
    return found == magics.end() ? nullptr : &*found;
}

} // namespace glovebox::notebook
