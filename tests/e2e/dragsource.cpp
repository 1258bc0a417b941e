// SPDX-License-Identifier: MIT
// e2e_dragsource FOLDER: a small window in the corner of the screen, from which a mouse drags that
// folder as from a file manager. Says "dragging" when a drag began, and "action N" with what
// whoever is under the mouse would do with it (Qt::DropAction).
#include <QApplication>
#include <QDrag>
#include <QLabel>
#include <QMimeData>
#include <QMouseEvent>
#include <QTextStream>
#include <QUrl>

using namespace Qt::StringLiterals;

class Folder final : public QLabel
{
public:
    explicit Folder(const QString &path)
        : QLabel(path)
        , m_path(path)
    {
        setWindowTitle(QStringLiteral("folders to drag"));
        setFixedSize(160, 80);
    }

protected:
    void mousePressEvent(QMouseEvent *event) override { m_pressed = event->position(); }

    void mouseMoveEvent(QMouseEvent *event) override
    {
        if ((event->position() - m_pressed).manhattanLength() < QApplication::startDragDistance())
            return;
        auto *data = new QMimeData;
        data->setUrls({QUrl::fromLocalFile(m_path)});
        // Not on the stack: who it is dropped on asks for the data when `exec` has returned.
        auto *drag = new QDrag(this);
        drag->setMimeData(data);
        connect(drag, &QDrag::actionChanged, this,
                [](Qt::DropAction action) { say(u"action %1"_s.arg(int(action))); });
        say(u"dragging"_s);
        drag->exec(Qt::CopyAction | Qt::LinkAction);
    }

private:
    static void say(const QString &what) { QTextStream(stdout) << what << Qt::endl; }

    QString m_path;
    QPointF m_pressed;
};

int main(int argc, char *argv[])
{
    const QApplication application(argc, argv);
    Folder folder(QApplication::arguments().value(1));
    folder.show();
    return QApplication::exec();
}
