# SPDX-License-Identifier: MIT
"""What hides itself: (name, code, rules that must be found, at least)."""

import base64
import zlib

_HIDDEN = base64.b64encode(b"import os; os.system('id')").decode()
_PACKED = base64.b64encode(zlib.compress(b"import os; os.system('id')")).decode()
_NUMBERS = list(b"import os; os.system('id')")
_LONG = base64.b64encode(bytes(range(256)) * 4).decode()

PROGRAMS = [
    ("base64 and exec", f"import base64\nexec(base64.b64decode('{_HIDDEN}'))\n", "decode-and-run run-text"),
    ("base64 in a variable", f"import base64 as b\ndata = b.b64decode('{_HIDDEN}')\ncode = data.decode()\nexec(code)\n",
     "decode-and-run run-text"),
    ("packed twice", f"import zlib, base64\nexec(zlib.decompress(base64.b64decode('{_PACKED}')))\n", "decode-and-run"),
    ("hex", f"exec(bytes.fromhex('{_HIDDEN.encode().hex()}'))\n", "decode-and-run"),
    ("rot13", "import codecs\nexec(codecs.decode('vzcbeg bf', 'rot13'))\n", "decode-and-run"),
    ("backwards", "exec(')\"di\"(metsys.so;so tropmi'[::-1])\n", "decode-and-run run-text"),
    ("marshalled", "import marshal, types\nexec(marshal.loads(b'...'))\n", "unpickle run-text"),
    ("numbers", f"exec(bytes({_NUMBERS}))\n", "built-text run-text"),
    ("numbers in a variable", f"n = {_NUMBERS}\nexec(''.join(chr(i) for i in n))\n", "built-text run-text"),
    ("numbers through map", f"exec(''.join(map(chr, {_NUMBERS})))\n", "built-text run-text"),
    ("chr by chr", "f = chr(101) + chr(118) + chr(97) + chr(108)\n__builtins__.__dict__[f]('1')\n",
     "built-text run-text"),
    ("xor", f"eval(''.join(chr(c ^ 7) for c in {[n ^ 7 for n in _NUMBERS]}))\n", "built-text run-text"),
    ("split name", "import os\ngetattr(os, 'sys' + 'tem')('id')\n", "process"),
    ("joined name", "import os\ngetattr(os, ''.join(['s', 'y', 's', 't', 'e', 'm']))('id')\n", "process built-text"),
    ("reversed name", "import os\ngetattr(os, 'metsys'[::-1])('id')\n", "process"),
    ("formatted name", "import os\ns = 'sys'\ngetattr(os, f'{s}tem')('id')\n", "process"),
    ("replaced name", "import os\ngetattr(os, 'sXstem'.replace('X', 'y'))('id')\n", "process"),
    ("import of a split name", "__import__('sub' + 'process').run('id')\n", "process dynamic-import"),
    ("import of a decoded name", "import base64\n__import__(base64.b64decode('b3M=').decode()).system('id')\n",
     "process dynamic-import decode-and-run"),
    ("eval through builtins", "import builtins as b\ngetattr(b, 'ev' + 'al')('1')\n", "run-text"),
    ("eval through a lambda", "(lambda f: f('1'))(eval)\n", "run-text"),
    ("eval through a list", "[eval][0]('1')\n", "run-text"),
    ("eval as a default", "def f(x, run=eval):\n    return run(x)\n", "run-text"),
    ("eval as a decorator", "@exec\n@str\nclass X: pass\n", "run-text"),
    ("walrus", "(e := eval)('1')\n", "run-text"),
    ("styled letters", "𝓮𝔁𝓮𝓬('print(1)')\n", "look-alike run-text"),
    ("wide letters", "ｅｖａｌ('1')\n", "look-alike run-text"),
    ("cyrillic in a name", "pаssword = 1\n", "look-alike"),
    ("greek in a name", "prοcess = 1\n", "look-alike"),
    ("known name in cyrillic", "def ореn(x): return x\nореn('a')\n", "look-alike"),
    ("zero width", "is_ad\u200bmin = 1\n".replace("\u200b", "") + "x = 'a\u200bb'\n", "invisible-character"),
    ("bidi", "access = 'user\u202e \u2066# admin\u2069 \u2066'\n", "direction-character"),
    ("tag characters", "x = 'ok\U000e0069\U000e0067'\n", "invisible-character"),
    ("hangul filler", "ㅤ = 1\n", "invisible-character"),
    ("far to the right", "x = 1" + " " * 200 + "; import os; os.system('id')\n", "hidden-tail process"),
    ("tabs to the right", "x = 1;" + "\t" * 90 + "import socket\n", "hidden-tail socket"),
    ("carriage return", "print('safe')  # \rimport os; os.system('id')\n", "control-character process"),
    ("escape sequence", "# \x1b[2K\x1b[1A nothing to see\nprint(1)\n", "control-character"),
    ("long literal", f"data = '{_LONG}'\n", "long-literal"),
    ("long number", "n = " + "0x" + "7f" * 400 + "\n", "long-literal"),
    ("dunder in a format", "'{0.__class__.__mro__}'.format(())\n", "dunder-walk"),
    ("name in a string", "eval('().__class__.__subclasses__()')\n", "run-text dunder-walk"),
    ("attrgetter", "import operator\noperator.attrgetter('__globals__')(print)\n", "dunder-walk"),
    ("flood of notes", "".join(f"import sys as s{i}\n" for i in range(400)) + "import os\nos.system('id')\n", "process"),
    ("flood of looks", "".join(f"eval('{i}')\n" for i in range(400)) + "import os\nos.system('id')\n", "process"),
    ("get_ipython", "get_ipython().system('rm -rf /mnt/data')\n", "shell-command file-delete"),
    ("get_ipython by parts", "getattr(get_ipython(), 'sys' + 'tem')('id')\n", "dynamic-attribute"),
]
