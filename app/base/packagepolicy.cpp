// SPDX-License-Identifier: MIT
#include "packagepolicy.h"

#include "packageplan.h"

#include <QJsonArray>
#include <QRegularExpression>

#include <array>
#include <utility>

namespace glovebox {

using namespace Qt::StringLiterals;

namespace {

constexpr std::array severityNames{
    std::pair{Severity::Low, "low"_L1},     std::pair{Severity::Medium, "medium"_L1},
    std::pair{Severity::High, "high"_L1},   std::pair{Severity::Critical, "critical"_L1},
    std::pair{Severity::Never, "never"_L1},
};

constexpr int maxQuarantineDays = 3650;

// Reads the fields of one object; the first that has a wrong type is the error.
class Fields
{
public:
    explicit Fields(const QJsonObject &json, const QString &what)
        : m_json(json)
        , m_what(what)
    {
    }

    void read(QLatin1StringView name, bool &target)
    {
        if (const QJsonValue value = take(name, QJsonValue::Bool); value.isBool())
            target = value.toBool();
    }
    void read(QLatin1StringView name, QString &target)
    {
        if (const QJsonValue value = take(name, QJsonValue::String); value.isString())
            target = value.toString().trimmed();
    }
    void read(QLatin1StringView name, int &target, int highest)
    {
        const QJsonValue value = take(name, QJsonValue::Double);
        if (!value.isDouble())
            return;
        if (const double number = value.toDouble(); number >= 0 && number <= highest)
            target = int(number);
        else
            wrong(name, u"a number from 0 to %1"_s.arg(highest));
    }
    void read(QLatin1StringView name, Severity &target)
    {
        const QJsonValue value = take(name, QJsonValue::String);
        if (!value.isString())
            return;
        if (const auto severity = severityFromString(value.toString()))
            target = *severity;
        else
            wrong(name, u"low, medium, high, critical or never"_s);
    }
    void read(QLatin1StringView name, QStringList &target)
    {
        const QJsonValue value = take(name, QJsonValue::Array);
        if (!value.isArray())
            return;
        target.clear();
        for (const QJsonValue &item : value.toArray()) {
            if (!item.isString())
                return wrong(name, u"a list of texts"_s);
            if (const QString text = item.toString().trimmed(); !text.isEmpty())
                target.append(text);
        }
    }
    QJsonObject object(QLatin1StringView name) { return take(name, QJsonValue::Object).toObject(); }
    bool has(QLatin1StringView name) const { return m_json.contains(name); }

    void wrong(QLatin1StringView name, const QString &expected)
    {
        if (!m_error)
            m_error = Error{ErrorCode::InvalidArgument,
                            u"\"%1\" in %2 has to be %3."_s.arg(name, m_what, expected)};
    }
    Result<> finish() const
    {
        if (m_error)
            return std::unexpected(*m_error);
        return {};
    }

private:
    QJsonValue take(QLatin1StringView name, QJsonValue::Type type)
    {
        const QJsonValue value = m_json.value(name);
        if (value.isUndefined() || value.type() == type)
            return value;
        wrong(name, u"of another kind"_s);
        return QJsonValue::Undefined;
    }

    QJsonObject m_json;
    QString m_what;
    std::optional<Error> m_error;
};

QJsonObject toJson(const QMap<QString, PackageAllowance> &unasked)
{
    QJsonObject json;
    for (const auto &[name, allowance] : unasked.asKeyValueRange()) {
        QJsonObject own{{u"versions"_s, allowance.versions}};
        if (!allowance.sha256.isEmpty())
            own.insert(u"sha256"_s, allowance.sha256);
        json.insert(name, own);
    }
    return json;
}

void readUnasked(Fields &fields, QMap<QString, PackageAllowance> &unasked)
{
    const QJsonObject json = fields.object("unasked"_L1);
    for (auto it = json.begin(); it != json.end(); ++it) {
        const PackageAllowance allowance{it->toObject()[u"versions"].toString().trimmed(),
                                         it->toObject()[u"sha256"].toString().toLower()};
        // One that nobody can read must not become one for every version.
        if (!it->toObject()[u"versions"].isString() || !isVersionRange(allowance.versions))
            return fields.wrong("unasked"_L1,
                                u"an object of names and {\"versions\": \">=2,<3\"}"_s);
        unasked.insert(normalisedPackageName(it.key()), allowance);
    }
}

QStringList normalised(const QStringList &names)
{
    QStringList list;
    for (const QString &name : names)
        list.append(normalisedPackageName(name));
    return list;
}

} // namespace

QString toString(Severity severity)
{
    for (const auto &[value, name] : severityNames) {
        if (value == severity)
            return name;
    }
    Q_UNREACHABLE_RETURN({});
}

std::optional<Severity> severityFromString(QStringView text)
{
    for (const auto &[value, name] : severityNames) {
        if (text.compare(name, Qt::CaseInsensitive) == 0)
            return value;
    }
    return std::nullopt;
}

bool isVersionRange(const QString &text)
{
    static const QRegularExpression range(
        u"^\\s*(?:(?:===?|~=|!=|<=|>=|<|>)\\s*[A-Za-z0-9][A-Za-z0-9.*+!_-]*\\s*(?:,\\s*(?!$)|$))*$"_s);
    return text.size() <= 200 && range.match(text).hasMatch();
}

PackagePolicy PackagePolicy::standard()
{
    PackagePolicy policy;
    // The names and versions that CodeBox-AI refuses (names of modules among them, which nobody
    // should be tricked into installing under that name).
    policy.blocked =
        u"ansible azure boto3 cffi code crypto cryptography ctypes cx-freeze distutils "
        "django docker fabric fastapi flask ftplib google-cloud ipdb kubernetes mmap "
        "paramiko pdb pexpect psutil puppet py2exe pycdlib pycrypto pyinstaller pyrasite "
        "pyshell pywin32 rpdb salt sh shellingham smtplib socketserver tornado twisted "
        "win32api win32com winreg"_s.split(u' ');
    policy.minimum = {
        {u"numpy"_s, u"1.22.2"_s},    {u"pandas"_s, u"1.4.0"_s},   {u"pillow"_s, u"9.0.0"_s},
        {u"requests"_s, u"2.31.0"_s}, {u"scipy"_s, u"1.10.0"_s},   {u"tensorflow"_s, u"2.11.1"_s},
        {u"torch"_s, u"1.13.1"_s},    {u"urllib3"_s, u"1.26.5"_s},
    };
    return policy;
}

QJsonObject PackagePolicy::toJson() const
{
    QJsonObject lowest;
    for (const auto &[name, version] : minimum.asKeyValueRange())
        lowest.insert(name, version);
    QJsonObject perClient;
    for (const auto &[client, rules] : clients.asKeyValueRange()) {
        perClient.insert(client.value(),
                         QJsonObject{{u"no_packages"_s, rules.noPackages},
                                     {u"only_bundled"_s, rules.onlyBundled},
                                     {u"allowed"_s, QJsonArray::fromStringList(rules.allowed)},
                                     {u"blocked"_s, QJsonArray::fromStringList(rules.blocked)}});
    }
    return {
        {u"offline"_s, offline},
        {u"only_bundled"_s, onlyBundled},
        {u"allowed"_s, QJsonArray::fromStringList(allowed)},
        {u"blocked"_s, QJsonArray::fromStringList(blocked)},
        {u"minimum"_s, lowest},
        {u"unasked"_s, glovebox::toJson(unasked)},
        {u"quarantine_days"_s, quarantineDays},
        {u"warn_similar_names"_s, warnSimilarNames},
        {u"warn_from"_s, toString(warnFrom)},
        {u"block_from"_s, toString(blockFrom)},
        {u"clients"_s, perClient},
    };
}

Result<PackagePolicy> PackagePolicy::fromJson(const QJsonObject &json)
{
    PackagePolicy policy = standard();
    Fields fields(json, u"the rules for packages"_s);
    fields.read("offline"_L1, policy.offline);
    fields.read("only_bundled"_L1, policy.onlyBundled);
    fields.read("allowed"_L1, policy.allowed);
    fields.read("blocked"_L1, policy.blocked);
    fields.read("quarantine_days"_L1, policy.quarantineDays, maxQuarantineDays);
    fields.read("warn_similar_names"_L1, policy.warnSimilarNames);
    fields.read("warn_from"_L1, policy.warnFrom);
    fields.read("block_from"_L1, policy.blockFrom);
    if (fields.has("minimum"_L1))
        policy.minimum.clear();
    const QJsonObject lowest = fields.object("minimum"_L1);
    for (auto it = lowest.begin(); it != lowest.end(); ++it) {
        if (!it->isString())
            fields.wrong("minimum"_L1, u"an object of names and versions"_s);
        policy.minimum.insert(normalisedPackageName(it.key()), it->toString().trimmed());
    }
    readUnasked(fields, policy.unasked);
    const QJsonObject perClient = fields.object("clients"_L1);
    for (auto it = perClient.begin(); it != perClient.end(); ++it) {
        ClientPackageRules rules;
        Fields own(it->toObject(), u"the rules for one client's packages"_s);
        own.read("no_packages"_L1, rules.noPackages);
        own.read("only_bundled"_L1, rules.onlyBundled);
        own.read("allowed"_L1, rules.allowed);
        own.read("blocked"_L1, rules.blocked);
        if (const auto checked = own.finish(); !checked)
            return std::unexpected(checked.error());
        rules.allowed = normalised(rules.allowed);
        rules.blocked = normalised(rules.blocked);
        policy.clients.insert(ClientId(it.key()), rules);
    }
    if (const auto checked = fields.finish(); !checked)
        return std::unexpected(checked.error());
    policy.allowed = normalised(policy.allowed);
    policy.blocked = normalised(policy.blocked);
    return policy;
}

QJsonObject PackageSources::toJson() const
{
    return {
        {u"indexes"_s, QJsonArray::fromStringList(indexes)},
        {u"folders"_s, QJsonArray::fromStringList(folders)},
        {u"release"_s, release},
        {u"advisories"_s, advisories},
    };
}

Result<PackageSources> PackageSources::fromJson(const QJsonObject &json)
{
    PackageSources sources;
    Fields fields(json, u"the sources of packages"_s);
    fields.read("indexes"_L1, sources.indexes);
    fields.read("folders"_L1, sources.folders);
    fields.read("release"_L1, sources.release);
    fields.read("advisories"_L1, sources.advisories);
    if (const auto checked = fields.finish(); !checked)
        return std::unexpected(checked.error());
    return sources;
}

} // namespace glovebox
