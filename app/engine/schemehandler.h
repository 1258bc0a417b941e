// SPDX-License-Identifier: MIT
#pragma once

#include "layers.h"
#include "routes.h"

#include <QWebEngineUrlSchemeHandler>

namespace glovebox::engine {

// Answers one page's requests to its own origin: files of the table, its snapshots, and the two
// lanes of ARCHITECTURE.md. Fails closed with RequestDenied.
class SchemeHandler final : public QWebEngineUrlSchemeHandler
{
    Q_OBJECT

public:
    struct Identity
    {
        QString page;
        QByteArray nonce;
        QHash<QString, QString> snapshots; // name → file
    };

    SchemeHandler(Identity identity, std::shared_ptr<const Routes> routes, const Layers &layers,
                  QObject *parent = nullptr);

    void requestStarted(QWebEngineUrlRequestJob *job) override;

    void addSnapshots(const QHash<QString, QString> &files) { m_identity.snapshots.insert(files); }

    // Answers a job with bytes; used for the lanes' late replies too.
    void answer(QWebEngineUrlRequestJob *job, const QByteArray &bytes);

Q_SIGNALS:
    // The receiver keeps the job (it may die at any time) and answers it later.
    void posted(const QString &lane, QWebEngineUrlRequestJob *job, const QByteArray &body);
    void refused(const QString &what, const QUrl &url);

private:
    bool isOwn(const QWebEngineUrlRequestJob &job) const;
    void serve(QWebEngineUrlRequestJob *job);
    void takePost(QWebEngineUrlRequestJob *job);
    void sendFile(QWebEngineUrlRequestJob *job, const ServedFile &file);
    void deny(QWebEngineUrlRequestJob *job);
    bool isOneTooMany(QWebEngineUrlRequestJob *job);

    Identity m_identity;
    std::shared_ptr<const Routes> m_routes;
    Layers m_layers;
    int m_jobs = 0; // that are not yet over
};

// Header names are compared without case; an absent one is empty.
QByteArray headerOf(const QWebEngineUrlRequestJob &job, QByteArrayView name);

} // namespace glovebox::engine
