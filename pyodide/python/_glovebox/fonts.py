# SPDX-License-Identifier: MIT
"""Japanese, Chinese and Korean text in matplotlib, whatever fonts a program names."""

import dataclasses
import os

from . import hooks, host

FAMILY = "Noto Sans CJK JP"
# The CJK family first: text that holds $…$ is drawn with the first family only.
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
)

_fonts = []


def install(fonts):
    """`fonts`: [{"url", "path"}]; nothing is fetched before matplotlib looks for fonts."""
    _fonts[:] = fonts
    hooks.after_import("matplotlib.font_manager", _prepare)


def _prepare(font_manager):
    paths = [_write(font["url"], font["path"]) for font in _fonts]
    if not paths:
        return
    manager = font_manager.fontManager
    for path in paths:
        manager.addfont(path)
    add_aliases(manager)
    _fall_back_to(font_manager.FontManager, paths[0])
    prefer_cjk()


def _write(url, path):
    """Files are not part of a snapshot, and 20 MB are not fetched for nothing."""
    if not os.path.exists(path):
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "wb") as file:
            file.write(host.fetch_now(url).to_bytes())
    return path


def add_aliases(manager):
    known = {entry.name for entry in manager.ttflist}
    for entry in [e for e in manager.ttflist if e.name == FAMILY]:
        for alias in ALIASES:
            if alias not in known:
                manager.ttflist.append(dataclasses.replace(entry, name=alias))


def _fall_back_to(manager_class, path):
    """Glyphs that none of a program's own families has come from the CJK font."""
    original = manager_class._find_fonts_by_props

    def find_fonts(self, prop, *args, **named):
        found = original(self, prop, *args, **named)
        return found if path in found else [*found, path]

    manager_class._find_fonts_by_props = find_fonts


def prefer_cjk():
    """As current settings and as the defaults to which styles go back."""
    import matplotlib

    for params in (matplotlib.rcParams, matplotlib.rcParamsDefault, matplotlib.rcParamsOrig):
        generic = [name for name in params["font.sans-serif"] if name != FAMILY]
        dict.__setitem__(params, "font.sans-serif", [FAMILY, *generic])
        dict.__setitem__(params, "font.family", list(FAMILIES))
