// @ts-check
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startServersAndMigrate } from '../../stack/app/database.mjs';
import { nodeSpecs } from '../../stack/app/node-specs.mjs';
import { publishSite } from '../../stack/app/site.mjs';
import { step } from '../../stack/machine/progress.mjs';
import { runTogether } from '../../stack/processes/run-together.mjs';
import { nginxSpec } from '../../stack/servers/nginx.mjs';
import { NODE_PROCESSES } from '../../stack/topology.mjs';
import { withFreshStack } from '../run-all/test-stacks.mjs';

/** @typedef {import('../../stack/processes/ensure-running.mjs').ProcessSpec} ProcessSpec */

/**
 * Cannot run in production settings: it would reject this machine's chain. So it runs as on a laptop, with
 * its stand-ins.
 */
const WATCHER = 'wallet-chain-watcher';
const STAND_INS = ['solana-stand-in', 'price-stand-in', 'smtp-stand-in'];
/**
 * Variables that a laptop sets for a provider or a limit; without them each has the default of production.
 */
const OF_A_LAPTOP = [
  ...['GOOGLE_ISSUER', 'GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET', 'OPENAI_API_KEY', 'OPENAI_BASE_URL'],
  ...['MODERATION_API_KEY', 'MODERATION_BASE_URL', 'BITCOIN_SOURCES'],
];

/** Description of which process runs with which settings. */
export const SETTINGS = `\
  in production: nginx, ${inProduction().join(', ')},
    with the limits, time-outs and budgets of production and no provider outside; texts are checked by the local rules
  as on a laptop: ${WATCHER}, ${STAND_INS.join(', ')},
    since a chain of this machine is one that production rejects`;

function inProduction() {
  const services = NODE_PROCESSES.filter(({ folder }) => !folder.startsWith('libs/stand-ins/'));
  return services.map(({ name }) => name).filter((name) => name !== WATCHER);
}

/**
 * Gives the mail server a trusted certificate, without which no mail is sent in production.
 * @param {import('../../stack/state/stack.mjs').Stack} stack
 * @returns {Map<string, Record<string, string>>} what processes are told besides, by their names
 */
function mailsOverTls(stack) {
  const authority = stack.busAuthority();
  const { certificate, key } = authority.issue(['127.0.0.1']);
  const trusted = join(stack.state, 'mail-authority.pem');
  const others = process.env.NODE_EXTRA_CA_CERTS;
  writeFileSync(trusted, `${others ? readFileSync(others, 'utf8') : ''}\n${authority.certificate}`);
  /** @type {[string, Record<string, string>][]} */
  const told = [
    ['smtp-stand-in', { TLS_CERTIFICATE: certificate, TLS_KEY: key }],
    ['auth', { NODE_EXTRA_CA_CERTS: trusted }],
  ];
  return new Map(told);
}

/**
 * @param {ProcessSpec} spec the process as `make up` starts it
 * @returns {ProcessSpec} the process in production settings
 */
function asInProduction(spec) {
  const entry = NODE_PROCESSES.find(({ name }) => name === spec.name);
  const dropped = [...OF_A_LAPTOP, ...Object.keys(entry?.settings ?? {})].filter(
    (name) => name !== 'LOG_LEVEL',
  );
  const env = Object.entries(spec.env).filter(([name]) => !dropped.includes(name));
  return { ...spec, env: { ...Object.fromEntries(env), ENVIRONMENT: 'production' } };
}

/**
 * Runs `work` on the whole product, empty, in production settings as far as one machine allows.
 * @type {import('../run-all/test-stacks.mjs').Surround}
 */
export function withProductionStack(work) {
  return withFreshStack('attack', { DEV_WALLET: '0', EPOCH: 'off', BUS_TLS: '1' }, async (stack) => {
    await startServersAndMigrate(stack);
    const specs = nodeSpecs(stack);
    const real = specs.filter(({ name }) => inProduction().includes(name)).map(asInProduction);
    const laptop = specs.filter(({ name }) => name === WATCHER || STAND_INS.includes(name));
    const told = mailsOverTls(stack);
    const processes = [...real, ...laptop].map((spec) => ({
      ...spec,
      env: { ...spec.env, ...told.get(spec.name) },
    }));
    await step('processes', () => runTogether(stack, processes));
    await step('page', () => runTogether(stack, [nginxSpec(stack, publishSite(stack))]));
    return work({ STACK: stack.name, PORT: String(stack.basePort), BUS_TLS: '1' });
  });
}
