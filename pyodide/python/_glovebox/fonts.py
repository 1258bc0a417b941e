# SPDX-License-Identifier: MIT
"""Japanese, Chinese and Korean text in matplotlib and PIL, whatever fonts a program names."""

import dataclasses
import functools
import logging
import os
import sys

from . import hooks, host

FAMILY = "Noto Sans CJK JP"
FAMILIES = [FAMILY, "DejaVu Sans"]

# What programs call such fonts on the systems that they were written for.
ALIASES = (
    "Noto Sans JP", "Noto Sans CJK", "Noto Sans CJK SC", "Noto Sans CJK TC", "Noto Sans CJK KR",
    "Noto Sans SC", "Noto Sans TC", "Noto Sans KR", "Noto Serif CJK JP", "Noto Serif JP",
    "Source Han Sans", "Source Han Sans JP", "Source Han Sans SC", "Source Han Sans CN",
    "Yu Gothic", "YuGothic", "Yu Gothic UI", "Yu Mincho", "YuMincho", "Meiryo", "Meiryo UI",
    "MS Gothic", "MS PGothic", "MS UI Gothic", "MS Mincho", "MS PMincho", "BIZ UDGothic",
    "BIZ UDPGothic", "Hiragino Sans", "Hiragino Kaku Gothic Pro", "Hiragino Kaku Gothic ProN",
    "Hiragino Maru Gothic Pro", "Hiragino Maru Gothic ProN", "Hiragino Mincho ProN", "Osaka",
    "IPAexGothic", "IPAGothic", "IPAPGothic", "IPAexMincho", "IPAMincho", "TakaoGothic",
    "TakaoPGothic", "TakaoExGothic", "VL Gothic", "VL PGothic", "Migu 1P", "Ricty",
    "Microsoft YaHei", "Microsoft YaHei UI", "Microsoft JhengHei", "SimHei", "SimSun", "NSimSun",
    "KaiTi", "FangSong", "DengXian", "PingFang SC", "PingFang TC", "PingFang HK", "Heiti SC",
    "Heiti TC", "STHeiti", "STXihei", "STSong", "STKaiti", "Hiragino Sans GB", "Songti SC",
    "WenQuanYi Micro Hei", "WenQuanYi Zen Hei", "Arial Unicode MS", "PMingLiU", "MingLiU",
    "Malgun Gothic", "Gulim", "Dotum", "Batang", "AppleGothic", "AppleMyungjo",
    "Apple SD Gothic Neo", "NanumGothic", "Nanum Gothic", "NanumBarunGothic", "NanumMyeongjo",
    "Noto Sans HK", "Noto Sans CJK HK", "Noto Sans Mono CJK JP", "Noto Sans Mono CJK SC",
    "Noto Sans Mono CJK TC", "Noto Sans Mono CJK KR", "Noto Serif CJK SC", "Noto Serif CJK TC",
    "Noto Serif CJK KR", "Noto Serif SC", "Noto Serif TC", "Noto Serif KR", "Source Han Sans TC",
    "Source Han Sans TW", "Source Han Sans KR", "Source Han Sans K", "Source Han Serif",
    "Source Han Serif JP", "Source Han Serif SC", "Source Han Serif CN", "Source Han Serif TC",
    "Source Han Serif KR", "Droid Sans Fallback", "Droid Sans Japanese", "M PLUS 1p", "M+ 1p",
    "M PLUS Rounded 1c", "Kosugi", "Kosugi Maru", "Sawarabi Gothic", "Sawarabi Mincho",
    "Zen Kaku Gothic New", "UDEV Gothic", "HGGothicM", "LiHei Pro", "LiSong Pro", "LiSu", "YouYuan",
    "STFangsong", "STHeiti SC", "STHeiti TC", "Kaiti SC", "Kaiti TC", "DFKai-SB", "BiauKai",
    "AR PL UMing CN", "AR PL UKai CN", "UnDotum", "UnBatang", "GulimChe", "DotumChe", "Gungsuh",
    # As systems in these languages call them.
    "メイリオ", "游ゴシック", "游ゴシック体", "游明朝", "游明朝体", "ＭＳ ゴシック", "ＭＳ Ｐゴシック",
    "ＭＳ 明朝", "ＭＳ Ｐ明朝", "MS ゴシック", "MS Pゴシック", "MS 明朝", "ヒラギノ角ゴシック",
    "ヒラギノ角ゴ ProN", "ヒラギノ角ゴ Pro", "ヒラギノ丸ゴ ProN", "ヒラギノ明朝 ProN", "IPAゴシック",
    "IPAexゴシック", "IPA明朝", "微软雅黑", "宋体", "新宋体", "黑体", "楷体", "仿宋", "等线", "苹方-简",
    "华文黑体", "华文宋体", "思源黑体", "思源宋体", "微軟正黑體", "新細明體", "細明體", "標楷體", "蘋方-繁",
    "맑은 고딕", "굴림", "돋움", "바탕", "궁서", "나눔고딕", "나눔명조", "애플고딕",
)

# The same for Latin text, by what is carried in their place.
LATIN = {
    "DejaVu Sans": (
        "Arial", "Arial Black", "Arial Narrow", "Helvetica", "Helvetica Neue", "Verdana", "Tahoma",
        "Calibri", "Candara", "Segoe UI", "Trebuchet MS", "Century Gothic", "Lucida Grande",
        "Lucida Sans", "Lucida Sans Unicode", "Geneva", "Gill Sans", "Futura", "Optima", "Avenir",
        "Franklin Gothic Medium", "Liberation Sans", "Nimbus Sans", "Nimbus Sans L", "FreeSans",
        "Bitstream Vera Sans", "Noto Sans", "Open Sans", "Roboto", "Lato", "Inter", "Montserrat",
        "Source Sans Pro", "Source Sans 3", "Fira Sans", "IBM Plex Sans", "Ubuntu", "Cantarell",
        "Droid Sans", "Impact", "Comic Sans MS", "Comic Neue", "Humor Sans", "xkcd", "xkcd Script",
    ),
    "DejaVu Serif": (
        "Times New Roman", "Times", "Georgia", "Cambria", "Garamond", "Palatino", "Constantia",
        "Palatino Linotype", "Book Antiqua", "Bookman Old Style", "Baskerville", "Didot",
        "Liberation Serif", "Nimbus Roman", "Nimbus Roman No9 L", "FreeSerif", "Noto Serif",
        "Bitstream Vera Serif", "New Century Schoolbook", "Century Schoolbook", "Charter",
        "Computer Modern Roman", "CMU Serif", "Latin Modern Roman", "Linux Libertine",
        "Source Serif Pro", "IBM Plex Serif", "Merriweather", "Droid Serif",
    ),
    "DejaVu Sans Mono": (
        "Courier New", "Courier", "Consolas", "Menlo", "Monaco", "Andale Mono", "Lucida Console",
        "Liberation Mono", "Nimbus Mono", "FreeMono", "Bitstream Vera Sans Mono", "Noto Sans Mono",
        "Roboto Mono", "Source Code Pro", "Fira Code", "Fira Mono", "JetBrains Mono",
        "Cascadia Code", "Cascadia Mono", "IBM Plex Mono", "Inconsolata", "Ubuntu Mono", "SF Mono",
    ),
}

# Where writing begins that no Latin font has.
_FIRST_CJK = 0x2E80

_fonts = []
# Families that a run asked for and nobody has, in the order of asking.
_unknown = {}
# Files of fonts that a run named for PIL, likewise.
_missing_files = {}


def install(fonts):
    """`fonts`: [{"url", "path"}]; nothing is fetched before matplotlib looks for fonts."""
    _fonts[:] = fonts
    hooks.after_import("matplotlib.font_manager", _prepare)
    hooks.after_import("matplotlib._mathtext", _complete_mathtext)
    hooks.after_import("PIL.ImageFont", _answer_pil)


def _answer_pil(image_font):
    """PIL takes fonts by their files, and programs name those of the systems that they were
    written for."""
    original = image_font.truetype

    @functools.wraps(original)
    def truetype(font, *args, **named):
        if not _fonts or not isinstance(font, (str, os.PathLike)) or os.path.exists(font):
            return original(font, *args, **named)
        name = os.path.basename(os.fspath(font))
        if not str(name).lower().endswith((".ttf", ".ttc", ".otf")):
            return original(font, *args, **named)
        if name != os.path.basename(_fonts[0]["path"]):
            _missing_files.setdefault(name, None)
        return original(_write(_fonts[0]["url"], _fonts[0]["path"]), *args, **named)

    image_font.truetype = truetype


def _prepare(font_manager):
    manager = font_manager.fontManager
    logging.getLogger("matplotlib.font_manager").addFilter(_UnknownFamilies())
    for family, aliases in LATIN.items():
        add_aliases(manager, family, aliases)
    paths = [_write(font["url"], font["path"]) for font in _fonts]
    if not paths:
        return
    for path in paths:
        manager.addfont(path)
    add_aliases(manager, FAMILY, ALIASES)
    _fall_back_to(font_manager.FontManager, paths[0])
    prefer_cjk()


class _UnknownFamilies(logging.Filter):
    """matplotlib complains for each text that it draws; once, about all of them, is clearer."""

    def filter(self, record):
        if not str(record.msg).startswith("findfont: Font family"):
            return True
        if isinstance(record.args, tuple) and len(record.args) == 1:
            _unknown.setdefault(str(record.args[0]), None)
        return False


def report_unknown():
    if _missing_files:
        names = ", ".join(f"'{name}'" for name in _missing_files)
        _missing_files.clear()
        print(f"PIL: there is no font file {names} here. {FAMILY} was taken instead, which has "
              "Latin, Japanese, Chinese and Korean.", file=sys.stderr)
    if _unknown:
        names = ", ".join(f"'{name}'" for name in _unknown)
        _unknown.clear()
        print(f"matplotlib: no font is called {names} here. The text was drawn in {FAMILY}, which "
              "has Latin, Japanese, Chinese and Korean.", file=sys.stderr)


def _write(url, path):
    """Files are not part of a snapshot, and 20 MB are not fetched for nothing."""
    if not os.path.exists(path):
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "wb") as file:
            file.write(host.fetch_now(url).to_bytes())
    return path


def add_aliases(manager, family, aliases):
    known = {entry.name for entry in manager.ttflist}
    for entry in [e for e in manager.ttflist if e.name == family]:
        for alias in aliases:
            if alias not in known:
                manager.ttflist.append(dataclasses.replace(entry, name=alias))


def _fall_back_to(manager_class, path):
    """Glyphs that none of a program's own families has come from the CJK font."""
    original = manager_class._find_fonts_by_props

    def find_fonts(self, prop, *args, **named):
        found = original(self, prop, *args, **named)
        return found if path in found else [*found, path]

    manager_class._find_fonts_by_props = find_fonts


def _complete_mathtext(mathtext):
    """Text that holds $…$ is drawn with its first family only, and formulas with fonts of their
    own: both get the CJK font's characters."""
    if not _fonts:
        return
    from matplotlib.font_manager import get_font

    path = _fonts[0]["path"]
    for fonts in vars(mathtext).values():
        if isinstance(fonts, type) and issubclass(fonts, mathtext.TruetypeFonts) \
                and "_get_glyph" in vars(fonts):
            fonts._get_glyph = _with_cjk(fonts._get_glyph, lambda: get_font(path))


def _with_cjk(original, cjk_font):
    def get_glyph(self, fontname, font_class, sym):
        if len(sym) == 1 and ord(sym) >= _FIRST_CJK and not _is_private(ord(sym)):
            font = cjk_font()
            if font.get_char_index(ord(sym)) != 0:
                return font, ord(sym), False
        return original(self, fontname, font_class, sym)

    return get_glyph


def _is_private(code):
    """Where mathematical fonts keep pieces of brackets and roots; and their alphabets."""
    return 0xE000 <= code <= 0xF8FF or 0x1D400 <= code <= 0x1D7FF


def prefer_cjk():
    """As current settings and as the defaults to which styles go back."""
    import matplotlib

    for params in (matplotlib.rcParams, matplotlib.rcParamsDefault, matplotlib.rcParamsOrig):
        generic = [name for name in params["font.sans-serif"] if name != FAMILY]
        dict.__setitem__(params, "font.sans-serif", [FAMILY, *generic])
        dict.__setitem__(params, "font.family", list(FAMILIES))
