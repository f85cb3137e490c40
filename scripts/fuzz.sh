#!/bin/sh
# Feeds random input to each named reader for the given number of seconds: fuzz.sh SECONDS TARGET...
# A panic, an input that takes ten seconds or one that wants gigabytes is a failure; it is kept in fuzz/artifacts.
#
# cargo-fuzz wants compiler flags that a stable compiler only takes with RUSTC_BOOTSTRAP. The sanitizer is left out:
# there is no unsafe code of ours to watch, and without it several times as many inputs are tried.
set -eu
cd "$(dirname "$0")/.."
seconds=$1
shift

export RUSTC_BOOTSTRAP=1
for target in "$@"; do
    corpus=fuzz/corpus/$target
    log=fuzz/corpus/$target.log
    mkdir -p "$corpus"
    cargo fuzz build --sanitizer none "$target"
    if ! cargo fuzz run --sanitizer none "$target" "$corpus" "fuzz/seeds/$target" -- \
        -max_total_time="$seconds" -timeout=10 -rss_limit_mb=4096 -print_final_stats=1 >"$log" 2>&1; then
        tail -n 60 "$log"
        echo "fuzz $target: FAILED, see fuzz/artifacts/$target"
        exit 1
    fi
    inputs=$(sed -n 's/^stat::number_of_executed_units: *//p' "$log")
    echo "fuzz $target: ok, $inputs inputs in $seconds s"
done
