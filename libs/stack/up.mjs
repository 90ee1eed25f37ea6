// @ts-check
import { join } from 'node:path';
import { migrate, provision } from './app/database.mjs';
import { nodeSpecs } from './app/node-specs.mjs';
import { prepareCheckout } from './app/prepare-checkout.mjs';
import { publishSite } from './app/site.mjs';
import { runCommand } from './machine/command.mjs';
import { requireNode } from './machine/node-version.mjs';
import { requireFreePorts } from './machine/ports.mjs';
import { step } from './machine/progress.mjs';
import { installSystemPackages } from './machine/system-packages.mjs';
import { portAdvice } from './processes/ensure-running.mjs';
import { isAlive, readRecord } from './processes/record.mjs';
import { runTogether } from './processes/run-together.mjs';
import { clearDead, recordedNames, stopAll } from './processes/stop-all.mjs';
import { seedFirstTime } from './seed/first-time.mjs';
import { nginxSpec } from './servers/nginx.mjs';
import { startServers } from './servers/start-servers.mjs';
import { takeLock } from './state/lock.mjs';
import { openStack, ownServers } from './state/stack.mjs';
import { GATEWAY_PORT, NODE_PROCESSES, WEB } from './topology.mjs';

/** @typedef {import('./state/stack.mjs').Stack} Stack */

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
  await stopUnwanted(stack, [...servers, ...NODE_PROCESSES.map(({ name }) => name), WEB.name]);
  await step('servers', () => startServers(stack));
  await step('roles and schemas', () => provision(stack));
  await step('migrations', () => migrate(stack));
  await step('processes', () => runTogether(stack, nodeSpecs(stack)));
  await step('page', () => runTogether(stack, [nginxSpec(stack, publishSite(stack))]));
  const demo = await seedFirstTime(stack);

  console.log(
    `\nLikewell runs${stack.label}: ${stack.webUrl}   (${Math.round((Date.now() - started) / 1000)} s)`,
  );
  for (const line of demo) console.log(line);
});

/**
 * Says at once, before minutes of installing, that a port is busy. Those that this stack's own processes hold are fine.
 * @param {Stack} stack
 */
async function checkPorts(stack) {
  const wanted = [
    { name: WEB.name, port: stack.port(WEB.port) },
    { name: 'gateway', port: stack.port(GATEWAY_PORT) },
    ...ownServers(stack).map(({ name, port }) => ({ name, port: stack.port(port) })),
    ...NODE_PROCESSES.map(({ name, healthPort }) => ({ name, port: stack.port(healthPort) })),
  ];
  const isDown = (/** @type {string} */ name) => !isAlive(readRecord(stack.recordFile(name)));
  await requireFreePorts(
    wanted.filter(({ name }) => isDown(name)),
    portAdvice(stack),
  );
}

/**
 * Ends what an earlier `make up` started and this one does not want: a process that left the topology, or a private
 * server that a variable now points elsewhere.
 * @param {Stack} stack
 * @param {string[]} wanted
 */
async function stopUnwanted(stack, wanted) {
  await stopAll(
    stack,
    recordedNames(stack).filter((name) => !wanted.includes(name)),
  );
}
