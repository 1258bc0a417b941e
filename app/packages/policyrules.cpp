// SPDX-License-Identifier: MIT
#include "policyrules.h"

#include <QRegularExpression>
#include <QSet>

#include <algorithm>
#include <vector>

namespace glovebox::packages {

using namespace Qt::StringLiterals;

namespace {

bool matches(const QStringList &patterns, const QString &name)
{
    return std::ranges::any_of(patterns, [&name](const QString &pattern) {
        if (!pattern.contains(u'*'))
            return normalisedPackageName(pattern) == name;
        const QString escaped =
            QRegularExpression::escape(pattern.toLower()).replace(u"\\*"_s, u".*"_s);
        return QRegularExpression(QRegularExpression::anchoredPattern(escaped))
            .match(name)
            .hasMatch();
    });
}

PackageRefusal refusal(const QString &name, const QString &rule, const QString &text,
                       const QString &where)
{
    return {.requirement = {}, .name = name, .rule = rule, .text = text, .where = where};
}

// Names that are often asked for and therefore often imitated.
const QSet<QString> &popularNames()
{
    static const QSet<QString> names = [] {
        const QStringList list =
            u"aiohttp altair anyio arrow asyncpg attrs beautifulsoup4 black bokeh boto3 certifi "
            u"cffi "
            "charset-normalizer click colorama cryptography dash datasets django docutils duckdb "
            "faker "
            "fastapi fastparquet flask fsspec gensim geopandas gitpython gunicorn h5py httpx "
            "huggingface-hub "
            "humanize idna imageio ipython jinja2 joblib jsonschema jupyter keras lightgbm loguru "
            "lxml "
            "markdown markupsafe matplotlib msgpack msgspec mypy narwhals networkx nltk notebook "
            "numba "
            "numexpr numpy openai opencv-python openpyxl orjson packaging pandas paramiko pendulum "
            "pillow pip platformdirs playwright plotly polars protobuf psutil psycopg2 pyarrow "
            "pydantic pygments "
            "pymongo pyparsing pypdf pypdf2 pytest python-dateutil python-docx python-dotenv "
            "python-pptx pytz "
            "pyyaml redis regex reportlab requests rich scikit-image scikit-learn scipy scrapy "
            "seaborn "
            "selenium setuptools shapely six spacy sqlalchemy statsmodels streamlit sympy tabulate "
            "tensorflow "
            "tokenizers toolz torch tornado tqdm transformers typer typing-extensions tzdata ujson "
            "urllib3 "
            "uvicorn virtualenv websockets werkzeug wheel xgboost xlrd xlsxwriter xmltodict zarr"_s
                .split(u' ');
        return QSet<QString>(list.begin(), list.end());
    }();
    return names;
}

// Damerau and Levenshtein's distance is at most one.
bool isOneSlipAway(QStringView a, QStringView b)
{
    if (a.size() > b.size())
        std::swap(a, b);
    if (b.size() - a.size() > 1)
        return false;
    qsizetype start = 0;
    while (start < a.size() && a[start] == b[start])
        ++start;
    if (a.size() < b.size())
        return a.sliced(start) == b.sliced(start + 1);
    if (start == a.size())
        return false; // the same
    if (a.sliced(start + 1) == b.sliced(start + 1))
        return true;
    return start + 1 < a.size() && a[start] == b[start + 1] && a[start + 1] == b[start] &&
           a.sliced(start + 2) == b.sliced(start + 2);
}

} // namespace

std::optional<PackageRefusal> refusalFor(const QString &name, bool fetched,
                                         const PackagePolicy &policy, const ClientId &client)
{
    const ClientPackageRules own = policy.clients.value(client);
    const QString ofClient = u"Clients › Address and keys › Packages it may install"_s;
    if (own.noPackages && fetched)
        return refusal(name, u"only-bundled"_s,
                       u"This client may not install packages that have to be fetched."_s,
                       ofClient);
    if (matches(own.blocked, name))
        return refusal(name, u"blocked"_s, u"%1 is blocked for this client."_s.arg(name), ofClient);
    if (!own.allowed.isEmpty() && fetched && !matches(own.allowed, name))
        return refusal(
            name, u"not-allowed"_s,
            u"%1 is not on the list of packages that this client may install."_s.arg(name),
            ofClient);
    if (matches(policy.blocked, name))
        return refusal(name, u"blocked"_s,
                       u"%1 is on the person's list of blocked packages. Do without it, or ask the "
                       "person to take it off the list."_s.arg(name),
                       u"Packages › Policy › Blocked"_s);
    if (!policy.allowed.isEmpty() && fetched && !matches(policy.allowed, name))
        return refusal(
            name, u"not-allowed"_s,
            u"%1 is not on the person's list of allowed packages. Do without it, or ask the "
            "person to add it."_s.arg(name),
            u"Packages › Policy › Allowed"_s);
    if (fetched && (policy.onlyBundled || own.onlyBundled))
        return refusal(
            name, u"only-bundled"_s,
            u"Only packages that come with Glovebox may be used, and %1 is none of them."_s.arg(
                name),
            policy.onlyBundled ? u"Packages › Policy › Only bundled"_s : ofClient);
    return std::nullopt;
}

QString similarPopularName(const QString &name)
{
    // Short names are one slip away from many things.
    if (name.size() < 4 || popularNames().contains(name))
        return {};
    // The separators are what people get wrong most often.
    const QString squeezed = QString(name).remove(u'-');
    std::vector<QString> found;
    for (const QString &popular : popularNames()) {
        if (popular.size() < 4)
            continue;
        if (isOneSlipAway(name, popular) || squeezed == QString(popular).remove(u'-'))
            found.push_back(popular);
    }
    return found.empty() ? QString() : *std::ranges::min_element(found);
}

} // namespace glovebox::packages
