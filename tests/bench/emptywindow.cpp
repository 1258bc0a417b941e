// SPDX-License-Identifier: MIT
// The least that a program with a window can be, to compare with.
#include <QApplication>
#include <QWidget>

int main(int argc, char *argv[])
{
    QApplication application(argc, argv);
    QWidget window;
    window.setWindowTitle(QStringLiteral("Empty window"));
    window.resize(1280, 800);
    window.show();
    return application.exec();
}
