# SPDX-License-Identifier: MIT
"""Charts of Vega and Vega-Lite, as altair makes them: a page for the person, words for the model.

The page names its libraries by their public addresses, as altair's own pages do. Nothing loads them
from there: the window that opens the page has them from the program (app/sandbox/chartpages.cpp)."""

import json
import re

from . import charts, display

# application/vnd.vegalite.v5+json; of altair 6 …v6.json
_MIME = re.compile(r"application/vnd\.(vega|vegalite)\.v\d+[.+]json")
# Addresses of its libraries, from the host on, and of what loads them in some pages of altair.
_END = r"""(?=["'`\s<>]|$)"""
_LIBRARY = (r"(?:(?:cdn\.jsdelivr\.net/npm|unpkg\.com)/vega(?:-lib|-lite|-embed)?(?:@[\w.^~-]*)?"
            r"(?:/build/vega[\w-]*(?:\.min)?\.js)?(?:\?noext)?"
            r"|cdnjs\.cloudflare\.com/ajax/libs/vega(?:-lite|-embed)?/[\w.-]+/vega[\w-]*(?:\.min)?\.js)")
_LOADER = r"cdnjs\.cloudflare\.com/ajax/libs/require\.js/[\w.-]+/require(?:\.min)?\.js"
_NAMES_LIBRARY = re.compile(f"//{_LIBRARY}{_END}", re.IGNORECASE)
_KNOWN = re.compile(f"(?:{_LIBRARY}|{_LOADER}){_END}", re.IGNORECASE)
# Where an object with a string as its first key begins behind what can stand before a value.
_OBJECT = re.compile(r'[=(,:]\s*(?=\{\s*")')
_SCHEMA = "vega.github.io/schema/vega"
_MAX_OBJECTS = 100
_MAX_READ = 400_000
_MAX_UNITS = 20
_MAX_CHANNELS = 12
_MAX_ADDRESSES = 3
_MAX_TEXT = 200
_PARTS = ("layer", "concat", "hconcat", "vconcat")

_PAGE = """<!DOCTYPE html>
<html>
<head>
<meta charset="UTF-8">
<script src="https://cdn.jsdelivr.net/npm/vega@6"></script>
<script src="https://cdn.jsdelivr.net/npm/vega-lite@6.1.0"></script>
<script src="https://cdn.jsdelivr.net/npm/vega-embed@7"></script>
</head>
<body>
<div id="vis"></div>
<script>
vegaEmbed("#vis", {spec}, {options}).catch((error) => {{
  document.getElementById("vis").textContent = String(error);
}});
</script>
</body>
</html>
"""


def names_library(html):
    """Whether a page is one for which the program has the libraries."""
    return _NAMES_LIBRARY.search(html, 0, _MAX_READ) is not None


def is_known(html, start):
    """Whether the address whose host begins there is one that such a page need not load."""
    return _KNOWN.match(html, start) is not None


def records(bundle, picture):
    """What is shown of a bundle that holds a chart of Vega; None for any other."""
    html = bundle.get("text/html")
    if isinstance(html, str) and html:
        spec = _spec_in(html)
    else:
        spec, html = _page_of(bundle)
    if spec is None:
        return None
    title = _title(spec.get("title"))
    words = "\n".join(filter(None, (_words(spec, title), charts.elsewhere_note(html))))
    page = display.Record("text/html", html.encode("utf-8", "backslashreplace"), title, words)
    return [page] if picture is None else [picture, page]


def _page_of(bundle):
    """(specification, page) of a type that JupyterLab draws."""
    for mime, spec in bundle.items():
        found = _MIME.fullmatch(mime)
        if found and isinstance(spec, str):
            try:
                spec = json.loads(spec)
            except ValueError:
                continue
        if found and isinstance(spec, dict) and spec:
            mode = "vega" if found.group(1) == "vega" else "vega-lite"
            return spec, _PAGE.format(spec=_script_text(spec), options=json.dumps({"mode": mode}))
    return None, ""


def _script_text(value):
    """JSON that ends no script, whatever is in it."""
    return json.dumps(value, default=str).replace("<", "\\u003c")


def _spec_in(html):
    """The specification that a page of altair hands to its library; None: it is another page."""
    if not names_library(html):
        return None
    decode = json.JSONDecoder().raw_decode
    for count, found in enumerate(_OBJECT.finditer(html)):
        if count == _MAX_OBJECTS:
            return None
        try:
            value, _ = decode(html, found.end())
        except ValueError:
            continue
        if isinstance(value, dict) and _SCHEMA in str(value.get("$schema")):
            return value
    return None


def _words(spec, title):
    is_lite = "vega-lite" in str(spec.get("$schema")) or "marks" not in spec
    kind = "Vega-Lite chart" if is_lite else "Vega chart"
    lines = [f'{kind} "{title}"' if title else kind]
    units = list(_units(spec, spec.get("datasets"), None, {})) if is_lite else _marks(spec)
    lines += units[:_MAX_UNITS]
    if len(units) > _MAX_UNITS:
        lines.append(f"{len(units) - _MAX_UNITS} more marks")
    lines.append(_address_hint(list(dict.fromkeys(_addresses(spec)))))
    return "\n".join(line for line in lines if line)


def _units(node, datasets, data, encoding):
    """A line for each mark with its channels; data and channels are inherited from what is around."""
    if not isinstance(node, dict):
        return
    data = node.get("data") or data
    own = node.get("encoding")
    encoding = {**encoding, **own} if isinstance(own, dict) else encoding
    if node.get("mark"):
        yield _unit(node, _rows(data, datasets), data, encoding)
    for part in (child for name in _PARTS for child in _list(node.get(name))):
        yield from _units(part, datasets, data, encoding)
    if "spec" in node:
        over = node.get("facet") or node.get("repeat")
        for line in _units(node["spec"], datasets, data, encoding):
            yield f"{line}; for each of {_over(over)}" if over else line


def _unit(node, rows, data, encoding):
    mark = node["mark"]
    kind = mark.get("type") if isinstance(mark, dict) else mark
    title = _title(node.get("title"))
    words = [f'{kind} "{title}"' if title and "$schema" not in node else str(kind), _size(rows, data)]
    words += [_channel(name, value, rows) for name, value in list(encoding.items())[:_MAX_CHANNELS]]
    return "; ".join(word for word in words if word)


def _rows(data, datasets):
    """The rows that the specification holds, if it holds them."""
    if not isinstance(data, dict):
        return None
    values = data.get("values")
    if values is None and isinstance(datasets, dict):
        values = datasets.get(data.get("name"))
    return values if isinstance(values, list) else None


def _size(rows, data):
    if rows is not None:
        return f"{len(rows)} rows"
    return f"data from {_cut(data['url'])}" if isinstance(data, dict) and "url" in data else ""


def _channel(name, value, rows):
    if isinstance(value, list):
        fields = [_field(one) for one in value if isinstance(one, dict)]
        return f"{name}: {', '.join(fields)}" if fields else ""
    if not isinstance(value, dict):
        return ""
    field = value.get("field")
    words = _field(value)
    if isinstance(field, str) and rows and name not in ("tooltip", "order"):
        found = [row[field] for row in rows if isinstance(row, dict) and row.get(field) is not None]
        words += f", {charts.range_of(found)}" if found else ""
    return f"{name}: {words}" if words else ""


def _field(value):
    """"mean of price (quantitative)"; a constant as it is."""
    for constant in ("value", "datum"):
        if constant in value:
            return _cut(value[constant])
    # A repeated chart's field is {"repeat": "row"}; a mark that is counted has none.
    field = value.get("field")
    if isinstance(field, dict):
        field = f"each {field.get('repeat', '')}"
    how = next((value[key] for key in ("aggregate", "timeUnit") if isinstance(value.get(key), str)), "")
    how = how or ("bins" if value.get("bin") else "")
    name = f"{how} of {_cut(field)}" if how and field else _cut(field or how)
    title = _title(value.get("title"))
    kind = f" ({value['type']})" if isinstance(value.get("type"), str) else ""
    return f'{name}{kind}' + (f' "{title}"' if title and title != field else "") if name else ""


def _over(value):
    if isinstance(value, list):
        return ", ".join(_cut(one) for one in value[:_MAX_CHANNELS])
    if isinstance(value, dict) and "field" not in value:
        return ", ".join(filter(None, (_over(one) for one in value.values())))
    return _field(value) if isinstance(value, dict) else ""


def _marks(spec):
    """Of Vega's own language: its data, then each mark."""
    lines = []
    for data in _list(spec.get("data")):
        if isinstance(data, dict):
            size = _size(_rows(data, None), data)
            lines.append(f"data {_cut(data.get('name'))}" + (f": {size}" if size else ""))
    for mark in _list(spec.get("marks")):
        if isinstance(mark, dict):
            source = mark.get("from")
            of = _cut(source.get("data")) if isinstance(source, dict) and source.get("data") else ""
            lines.append(f"{mark.get('type')}" + (f" of {of}" if of else ""))
    return lines


def _addresses(node):
    """Where the chart would take data from."""
    for child in node.values() if isinstance(node, dict) else node:
        if isinstance(child, dict) and isinstance(child.get("url"), str):
            yield child["url"]
    items = node.items() if isinstance(node, dict) else enumerate(node)
    for name, child in items:
        if isinstance(child, (dict, list)) and name not in ("values", "datasets", "config", "encoding"):
            yield from _addresses(child)


def _address_hint(addresses):
    if not addresses:
        return ""
    named = ", ".join(_cut(address) for address in addresses[:_MAX_ADDRESSES])
    more = f" and {len(addresses) - _MAX_ADDRESSES} more" if len(addresses) > _MAX_ADDRESSES else ""
    return (f"The chart takes data from {named}{more}, and its page reaches neither a network nor "
            "files: what is drawn from that stays empty. Read the data in Python and give the rows "
            "themselves to the chart, as a DataFrame.")


def _title(value):
    if isinstance(value, dict):
        value = value.get("text")
    if isinstance(value, list):
        value = " ".join(line for line in value if isinstance(line, str))
    return _cut(value) if isinstance(value, str) else ""


def _list(value):
    return value if isinstance(value, list) else []


def _cut(value):
    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, default=str)
    return text if len(text) <= _MAX_TEXT else f"{text[:_MAX_TEXT]}…"
