// SPDX-License-Identifier: MIT
#pragma once

#include <QObject>

#include <memory>

// One test class per family of attempts.
namespace glovebox::hostile {

std::unique_ptr<QObject> makeSeals();
std::unique_ptr<QObject> makeEngineFiles();
std::unique_ptr<QObject> makeNetwork();
std::unique_ptr<QObject> makeScheme();
std::unique_ptr<QObject> makeForgery();
std::unique_ptr<QObject> makeBetweenRuns();
std::unique_ptr<QObject> makeStorage();
std::unique_ptr<QObject> makePython();
std::unique_ptr<QObject> makeFiles();
std::unique_ptr<QObject> makePages();
std::unique_ptr<QObject> makeResources();
std::unique_ptr<QObject> makeWheels();

} // namespace glovebox::hostile
