// @ts-check
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const here = (/** @type {string} */ name) => fileURLToPath(new URL(name, import.meta.url));

const HEAD = `# Written by \`node monitoring/prometheus-rule.mjs\` from rules.yml, which is the one to change.
apiVersion: monitoring.coreos.com/v1
kind: PrometheusRule
metadata:
  name: likewell
  labels:
    likewell/step: processes
spec:
`;

/** The alerts of rules.yml as the resource that the Prometheus operator reads. */
export function prometheusRule() {
  const rules = readFileSync(here('rules.yml'), 'utf8');
  return HEAD + rules.slice(rules.indexOf('groups:\n')).replaceAll(/^(?=.)/gm, '  ');
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  writeFileSync(here('prometheus-rule.yaml'), prometheusRule());
