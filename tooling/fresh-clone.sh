#!/usr/bin/env bash
# Proves the two commands of the README as a stranger runs them: a clone in an empty folder, nothing installed,
# an empty package store. Prints the time of a cold and a warm start; with --test also runs the tests there.
#   tooling/fresh-clone.sh [--test] [port]
set -euo pipefail
test=0
port=8099
for argument in "$@"; do
  case "$argument" in
    --test) test=1 ;;
    *) port=$argument ;;
  esac
done

source=$(cd "$(dirname "$0")/.." && pwd)
folder=$(mktemp -d "${TMPDIR:-/tmp}/watchpost-fresh-clone-XXXXXX")
child=
cleanup() {
  [ -z "$child" ] || kill -TERM "$child" 2>/dev/null || true
  [ -z "$child" ] || wait "$child" 2>/dev/null || true
  rm -rf "$folder"
}
trap cleanup EXIT

git clone --quiet "$source" "$folder/clone"
cd "$folder/clone"
# Nothing of this machine's caches: neither pnpm's store nor npm's cache.
export npm_config_store_dir="$folder/store" PNPM_CONFIG_STORE_DIR="$folder/store" XDG_DATA_HOME="$folder/share" XDG_CACHE_HOME="$folder/cache" npm_config_cache="$folder/npm"
export PORT=$port DATA_DIR="$folder/data" WATCHPOST_DEMO=1

# Starts, waits until the page answers, stops with the signal of a Ctrl-C, and prints the time.
start_once() {
  local name=$1 limit=$2 started now
  started=$(date +%s%N)
  # A job of a script ignores SIGINT; a shell of its own restores it.
  setsid bash -c 'trap - INT; exec npm start --silent' >"$folder/$name.log" 2>&1 &
  child=$!
  until curl -fsS -o /dev/null "http://127.0.0.1:$port/" 2>/dev/null; do
    if ! kill -0 "$child" 2>/dev/null; then
      echo "npm start ended before the page answered:"
      tail -n 40 "$folder/$name.log"
      exit 1
    fi
    now=$(date +%s%N)
    if [ $(((now - started) / 1000000000)) -gt 600 ]; then
      echo "No answer after 10 minutes:"
      tail -n 40 "$folder/$name.log"
      exit 1
    fi
    sleep 0.1
  done
  now=$(date +%s%N)
  local ms=$(((now - started) / 1000000))
  echo "$name start: $((ms / 1000)).$(printf '%03d' $((ms % 1000))) s (promised: $limit s)"
  kill -TERM "$child"
  wait "$child" 2>/dev/null || true
  child=
  # npm itself ends at once; what it started may take a few seconds to end in order.
  for _ in $(seq 1 100); do
    curl -fsS -o /dev/null "http://127.0.0.1:$port/healthz" 2>/dev/null || break
    sleep 0.1
  done
  if curl -fsS -o /dev/null "http://127.0.0.1:$port/" 2>/dev/null; then
    echo "Something still answers after the stop."
    exit 1
  fi
  echo "$name stop: clean"
  if [ "$ms" -gt $((limit * 1000)) ]; then
    echo "FAILED: slower than promised."
    exit 1
  fi
}

start_once cold 180
start_once warm 8

if [ "$test" = 1 ]; then
  started=$(date +%s)
  code=0
  npm test --silent || code=$?
  echo "tests: $(($(date +%s) - started)) s (promised: 720 s), code $code"
  exit "$code"
fi
