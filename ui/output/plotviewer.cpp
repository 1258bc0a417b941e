// SPDX-License-Identifier: MIT
#include "plotviewer.h"

#include "plotcache.h"

#include "ui/parts/button.h"
#include "ui/parts/labels.h"
#include "ui/theme/theme.h"

#include <QFuture>
#include <QClipboard>
#include <QFile>
#include <QFileDialog>
#include <QFuture>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QPainter>
#include <QPromise>
#include <QScrollArea>
#include <QShortcut>
#include <QThreadPool>
#include <QVBoxLayout>

namespace glovebox::ui {

namespace {

// Shows an image: in the whole widget, never enlarged, or pixel by pixel.
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

protected:
    void paintEvent(QPaintEvent *) override
    {
        QPainter painter(this);
        QSize size = m_image.size();
        const bool shrunk = size.width() > width() || size.height() > height();
        if (shrunk)
            size.scale(this->size(), Qt::KeepAspectRatio);
        const QRect target(QPoint((width() - size.width()) / 2, (height() - size.height()) / 2),
                           size);
        painter.fillRect(target, Qt::white);
        painter.setRenderHint(QPainter::SmoothPixmapTransform, shrunk);
        painter.drawImage(target, m_image);
    }

private:
    QImage m_image;
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
{
    setAttribute(Qt::WA_DeleteOnClose);
    const QString title =
        display.title.isEmpty() ? tr("Plot %1").arg(display.index) : display.title;
    setWindowTitle(tr("%1 — Glovebox").arg(title));
    m_picture->setAccessibleName(tr("Plot: %1").arg(title));
    auto *saveButton = quietButton(tr("Save PNG…"), QStringLiteral("download"), this);
    auto *copyButton = quietButton(tr("Copy"), QStringLiteral("copy"), this);
    auto *bar = new QHBoxLayout;
    bar->setContentsMargins(8, 4, 8, 4);
    for (Button *button : {m_fit, m_whole, saveButton, copyButton})
        bar->addWidget(button);
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
    connect(saveButton, &Button::clicked, this, &PlotViewer::save);
    connect(copyButton, &Button::clicked, this, &PlotViewer::copy);
    connect(&plots, &PlotCache::ready, this, &PlotViewer::takeImage);
    connect(new QShortcut(QKeySequence::Save, this), &QShortcut::activated, this,
            &PlotViewer::save);
    connect(new QShortcut(QKeySequence::Copy, this), &QShortcut::activated, this,
            &PlotViewer::copy);
    connect(new QShortcut(Qt::Key_Escape, this), &QShortcut::activated, this, &QWidget::close);
    resize(display.pixels.expandedTo({480, 320}).boundedTo({1200, 800}) + QSize(0, 40));
    takeImage();
    setFitted(true);
}

void PlotViewer::takeImage()
{
    m_image = m_plots.image(m_display);
    static_cast<Picture *>(m_picture)->setImage(m_image);
    setFitted(m_fitted);
}

void PlotViewer::setFitted(bool fitted)
{
    m_fitted = fitted;
    m_fit->setLook(fitted ? Button::Look::Preferred : Button::Look::Quiet);
    m_whole->setLook(fitted ? Button::Look::Quiet : Button::Look::Preferred);
    m_area->setWidgetResizable(fitted);
    if (!fitted)
        m_picture->resize(m_image.size());
    m_picture->update();
}

void PlotViewer::copy() const
{
    if (!m_image.isNull())
        QGuiApplication::clipboard()->setImage(m_image);
}

void PlotViewer::save()
{
    auto *dialog = new QFileDialog(this, tr("Save PNG…"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    const QString type = m_display.mimeType.section(u'/', 1);
    dialog->setDefaultSuffix(type == u"jpeg" ? QStringLiteral("jpg") : type);
    dialog->selectFile(tr("plot %1").arg(m_display.index));
    connect(dialog, &QFileDialog::fileSelected, this, &PlotViewer::writeTo);
    dialog->open();
}

void PlotViewer::writeTo(const QString &path)
{
    const auto promise = std::make_shared<QPromise<QString>>();
    promise->start();
    promise->future().then(this, [this, path](const QString &problem) {
        m_message->setText(problem.isEmpty()
                               ? tr("Saved %1").arg(path)
                               : tr("%1 could not be written: %2.").arg(path, problem));
    });
    QThreadPool::globalInstance()->start([promise, path, source = m_display.file] {
        QFile::remove(path); // the dialog has asked
        QFile file(source);
        promise->addResult(file.copy(path) ? QString() : file.errorString());
        promise->finish();
    });
}

} // namespace glovebox::ui
