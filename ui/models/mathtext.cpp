// SPDX-License-Identifier: MIT
#include "mathtext.h"

#include <QHash>

#include <algorithm>

namespace glovebox::ui {

using namespace Qt::StringLiterals;

namespace {

constexpr int deepest = 40; // of braces in braces: it comes from anybody's file

const QHash<QString, QString> &symbols()
{
    static const QHash<QString, QString> known{{u"alpha"_s, u"α"_s},
                                               {u"beta"_s, u"β"_s},
                                               {u"gamma"_s, u"γ"_s},
                                               {u"delta"_s, u"δ"_s},
                                               {u"epsilon"_s, u"ε"_s},
                                               {u"varepsilon"_s, u"ε"_s},
                                               {u"zeta"_s, u"ζ"_s},
                                               {u"eta"_s, u"η"_s},
                                               {u"theta"_s, u"θ"_s},
                                               {u"vartheta"_s, u"ϑ"_s},
                                               {u"iota"_s, u"ι"_s},
                                               {u"kappa"_s, u"κ"_s},
                                               {u"lambda"_s, u"λ"_s},
                                               {u"mu"_s, u"μ"_s},
                                               {u"nu"_s, u"ν"_s},
                                               {u"xi"_s, u"ξ"_s},
                                               {u"pi"_s, u"π"_s},
                                               {u"rho"_s, u"ρ"_s},
                                               {u"sigma"_s, u"σ"_s},
                                               {u"tau"_s, u"τ"_s},
                                               {u"upsilon"_s, u"υ"_s},
                                               {u"phi"_s, u"φ"_s},
                                               {u"varphi"_s, u"φ"_s},
                                               {u"chi"_s, u"χ"_s},
                                               {u"psi"_s, u"ψ"_s},
                                               {u"omega"_s, u"ω"_s},
                                               {u"Gamma"_s, u"Γ"_s},
                                               {u"Delta"_s, u"Δ"_s},
                                               {u"Theta"_s, u"Θ"_s},
                                               {u"Lambda"_s, u"Λ"_s},
                                               {u"Xi"_s, u"Ξ"_s},
                                               {u"Pi"_s, u"Π"_s},
                                               {u"Sigma"_s, u"Σ"_s},
                                               {u"Phi"_s, u"Φ"_s},
                                               {u"Psi"_s, u"Ψ"_s},
                                               {u"Omega"_s, u"Ω"_s},
                                               {u"times"_s, u"×"_s},
                                               {u"cdot"_s, u"·"_s},
                                               {u"div"_s, u"÷"_s},
                                               {u"pm"_s, u"±"_s},
                                               {u"mp"_s, u"∓"_s},
                                               {u"leq"_s, u"≤"_s},
                                               {u"le"_s, u"≤"_s},
                                               {u"geq"_s, u"≥"_s},
                                               {u"ge"_s, u"≥"_s},
                                               {u"neq"_s, u"≠"_s},
                                               {u"ne"_s, u"≠"_s},
                                               {u"approx"_s, u"≈"_s},
                                               {u"sim"_s, u"∼"_s},
                                               {u"simeq"_s, u"≃"_s},
                                               {u"equiv"_s, u"≡"_s},
                                               {u"propto"_s, u"∝"_s},
                                               {u"ll"_s, u"≪"_s},
                                               {u"gg"_s, u"≫"_s},
                                               {u"infty"_s, u"∞"_s},
                                               {u"partial"_s, u"∂"_s},
                                               {u"nabla"_s, u"∇"_s},
                                               {u"sum"_s, u"∑"_s},
                                               {u"prod"_s, u"∏"_s},
                                               {u"int"_s, u"∫"_s},
                                               {u"iint"_s, u"∬"_s},
                                               {u"oint"_s, u"∮"_s},
                                               {u"in"_s, u"∈"_s},
                                               {u"notin"_s, u"∉"_s},
                                               {u"subset"_s, u"⊂"_s},
                                               {u"subseteq"_s, u"⊆"_s},
                                               {u"supset"_s, u"⊃"_s},
                                               {u"cup"_s, u"∪"_s},
                                               {u"cap"_s, u"∩"_s},
                                               {u"emptyset"_s, u"∅"_s},
                                               {u"forall"_s, u"∀"_s},
                                               {u"exists"_s, u"∃"_s},
                                               {u"neg"_s, u"¬"_s},
                                               {u"land"_s, u"∧"_s},
                                               {u"lor"_s, u"∨"_s},
                                               {u"wedge"_s, u"∧"_s},
                                               {u"vee"_s, u"∨"_s},
                                               {u"oplus"_s, u"⊕"_s},
                                               {u"otimes"_s, u"⊗"_s},
                                               {u"to"_s, u"→"_s},
                                               {u"rightarrow"_s, u"→"_s},
                                               {u"leftarrow"_s, u"←"_s},
                                               {u"Rightarrow"_s, u"⇒"_s},
                                               {u"Leftarrow"_s, u"⇐"_s},
                                               {u"leftrightarrow"_s, u"↔"_s},
                                               {u"Leftrightarrow"_s, u"⇔"_s},
                                               {u"iff"_s, u"⇔"_s},
                                               {u"implies"_s, u"⇒"_s},
                                               {u"mapsto"_s, u"↦"_s},
                                               {u"uparrow"_s, u"↑"_s},
                                               {u"downarrow"_s, u"↓"_s},
                                               {u"ldots"_s, u"…"_s},
                                               {u"dots"_s, u"…"_s},
                                               {u"cdots"_s, u"⋯"_s},
                                               {u"vdots"_s, u"⋮"_s},
                                               {u"langle"_s, u"⟨"_s},
                                               {u"rangle"_s, u"⟩"_s},
                                               {u"lfloor"_s, u"⌊"_s},
                                               {u"rfloor"_s, u"⌋"_s},
                                               {u"lceil"_s, u"⌈"_s},
                                               {u"rceil"_s, u"⌉"_s},
                                               {u"mid"_s, u"|"_s},
                                               {u"vert"_s, u"|"_s},
                                               {u"Vert"_s, u"‖"_s},
                                               {u"perp"_s, u"⊥"_s},
                                               {u"parallel"_s, u"∥"_s},
                                               {u"angle"_s, u"∠"_s},
                                               {u"circ"_s, u"∘"_s},
                                               {u"degree"_s, u"°"_s},
                                               {u"prime"_s, u"′"_s},
                                               {u"hbar"_s, u"ℏ"_s},
                                               {u"ell"_s, u"ℓ"_s},
                                               {u"Re"_s, u"ℜ"_s},
                                               {u"Im"_s, u"ℑ"_s},
                                               {u"aleph"_s, u"ℵ"_s},
                                               {u"star"_s, u"⋆"_s},
                                               {u"ast"_s, u"∗"_s},
                                               {u"bullet"_s, u"•"_s},
                                               {u"quad"_s, u"  "_s},
                                               {u"qquad"_s, u"    "_s},
                                               {u"left"_s, u""_s},
                                               {u"right"_s, u""_s},
                                               {u"big"_s, u""_s},
                                               {u"Big"_s, u""_s},
                                               {u"bigl"_s, u""_s},
                                               {u"bigr"_s, u""_s},
                                               {u"displaystyle"_s, u""_s},
                                               {u"textstyle"_s, u""_s},
                                               {u"limits"_s, u""_s},
                                               {u"nonumber"_s, u""_s},
                                               {u"setminus"_s, u"∖"_s},
                                               {u"cong"_s, u"≅"_s},
                                               {u"hline"_s, u""_s}};
    return known;
}

// Marks that stand above the letter before them.
const QHash<QString, QChar> &accents()
{
    static const QHash<QString, QChar> known{
        {u"hat"_s, QChar(0x0302)},       {u"widehat"_s, QChar(0x0302)}, {u"bar"_s, QChar(0x0304)},
        {u"overline"_s, QChar(0x0305)},  {u"vec"_s, QChar(0x20d7)},     {u"tilde"_s, QChar(0x0303)},
        {u"widetilde"_s, QChar(0x0303)}, {u"dot"_s, QChar(0x0307)},     {u"ddot"_s, QChar(0x0308)},
        {u"underline"_s, QChar(0x0332)}};
    return known;
}

// As small letters above or below the line; an empty string where one of them has none.
QString raised(const QString &text, bool above)
{
    static const QString plain = u"0123456789+-=()aehijklmnoprstuvxβγρφχ"_s;
    static const QString low = u"₀₁₂₃₄₅₆₇₈₉₊₋₌₍₎ₐₑₕᵢⱼₖₗₘₙₒₚᵣₛₜᵤᵥₓᵦᵧᵨᵩᵪ"_s;
    static const QString plainHigh = u"0123456789+-=()abcdefghijklmnoprstuvwxyzTβγδθφχ′∗"_s;
    static const QString high = u"⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁼⁽⁾ᵃᵇᶜᵈᵉᶠᵍʰⁱʲᵏˡᵐⁿᵒᵖʳˢᵗᵘᵛʷˣʸᶻᵀᵝᵞᵟᶿᵠᵡ′*"_s;
    const QString &from = above ? plainHigh : plain;
    const QString &to = above ? high : low;
    QString result;
    for (const QChar c : text) {
        const qsizetype at = from.indexOf(c == u'−' ? u'-' : c);
        if (at < 0)
            return {};
        result += to.at(at);
    }
    return result;
}

class Reader
{
public:
    explicit Reader(QStringView text)
        : m_text(text)
    {
    }

    QString readAll()
    {
        QString whole;
        while (m_at < m_text.size()) {
            if (m_text.at(m_at) == u'}')
                whole += m_text.at(m_at++); // one too many
            else
                whole += readPart(0);
        }
        return whole;
    }

private:
    bool atEnd() const { return m_at >= m_text.size(); }

    // What one ^ or one command takes: a group in braces, a command or one character.
    QString readArgument(int depth)
    {
        while (!atEnd() && m_text.at(m_at).isSpace())
            ++m_at;
        return atEnd() ? QString() : readPart(depth + 1);
    }

    QString readGroup(int depth)
    {
        ++m_at; // the brace
        QString whole;
        while (!atEnd() && m_text.at(m_at) != u'}')
            whole += readPart(depth + 1);
        ++m_at;
        return whole;
    }

    QString readPart(int depth)
    {
        const QChar c = m_text.at(m_at);
        if (depth > deepest) {
            ++m_at;
            return c;
        }
        if (c == u'{')
            return readGroup(depth);
        if (c == u'\\')
            return readCommand(depth);
        ++m_at;
        if (c == u'^' || c == u'_')
            return script(readArgument(depth), c == u'^');
        if (c == u'&' || c == u'~' || c.isSpace())
            return u" "_s;
        return c == u'\'' ? u"′"_s : QString(c);
    }

    static QString script(const QString &text, bool above)
    {
        const QString small = raised(text, above);
        if (!small.isEmpty() || text.isEmpty())
            return small;
        const QString sign = above ? u"^"_s : u"_"_s;
        return text.size() == 1 ? QString(sign + text) : QString(sign + u'(' + text + u')');
    }

    // More than one thing above or below the stroke needs brackets.
    static QString operand(const QString &text)
    {
        const bool single = std::ranges::all_of(
            text, [](QChar c) { return c.isLetterOrNumber() || c.isMark() || c == u'.'; });
        return single ? text : QString(u'(' + text.trimmed() + u')');
    }

    QString readCommand(int depth)
    {
        const qsizetype start = ++m_at;
        while (!atEnd() && m_text.at(m_at).unicode() < 0x80 && m_text.at(m_at).isLetter())
            ++m_at;
        if (m_at == start)
            return readSign();
        const QString name = m_text.sliced(start, m_at - start).toString();
        if (m_at < m_text.size() && m_text.at(m_at) == u'*')
            ++m_at;
        if (const auto symbol = symbols().constFind(name); symbol != symbols().cend())
            return *symbol;
        if (const auto accent = accents().constFind(name); accent != accents().cend())
            return readArgument(depth) + *accent;
        return readCall(name, depth);
    }

    QString readCall(const QString &name, int depth)
    {
        static const QStringList fonts{
            u"text"_s,   u"mathrm"_s,  u"mathbf"_s,     u"mathit"_s,       u"mathsf"_s,
            u"mathtt"_s, u"mathcal"_s, u"boldsymbol"_s, u"operatorname"_s, u"textbf"_s,
            u"textit"_s, u"mbox"_s,    u"bm"_s,         u"tag"_s};
        if (name == u"frac" || name == u"dfrac" || name == u"tfrac") {
            const QString above = readArgument(depth);
            return operand(above) + u'/' + operand(readArgument(depth));
        }
        if (name == u"sqrt")
            return u"√"_s + operand(readArgument(depth));
        if (name == u"binom") {
            const QString above = readArgument(depth);
            return u'(' + above + u" over "_s + readArgument(depth) + u')';
        }
        if (name == u"begin" || name == u"end") {
            (void)readArgument(depth); // "matrix": the signs between it are shown
            return {};
        }
        if (name == u"mathbb")
            return doubleStruck(readArgument(depth));
        if (fonts.contains(name))
            return readArgument(depth);
        // \sin, \log, \max: their own names.
        static const QStringList names{
            u"sin"_s,  u"cos"_s,  u"tan"_s, u"log"_s, u"ln"_s,  u"exp"_s,    u"max"_s,    u"min"_s,
            u"lim"_s,  u"det"_s,  u"arg"_s, u"sup"_s, u"inf"_s, u"argmax"_s, u"argmin"_s, u"tanh"_s,
            u"sinh"_s, u"cosh"_s, u"Pr"_s,  u"gcd"_s, u"dim"_s, u"ker"_s};
        return names.contains(name) ? name : QString(u'\\' + name);
    }

    static QString doubleStruck(const QString &text)
    {
        static const QHash<QString, QString> letters{
            {u"R"_s, u"ℝ"_s}, {u"N"_s, u"ℕ"_s}, {u"Z"_s, u"ℤ"_s}, {u"Q"_s, u"ℚ"_s},
            {u"C"_s, u"ℂ"_s}, {u"P"_s, u"ℙ"_s}, {u"E"_s, u"𝔼"_s}};
        return letters.value(text, text);
    }

    // \, \; \% \{ and the end of a line.
    QString readSign()
    {
        if (atEnd())
            return u"\\"_s;
        const QChar c = m_text.at(m_at++);
        if (c == u'\\')
            return QString(QChar(QChar::LineSeparator));
        if (c == u'!')
            return {};
        return c == u',' || c == u';' || c == u':' || c == u' ' ? u" "_s : QString(c);
    }

    QStringView m_text;
    qsizetype m_at = 0;
};

} // namespace

QString mathText(QStringView latex)
{
    QString text = Reader(latex.trimmed()).readAll();
    while (text.contains(u"   "_s))
        text.replace(u"   "_s, u"  "_s);
    return text.trimmed();
}

} // namespace glovebox::ui
