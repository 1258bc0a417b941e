// SPDX-License-Identifier: MIT
// Stands in for glovebox-engine at the other end of descriptor 3, in the way its first argument
// names: "polite" opens every page it is asked for; "dies" ends at once; "babbles" sends a type
// that nobody knows; "floods" sends no frame at all; "environment" tells its environment.
#include "base/frame.h"

#include <QJsonArray>
#include <QJsonDocument>

#include <fcntl.h>
#include <string_view>
#include <unistd.h>

using namespace glovebox;
using namespace Qt::StringLiterals;

namespace {

void send(QJsonObject header, const QByteArray &body = {})
{
    header.insert(u"v"_s, 1);
    const QByteArray bytes = encode({header, body});
    for (qsizetype at = 0; at < bytes.size();) {
        const ssize_t written = ::write(3, bytes.constData() + at, size_t(bytes.size() - at));
        if (written <= 0)
            ::_exit(3);
        at += written;
    }
}

void sayHello()
{
    send({{u"type"_s, u"hello"_s},
          {u"pid"_s, 1},
          {u"qt"_s, u"6"_s},
          {u"chromium"_s, u"122"_s},
          {u"chromium_patch"_s, u"132"_s},
          {u"flags"_s, u"--x"_s}});
}

QJsonArray openDescriptors()
{
    QJsonArray open;
    for (int descriptor = 0; descriptor < 256; ++descriptor) {
        if (::fcntl(descriptor, F_GETFD) >= 0)
            open.append(descriptor);
    }
    return open;
}

void answer(const Frame &frame)
{
    const QString type = frame.header[u"type"].toString();
    if (type == u"quit")
        ::_exit(0);
    if (type == u"hello")
        sayHello();
    if (type == u"ping")
        send({{u"type"_s, u"pong"_s}});
    if (type == u"open")
        send({{u"type"_s, u"opened"_s}, {u"page"_s, frame.header[u"page"]}, {u"pid"_s, 7}});
    if (type == u"post") // what was posted comes back as records
        send({{u"type"_s, u"records"_s}, {u"page"_s, frame.header[u"page"]}, {u"ack"_s, 9}},
             frame.body);
}

} // namespace

int main(int argc, char *argv[])
{
    const std::string_view way = argc > 1 ? argv[1] : "polite";
    if (way == "dies")
        return 5;
    if (way == "babbles") {
        sayHello();
        send({{u"type"_s, u"gossip"_s}});
    }
    if (way == "floods") {
        const QByteArray noFrame(4096, '\xff');
        return ::write(3, noFrame.constData(), size_t(noFrame.size())) > 0 ? ::pause() : 1;
    }
    if (way == "environment") {
        sayHello();
        QJsonArray names;
        for (const QByteArray &name : QList<QByteArray>{
                 "SECRET_TOKEN", "LD_PRELOAD", "QTWEBENGINE_CHROMIUM_FLAGS", "DISPLAY", "PATH"}) {
            if (qEnvironmentVariableIsSet(name.constData()))
                names.append(QString::fromLatin1(name));
        }
        send({{u"type"_s, u"refused"_s},
              {u"page"_s, u"environment"_s},
              {u"what"_s, QString::fromUtf8(QJsonDocument(names).toJson(QJsonDocument::Compact))},
              {u"url"_s, QString::fromUtf8(
                             QJsonDocument(openDescriptors()).toJson(QJsonDocument::Compact))}});
    }
    FrameReader reader;
    QByteArray buffer(65536, Qt::Uninitialized);
    for (;;) {
        const ssize_t got = ::read(3, buffer.data(), size_t(buffer.size()));
        if (got <= 0)
            return 0;
        const auto frames = reader.feed(QByteArrayView(buffer).first(got));
        if (!frames)
            return 2;
        for (const Frame &frame : *frames) {
            if (way == "polite" || frame.header[u"type"].toString() == u"quit")
                answer(frame);
        }
    }
}
