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
  local step="likewell/step=$1" now since shown jobs waiting
  in_likewell delete job --selector "$step" --ignore-not-found --wait
  apply "$1"
  since="$(date +%s)" shown="$since"
  # For as long as their own deadline, which fails them.
  until in_likewell wait job --selector "$step" --for=condition=complete --timeout=10s >/dev/null 2>&1; do
    now="$(date +%s)"
    # Where the API does not answer, of which kubectl says why, nothing is known yet: the jobs go on meanwhile.
    jobs="$(get job "$step" 'job {.status.conditions[?(@.type=="Failed")].status}')" &&
      waiting="$(get pod "$step" "{.metadata.name} $NOT_STARTED" --field-selector status.phase=Pending)" ||
      { sleep 5 && continue; }
    if [[ -z $jobs || $jobs == *True* ]]; then
      echo "The step \"$1\" failed; the version before goes on serving. Its log:" >&2
      in_likewell logs --selector "$step" --tail=20 --prefix >&2 || true
      exit 1
    fi
    # A pod that cannot start does not fail, so its job would not either until its deadline.
    [[ -n $waiting ]] || since="$now"
    if ((now - since > 900)); then
      echo "Pods of the step \"$1\" have not started for 15 minutes; the version before goes on serving:" >&2
      echo "$waiting" >&2
      echo "What else runs of it goes on, and is begun anew by another roll-out: wait for its end first." >&2
      exit 1
    fi
    if ((now - shown >= 60)); then
      shown="$now"
      in_likewell get pod --selector "$step" >&2 || true
    fi
  done
}
# Prints a line for each object of the kind $1 and the step $2, in the format $3.
get() { in_likewell get "$1" --selector "$2" --output "jsonpath={range .items[*]}$3{\"\\n\"}{end}" "${@:4}"; }
# Why a pod has no node, or its container does not run.
NOT_STARTED='{.status.conditions[?(@.type=="PodScheduled")].reason}{.status.containerStatuses[*].state.waiting.reason}'

if [[ ${2:-} == provision ]]; then
  run_jobs provision
  exit
fi
# Of each Postgres of the operator its name, and the folder of the bucket that it would write to.
folder='{.spec.backup.barmanObjectStore.serverName}'
clusters="$(in_likewell create --dry-run=client --validate=false --filename "$rendered" \
  --selector likewell/step=servers --output "jsonpath={.kind} {.metadata.name} $folder{\"\\n\"}" | sed -n 's/^Cluster //p')"
while read -r name new; do
  [[ -n $new ]] || continue
  live="$(in_likewell get "cluster.postgresql.cnpg.io/$name" --ignore-not-found --output "jsonpath=$folder")"
  if [[ -n $live && $live != "$new" ]]; then
    echo "Nothing is changed: the Cluster $name writes to the folder $live of its bucket, and with $overlay it would write to" >&2
    echo "$new, among the WAL of another time. After a restore servers/postgres.yaml names $live; before one the old Cluster is" >&2
    echo "deleted (docs/operations/backup-and-restore.md)." >&2
    exit 1
  fi
done <<<"$clusters"
apply servers
in_likewell rollout status statefulset --selector likewell/step=servers --timeout=600s
# One by one: of a list kubectl says that all is well when it is empty.
for name in $(cut -d ' ' -f 1 <<<"$clusters"); do
  in_likewell wait "cluster.postgresql.cnpg.io/$name" --for=condition=Ready --timeout=900s
done
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
