#!/bin/sh
# Run by the image before nginx starts: what plays the outside world is for a laptop, and production starts without it or
# not at all. Says in one line which chain the page may call.
set -eu

environment="${ENVIRONMENT:-production}"
chain="${CHAIN_SOURCE:-}"

reject() {
  echo "web: $1" >&2
  exit 1
}

case "$environment" in
  development) ;;
  production)
    case "${PAGE_SETTINGS:-}" in
      *devWallet*) reject 'PAGE_SETTINGS must not offer the Dev wallet where ENVIRONMENT is production; give {}' ;;
    esac
    case "$chain" in
      '' | https://*) ;;
      *) reject 'CHAIN_SOURCE must begin with https:// where ENVIRONMENT is production' ;;
    esac
    ;;
  *) reject 'ENVIRONMENT must be production or development' ;;
esac

# The host alone: an address may hold a key.
host="${chain#*://}"
host="${host%%/*}"
echo "web: environment $environment, the outside world: ${host##*@}"
