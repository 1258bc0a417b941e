// SPDX-License-Identifier: MIT
#pragma once

#include "base/clientdesk.h"
#include "base/connector.h"
#include "base/controls.h"
#include "base/packagedesk.h"
#include "settings/settings.h"

namespace glovebox {

// How a client is asked and what it may use, which is kept in four places: its own rules, the
// limits of folders, the rules of packages, and those for what is found in code.
class ClientRights
{
public:
    struct Parts
    {
        ClientDesk &clients;
        ProgramControls &controls;
        PackageDesk &packages;
        settings::Settings &settings;
    };

    explicit ClientRights(const Parts &parts)
        : m_parts(parts)
    {
    }

    // What the page that connects shows. Null: of a client that has no key yet.
    ConnectionRules of(const ClientId &client) const;
    Result<> set(const ConnectionRules &rules, const ClientId &client);
    // `to` is a new key of the same program: what was taken from the older one stays taken.
    void inherit(const ClientId &from, const ClientId &to);

private:
    void inheritPackages(const ClientId &from, const ClientId &to);
    void inheritCodeRules(const ClientId &from, const ClientId &to);
    void inheritFolders(const ClientId &from, const ClientId &to);

    Parts m_parts;
};

} // namespace glovebox
