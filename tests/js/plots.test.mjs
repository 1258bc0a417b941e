// SPDX-License-Identifier: MIT
// matplotlib in the real interpreter: pictures, their words, and CJK text without a warning.
import assert from "node:assert/strict";
import test, { after, before } from "node:test";
import { Session } from "./support/session.mjs";

let session;
const STRICT = "import warnings, logging; warnings.simplefilter('error')\n";

before(async () => {
    session = new Session();
    await session.ready();
});

after(() => session.close());

async function drawn(code, count = 1) {
    const run = await session.run(STRICT + code);
    assert.equal(run.error?.traceback.join("\n"), undefined);
    assert.equal(run.stderr, "");
    assert.equal(run.displays.length, count);
    for (const { header, data } of run.displays) {
        assert.equal(header.mime, "image/png");
        assert.deepEqual([...data.subarray(0, 4)], [0x89, 0x50, 0x4e, 0x47]);
        assert.deepEqual([data.readUInt32BE(16), data.readUInt32BE(20)],
                         [header.width, header.height]);
    }
    return run;
}

test("plt.show() sends the figure with its title and its content in words", async () => {
    const run = await drawn(`
import matplotlib.pyplot as plt
plt.plot([1, 12], [0, 900], label="東京")
plt.title("月別の売上"); plt.xlabel("月"); plt.ylabel("円"); plt.legend()
plt.show()
print("after")`);
    const { header } = run.displays[0];
    assert.equal(header.title, "月別の売上");
    assert.match(header.text, /x "月" .* to .*; y "円" .*; series "東京"; 1 line/);
    const types = run.frames.map((f) => f.header.type);
    assert.ok(types.indexOf("display") < types.indexOf("stream"), String(types));
});

test("figures left open are sent at the end, and closed", async () => {
    await drawn("plt.figure(); plt.plot([1]); plt.figure(); plt.plot([2]);", 2);
    assert.equal((await session.run("plt.get_fignums()")).result, "[]");
});

test("figures left open by a run that fails are sent too", async () => {
    const run = await session.run("plt.plot([1, 2]); 1/0");
    assert.equal(run.displays.length, 1);
    assert.equal(run.error.ename, "ZeroDivisionError");
});

test("a figure that was shown is not sent again", async () => {
    await drawn("plt.plot([1]); plt.show();", 1);
});

test("fig.show() shows", async () => {
    await drawn("fig, ax = plt.subplots(); ax.plot([1]); fig.show()", 1);
});

for (const family of ["sans-serif", "serif", "monospace", "Yu Gothic", "Meiryo", "MS Gothic",
                      "Hiragino Sans", "IPAexGothic", "Microsoft YaHei", "SimHei",
                      "Malgun Gothic", "Noto Sans JP", "Noto Sans CJK SC", "DejaVu Sans"]) {
    test(`CJK text in the family ${family} is drawn without a warning`, async () => {
        await drawn(`
with plt.rc_context({"font.family": ${JSON.stringify(family)}, "axes.unicode_minus": True}):
    plt.plot([-1, -2]); plt.title("売上 合計 中文 한글 −1", fontweight="bold")
    plt.show()`);
    });
}

for (const [name, code] of [
    ["with mathematics", "plt.title('売上 $x^2$ 合計')"],
    ["in sans-serif's own list", "plt.rcParams['font.sans-serif'] = ['MS Gothic']; plt.title('売上')"],
    ["after a style", "plt.style.use('ggplot'); plt.title('売上')"],
    ["after rcdefaults", "plt.rcdefaults(); plt.title('売上')"],
    ["with japanize_matplotlib", "import japanize_matplotlib; plt.title('売上')"],
    ["with matplotlib_fontja", "import matplotlib_fontja; plt.title('売上')"],
    ["with koreanize_matplotlib", "import koreanize_matplotlib; plt.title('한글')"],
    ["with another backend asked for",
     "import matplotlib; matplotlib.use('TkAgg'); plt.title('売上'); plt.show()"],
    ["with MPLBACKEND changed later",
     "plt.rcParams['backend'] = 'Qt5Agg'; plt.title('売上'); plt.show()"],
    ["with the backend switched", "plt.switch_backend('TkAgg'); plt.title('売上'); plt.show()"],
    ["with Agg asked for", "import matplotlib; matplotlib.use('Agg'); plt.title('売上'); plt.show()"],
    ["saved as SVG and PDF too",
     "plt.title('売上'); plt.savefig('a.svg'); plt.savefig('a.pdf')"],
]) {
    test(`CJK text ${name} is drawn without a warning`, async () => {
        await drawn(code);
    });
}

for (const family of ["Arial", "Helvetica", "Times New Roman", "serif", "monospace", "DejaVu Sans",
                      "Courier New", "Noto Serif SC", "Source Han Serif", "Noto Sans Mono CJK JP",
                      "メイリオ", "游ゴシック", "ヒラギノ角ゴシック", "微软雅黑", "맑은 고딕", "LiHei Pro",
                      "M PLUS 1p", "Droid Sans Fallback"]) {
    test(`CJK text with mathematics in the family ${family} is drawn without a warning`, async () => {
        await drawn(`
with plt.rc_context({"font.family": ${JSON.stringify(family)}}):
    plt.plot([1]); plt.title("売上 $x^2$ 合計 한글"); plt.xlabel("x"); plt.show()`);
    });
}

for (const style of ["seaborn-v0_8", "classic", "ggplot", "dark_background"]) {
    test(`CJK text with mathematics in the style ${style} is drawn without a warning`, async () => {
        await drawn(`
with plt.style.context(${JSON.stringify(style)}):
    plt.plot([1]); plt.title("売上 $x^2$ 合計"); plt.ylabel("円"); plt.show()`);
    });
}

for (const formula of ["\\mathrm{売上}", "\\text{売上}", "α_{合計}", "\\mathbf{合}", "\\frac{売上}{数}"]) {
    for (const fontset of ["dejavusans", "cm", "stix", "custom"]) {
        test(`the formula ${formula} is drawn with ${fontset}, without a warning`, async () => {
            await drawn(`
with plt.rc_context({"mathtext.fontset": "${fontset}"}):
    plt.plot([1]); plt.title(r"$${formula}$"); plt.savefig("a.svg"); plt.savefig("a.pdf"); plt.show()`);
        });
    }
}

test("CJK text in formulas is really drawn", async () => {
    const run = await session.run(`
import numpy as np
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
def ink(text, family):
    fig = Figure(); canvas = FigureCanvasAgg(fig)
    fig.text(.1, .5, text, fontsize=40, family=family); canvas.draw()
    return np.asarray(canvas.buffer_rgba()).tobytes()
[ink(rf"$\mathrm{{{a}}}$", f) != ink(rf"$\mathrm{{{b}}}$", f)
 for f in ("Arial", "serif") for a, b in (("売", "上"), ("한", "글"))]`);
    assert.equal(run.result, "[True, True, True, True]");
});

test("MPLBACKEND set before the import shows all the same", async () => {
    const other = new Session();
    try {
        await other.ready();
        const run = await other.run(`
import os; os.environ["MPLBACKEND"] = "TkAgg"
import matplotlib.pyplot as plt
plt.plot([1]); plt.show()`);
        assert.equal(run.error?.traceback.join("\n"), undefined);
        assert.equal(run.displays.length, 1);
    } finally {
        await other.close();
    }
});

test("the CJK text is really drawn", async () => {
    // A box for a missing glyph looks the same for every character.
    const run = await session.run(`
import numpy as np
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
def ink(text):
    fig = Figure(); canvas = FigureCanvasAgg(fig); fig.text(.1, .5, text, fontsize=40); canvas.draw()
    return np.asarray(canvas.buffer_rgba()).tobytes()
[ink(a) != ink(b) for a, b in (("売", "上"), ("한", "글"), ("中", "国"), ("$x$売", "$x$上"))]`);
    assert.equal(run.result, "[True, True, True, True]");
});

test("a picture as last value is shown", async () => {
    const run = await session.run(
        "from PIL import Image\nImage.new('RGB', (30, 20), 'red')");
    assert.equal(run.displays.length, 1);
    assert.deepEqual([run.displays[0].header.width, run.displays[0].header.height], [30, 20]);
});

test("display() shows pictures and prints the rest", async () => {
    const run = await session.run("display(Image.new('L', (5, 5)), {'a': 1})");
    assert.equal(run.displays.length, 1);
    assert.equal(run.stdout, "{'a': 1}\n");
});

test("a large picture arrives whole", async () => {
    const run = await session.run(`
import hashlib, io
big = Image.frombytes("RGB", (900, 900), np.random.default_rng(1).bytes(900 * 900 * 3))
buffer = io.BytesIO(); big.save(buffer, "PNG")
print(len(buffer.getvalue()))
big`);
    assert.ok(run.all("display").length > 2);
    assert.equal(run.displays[0].data.length, run.all("display")[0].header.total);
    assert.equal(run.displays[0].data.subarray(-8, -4).toString(), "IEND");
});

// --- what figures may be

test("fonts that nobody has are named once, in one sentence", async () => {
    const run = await session.run(`
with plt.rc_context({"font.family": ["Foo Sans", "Bar"]}):
    plt.title("売上 $x$"); plt.xlabel("y"); plt.ylabel("z"); plt.show()`);
    assert.equal(run.stderr, "matplotlib: no font is called 'Foo Sans', 'Bar' here. The text was " +
        "drawn in Noto Sans CJK JP, which has Latin, Japanese, Chinese and Korean.\n");
});

for (const [figure, width, height] of [
    ["plt.figure(figsize=(4, 150)); plt.plot([1]);", 366, 11593],
    ["plt.figure(figsize=(100, 1)); plt.axis('off');", 7769, 97],
]) {
    test(`a figure keeps its size: ${figure}`, async () => {
        const { header } = (await drawn(figure)).displays[0];
        assert.ok(Math.abs(header.width - width) < 50 && Math.abs(header.height - height) < 50,
                  `${header.width} x ${header.height}`);
    });
}

test("a figure too large to be seen is made smaller", async () => {
    const { header } = (await drawn("plt.figure(figsize=(200, 200)); plt.plot([1]);")).displays[0];
    assert.ok(header.width * header.height <= 24e6 && header.width > 3000);
});

test("text far outside does not make a figure impossible", async () => {
    await drawn("plt.plot([1]); plt.text(1e6, 5, 'far');");
});

test("a figure as last value is shown once", async () => {
    const run = await drawn("fig, ax = plt.subplots(); ax.plot([1]);\nfig");
    assert.equal(run.result, "<Figure size 640x480 with 1 Axes>");
});

for (const asked of ["%config InlineBackend.figure_formats = ['svg']",
                     "from matplotlib_inline.backend_inline import set_matplotlib_formats\n" +
                     "set_matplotlib_formats('svg')"]) {
    test(`SVG beside the PNG: ${asked}`, async () => {
        const run = await session.run(`${asked}\nplt.plot([1]); plt.show()\n` +
                                      "%config InlineBackend.figure_formats = ['png']");
        assert.deepEqual(run.displays.map((d) => d.header.mime), ["image/png", "image/svg+xml"]);
        assert.match(run.displays[1].data.toString(), /<svg/);
    });
}

const ANIMATION = "from matplotlib.animation import FuncAnimation\n" +
    "fig, ax = plt.subplots(); line, = ax.plot([])\n" +
    "anim = FuncAnimation(fig, lambda i: line.set_data([0, i], [0, i]), frames=3, interval=50)\n";
for (const shown of ["anim", "plt.show()", "display(anim)", "pass",
                     "from IPython.display import HTML\nplt.close(fig)\nHTML(anim.to_jshtml())"]) {
    test(`an animation is shown moving by ${JSON.stringify(shown)}`, async () => {
        const run = await session.run(ANIMATION + shown);
        assert.equal(run.error?.traceback.join("\n"), undefined);
        const [gif, page] = run.displays;
        assert.equal(gif.header.mime, "image/gif");
        assert.equal(gif.data.subarray(0, 6).toString(), "GIF89a");
        assert.match(gif.header.text, /Animation, 3 frames/);
        assert.equal(page?.header.mime, shown.includes("HTML") ? "text/html" : undefined);
    });
}

test("an animation that the program saved leaves its figure", async () => {
    const run = await session.run(`${ANIMATION}anim.save("/session/a.gif", writer="pillow")`);
    assert.deepEqual(run.displays.map((d) => d.header.mime), ["image/png"]);
});

test("a table is read whole in its width, and kept as a page", async () => {
    const run = await session.run(`
import pandas as pd
pd.DataFrame({f"column number {i}": range(100) for i in range(12)})`);
    const lines = run.result.split("\n");
    assert.match(lines[0], /column number 0 .* column number 11$/);
    assert.equal(lines.at(-1), "[100 rows x 12 columns]");
    assert.equal(lines.length, 24);
    assert.equal(run.displays[0].header.mime, "text/html");
    assert.equal(run.displays[0].header.title, "DataFrame, 100 rows, 12 columns");
});

test("a table of too many columns says how many there are", async () => {
    const run = await session.run('pd.DataFrame({f"c{i}": [1] for i in range(80)})');
    assert.match(run.result, /\.\.\./);
    assert.match(run.result, /\[1 rows x 80 columns\]/);
});

test("a plotly figure is a page that needs nothing else, and words", async () => {
    const run = await session.run(`
import plotly.graph_objects as go
fig = go.Figure(go.Bar(x=["東京", "大阪"], y=[1, 5], name="売上"), layout_title_text="月別")
fig.show()
fig`);
    assert.equal(run.error?.traceback.join("\n"), undefined);
    assert.deepEqual(run.displays.map((d) => d.header.mime), ["text/html", "text/html"]);
    const { header, data } = run.displays[0];
    assert.deepEqual([header.title, header.text],
                     ["月別", 'Plotly figure "月別"\nbar "売上"; x: 2 values from 大阪 to 東京; ' +
                              "y: 2 values from 1 to 5"]);
    assert.doesNotMatch(data.toString(), /<script[^>]+src=/);
    // A class of the program's own is one, too; plotly itself would have it load its library.
    const own = await session.run("class Own(go.Figure): pass\nOwn(fig)");
    assert.deepEqual(own.displays.map((d) => d.header.text), [header.text]);
    assert.doesNotMatch(own.displays[0].data.toString(), /<script[^>]+src=/);
});

test("a chart of altair is a page, and words", async () => {
    const run = await session.run(`
class Chart:
    def _repr_mimebundle_(self, include=None, exclude=None):
        return {"application/vnd.vegalite.v6.json": {
            "$schema": "https://vega.github.io/schema/vega-lite/v6.1.0.json", "title": "月別", "mark": "bar",
            "data": {"values": [{"a": "東京"}, {"a": "大阪"}]}, "encoding": {"x": {"field": "a", "type": "nominal"}},
        }, "text/plain": "<VegaLite 6 object>"}, {}
Chart()`);
    assert.equal(run.error?.traceback.join("\n"), undefined);
    assert.deepEqual(run.displays.map(({ header }) => [header.mime, header.title, header.text]),
                     [["text/html", "月別", 'Vega-Lite chart "月別"\nbar; 2 rows; x: a (nominal), ' +
                                            "2 values from 大阪 to 東京"]]);
});

test("an object that must not fail while it is shown says what was wrong", async () => {
    // As altair does with a chart of too many rows.
    const run = await session.run(`
class Chart:
    def __repr__(self):
        return "Chart(...)"
    def _repr_mimebundle_(self, include=None, exclude=None):
        try:
            raise ValueError("more rows than it takes")
        except ValueError:
            import sys
            from IPython.core.getipython import get_ipython
            get_ipython().showtraceback(sys.exc_info())
            return {}
Chart()`);
    assert.equal(run.error, undefined);
    assert.equal(run.result, "Chart(...)");
    assert.match(run.stderr, /^Traceback[^]*\nValueError: more rows than it takes\n$/);
});

test("PIL writes Japanese by whatever font file a program names, and says once that it was another", async () => {
    const run = await session.run(`
from PIL import Image, ImageDraw, ImageFont
def ink(font):
    image = Image.new("L", (120, 40), 0)
    ImageDraw.Draw(image).text((2, 2), "\u65e5\u672c\u8a9e", font=font, fill=255)
    return image.tobytes()
named = [ImageFont.truetype(name, 24) for name in
         ("NotoSansCJK-Regular.ttc", "/usr/share/fonts/truetype/msgothic.ttc", "Arial.ttf")]
print(len({ink(font) for font in named}), named[1].getname()[0], ink(named[0]) != bytes(4800))
try:
    ImageFont.truetype("/session/notes.txt", 24)
except OSError as error:
    print(error)
`);
    assert.equal(run.error, undefined);
    assert.equal(run.stdout, "1 Noto Sans CJK JP True\ncannot open resource\n");
    assert.match(run.stderr, /^PIL: there is no font file 'msgothic.ttc', 'Arial.ttf' here\. .*\n$/);
});
