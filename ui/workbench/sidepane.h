// SPDX-License-Identifier: MIT
#pragma once

#include "base/runfacts.h"
#include "ui/models/grantmodel.h"
#include "ui/models/mountmodel.h"
#include "ui/models/sessionmodel.h"

#include <QScrollArea>

class QVBoxLayout;

namespace glovebox::ui {

class Button;
class MountList;
class TextLine;

// What the chosen run truly read and wrote so far, its session and memory.
class ThisRunPanel final : public QWidget
{
    Q_OBJECT

public:
    explicit ThisRunPanel(SessionModel &sessions, QWidget *parent = nullptr);
    void setFacts(const RunFacts *facts);

private:
    class Meter;
    TextLine *addRow(const QString &name);
    void refresh();

    SessionModel &m_sessions;
    RunFacts m_facts;
    TextLine *m_run;
    QWidget *m_rows;
    TextLine *m_reads = nullptr;
    TextLine *m_writes = nullptr;
    TextLine *m_packages = nullptr;
    TextLine *m_network = nullptr;
    TextLine *m_session = nullptr;
    TextLine *m_since = nullptr;
    TextLine *m_memory = nullptr;
    Meter *m_meter = nullptr;
};

// Each with who, reach, how often, and Revoke.
class GrantPanel final : public QWidget
{
    Q_OBJECT

public:
    explicit GrantPanel(GrantModel &grants, QWidget *parent = nullptr);

Q_SIGNALS:
    void revokeRequested(qint64 grant);

private:
    void refresh();
    QWidget *rowFor(const QModelIndex &index);

    GrantModel &m_grants;
    TextLine *m_count;
    QVBoxLayout *m_rows;
};

// The right side of the workbench: this run, mounts, standing permissions.
class SidePane final : public QScrollArea
{
    Q_OBJECT

public:
    SidePane(SessionModel &sessions, MountModel &mounts, GrantModel &grants,
             QWidget *parent = nullptr);

    void setFacts(const RunFacts *facts);
    MountList *mounts() const { return m_mounts; }

Q_SIGNALS:
    void addFolderRequested();
    void revokeRequested(qint64 grant);

private:
    ThisRunPanel *m_run;
    MountList *m_mounts;
};

} // namespace glovebox::ui
