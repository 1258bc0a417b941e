// SPDX-License-Identifier: MIT
#pragma once

#include "base/reach.h"

#include <QDialog>

class QLineEdit;

namespace glovebox::ui {

class MountModel;
class RadioButton;
class TextLine;

// "Share a folder": its name inside and how it may be used. Opened with the folder chosen.
class ShareFolderDialog final : public QDialog
{
    Q_OBJECT

public:
    ShareFolderDialog(const MountModel &mounts, const QString &hostPath, QWidget *parent);

    QString hostPath() const { return m_hostPath; }
    QString name() const;
    MountMode mode() const;
    // What the program answered when it refused.
    void showProblem(const QString &sentence);

Q_SIGNALS:
    // The dialog stays open until the program took it.
    void shareRequested();

private:
    QString m_hostPath;
    QLineEdit *m_name;
    RadioButton *m_readOnly;
    RadioButton *m_readWrite;
    TextLine *m_meaning;
    TextLine *m_problem;
};

} // namespace glovebox::ui
