#!/usr/bin/env bash
# Brings an overlay into the cluster that kubectl points at, in the order that a new version needs: servers, roles and schemas,
# migrations, processes. `k8s/roll-out.sh production`; again, it changes only what is new. Argo CD and Flux read the same
# order from the annotations of the jobs. `k8s/roll-out.sh production provision` runs the step of roles and schemas
# alone: where a password has changed, pods that need it are not ready until they are restarted, so nothing waits for them.
set -euo pipefail
overlay="$(dirname "${BASH_SOURCE[0]}")/overlays/${1:?which overlay: local or production}"
test -d "$overlay" || { echo "There is no overlay $overlay." >&2; exit 2; }
if [[ $# -gt 1 && "${*:2}" != provision ]]; then
  echo "Usage: k8s/roll-out.sh <overlay> [provision]; no other step is run alone." >&2
  exit 2
fi
rendered="$(mktemp)"
trap 'rm -f "$rendered"' EXIT
kubectl kustomize "$overlay" >"$rendered"

in_likewell() { kubectl --namespace likewell "$@"; }
apply() { in_likewell apply --filename "$rendered" --selector "likewell/step=$1"; }

# Jobs cannot be changed, so those of the last version go first.
run_jobs() {
  in_likewell delete job --selector "likewell/step=$1" --ignore-not-found --wait
  apply "$1"
  # For as long as their own deadline, which fails them.
  until in_likewell wait job --selector "likewell/step=$1" --for=condition=complete --timeout=10s >/dev/null 2>&1; do
    jobs="$(in_likewell get job --selector "likewell/step=$1" \
      --output 'jsonpath={range .items[*]}job {.status.conditions[?(@.type=="Failed")].status}{"\n"}{end}')"
    if [[ -z $jobs || $jobs == *True* ]]; then
      echo "The step \"$1\" failed; the version before goes on serving. Its log:" >&2
      in_likewell logs --selector "likewell/step=$1" --tail=20 --prefix >&2 || true
      exit 1
    fi
  done
}

if [[ ${2:-} == provision ]]; then
  run_jobs provision
  exit
fi
apply servers
in_likewell rollout status statefulset --selector likewell/step=servers --timeout=600s
# The one object: of a list kubectl says that all is well when it is empty.
if in_likewell get cluster.postgresql.cnpg.io/postgres >/dev/null 2>&1; then
  in_likewell wait cluster.postgresql.cnpg.io/postgres --for=condition=Ready --timeout=900s
fi
run_jobs provision
run_jobs migrate
apply processes
in_likewell rollout status deployment --selector likewell/step=processes --timeout=600s
# How many replicas there are is the autoscaler's, which leaves what was scaled to 0 alone: to kubectl that is rolled out.
stopped="$(in_likewell get deployment --selector likewell/step=processes \
  --output 'jsonpath={range .items[?(@.spec.replicas==0)]} deploy/{.metadata.name}{end}')"
if [[ -n $stopped ]]; then
  echo "All is in, but these stand at 0 replicas, and a roll-out leaves them there. When they shall serve:" >&2
  echo "kubectl --namespace likewell scale --replicas=2$stopped" >&2
  exit 1
fi
