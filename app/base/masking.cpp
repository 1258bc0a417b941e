// SPDX-License-Identifier: MIT
#include "masking.h"

#include <QJsonArray>
#include <QJsonObject>
#include <QRegularExpression>

#include <array>

namespace glovebox {

namespace {

struct Shape
{
    const char *name;
    // What is masked is the group "s", or all of it.
    const char *pattern;
    // A text without any of these cannot hold it: most texts are passed over at that.
    std::array<const char16_t *, 3> needs;
};

constexpr std::array<Shape, 21> shapes{{
    {"private key",
     "-----BEGIN [A-Z0-9 ]*PRIVATE KEY-----[\\s\\S]*?(?:-----END [A-Z0-9 ]*PRIVATE KEY-----|\\z)",
     {u"PRIVATE KEY"}},
    {"Anthropic key", "\\bsk-ant-[A-Za-z0-9_-]{20,}", {u"sk-ant-"}},
    {"OpenAI key", "\\bsk-(?:proj-|svcacct-|admin-)?[A-Za-z0-9_-]{20,}", {u"sk-"}},
    {"GitHub token",
     "\\b(?:gh[pousr]_[A-Za-z0-9]{36,}|github_pat_[A-Za-z0-9_]{40,})",
     {u"gh", u"github_pat_"}},
    {"GitLab token", "\\bglpat-[A-Za-z0-9_-]{20,}", {u"glpat-"}},
    {"AWS key id", "\\b(?:AKIA|ASIA)[0-9A-Z]{16}\\b", {u"AKIA", u"ASIA"}},
    {"AWS secret key",
     "(?i)aws_?secret(?:_access)?_?key[\"']?\\s{0,20}[:=]\\s{0,20}[\"']?(?<s>[A-Za-z0-9/+=]{40})",
     {u"secret"}},
    {"Google key", "\\bAIza[0-9A-Za-z_-]{35}", {u"AIza"}},
    {"Google token", "\\bya29\\.[0-9A-Za-z_-]{20,}", {u"ya29."}},
    {"Slack token", "\\bxox[abeoprs]-[A-Za-z0-9-]{10,}", {u"xox"}},
    {"Slack address", "hooks\\.slack\\.com/services/(?<s>[A-Za-z0-9/]{20,})", {u"hooks.slack.com"}},
    {"Stripe key", "\\b(?:sk|rk)_(?:live|test)_[A-Za-z0-9]{16,}", {u"_live_", u"_test_"}},
    {"npm token", "\\bnpm_[A-Za-z0-9]{36}", {u"npm_"}},
    {"PyPI token", "\\bpypi-[A-Za-z0-9_-]{50,}", {u"pypi-"}},
    {"Hugging Face token", "\\bhf_[A-Za-z0-9]{30,}", {u"hf_"}},
    {"Glovebox key", "\\bgb_[A-Za-z0-9_-]{43}", {u"gb_"}},
    {"JSON web token", "\\beyJ[A-Za-z0-9_-]{8,}\\.eyJ[A-Za-z0-9_-]{8,}\\.[A-Za-z0-9_-]*", {u"eyJ"}},
    {"Azure key", "(?i)(?:AccountKey|SharedAccessKey)=(?<s>[A-Za-z0-9+/=]{20,})", {u"key="}},
    {"bearer token", "(?i)\\bbearer\\s+(?<s>[A-Za-z0-9._~+/=-]{16,})", {u"bearer"}},
    {"password in an address",
     "\\b[a-zA-Z][a-zA-Z0-9+.-]{0,20}://[^\\s/:@\"']{0,200}:(?<s>[^\\s/@\"']{1,500})@",
     {u"://"}},
    {"password",
     // Bounded everywhere, so that no text takes it long.
     "(?i)\\b[\\w-]{0,40}(?:password|passwd|secret|api_?key|access_?token|auth_?token)"
     "[\\w-]{0,40}[\"']?\\]?\\s{0,20}(?:=(?!=)|:)\\s{0,20}(?<q>[\"'])"
     "(?<s>[^\"'\\r\\n]{6,500})\\k<q>",
     {u"pass", u"secret", u"key"}},
}};

const QRegularExpression &expression(std::size_t shape)
{
    static const auto compiled = [] {
        std::array<QRegularExpression, shapes.size()> all;
        for (std::size_t i = 0; i < shapes.size(); ++i)
            all[i].setPattern(QString::fromLatin1(shapes[i].pattern));
        return all;
    }();
    return compiled[shape];
}

bool mayHold(const QString &text, const Shape &shape)
{
    for (const char16_t *need : shape.needs) {
        if (need && text.contains(QStringView(need), Qt::CaseInsensitive))
            return true;
    }
    // Tokens are named in too many ways for the list of needs.
    return QLatin1StringView(shape.name) == QLatin1StringView("password") &&
           text.contains(QStringView(u"token"), Qt::CaseInsensitive);
}

QString masked(const QString &text, std::size_t index)
{
    const QString mark = QStringLiteral("[masked: %1]").arg(QLatin1StringView(shapes[index].name));
    QString result;
    qsizetype done = 0;
    for (auto it = expression(index).globalMatch(text); it.hasNext();) {
        const QRegularExpressionMatch match = it.next();
        const bool part = match.hasCaptured(QStringLiteral("s"));
        const qsizetype start =
            part ? match.capturedStart(QStringLiteral("s")) : match.capturedStart();
        // What was masked as something more exact stays that.
        if (part && match.capturedView(QStringLiteral("s")).startsWith(u"[masked: "))
            continue;
        result += QStringView(text).sliced(done, start - done);
        result += mark;
        done = part ? match.capturedEnd(QStringLiteral("s")) : match.capturedEnd();
    }
    return done == 0 ? text : result + QStringView(text).sliced(done);
}

} // namespace

QString maskSecrets(const QString &text)
{
    QString result = text;
    for (std::size_t i = 0; i < shapes.size(); ++i) {
        if (mayHold(result, shapes[i]))
            result = masked(result, i);
    }
    return result;
}

QJsonValue maskSecrets(const QJsonValue &value)
{
    if (value.isString())
        return maskSecrets(value.toString());
    if (value.isArray()) {
        QJsonArray array;
        for (const QJsonValue &item : value.toArray())
            array.append(maskSecrets(item));
        return array;
    }
    if (!value.isObject())
        return value;
    QJsonObject object = value.toObject();
    for (auto it = object.begin(); it != object.end(); ++it)
        it.value() = maskSecrets(QJsonValue(it.value()));
    return object;
}

} // namespace glovebox
