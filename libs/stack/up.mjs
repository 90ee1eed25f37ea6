// @ts-check
import { join } from 'node:path';
import { startServersAndMigrate } from './app/database.mjs';
import { nodeSpecs } from './app/node-specs.mjs';
import { prepareCheckout } from './app/prepare-checkout.mjs';
import { publishSite } from './app/site.mjs';
import { walFolder } from './backup/synchronous.mjs';
import { runCommand } from './machine/command.mjs';
import { requireNode } from './machine/node-version.mjs';
import { requireFreePorts } from './machine/ports.mjs';
import { step } from './machine/progress.mjs';
import { installSystemPackages } from './machine/system-packages.mjs';
import { listMetrics, readStack } from './monitor/read-stack.mjs';
import { portAdvice } from './processes/ensure-running.mjs';
import { isAlive, readRecord } from './processes/record.mjs';
import { runTogether } from './processes/run-together.mjs';
import { clearDead, recordedNames, stopAll } from './processes/stop-all.mjs';
import { seedFirstTime } from './seed/first-time.mjs';
import { nginxSpec } from './servers/nginx.mjs';
import { takeLock } from './state/lock.mjs';
import { openStack, ownProcesses, ownServers } from './state/stack.mjs';
import { mailsUrl, WAL_RECEIVER, WEB } from './topology.mjs';

/** @typedef {import('./state/stack.mjs').Stack} Stack */

/** Duration of `MONITOR=1` in milliseconds; rates cover this time. */
const MONITOR_MS = 2000;

await runCommand(async () => {
  requireNode();
  const started = Date.now();
  const stack = openStack();
  await takeLock(join(stack.state, 'lock'), `make up${stack.label}`);
  await clearDead(stack);
  await checkPorts(stack);
  stack.rememberPort();

  const servers = ownServers(stack).map(({ name }) => name);
  await step('system packages', () => installSystemPackages([...servers, WEB.name]));
  await prepareCheckout(stack.checkout, stack.checkoutState, `make up${stack.label}`);
  const wal = walFolder(stack) ? [WAL_RECEIVER.name] : [];
  await stopUnwanted(stack, [...servers, ...wal, ...ownProcesses(stack).map(({ name }) => name), WEB.name]);
  await startServersAndMigrate(stack);
  await step('processes', () => runTogether(stack, nodeSpecs(stack)));
  await step('page', () => runTogether(stack, [nginxSpec(stack, publishSite(stack))]));
  const demo = await seedFirstTime(stack);

  console.log(
    `\nLikewell runs${stack.label}: ${stack.webUrl}   (${Math.round((Date.now() - started) / 1000)} s)`,
  );
  const mails = mailsUrl(stack);
  if (mails) console.log(`Its mails: ${mails}`);
  for (const line of demo) console.log(line);
  if (stack.env.MONITOR === '1')
    console.log(`\n${listMetrics(stack)}\n\n${await readStack(stack, MONITOR_MS)}\n\nAgain: make monitor`);
});

/**
 * Reports a busy port at once, before minutes of installing. Ports held by this stack's own processes are
 * fine.
 * @param {Stack} stack
 */
async function checkPorts(stack) {
  const wanted = [
    { name: WEB.name, port: stack.port(WEB.port) },
    ...ownServers(stack).map(({ name, port }) => ({ name, port: stack.port(port) })),
    ...ownProcesses(stack).flatMap(({ name, healthPort, ports = [] }) =>
      [healthPort, ...ports].map((offset) => ({ name, port: stack.port(offset) })),
    ),
  ];
  const isDown = (/** @type {string} */ name) => !isAlive(readRecord(stack.recordFile(name)));
  await requireFreePorts(
    wanted.filter(({ name }) => isDown(name)),
    portAdvice(stack),
  );
}

/**
 * Stops processes of an earlier `make up` that this one does not need: a process that left the topology, or a
 * private server that a variable now replaces.
 * @param {Stack} stack
 * @param {string[]} wanted
 */
async function stopUnwanted(stack, wanted) {
  await stopAll(
    stack,
    recordedNames(stack).filter((name) => !wanted.includes(name)),
  );
}
