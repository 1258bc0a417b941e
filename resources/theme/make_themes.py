#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Writes the two KSyntaxHighlighting themes from ui/theme/tokens.cpp, so that code and window
share one table of colours. tests/ui/theme checks that they still agree."""

import json
import pathlib
import re

HERE = pathlib.Path(__file__).resolve().parent
TOKENS = HERE.parent.parent / "ui" / "theme" / "tokens.cpp"

STYLES = {
    "Normal": "text", "Keyword": "kw", "Function": "fn", "Variable": "text", "ControlFlow": "kw",
    "Operator": "text", "BuiltIn": "bi", "Extension": "bi", "Preprocessor": "kw",
    "Attribute": "fn", "Char": "str", "SpecialChar": "num", "String": "str",
    "VerbatimString": "str", "SpecialString": "str", "Import": "bi", "DataType": "fn",
    "DecVal": "num", "BaseN": "num", "Float": "num", "Constant": "num", "Comment": "com",
    "Documentation": "str", "Annotation": "num", "CommentVar": "com", "RegionMarker": "com",
    "Information": "com", "Warning": "com", "Alert": "com", "Error": "bad", "Others": "text",
}
EDITOR = {
    "BackgroundColor": "sunken", "CodeFolding": "hover", "BracketMatching": "select",
    "CurrentLine": "hover", "IconBorder": "sunken", "IndentationLine": "line",
    "LineNumbers": "text3", "CurrentLineNumber": "text2", "MarkBookmark": "accent",
    "MarkBreakpointActive": "bad", "MarkBreakpointReached": "wait",
    "MarkBreakpointDisabled": "text3", "MarkExecution": "accent", "MarkWarning": "waitline",
    "MarkError": "bad", "ModifiedLines": "waitline", "ReplaceHighlight": "addword",
    "SavedLines": "ok", "SearchHighlight": "waitbg", "TextSelection": "select",
    "Separator": "line", "SpellChecking": "bad", "TabMarker": "line",
    "TemplateBackground": "sunken", "TemplatePlaceholder": "select",
    "TemplateFocusedPlaceholder": "select", "TemplateReadOnlyPlaceholder": "hover",
    "WordWrapMarker": "line",
}


def main() -> None:
    rows = re.findall(r'\{"(\w+)", 0xff(\w{6}), 0xff(\w{6})\}', TOKENS.read_text())
    for column, name in ((1, "Light"), (2, "Dark")):
        token = {row[0]: "#" + row[column] for row in rows}
        theme = {
            "metadata": {"name": f"Glovebox {name}", "revision": 1,
                         "license": "SPDX-License-Identifier: MIT",
                         "copyright": ["The Glovebox authors"]},
            "text-styles": {
                style: {"text-color": token[key], "selected-text-color": token[key]}
                for style, key in STYLES.items()
            },
            "editor-colors": {key: token[value] for key, value in EDITOR.items()},
        }
        path = HERE / f"glovebox-{name.lower()}.theme"
        path.write_text(json.dumps(theme, indent=4) + "\n")


if __name__ == "__main__":
    main()
