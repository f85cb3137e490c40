#!/bin/sh
# What the programs of others are known for: licences, double versions, sources and advisories of crates and packages.
# What cannot be asked here is skipped loudly; a test of licences and versions runs in any case.
set -eu
cd "$(dirname "$0")/.."

skipped() {
    echo "SKIPPED: $1, because $2." >&2
}

if cargo deny --version >/dev/null 2>&1; then
    cargo deny --log-level error check bans licenses sources
    if cargo deny fetch db >/dev/null 2>&1; then
        cargo deny --log-level error check --disable-fetch advisories
    else
        skipped "advisories about crates" "their database cannot be fetched"
    fi
else
    skipped "cargo deny" "it is not installed (\`make deny\` installs it)"
fi

if ! command -v npm >/dev/null; then
    skipped "npm audit" "npm is missing"
else
    # Its answer tells a registry that knows nothing of audits from packages about which there is an advisory.
    verdict=0
    answer=$(cd web && npm audit --json 2>/dev/null) || verdict=$?
    case $answer in
    *auditReportVersion*)
        if [ "$verdict" -ne 0 ]; then
            (cd web && npm audit) || true
            exit 1
        fi
        ;;
    *) skipped "npm audit" "the registry does not answer it" ;;
    esac
fi
