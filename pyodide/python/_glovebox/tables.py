# SPDX-License-Identifier: MIT
"""Windows on tables that stay where they are: sorted and filtered by positions of rows, column by
column, so that a million rows are never copied as a whole."""

import __main__
import csv
import io
import re
import time

from .looks import Problem, remember_between_runs
from .reading import is_known
from .variables import preview, short

_MOST_COLUMNS = 10_000  # of a list of dicts
_SAMPLE = 1000  # dicts that tell the columns
_CELL = 300
_MOST_CELLS = 60_000  # of one page
_SUMMARY_SECONDS = 0.8
_TEXT_ROWS = 20_000
_TEXT_BYTES = 4_000_000
_KEPT = 6  # orders and filters; each has four bytes for each row
_QUERY = re.compile(r"(?:==|!=|<=|>=|<|>)|\s(?:in|not in|and|or)\s|^not\s")
_NUMBER = re.compile(r"[\d.,:eE+\- ]+\Z")

_tables = remember_between_runs({})
_positions = remember_between_runs({})
_summaries = remember_between_runs({})


def is_table(value):
    return _kind(value) is not None


def _kind(value):
    cls = type(value)
    if cls is list:
        return _Records if value and type(value[0]) is dict else None
    if not is_known(cls):
        return None
    library = cls.__module__.split(".")[0]
    if library == "pandas" and cls.__name__ in ("DataFrame", "Series"):
        return _Pandas
    if library == "polars" and cls.__name__ in ("DataFrame", "Series"):
        return _Polars
    if library == "numpy" and cls.__name__ == "ndarray" and value.ndim in (1, 2):
        return _Array
    return None


class _Table:
    """`rows`, `names` of columns, and how to read a column."""

    index_name = ""
    has_own_index = False

    def index(self, positions):
        return [str(int(position)) for position in positions]

    def query(self, words):
        raise Problem("invalid", "Only tables of pandas, numpy and polars take conditions; search for "
                                 "words instead.")

    def order(self, column, descending):
        """Positions of rows, missing values last."""
        import numpy

        values = self.values(column)
        keys = [(is_missing(value), "" if is_missing(value) else value) for value in values]
        try:
            order = sorted(range(self.rows), key=keys.__getitem__)
        except TypeError:  # values that do not compare
            keys = [(missing, str(value)) for missing, value in keys]
            order = sorted(range(self.rows), key=keys.__getitem__)
        if descending:
            there = [position for position in order if not keys[position][0]]
            there.reverse()
            order = there + [position for position in order if keys[position][0]]
        return numpy.array(order, dtype=numpy.int32)

    def matching(self, column, words):
        """A mask of the rows whose cell contains the words, in any case."""
        import numpy

        return numpy.fromiter((words in _text(value).casefold() for value in self.values(column)),
                              dtype=bool, count=self.rows)


class _Frame(_Table):
    """What pandas can read."""

    def series(self, column):
        raise NotImplementedError

    def dtype(self, column):
        return str(self.series(column).dtype)

    def is_numeric(self, column):
        return self.series(column).dtype.kind in "iufc"

    def cells(self, column, positions):
        import pandas

        part = self.series(column).iloc[positions]
        missing = pandas.isna(part).to_numpy()
        return [None if gone else value for value, gone in zip(part.tolist(), missing)]

    def order(self, column, descending):
        import numpy

        series = self.series(column).reset_index(drop=True)
        try:
            ordered = series.sort_values(ascending=not descending, kind="stable", na_position="last")
        except TypeError:
            ordered = series.sort_values(ascending=not descending, kind="stable", na_position="last",
                                         key=lambda values: values.astype(str))
        return ordered.index.to_numpy().astype(numpy.int32)

    def matching(self, column, words):
        import numpy
        import pandas

        series = self.series(column)
        if series.dtype.kind in "iufcmMb" and not _may_be_in(series.dtype.kind, words):
            return numpy.zeros(self.rows, dtype=bool)
        try:
            codes, different = pandas.factorize(series)
        except TypeError:  # values that have no hash
            return numpy.fromiter((words in _text(value).casefold() for value in series),
                                  dtype=bool, count=self.rows)
        hits = numpy.fromiter((words in _text(value).casefold() for value in different),
                              dtype=bool, count=len(different))
        hits = numpy.append(hits, False)  # of missing values, whose code is -1
        return hits[codes]

    def summary(self, column):
        import numpy
        import pandas

        series = self.series(column)
        if series.dtype.kind in "iufmM":
            there = series.dropna()
            return f"{_text(there.min())} – {_text(there.max())}" if len(there) else ""
        if series.dtype.kind == "b":
            return f"{int(series.sum()):,} True"
        codes, different = pandas.factorize(series)
        codes = codes[codes >= 0]
        if not len(codes):
            return ""
        most = different[int(numpy.bincount(codes).argmax())]
        return f"{short(_text(most), 40)} … {len(different):,}"


def _may_be_in(kind, words):
    if kind == "b":
        return words in "true" or words in "false"
    return _NUMBER.match(words) is not None or (kind in "mM" and words in "days")


class _Pandas(_Frame):
    def __init__(self, value):
        self.value = value
        self.is_frame = type(value).__name__ == "DataFrame"
        self.rows = len(value)
        self.names = list(value.columns) if self.is_frame else [_name_of(value)]
        names = [str(name) for name in value.index.names if name is not None]
        self.index_name = ", ".join(names)
        self.has_own_index = type(value.index).__name__ != "RangeIndex"

    def series(self, column):
        return self.value.iloc[:, column] if self.is_frame else self.value

    def index(self, positions):
        return [", ".join(map(_text, label)) if isinstance(label, tuple) else _text(label)
                for label in self.value.index[positions].tolist()]

    def query(self, words):
        frame = self.value if self.is_frame else self.value.to_frame(self.names[0])
        return _mask(frame.eval(words, engine="python"), self.rows)


def _name_of(series):
    return "value" if series.name is None else series.name


class _Array(_Frame):
    def __init__(self, value):
        self.value = value
        self.rows = len(value)
        fields = value.dtype.names
        self.names = list(fields or (range(value.shape[1]) if value.ndim == 2 else ("value",)))
        self.has_fields = bool(fields)

    def series(self, column):
        import pandas

        part = self.value
        if self.has_fields:
            part = part[self.names[column]]
        elif part.ndim == 2:
            part = part[:, column]
        return pandas.Series(part, copy=False)

    def query(self, words):
        import pandas

        frame = pandas.DataFrame({str(name): self.series(number)
                                  for number, name in enumerate(self.names)}, copy=False)
        return _mask(frame.eval(words, engine="python"), self.rows)


class _Polars(_Table):
    def __init__(self, value):
        self.value = value
        self.is_frame = type(value).__name__ == "DataFrame"
        self.rows = len(value)
        self.names = list(value.columns) if self.is_frame else [value.name or "value"]

    def column(self, column):
        return self.value.to_series(column) if self.is_frame else self.value

    def dtype(self, column):
        return str(self.column(column).dtype)

    def is_numeric(self, column):
        return self.column(column).dtype.is_numeric()

    def values(self, column):
        return self.column(column).to_list()

    def cells(self, column, positions):
        return self.column(column).gather(positions).to_list()

    def order(self, column, descending):
        return self.column(column).arg_sort(descending=descending, nulls_last=True).to_numpy()

    def query(self, words):
        import polars

        frame = self.value if self.is_frame else self.value.to_frame()
        return _mask(frame.select(polars.sql_expr(words)).to_series().fill_null(False).to_numpy(),
                     self.rows)

    def summary(self, column):
        values = self.column(column)
        if self.is_numeric(column):
            return f"{_text(values.min())} – {_text(values.max())}" if len(values) else ""
        return f"{values.n_unique():,}"


class _Records(_Table):
    """A list of dicts, as JSON has it."""

    def __init__(self, value):
        self.value = value
        self.rows = len(value)
        names = {}
        for record in value[:_SAMPLE]:
            if isinstance(record, dict):
                names.update(dict.fromkeys(record))
        self.names = list(names)[:_MOST_COLUMNS]

    def dtype(self, column):
        kinds = {type(value).__name__ for value in self.values(column, _SAMPLE) if value is not None}
        return " | ".join(sorted(kinds)[:3])

    def is_numeric(self, column):
        values = [value for value in self.values(column, _SAMPLE) if value is not None]
        return bool(values) and all(type(value) in (int, float) for value in values)

    def values(self, column, most=None):
        name = self.names[column]
        return [record.get(name) if isinstance(record, dict) else None
                for record in self.value[:most]]

    def cells(self, column, positions):
        name = self.names[column]
        rows = [self.value[position] for position in positions]
        return [record.get(name) if isinstance(record, dict) else None for record in rows]

    def summary(self, column):
        return ""


def _mask(found, rows):
    import numpy

    mask = numpy.asarray(found)
    if mask.dtype == object:
        mask = mask == True  # noqa: E712: elementwise; what is missing matches nothing
    if mask.dtype != bool or mask.shape != (rows,):
        raise Problem("invalid", "The condition gives no answer of yes or no for each row.")
    return mask


def is_missing(value):
    return value is None or (type(value) is float and value != value)


def _text(value):
    """As a cell shows it, whole."""
    cls = type(value)
    if cls is str:
        return value
    if cls in (int, float, bool, complex) or is_known(cls):
        return str(value) if cls not in (list, dict, tuple, set) else preview(value, _CELL)
    return preview(value, _CELL)


def _cell(value):
    if is_missing(value) or type(value).__name__ in ("NAType", "NaTType"):
        return None
    return short(_text(value), _CELL)


# ---- What is asked

def _opened(variable):
    if variable not in _tables:
        if variable not in __main__.__dict__:
            raise Problem("missing", f"There is no variable {variable!r} any more.")
        value = __main__.__dict__[variable]
        kind = _kind(value)
        if kind is None:
            raise Problem("missing", f"{variable!r} is no table any more.")
        _tables[variable] = kind(value)
    return _tables[variable]


def _chosen(variable, opened, sort, descending, filter):
    """Positions of the matching rows in their order; None: all as they are."""
    key = (variable, sort, descending, filter)
    if key not in _positions:
        found = _computed(variable, opened, sort, descending, filter)
        while len(_positions) >= _KEPT:
            del _positions[next(iter(_positions))]
        _positions[key] = found
    return _positions[key]


def _computed(variable, opened, sort, descending, filter):
    if filter:
        order = _chosen(variable, opened, sort, descending, "")
        mask = _filtered(opened, filter)
        return mask.nonzero()[0] if order is None else order[mask[order]]
    if 0 <= sort < len(opened.names):
        return opened.order(sort, descending)
    return None


def _filtered(opened, filter):
    import numpy

    words = filter.strip()
    if _QUERY.search(words):
        try:
            return opened.query(words)
        except Problem:
            raise
        except Exception as error:
            raise Problem("invalid", f"The condition cannot be understood: {error}"[:500]) from None
    mask = numpy.zeros(opened.rows, dtype=bool)
    for column in range(len(opened.names)):
        mask |= opened.matching(column, words.casefold())
    return mask


def table(variable, sort, descending, filter, first_row, rows, first_column, columns):
    opened = _opened(variable)
    chosen = _chosen(variable, opened, sort, descending, filter)
    matching = opened.rows if chosen is None else len(chosen)
    shown = range(first_column, min(first_column + columns, len(opened.names)))
    rows = min(rows, max(1, _MOST_CELLS // max(1, len(shown))))
    positions = _window(chosen, matching, first_row, rows)
    end = time.monotonic() + _SUMMARY_SECONDS
    cells = [[_cell(value) for value in opened.cells(column, positions)] for column in shown]
    return {"total": opened.rows, "matching": matching, "total_columns": len(opened.names),
            "columns": [{"name": short(str(opened.names[column]), _CELL),
                         "dtype": opened.dtype(column), "numeric": bool(opened.is_numeric(column)),
                         "summary": _summary(variable, opened, column, end)} for column in shown],
            "index": [short(label, _CELL) for label in opened.index(positions)],
            "cells": [list(row) for row in zip(*cells)] if cells else [[] for _ in positions]}


def _window(chosen, matching, first, rows):
    last = min(first + rows, matching)
    if chosen is None:
        return list(range(first, last))
    return [int(position) for position in chosen[first:last]]


def _summary(variable, opened, column, end):
    key = (variable, column)
    if key not in _summaries:
        if time.monotonic() > end:
            return ""
        try:
            _summaries[key] = short(opened.summary(column), _CELL)
        except (TypeError, ValueError):
            _summaries[key] = ""
    return _summaries[key]


def table_text(variable, sort, descending, filter, first_row, rows, first_column, columns, separator):
    """The matching rows as CSV or TSV, all columns, from `first_row` on; `next` says where the part
    that follows begins, -1 that there is none."""
    opened = _opened(variable)
    chosen = _chosen(variable, opened, sort, descending, filter)
    matching = opened.rows if chosen is None else len(chosen)
    out = io.StringIO()
    writer = csv.writer(out, delimiter="\t" if separator == "\t" else ",", lineterminator="\n")
    if first_row == 0:
        head = [str(name) for name in opened.names]
        writer.writerow([opened.index_name, *head] if opened.has_own_index else head)
    rows = max(1, _TEXT_ROWS // max(1, len(opened.names) // 10))
    at = first_row
    while at < matching and out.tell() < _TEXT_BYTES and at < first_row + rows:
        positions = _window(chosen, matching, at, 1000)
        columns = [["" if is_missing(value) else _text(value) for value in opened.cells(column, positions)]
                   for column in range(len(opened.names))]
        if opened.has_own_index:
            columns.insert(0, opened.index(positions))
        writer.writerows(zip(*columns))
        at += len(positions)
    return {"text": out.getvalue(), "next": at if at < matching else -1}
