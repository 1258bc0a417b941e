// SPDX-License-Identifier: MIT
// icons SVG FOLDER SIZE…: draws FOLDER/SIZE.png for each size.
#include <QDir>
#include <QGuiApplication>
#include <QImage>
#include <QPainter>
#include <QSvgRenderer>

#include <cstdio>

namespace {

bool draw(QSvgRenderer &svg, int size, const QString &file)
{
    QImage image(size, size, QImage::Format_ARGB32);
    image.fill(Qt::transparent);
    QPainter painter(&image);
    svg.render(&painter, QRectF(0, 0, size, size));
    painter.end();
    return image.save(file);
}

} // namespace

int main(int argc, char **argv)
{
    const QGuiApplication application(argc, argv);
    const QStringList arguments = QGuiApplication::arguments().sliced(1);
    if (arguments.size() < 3) {
        std::fputs("usage: icons SVG FOLDER SIZE...\n", stderr);
        return 2;
    }
    QSvgRenderer svg(arguments[0]);
    const QDir folder(arguments[1]);
    if (!svg.isValid() || !folder.mkpath(QStringLiteral("."))) {
        std::fputs("icons: cannot read the drawing, or cannot make the folder\n", stderr);
        return 1;
    }
    for (const QString &size : arguments.sliced(2)) {
        if (!draw(svg, size.toInt(), folder.filePath(size + QStringLiteral(".png")))) {
            std::fprintf(stderr, "icons: cannot write the size %s\n", qPrintable(size));
            return 1;
        }
    }
    return 0;
}
