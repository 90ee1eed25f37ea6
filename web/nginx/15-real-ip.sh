#!/bin/sh
# Run by the image before nginx starts: who is believed when they say a visitor's address. Without it, all who come through a
# proxy have its address, and share one limit.
set -eu

{
  for from in $(echo "${REAL_IP_FROM:-}" | tr ',' ' '); do
    echo "set_real_ip_from $from;"
  done
  # Of the addresses in the header, the last one that is none of theirs: a visitor may have sent the others.
  echo 'real_ip_header X-Forwarded-For;'
  echo 'real_ip_recursive on;'
} >"${REAL_IP_CONF:-/etc/nginx/conf.d/real-ip.conf}"
