// SPDX-License-Identifier: MIT
#pragma once

#include "base/controls.h"
#include "base/packagedesk.h"

#include <QWidget>

class QCheckBox;
class QComboBox;
class QFormLayout;
class QLineEdit;
class QPlainTextEdit;
class QSpinBox;

namespace glovebox::ui {

class Button;
class TextLine;

// Packages › Policy: every rule for packages, those of single clients, and where packages come
// from. What is typed counts once it is saved, all of it or nothing.
class PolicyPage final : public QWidget
{
    Q_OBJECT

public:
    PolicyPage(PackageDesk &desk, ProgramControls &controls, QWidget *parent = nullptr);

    void load(); // what counts now, unless something was typed that is not saved
    void save();
    void discard();
    bool isChanged() const { return m_changed; }

Q_SIGNALS:
    void message(const QString &text, bool bad);

private:
    QWidget *buildForm();
    QWidget *buildFoot();
    void addNames(QFormLayout *form);
    void addVersions(QFormLayout *form);
    void addAdvisories(QFormLayout *form);
    void addClients(QFormLayout *form);
    void addSources(QFormLayout *form);
    void addHeading(QFormLayout *form, const QString &text);
    QPlainTextEdit *addLines(QFormLayout *form, const QString &label, const QString &name,
                             const QString &help);
    QLineEdit *addLine(QFormLayout *form, const QString &label, const QString &name,
                       const QString &help);
    QComboBox *addSeverity(QFormLayout *form, const QString &label, const QString &name);
    QCheckBox *addCheck(QFormLayout *form, const QString &text, const QString &name);
    void fill(const PackagePolicy &policy, const PackageSources &sources);
    void fillClients();
    void showClient();
    void keepClient(); // what is typed for the shown client
    Result<PackagePolicy> typedPolicy();
    PackageSources typedSources() const;
    Result<> apply();
    void standardRules();
    void setChanged(bool changed);

    PackageDesk &m_desk;
    ProgramControls &m_controls;
    bool m_changed = false;
    bool m_filling = false;
    QMap<ClientId, ClientPackageRules> m_clientRules; // as typed
    ClientId m_client;                                // that is shown

    QPlainTextEdit *m_blocked = nullptr;
    QPlainTextEdit *m_allowed = nullptr;
    QPlainTextEdit *m_unasked = nullptr;
    QPlainTextEdit *m_minimum = nullptr;
    QCheckBox *m_onlyBundled = nullptr;
    QCheckBox *m_similar = nullptr;
    QSpinBox *m_quarantine = nullptr;
    QComboBox *m_warnFrom = nullptr;
    QComboBox *m_blockFrom = nullptr;
    QLineEdit *m_advisories = nullptr;
    QComboBox *m_clientChoice = nullptr;
    QCheckBox *m_clientNone = nullptr;
    QCheckBox *m_clientBundled = nullptr;
    QPlainTextEdit *m_clientAllowed = nullptr;
    QPlainTextEdit *m_clientBlocked = nullptr;
    QPlainTextEdit *m_indexes = nullptr;
    QPlainTextEdit *m_folders = nullptr;
    QLineEdit *m_release = nullptr;
    QSpinBox *m_cacheSize = nullptr;
    TextLine *m_state = nullptr;
    Button *m_save = nullptr;
    Button *m_discard = nullptr;
};

} // namespace glovebox::ui
