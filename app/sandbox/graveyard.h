// SPDX-License-Identifier: MIT
#pragma once

#include <QObject>

#include <memory>
#include <utility>
#include <vector>

namespace glovebox::sandbox {

// Where objects go that may be the sender of the signal being handled: they are destroyed in the
// next turn of the event loop, oldest first, and at the latest with this. Unlike deleteLater() it
// never outlives what they refer to.
class Graveyard final : public QObject
{
public:
    ~Graveyard() override { clear(); }

    void bury(std::unique_ptr<QObject> object)
    {
        if (!object)
            return;
        m_objects.push_back(std::move(object));
        if (m_objects.size() == 1)
            QMetaObject::invokeMethod(this, [this] { clear(); }, Qt::QueuedConnection);
    }

private:
    void clear()
    {
        for (auto &object : std::exchange(m_objects, {}))
            object.reset();
    }

    std::vector<std::unique_ptr<QObject>> m_objects;
};

} // namespace glovebox::sandbox
