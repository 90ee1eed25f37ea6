// @ts-check
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parse, stringify } from 'yaml';

const here = (/** @type {string} */ name) => fileURLToPath(new URL(name, import.meta.url));

/** The alerts of rules.yml as the resource that the Prometheus operator reads. */
export function prometheusRule() {
  const { groups } = parse(readFileSync(here('rules.yml'), 'utf8'));
  const rule = {
    apiVersion: 'monitoring.coreos.com/v1',
    kind: 'PrometheusRule',
    metadata: { name: 'likewell', labels: { 'likewell/step': 'processes' } },
    spec: { groups },
  };
  const origin =
    '# Written by `node monitoring/prometheus-rule.mjs` from rules.yml, which is the one to change.\n';
  return origin + stringify(rule, { lineWidth: 0, singleQuote: true });
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  writeFileSync(here('prometheus-rule.yaml'), prometheusRule());
