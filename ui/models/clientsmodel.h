// SPDX-License-Identifier: MIT
#pragma once

#include "keyedlistmodel.h"

#include "base/connector.h"

namespace glovebox::ui {

// The clients that were looked for on this computer: connected ones first, then those found.
class ClientsModel final : public KeyedListModel<KnownClient, QString>
{
    Q_OBJECT

public:
    enum Role {
        IdRole = Qt::UserRole + 1,
        StateRole, // int(KnownClient::State)
        NoteRole,  // "Found, not connected"
    };

    ClientsModel(ClientConnector &connector, QObject *parent = nullptr);

    QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;
    const KnownClient *client(const QString &id) const;
    bool hasLooked() const { return rowCount() > 0; } // the catalogue is never empty
    void lookAgain() { m_connector.look(); }

protected:
    QString keyOf(const KnownClient &client) const override { return client.id; }

private:
    void take();

    ClientConnector &m_connector;
};

// Connecting one client: what will be written, the test, and what the buttons may do. Writing needs
// a test that passed (UI.md 6).
class ConnectModel final : public QObject
{
    Q_OBJECT

public:
    struct Step
    {
        enum class State { Waiting, Running, Passed, Failed } state = State::Waiting;
        QString text;
        QString time; // "12 ms", or empty
        QString problem;

        bool operator==(const Step &) const = default;
    };
    enum class Phase { Idle, Testing, Tested, Failed, Writing, Removing };

    // Models and connector outlive it.
    ConnectModel(ClientsModel &clients, ClientConnector &connector, QObject *parent = nullptr);

    void setClient(const QString &id);
    const KnownClient *client() const { return m_clients.client(m_id); }
    void setBridge(bool bridge);
    bool isBridge() const { return m_bridge; }
    // The page is left: a key that nobody got ends.
    void leave();

    Phase phase() const { return m_phase; }
    bool isReading() const { return m_reading; } // the preview is on its way
    const ConnectionPreview &preview() const { return m_preview; }
    const QString &problem() const { return m_problem; } // why nothing can be shown or written
    const QList<Step> &steps() const { return m_steps; }
    QString address() const { return m_connector.address(); }
    QString key() const { return m_connector.key(); }
    ConnectionRules rules() const { return m_connector.rules(); }
    void setRules(const ConnectionRules &rules);

    QString testSummary() const; // "All 5 steps passed in 0.6 s"; empty: not tested
    QString diffSummary() const; // "4 lines added, nothing else changes"
    bool isConnected() const;
    bool canTest() const;
    bool canWrite() const;
    bool canCopy() const;
    bool canRemove() const;

    void lookAgain();
    void test();
    void write();
    void remove();
    void copy();

Q_SIGNALS:
    void changed();
    void rulesChanged();
    void written(const QString &id, const QString &name);
    void removed(const QString &name);
    void copyReady(const QString &lines);
    void failed(const QString &sentence);

private:
    void begin();
    void showAnother();
    void onRead(const Result<ConnectionPreview> &preview);
    void onDone(const QString &id);
    void onStep(const ConnectionStep &step);
    void onTested(bool passed);
    void setPhase(Phase phase);
    void clearSteps();

    ClientsModel &m_clients;
    ClientConnector &m_connector;
    QString m_id;
    bool m_bridge = false;
    Phase m_phase = Phase::Idle;
    bool m_reading = false;
    int m_begun = 0; // of several begin() only the last one counts
    ConnectionPreview m_preview;
    QString m_problem;
    QList<Step> m_steps;
    std::chrono::milliseconds m_took{0};
};

} // namespace glovebox::ui
