// SPDX-License-Identifier: MIT
#include "paint.h"

#include "fonts.h"
#include "icons.h"
#include "theme.h"

#include <QCryptographicHash>
#include <QFontMetricsF>
#include <QPaintDevice>
#include <QPainter>
#include <QPainterPath>

namespace glovebox::ui {

namespace {

constexpr int chipPadding = 7;
constexpr int chipIcon = 12;
constexpr int chipGap = 4;

struct ChipColors
{
    Token text;
    std::optional<Token> ground;
    std::optional<Token> edge;
};

ChipColors chipColors(ChipKind kind)
{
    switch (kind) {
    case ChipKind::Plain:
        return {Token::Text2, {}, Token::Line};
    case ChipKind::Strong:
        return {Token::Text, {}, Token::Edge};
    case ChipKind::Accent:
        return {Token::Accent, Token::Select, {}};
    case ChipKind::Wait:
        return {Token::Wait, Token::WaitBg, {}};
    case ChipKind::WaitOutlined:
        return {Token::Wait, {}, Token::WaitLine};
    case ChipKind::Bad:
        return {Token::Bad, Token::BadBg, {}};
    case ChipKind::Ok:
        return {Token::Ok, Token::OkBg, {}};
    }
    Q_UNREACHABLE_RETURN(ChipColors{});
}

qreal deviceRatio(const QPainter &painter)
{
    return painter.device() ? painter.device()->devicePixelRatio() : 1.0;
}

} // namespace

QString badgeLetters(const QString &label)
{
    const QStringList words = oneLine(label).split(u' ', Qt::SkipEmptyParts);
    if (words.isEmpty())
        return QStringLiteral("?");
    if (words.size() == 1)
        return words.first().left(2);
    return words.at(0).left(1) + words.at(1).left(1);
}

QColor badgeColor(const ClientId &client)
{
    const QByteArray hash =
        QCryptographicHash::hash(client.value().toUtf8(), QCryptographicHash::Sha256);
    return badgeGround(static_cast<uchar>(hash.front()) % badgeGroundCount);
}

void paintBadge(QPainter &painter, const QRectF &rect, const ClientId &client, const QString &label)
{
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(client == personClient() ? badgeGround(3) : badgeColor(client));
    painter.drawRoundedRect(rect, rect.width() / 6, rect.width() / 6);
    painter.setPen(Qt::white);
    QFont font = textFont(TextStep::Text, QFont::Bold);
    font.setPixelSize(std::max(8, qRound(rect.height() * 0.5)));
    painter.setFont(font);
    if (client == personClient()) {
        // A head and shoulders: always white, so not one of the token-coloured icons.
        const qreal u = rect.width() / 24;
        painter.translate(rect.topLeft());
        painter.setPen(QPen(Qt::white, 2 * u, Qt::SolidLine, Qt::RoundCap));
        painter.setBrush(Qt::NoBrush);
        painter.drawEllipse(QPointF(12 * u, 9 * u), 3.4 * u, 3.4 * u);
        QPainterPath shoulders(QPointF(6 * u, 19 * u));
        shoulders.cubicTo(QPointF(6 * u, 13.5 * u), QPointF(18 * u, 13.5 * u),
                          QPointF(18 * u, 19 * u));
        painter.drawPath(shoulders);
    } else {
        painter.drawText(rect, Qt::AlignCenter, badgeLetters(label));
    }
    painter.restore();
}

void paintRunningArc(QPainter &painter, const QRectF &rect, double turn, const QColor &ink)
{
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    const qreal width = rect.width() / 8;
    QPen pen(ink, width);
    pen.setCapStyle(Qt::RoundCap);
    painter.setPen(pen);
    painter.setBrush(Qt::NoBrush);
    const QRectF ring = rect.adjusted(width, width, -width, -width);
    const double shown = Theme::instance().isMotionReduced() ? 0 : turn;
    painter.drawArc(ring, qRound((90 - shown * 360) * 16), 270 * 16);
    painter.restore();
}

int chipWidth(const QFont &font, const QString &iconName, const QString &text)
{
    const int textWidth = qCeil(QFontMetricsF(font).horizontalAdvance(text));
    const int iconWidth = iconName.isEmpty() ? 0 : chipIcon + (text.isEmpty() ? 0 : chipGap);
    return 2 * chipPadding + iconWidth + textWidth;
}

void paintChip(QPainter &painter, const QRectF &rect, ChipKind kind, const QFont &font,
               const QString &iconName, const QString &text)
{
    const ChipColors colors = chipColors(kind);
    painter.save();
    const QColor ground = colors.ground ? color(*colors.ground) : QColor(Qt::transparent);
    const QColor edge = colors.edge ? color(*colors.edge) : ground;
    paintBox(painter, rect, 4, ground, edge);
    QRectF inner = rect.adjusted(chipPadding, 0, -chipPadding, 0);
    if (!iconName.isEmpty()) {
        QRectF box(inner.left(), 0, chipIcon, chipIcon);
        box.moveTop(rect.center().y() - chipIcon / 2.0);
        paintIcon(painter, box, iconName, colors.text);
        inner.setLeft(box.right() + chipGap);
    }
    painter.setFont(font);
    painter.setPen(color(colors.text));
    painter.drawText(inner, Qt::AlignVCenter | Qt::AlignLeft | Qt::TextSingleLine, text);
    painter.restore();
}

QString oneLine(const QString &text)
{
    QString line = text;
    for (QChar &c : line) {
        const auto category = c.category();
        // Direction marks could reorder the words around a quotation.
        if (category == QChar::Other_Control || category == QChar::Other_Format ||
            category == QChar::Separator_Line || category == QChar::Separator_Paragraph) {
            c = u' ';
        }
    }
    return line.simplified();
}

QString elideEnd(const QFont &font, const QString &text, int width)
{
    return QFontMetricsF(font).elidedText(text, Qt::ElideRight, width);
}

QString elideMiddle(const QFont &font, const QString &text, int width)
{
    return QFontMetricsF(font).elidedText(text, Qt::ElideMiddle, width);
}

void paintHorizontalLine(QPainter &painter, qreal x1, qreal x2, qreal y, const QColor &ink)
{
    painter.fillRect(QRectF(x1, y, x2 - x1, Theme::hairline(deviceRatio(painter))), ink);
}

void paintVerticalLine(QPainter &painter, qreal x, qreal y1, qreal y2, const QColor &ink)
{
    painter.fillRect(QRectF(x, y1, Theme::hairline(deviceRatio(painter)), y2 - y1), ink);
}

void paintFocusRing(QPainter &painter, const QRectF &rect, qreal radius)
{
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(color(Token::Accent), 2));
    painter.setBrush(Qt::NoBrush);
    painter.drawRoundedRect(rect.adjusted(1, 1, -1, -1), radius, radius);
    painter.restore();
}

void paintBox(QPainter &painter, const QRectF &rect, qreal radius, const QColor &ground,
              const QColor &edge)
{
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    const qreal pen = Theme::hairline(deviceRatio(painter));
    painter.setPen(edge.alpha() == 0 ? QPen(Qt::NoPen) : QPen(edge, pen));
    painter.setBrush(ground);
    painter.drawRoundedRect(rect.adjusted(pen / 2, pen / 2, -pen / 2, -pen / 2), radius, radius);
    painter.restore();
}

} // namespace glovebox::ui
