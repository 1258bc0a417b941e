// SPDX-License-Identifier: MIT
#include "plotviewer.h"

#include "plotcache.h"

#include "ui/parts/button.h"
#include "ui/parts/files.h"
#include "ui/parts/labels.h"
#include "ui/theme/theme.h"

#include <QClipboard>
#include <QFile>
#include <QFuture>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QLocale>
#include <QPainter>
#include <QScrollArea>
#include <QScrollBar>
#include <QShortcut>
#include <QVBoxLayout>
#include <QWheelEvent>

#include <algorithm>
#include <cmath>

namespace glovebox::ui {

namespace {

constexpr double smallestZoom = 0.1;
constexpr double largestZoom = 8;
constexpr double zoomStep = 1.25;

// Shows an image: in the whole widget and never enlarged, or as large as the widget.
class Picture final : public QWidget
{
public:
    explicit Picture(QWidget *parent)
        : QWidget(parent)
    {
    }

    void setImage(const QImage &image)
    {
        m_image = image;
        update();
    }
    void setEnlarging(bool enlarging) { m_enlarging = enlarging; }
    QSize shownSize() const
    {
        QSize size = m_image.size();
        if (m_enlarging || size.width() > width() || size.height() > height())
            size.scale(this->size(), Qt::KeepAspectRatio);
        return size;
    }

protected:
    void paintEvent(QPaintEvent *event) override
    {
        if (m_image.isNull())
            return;
        QPainter painter(this);
        const QSize size = shownSize();
        const QRect target(QPoint((width() - size.width()) / 2, (height() - size.height()) / 2),
                           size);
        painter.fillRect(target, Qt::white);
        painter.setRenderHint(QPainter::SmoothPixmapTransform, size.width() < m_image.width());
        // Of a large picture only what is seen.
        const QRect seen = target & event->rect().adjusted(-1, -1, 1, 1);
        const double scale = double(m_image.width()) / std::max(1, size.width());
        const QRectF source((seen.left() - target.left()) * scale,
                            (seen.top() - target.top()) * scale, seen.width() * scale,
                            seen.height() * scale);
        painter.drawImage(QRectF(seen), m_image, source);
    }

private:
    QImage m_image;
    bool m_enlarging = false;
};

Button *quietButton(const QString &text, const QString &iconName, QWidget *parent)
{
    auto *button = new Button(text, Button::Look::Quiet, parent);
    if (!iconName.isEmpty())
        button->setIconName(iconName);
    return button;
}

} // namespace

PlotViewer::PlotViewer(const event::Display &display, PlotCache &plots, QWidget *parent)
    : QWidget(parent, Qt::Window)
    , m_display(display)
    , m_plots(plots)
    , m_area(new QScrollArea(this))
    , m_picture(new Picture(this))
    , m_message(new TextLine(TextStep::Second, Token::Text2, this))
    , m_fit(quietButton(tr("Fit"), {}, this))
    , m_whole(quietButton(tr("100 %"), {}, this))
    , m_scale(new TextLine(TextStep::Second, Token::Text2, this))
{
    setAttribute(Qt::WA_DeleteOnClose);
    const QString title =
        display.title.isEmpty() ? tr("Plot %1").arg(display.index) : display.title;
    setWindowTitle(tr("%1 — Glovebox").arg(title));
    m_picture->setAccessibleName(tr("Plot: %1").arg(title));
    m_scale->setObjectName(QStringLiteral("plotScale"));
    m_scale->setStretching(false);
    m_scale->setTabular(true);
    auto *smaller = quietButton(QStringLiteral("−"), {}, this);
    smaller->setAccessibleName(tr("Smaller"));
    smaller->setToolTip(tr("Smaller"));
    auto *larger = quietButton(QStringLiteral("+"), {}, this);
    larger->setAccessibleName(tr("Larger"));
    larger->setToolTip(tr("Larger"));
    auto *saveButton = quietButton(isDrawing() ? tr("Save SVG…") : tr("Save PNG…"),
                                   QStringLiteral("download"), this);
    auto *copyButton = quietButton(tr("Copy"), QStringLiteral("copy"), this);
    auto *bar = new QHBoxLayout;
    bar->setContentsMargins(8, 4, 8, 4);
    for (QWidget *part : std::initializer_list<QWidget *>{m_fit, m_whole, smaller, m_scale, larger,
                                                          saveButton, copyButton})
        bar->addWidget(part);
    bar->addWidget(m_message, 1);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins({});
    layout->setSpacing(0);
    layout->addLayout(bar);
    layout->addWidget(m_area, 1);
    m_area->setAccessibleName(tr("Plot: %1").arg(title));
    m_area->setFrameShape(QFrame::NoFrame);
    m_area->setAlignment(Qt::AlignCenter);
    m_area->setWidget(m_picture);
    connect(m_fit, &Button::clicked, this, [this] { setFitted(true); });
    connect(m_whole, &Button::clicked, this, [this] { setFitted(false); });
    const auto step = [this](double factor) {
        return [this, factor] { setZoom(zoom() * factor); };
    };
    connect(smaller, &Button::clicked, this, step(1 / zoomStep));
    connect(larger, &Button::clicked, this, step(zoomStep));
    for (const QKeySequence::StandardKey key : {QKeySequence::ZoomIn, QKeySequence::ZoomOut}) {
        auto *shortcut = new QShortcut(this);
        shortcut->setKeys(key);
        connect(shortcut, &QShortcut::activated, this,
                step(key == QKeySequence::ZoomIn ? zoomStep : 1 / zoomStep));
    }
    m_area->viewport()->installEventFilter(this);
    connect(saveButton, &Button::clicked, this, &PlotViewer::save);
    connect(copyButton, &Button::clicked, this, &PlotViewer::copy);
    connect(&plots, &PlotCache::ready, this, &PlotViewer::takeImage);
    connect(new QShortcut(QKeySequence::Save, this), &QShortcut::activated, this,
            &PlotViewer::save);
    connect(new QShortcut(QKeySequence::Copy, this), &QShortcut::activated, this,
            &PlotViewer::copy);
    connect(new QShortcut(Qt::Key_Escape, this), &QShortcut::activated, this, &QWidget::close);
    resize(plots.sizeOf(display).expandedTo({480, 320}).boundedTo({1200, 800}) + QSize(0, 40));
    takeImage();
    setFitted(true);
}

void PlotViewer::takeImage()
{
    if (isDrawing() && (!PlotCache::isPicture(m_display) || m_plots.isBroken(m_display))) {
        m_message->setText(tr("This drawing cannot be shown. Save it to look at it."));
        return;
    }
    m_image = m_plots.image(m_display);
    static_cast<Picture *>(m_picture)->setImage(m_image);
    setFitted(m_fitted);
}

void PlotViewer::setFitted(bool fitted)
{
    m_fitted = fitted;
    m_fit->setLook(fitted ? Button::Look::Preferred : Button::Look::Quiet);
    m_area->setWidgetResizable(fitted);
    static_cast<Picture *>(m_picture)->setEnlarging(!fitted);
    if (!fitted) {
        m_zoom = 1;
        m_picture->resize(m_image.size());
    }
    m_picture->update();
    refreshBar();
}

double PlotViewer::zoom() const
{
    if (!m_fitted)
        return m_zoom;
    return double(static_cast<Picture *>(m_picture)->shownSize().width()) /
           std::max(1, m_image.width());
}

void PlotViewer::setZoom(double zoom, std::optional<QPoint> anchor)
{
    if (m_image.isNull())
        return;
    const double before = this->zoom();
    const QPoint fixed = anchor.value_or(m_area->viewport()->rect().center());
    // Where that is in the picture's own pixels.
    const QSize shown = static_cast<Picture *>(m_picture)->shownSize();
    const QPoint margin((m_picture->width() - shown.width()) / 2,
                        (m_picture->height() - shown.height()) / 2);
    const QPointF spot =
        QPointF(m_picture->mapFrom(m_area->viewport(), fixed) - margin) / std::max(before, 0.01);
    const double wanted = std::clamp(zoom, smallestZoom, largestZoom);
    setFitted(false);
    m_zoom = wanted;
    m_picture->resize(m_image.size() * wanted);
    const QPoint place = (spot * wanted).toPoint() - fixed;
    m_area->horizontalScrollBar()->setValue(place.x());
    m_area->verticalScrollBar()->setValue(place.y());
    refreshBar();
}

void PlotViewer::refreshBar()
{
    const bool isWhole = !m_fitted && qFuzzyCompare(m_zoom, 1.0);
    m_whole->setLook(isWhole ? Button::Look::Preferred : Button::Look::Quiet);
    m_scale->setText(tr("%1 %").arg(QLocale().toString(qRound(zoom() * 100))));
}

bool PlotViewer::eventFilter(QObject *watched, QEvent *event)
{
    if (event->type() == QEvent::Wheel) {
        auto *wheel = static_cast<QWheelEvent *>(event);
        const int turned = wheel->angleDelta().y();
        if (wheel->modifiers().testFlag(Qt::ControlModifier) && turned != 0) {
            setZoom(zoom() * std::pow(zoomStep, turned / 120.0), wheel->position().toPoint());
            return true;
        }
    } else if (event->type() == QEvent::Resize) {
        refreshBar(); // a fitted picture has another size now
    }
    return QWidget::eventFilter(watched, event);
}

void PlotViewer::copy() const
{
    if (!m_image.isNull())
        QGuiApplication::clipboard()->setImage(m_image);
}

void PlotViewer::save()
{
    const QString type = m_display.mimeType.section(u'/', 1).section(u'+', 0, 0);
    askWhereToSave(this,
                   {.title = isDrawing() ? tr("Save SVG…") : tr("Save PNG…"),
                    .suffix = type == u"jpeg" ? QStringLiteral("jpg") : type,
                    .name = tr("plot %1").arg(m_display.index)},
                   [this](const QString &path) { writeTo(path); });
}

void PlotViewer::writeTo(const QString &path)
{
    copyWhole(m_display.file, path).then(this, [this, path](const Result<> &saved) {
        m_message->setText(savedText(path, saved));
    });
}

} // namespace glovebox::ui
