# SPDX-License-Identifier: MIT
"""Sources come into one batch only when neither bears a name that the other keeps to itself."""
import sys
import tempfile
import unittest
from pathlib import Path

sys.path.insert(0, sys.argv.pop(1))
import batches  # noqa: E402


class Batches(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def source(self, text):
        path = self.folder / f"{len(list(self.folder.iterdir()))}.cpp"
        path.write_text(text, encoding="utf-8")
        return batches.Source(str(path))

    def assertKept(self, names, text):
        self.assertEqual(names, self.source(text).kept)

    def assertApart(self, one, other):
        made = batches.batches([self.source(one), self.source(other)], 8)
        self.assertEqual(2, len(made))

    def assertTogether(self, one, other):
        made = batches.batches([self.source(one), self.source(other)], 8)
        self.assertEqual(1, len(made))

    def test_sources_that_share_nothing_come_together(self):
        self.assertTogether("namespace { int one() { return 1; } }", "namespace { int two() { return 2; } }")

    def test_the_same_name_kept_twice_separates(self):
        self.assertApart("namespace a { namespace { constexpr int most = 1; } }",
                         "namespace a { namespace { struct most {}; } }")

    def test_a_kept_name_that_the_other_only_uses_separates(self):
        self.assertApart("namespace { QString shown(int) { return {}; } }", "void f() { shown(u\"x\"_s); }")
        self.assertApart("void f() { shown(u\"x\"_s); }", "namespace { QString shown(int) { return {}; } }")

    def test_a_macro_separates_whatever_it_stands_for(self):
        self.assertApart("#define TRY(x) x", "void f() { TRY(1); }")

    def test_words_in_comments_and_strings_do_not_count(self):
        self.assertTogether("namespace { int most = 1; }",
                            '// most\n/* most */ const char *a() { return "most"; } auto b = R"x(most "most" )x";')

    def test_a_batch_has_no_more_sources_than_asked(self):
        sources = [self.source(f"void f{i}() {{}}") for i in range(5)]
        self.assertEqual([2, 2, 1], [len(batch) for batch in batches.batches(sources, 2)])

    def test_what_an_unnamed_namespace_declares_is_kept(self):
        self.assertKept({"Tr", "limit", "table", "find", "Kind", "Pair", "log", "sizes"}, """
            namespace glovebox { namespace {
            struct Tr { Q_DECLARE_TR_FUNCTIONS(Words) int inner; };
            constexpr qint64 limit{8};
            const QHash<QString, int> table = {{u"a"_s, 1}};
            template<typename T> QList<T> find(const T &what, int most = 3) { int local = 1; return {}; }
            enum class Kind { A, B };
            using Pair = std::pair<int, int>;
            Q_LOGGING_CATEGORY(log, "glovebox.x")
            int sizes[]{1, 2};
            } }""")

    def test_outside_of_it_only_what_no_other_source_sees_is_kept(self):
        self.assertKept({"most", "ready", "Part"}, """
            using namespace Qt::StringLiterals;
            using std::vector;
            namespace glovebox {
            constexpr int most = 1'000;
            static bool ready() { return '{' == '}'; }
            struct Part { int a; };
            struct Desk::Private { int b; };
            QString seen(int a) { static int count; return {}; }
            Desk::Desk() : m_a{1} {}
            }""")


if __name__ == "__main__":
    unittest.main()
