# shellcheck shell=bash
# SPDX-License-Identifier: MIT
# Debian packages. Debian 12 has too old a Qt: there they come from the suite of Debian 13, on the machine's own mirror.

GLOVEBOX_SUITE=trixie
APT_SOURCES=/etc/apt/sources.list.d/glovebox-trixie.sources
APT_PIN=/etc/apt/preferences.d/glovebox-trixie

# NAME or NAME>=VERSION. Qt's driver is content with any SQLite, the journal is not.
# shellcheck disable=SC2034  # installer/run and tests/run read it
BUILD_PACKAGES=(
    'g++-14' 'cmake>=3.25' ninja-build ccache
    'qt6-base-dev>=6.8' 'qt6-base-private-dev>=6.8' 'qt6-webengine-dev>=6.8' 'qt6-webchannel-dev>=6.8'
    'qt6-svg-dev>=6.8' 'qt6-tools-dev>=6.8' 'qt6-tools-dev-tools>=6.8' 'qt6-l10n-tools>=6.8'
    qt6-translations-l10n libkf6syntaxhighlighting-dev libkf6archive-dev libboost-dev 'libqt6sql6-sqlite>=6.8' 'libsqlite3-0>=3.43'
    fonts-noto-cjk fonts-dejavu-core libxcb-cursor0 util-linux procps python3 python3-pip xz-utils unzip
    ca-certificates
)
TEST_PACKAGES=(
    xvfb openbox xdotool x11-utils imagemagick sqlite3 dbus at-spi2-core git desktop-file-utils 'appstream>=1.0'
    clang-format
)
# shellcheck disable=SC2034  # installer/package reads it
PACKAGE_PACKAGES=(dpkg-dev file)

# node and npm from anywhere will do, if new enough.
add_node_packages() {
    local version
    version=$(node --version 2>/dev/null || true)
    if [[ ! $version =~ ^v([0-9]+)\. || ${BASH_REMATCH[1]} -lt 20 ]]; then
        TEST_PACKAGES+=('nodejs>=20' npm)
    elif ! command -v npm >/dev/null; then
        TEST_PACKAGES+=(npm)
    fi
}

# Prints the wanted packages that are not installed or too old.
missing_packages() {
    local -A installed=()
    local status name version wanted names=()
    for wanted in "$@"; do
        names+=("${wanted%%>=*}")
    done
    while read -r status name version; do
        if [[ $status == ii ]]; then
            installed[${name%%:*}]=$version
        fi
    done < <(dpkg-query -W -f '${db:Status-Abbrev} ${Package} ${Version}\n' "${names[@]}" 2>/dev/null || true)
    for wanted in "$@"; do
        name=${wanted%%>=*}
        version=${installed[$name]:-}
        if [[ -z $version ]]; then
            printf '%s\n' "$name"
        elif [[ $wanted == *'>='* ]] && ! dpkg --compare-versions "${version#*:}" ge "${wanted##*>=}"; then
            printf '%s\n' "$name"
        fi
    done
}

debian_release() {
    local id='' codename=''
    # shellcheck disable=SC1091
    id=$(. /etc/os-release && printf '%s' "${ID:-}")
    # shellcheck disable=SC1091
    codename=$(. /etc/os-release && printf '%s' "${VERSION_CODENAME:-}")
    if [[ $id == debian ]]; then
        printf '%s\n' "${codename:-unknown}"
    fi
}

# Prints "URI<tab>SUITE<tab>KEYRING" for each Debian archive in apt's sources, of both formats; KEYRING may be empty.
# Our own file is left out.
apt_archives() {
    local file
    for file in /etc/apt/sources.list /etc/apt/sources.list.d/*.list; do
        if [[ -r $file ]]; then
            one_line_archives <"$file"
        fi
    done
    for file in /etc/apt/sources.list.d/*.sources; do
        if [[ -r $file && $file != "$APT_SOURCES" ]]; then
            deb822_archives <"$file"
        fi
    done
}

one_line_archives() {
    awk '
        $1 == "deb" {
            keyring = ""
            field = 2
            if ($2 ~ /^\[/) {
                while (field <= NF) {
                    option = $field
                    gsub(/[][]/, "", option)
                    if (option ~ /^signed-by=\//) keyring = substr(option, 11)
                    if ($(field++) ~ /\]$/) break
                }
            }
            for (i = field + 2; i <= NF && $i !~ /^#/; i++)
                if ($i == "main") { print $field "\t" $(field + 1) "\t" keyring; break }
        }'
}

deb822_archives() {
    awk '
        function flush(  uris, suites, u, s, i, j) {
            u = split(value["uris"], uris, /[ \t]+/)
            s = split(value["suites"], suites, /[ \t]+/)
            if (value["types"] ~ /(^| )deb( |$)/ && value["components"] ~ /(^| )main( |$)/ &&
                tolower(value["enabled"]) !~ /^(no|false|off|0|disable)/)
                for (i = 1; i <= u; i++)
                    for (j = 1; j <= s; j++)
                        if (uris[i] != "" && suites[j] != "")
                            print uris[i] "\t" suites[j] "\t" (value["signed-by"] ~ /^\// ? value["signed-by"] : "")
            split("", value)
        }
        /^#/ { next }
        /^[ \t]*$/ { flush(); key = ""; next }
        /^[ \t]/ { sub(/^[ \t]+/, ""); if (key != "") value[key] = value[key] (value[key] == "" ? "" : " ") $0; next }
        {
            colon = index($0, ":")
            key = tolower(substr($0, 1, colon - 1))
            text = substr($0, colon + 1)
            gsub(/^[ \t]+|[ \t]+$/, "", text)
            value[key] = text
        }
        END { flush() }'
}

# Prints one deb822 stanza for SUITE on the archive that has one of the suites in PATTERN, or fails.
suite_stanza() { # PATTERN SUITE
    local uri suite keyring
    while IFS=$'\t' read -r uri suite keyring; do
        if [[ $suite =~ $1 && $uri =~ ^(http|https|mirror|file|tor\+http|tor\+https|mirror\+file|copy): ]]; then
            if [[ -z $keyring && -r /usr/share/keyrings/debian-archive-keyring.gpg ]]; then
                keyring=/usr/share/keyrings/debian-archive-keyring.gpg
            fi
            printf 'Types: deb\nURIs: %s\nSuites: %s\nComponents: main\n' "$uri" "$2"
            [[ -z $keyring ]] || printf 'Signed-By: %s\n' "$keyring"
            return 0
        fi
    done < <(apt_archives)
    return 1
}

trixie_sources() {
    suite_stanza '^(bookworm|oldstable|stable|trixie)/?$' "$GLOVEBOX_SUITE" || return 1
    # The new libraries must get their security updates too.
    local security
    if security=$(suite_stanza '^(bookworm|oldstable|stable|trixie)-security/?$|^(bookworm|oldstable|stable)/updates$' \
        "$GLOVEBOX_SUITE-security"); then
        printf '\n%s\n' "$security"
    fi
}

# Equal preference for the suite and its security updates, above everything else: a later apt-get install that preferred
# Debian 12's libraries would remove WebEngine again. Libraries that Debian 13 renamed (libasound2 is libasound2t64
# there) are still real packages in Debian 12, conflict with the new ones, and must never be chosen: with no candidate,
# apt takes the new one, which provides the old name.
trixie_pin() {
    cat <<END
Package: *
Pin: release n=$GLOVEBOX_SUITE
Pin-Priority: 990

Package: *
Pin: release n=$GLOVEBOX_SUITE-security
Pin-Priority: 990
END
    local renamed
    renamed=$(dpkg-query -W -f '${db:Status-Abbrev}${Package}\n' '*t64' 2>/dev/null | sed -n 's/^ii *\(.*\)t64$/\1/p' |
        sort -u | tr '\n' ' ' || true)
    if [[ -n $renamed ]]; then
        printf '\nPackage: %s\nPin: version *\nPin-Priority: -1\n' "${renamed% }"
    fi
}

write_root_file() { # PATH, content on standard input
    local partial
    partial=$(mktemp)
    cat >"$partial"
    if ! cmp -s "$partial" "$1"; then
        as_root install -m 0644 "$partial" "$1"
        note "wrote $1"
    fi
    rm -f "$partial"
}

needs_trixie_suite() {
    [[ $(debian_release) == bookworm || -e $APT_SOURCES ]]
}

has_trixie_suite() {
    apt_archives | awk -F '\t' -v suite="$GLOVEBOX_SUITE" '$2 == suite { found = 1 } END { exit !found }'
}

add_trixie_suite() {
    if ! has_trixie_suite; then
        local text
        text=$(trixie_sources) ||
            die "no Debian archive with the suite bookworm was found in apt's sources" \
                "name a Debian mirror in /etc/apt/sources.list.d (see sources.list(5)) and run again"
        write_root_file "$APT_SOURCES" <<<"$text"
    fi
    trixie_pin | write_root_file "$APT_PIN"
}

apt_get() {
    as_root env DEBIAN_FRONTEND=noninteractive NEEDRESTART_SUSPEND=1 apt-get \
        -o DPkg::Lock::Timeout=300 -o Acquire::Retries=3 \
        -o Dpkg::Options::=--force-confdef -o Dpkg::Options::=--force-confold "$@"
}

# Until the person agreed, leaving means leaving nothing behind: a pin that stays would move the whole machine to Debian
# 13 at its next upgrade.
undo_preparation() {
    as_root rm -f "$APT_SOURCES" "$APT_PIN"
    apt_get update >/dev/null 2>&1 || true
    note "removed $APT_SOURCES and $APT_PIN again"
}

# Says what the installation would change on a machine that is not a container, and asks.
confirm_changes() { # OPTIONS-AND-PACKAGES…
    local plan
    plan=$(apt_get -s --no-install-recommends install "$@" 2>&1) ||
        die "apt-get cannot plan the installation: $(grep -m 3 '^ \|^E:' <<<"$plan" | tr '\n' ' ')" \
            "put apt in order (apt-get -f install, held packages) and run again"
    local new upgraded removed
    removed=$(awk '/^Remv /{print $2}' <<<"$plan")
    upgraded=$(awk '/^Inst /{ if ($3 ~ /^\[/) print $2 }' <<<"$plan")
    new=$(awk '/^Inst /{ if ($3 !~ /^\[/) print $2 }' <<<"$plan")
    note "This is Debian 12 and not a container. Its Qt is too old, so packages of Debian 13 will be installed, and apt"
    note "will prefer Debian 13 from then on ($APT_PIN): an apt upgrade moves the rest there too."
    list_names "new" "$new"
    list_names "replaced by Debian 13's" "$upgraded"
    list_names "REMOVED" "$removed"
    if [[ ${GLOVEBOX_YES:-0} == 1 ]]; then
        note "--yes was given: going ahead"
        return
    fi
    [[ -t 0 ]] || die "nobody can be asked here" "read the list above, then run again with --yes"
    local answer
    read -r -p '   Go ahead? [y/N] ' answer
    [[ $answer == [yY]* ]] || die "stopped as you answered; no package was changed" \
        "run it in a container or on Debian 13, or run it again and agree"
}

list_names() { # LABEL NAMES
    local count
    count=$(grep -c . <<<"$2" || true)
    note "$1: $count"
    if [[ $count -gt 0 ]]; then
        tr '\n' ' ' <<<"$2" | fold -s -w 90 | sed 's/^/      /'
        printf '\n'
    fi
}

# ensure_packages PACKAGE…: installs what is missing; does not touch apt when nothing is.
ensure_packages() {
    local missing=()
    mapfile -t missing < <(missing_packages "$@")
    if [[ ${#missing[@]} -eq 0 ]]; then
        note "all $# packages are installed"
        return
    fi
    [[ -n $(debian_release) ]] || die "this is not Debian, so packages cannot be installed here" \
        "install what these Debian packages hold, then build with cmake --preset release: ${missing[*]}"
    note "missing ${#missing[@]}: ${missing[*]}"
    install_packages "${missing[@]}"
}

install_packages() { # PACKAGE…
    local log options=() asks=0
    log=$(new_log packages)
    if needs_trixie_suite; then
        if ! in_container && [[ ! -e $APT_SOURCES ]]; then
            asks=1
            trap undo_preparation EXIT
        fi
        add_trixie_suite
        options=(-t "$GLOVEBOX_SUITE")
    fi
    note "reading package lists (log: ${log#"$GLOVEBOX_ROOT"/})"
    if ! apt_get update >"$log" 2>&1; then
        warn "apt-get update reported errors; trying with the lists that are there"
    fi
    if [[ $asks == 1 ]]; then
        confirm_changes "${options[@]}" "$@"
        trap - EXIT
    fi
    note "installing"
    local started=$SECONDS
    apt_get -y --no-install-recommends install "${options[@]}" "$@" >>"$log" 2>&1 &
    watch_apt $! "$log"
    local missing=()
    mapfile -t missing < <(missing_packages "$@")
    [[ ${#missing[@]} -eq 0 ]] || die "these packages are still missing: ${missing[*]}" "see $log"
    if needs_trixie_suite; then
        trixie_pin | write_root_file "$APT_PIN" # with the names that are installed now
    fi
    note "installed in $((SECONDS - started)) s"
}

watch_apt() { # PID LOG
    local pid=$1 log=$2 ticks=0 interval=30 total unpacked
    if is_terminal; then interval=2; fi
    while kill -0 "$pid" 2>/dev/null; do
        sleep 1
        ticks=$((ticks + 1))
        if ((ticks % interval == 0)); then
            total=$(grep -c '^Get:\|^Selecting previously' "$log" || true)
            unpacked=$(grep -c '^Setting up' "$log" || true)
            progress "$total fetched or unpacked, $unpacked set up"
        fi
    done
    end_progress
    if ! wait "$pid"; then
        show_tail "$log" 15
        die "apt-get could not install the packages" \
            "read the lines above and $log; check the network and that no other package manager runs; run again"
    fi
}
