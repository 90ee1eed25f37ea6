// @ts-check
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const here = (/** @type {string} */ name) => fileURLToPath(new URL(name, import.meta.url));

const HEAD = `# Written by \`node monitoring/prometheus-rule.mjs\` from rules.yml and cluster-rules.yml, which are those to change.
apiVersion: monitoring.coreos.com/v1
kind: PrometheusRule
metadata:
  name: likewell
  labels:
    likewell/step: processes
spec:
`;

/** Returns the alerts of both files as the resource that the Prometheus operator reads. */
export function prometheusRule() {
  const [groups, more] = ['rules.yml', 'cluster-rules.yml'].map((name) =>
    readFileSync(here(name), 'utf8').replace(/^[^]*?^groups:\n/m, ''),
  );
  return HEAD + `groups:\n${groups}\n${more}`.replaceAll(/^(?=.)/gm, '  ');
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  writeFileSync(here('prometheus-rule.yaml'), prometheusRule());
