// SPDX-License-Identifier: MIT
#include "icons.h"

#include "theme.h"

#include <base/logging.h>

#include <QFile>
#include <QHash>
#include <QIconEngine>
#include <QPainter>
#include <QPainterPath>
#include <QPixmapCache>
#include <QSvgRenderer>

namespace glovebox::ui {

namespace {

QString &folderStore()
{
    static QString folder;
    return folder;
}

// Sources by name; an empty one is a file that is not there (warned of once).
QHash<QString, QByteArray> &sources()
{
    static QHash<QString, QByteArray> cache;
    return cache;
}

QByteArray source(const QString &name)
{
    auto &cache = sources();
    if (const auto found = cache.constFind(name); found != cache.cend())
        return *found;
    QFile file(folderStore() + u'/' + name + QStringLiteral(".svg"));
    QByteArray svg;
    if (file.open(QIODevice::ReadOnly))
        svg = file.readAll();
    else
        qCWarning(lcUi) << "No icon" << name << "in" << folderStore();
    cache.insert(name, svg);
    return svg;
}

void drawIcon(QPainter &painter, const QRectF &rect, const QString &name, const QColor &color)
{
    QByteArray svg = source(name);
    if (svg.isEmpty())
        return;
    svg.replace("currentColor", color.name().toLatin1());
    // UI.md 2: a finer stroke where the icon is larger.
    if (rect.width() > 18)
        svg.replace("stroke-width=\"2\"", "stroke-width=\"1.75\"");
    QSvgRenderer renderer(svg);
    renderer.render(&painter, rect);
}

// Rows are painted often, and reading a drawing takes longer than all the rest of a row.
void renderIcon(QPainter &painter, const QRectF &rect, const QString &name, const QColor &color)
{
    if (!painter.device() || painter.transform().type() > QTransform::TxTranslate)
        return drawIcon(painter, rect, name, color);
    const qreal ratio = painter.device()->devicePixelRatio();
    const QString key = QStringLiteral("glovebox-icon/%1/%2/%3/%4")
                            .arg(name, color.name(QColor::HexArgb))
                            .arg(rect.width())
                            .arg(ratio);
    QPixmap pixmap;
    if (!QPixmapCache::find(key, &pixmap)) {
        pixmap = QPixmap(std::max(1, qCeil(rect.width() * ratio)),
                         std::max(1, qCeil(rect.height() * ratio)));
        pixmap.setDevicePixelRatio(ratio);
        pixmap.fill(Qt::transparent);
        QPainter painted(&pixmap);
        painted.setRenderHint(QPainter::Antialiasing);
        drawIcon(painted, QRectF(QPointF(), rect.size()), name, color);
        painted.end();
        QPixmapCache::insert(key, pixmap);
    }
    painter.drawPixmap(rect.topLeft(), pixmap);
}

class TokenIconEngine final : public QIconEngine
{
public:
    TokenIconEngine(QString name, Token token, int size)
        : m_name(std::move(name))
        , m_token(token)
        , m_size(size)
    {
    }

    void paint(QPainter *painter, const QRect &rect, QIcon::Mode mode, QIcon::State) override
    {
        painter->save();
        if (mode == QIcon::Disabled)
            painter->setOpacity(painter->opacity() * 0.45);
        const int side = std::min(rect.width(), rect.height());
        QRectF box(0, 0, side, side);
        box.moveCenter(QRectF(rect).center());
        renderIcon(*painter, box, m_name, color(m_token));
        painter->restore();
    }

    QPixmap pixmap(const QSize &size, QIcon::Mode mode, QIcon::State state) override
    {
        return scaledPixmap(size, mode, state, 1.0);
    }

    QPixmap scaledPixmap(const QSize &size, QIcon::Mode mode, QIcon::State state,
                         qreal scale) override
    {
        // `size` is in device pixels already; `scale` only marks the result.
        QPixmap pixmap(size);
        pixmap.fill(Qt::transparent);
        {
            QPainter painter(&pixmap);
            painter.setRenderHint(QPainter::Antialiasing);
            paint(&painter, QRect(QPoint(), size), mode, state);
        }
        pixmap.setDevicePixelRatio(scale);
        return pixmap;
    }

    QSize actualSize(const QSize &size, QIcon::Mode, QIcon::State) override
    {
        return size.boundedTo(QSize(m_size, m_size) * 4);
    }
    QList<QSize> availableSizes(QIcon::Mode, QIcon::State) override
    {
        return {QSize(m_size, m_size), QSize(m_size, m_size) * 2};
    }
    QIconEngine *clone() const override { return new TokenIconEngine(*this); }
    QString key() const override { return QStringLiteral("glovebox"); }
    bool isNull() override { return false; }

private:
    QString m_name;
    Token m_token;
    int m_size;
};

// Drawn on a 16 grid: a lid, a body, and the two ports.
void drawCabinet(QPainter &painter, const QColor &ink)
{
    painter.setRenderHint(QPainter::Antialiasing);
    QPen pen(ink, 1.5);
    pen.setJoinStyle(Qt::RoundJoin);
    painter.setPen(pen);
    painter.setBrush(Qt::NoBrush);
    QPainterPath lid;
    lid.moveTo(2.5, 6.0);
    lid.lineTo(4.0, 2.5);
    lid.lineTo(12.0, 2.5);
    lid.lineTo(13.5, 6.0);
    painter.drawPath(lid);
    painter.drawRoundedRect(QRectF(1.75, 6.0, 12.5, 8.0), 1.5, 1.5);
    painter.drawEllipse(QPointF(5.3, 10.0), 1.7, 1.7);
    painter.drawEllipse(QPointF(10.7, 10.0), 1.7, 1.7);
}

void drawDot(QPainter &painter, ProgramDot dot)
{
    if (dot == ProgramDot::None)
        return;
    if (dot == ProgramDot::Paused) {
        QPen pen(color(Token::Text3), 1.8);
        pen.setCapStyle(Qt::RoundCap);
        painter.setPen(pen);
        painter.drawLine(QPointF(2, 14.5), QPointF(14.5, 2));
        return;
    }
    const Token token = dot == ProgramDot::Running   ? Token::Accent
                        : dot == ProgramDot::Waiting ? Token::WaitLine
                                                     : Token::Bad;
    // A gap around the dot keeps its shape readable on top of the cabinet.
    painter.setCompositionMode(QPainter::CompositionMode_Clear);
    painter.setPen(Qt::NoPen);
    painter.setBrush(Qt::black);
    painter.drawEllipse(QPointF(12.6, 3.4), 4.2, 4.2);
    painter.setCompositionMode(QPainter::CompositionMode_SourceOver);
    painter.setBrush(color(token));
    painter.drawEllipse(QPointF(12.6, 3.4), 3.2, 3.2);
}

QIcon cabinet(const QColor &ink, ProgramDot dot)
{
    QIcon result;
    for (const int side : {16, 22, 24, 32, 48, 64, 128}) {
        QPixmap pixmap(side, side);
        pixmap.fill(Qt::transparent);
        QPainter painter(&pixmap);
        painter.scale(side / 16.0, side / 16.0);
        drawCabinet(painter, ink);
        drawDot(painter, dot);
        painter.end();
        result.addPixmap(pixmap);
    }
    return result;
}

} // namespace

void setIconFolder(const QString &folder)
{
    folderStore() = folder;
    sources().clear();
    QPixmapCache::clear();
}

QString iconFolder()
{
    return folderStore();
}

QPixmap iconPixmap(const QString &name, Token token, int size, qreal devicePixelRatio)
{
    const int side = qRound(size * devicePixelRatio);
    QPixmap pixmap(side, side);
    pixmap.setDevicePixelRatio(devicePixelRatio);
    pixmap.fill(Qt::transparent);
    QPainter painter(&pixmap);
    painter.setRenderHint(QPainter::Antialiasing);
    renderIcon(painter, QRectF(0, 0, size, size), name, color(token));
    return pixmap;
}

QIcon icon(const QString &name, Token token, int size)
{
    return QIcon(new TokenIconEngine(name, token, size));
}

void paintIcon(QPainter &painter, const QRectF &rect, const QString &name, Token token)
{
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    renderIcon(painter, rect, name, color(token));
    painter.restore();
}

void paintChevron(QPainter &painter, const QRectF &rect, Direction direction, const QColor &ink)
{
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    QPen pen(ink, 2.0 * rect.width() / 24.0);
    pen.setWidthF(std::max(1.2, pen.widthF()));
    pen.setCapStyle(Qt::RoundCap);
    pen.setJoinStyle(Qt::RoundJoin);
    painter.setPen(pen);
    painter.translate(rect.center());
    constexpr int turns[] = {180, 0, 90, -90};
    painter.rotate(turns[static_cast<int>(direction)]);
    const qreal unit = rect.width() / 24.0;
    painter.drawPolyline(QPolygonF({{-6 * unit, -3 * unit}, {0, 3 * unit}, {6 * unit, -3 * unit}}));
    painter.restore();
}

QIcon programIcon()
{
    return cabinet(color(Token::Accent), ProgramDot::None);
}

QIcon trayIcon(ProgramDot dot, const QColor &ink)
{
    return cabinet(ink, dot);
}

} // namespace glovebox::ui
