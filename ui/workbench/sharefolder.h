// SPDX-License-Identifier: MIT
#pragma once

#include "base/ids.h"
#include "base/reach.h"

#include <QDialog>

class QCheckBox;
class QComboBox;
class QLineEdit;

namespace glovebox::ui {

class Button;
class MountModel;
class RadioButton;
class SentenceBar;
class TextLine;

// "Share a folder": its name inside and how it may be used. Opened with the folder chosen.
class ShareFolderDialog final : public QDialog
{
    Q_OBJECT

public:
    ShareFolderDialog(const MountModel &mounts, const QString &hostPath, QWidget *parent);

    void setMode(MountMode mode);
    QString hostPath() const { return m_hostPath; }
    QString name() const;
    MountMode mode() const;
    std::optional<ClientId> client() const; // the only one that may use it; nullopt: all may
    bool isRiskAccepted() const;            // the second yes, where one was asked for
    // The folder is one that needs a second yes: why, and a box to tick before Share.
    void warn(const QString &sentence);
    // What the program answered when it refused.
    void showProblem(const QString &sentence);

Q_SIGNALS:
    // The dialog stays open until the program took it.
    void shareRequested();

private:
    void refresh();

    QString m_hostPath;
    QLineEdit *m_name;
    QComboBox *m_client;
    RadioButton *m_readOnly;
    RadioButton *m_staged;
    RadioButton *m_readWrite;
    TextLine *m_meaning;
    SentenceBar *m_warning;
    QCheckBox *m_sure;
    Button *m_share = nullptr;
    TextLine *m_problem;
};

} // namespace glovebox::ui
