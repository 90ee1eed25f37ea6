// @ts-check
import { runCommand } from './machine/command.mjs';
import { memoryOfTree } from './machine/process-table.mjs';
import { isPortFree } from './machine/ports.mjs';
import { httpProbe } from './processes/probes.mjs';
import { isAlive, readRecord } from './processes/record.mjs';
import { recordedNames } from './processes/stop-all.mjs';
import { openStack } from './state/stack.mjs';
import { NODE_PROCESSES, SERVERS, WEB } from './topology.mjs';
import { duration, mebibytes, table } from './machine/table.mjs';

/** @typedef {import('./state/stack.mjs').Stack} Stack */

const COLUMNS = ['process', 'pid', 'state', 'port', 'up', 'memory'];

await runCommand(async () => {
  const stack = openStack();
  const rows = await Promise.all(knownProcesses(stack).map((entry) => describe(stack, entry)));
  const total = rows.reduce((sum, row) => sum + row.bytes, 0);
  const lines = rows.map((row) => [row.name, row.pid, row.state, row.port, row.up, mebibytes(row.bytes)]);
  console.log(table([COLUMNS, ...lines, ['', '', '', '', '', mebibytes(total)]]));
  console.log(`\naddress ${stack.webUrl}\nstate   ${stack.state}`);
  return rows.every(({ state }) => state === 'healthy') ? 0 : 1;
});

/**
 * @typedef {object} Known
 * @property {string} name
 * @property {number} port its best-known port
 * @property {() => Promise<boolean>} probe
 */

/**
 * Lists processes in the order in which a request passes them. A server that was never started here is
 * replaced by a variable.
 * @param {Stack} stack
 * @returns {Known[]}
 */
function knownProcesses(stack) {
  const http = (/** @type {number} */ port, /** @type {string} */ path) =>
    httpProbe(`http://127.0.0.1:${port}${path}`);
  const web = stack.port(WEB.port);
  const recorded = recordedNames(stack);
  return [
    { name: WEB.name, port: web, probe: http(web, '/') },
    ...NODE_PROCESSES.filter(({ name, externalUrl }) => !externalUrl || recorded.includes(name)).map(
      ({ name, healthPort, ports = [] }) => ({
        name,
        port: stack.port(ports[0] ?? healthPort),
        probe: http(stack.port(healthPort), '/health/ready'),
      }),
    ),
    ...SERVERS.filter(({ name }) => recorded.includes(name)).map(({ name }) => ({
      name,
      port: stack.portOf(name),
      probe: async () => !(await isPortFree(stack.portOf(name))),
    })),
  ];
}

/** @param {Stack} stack @param {Known} known */
async function describe(stack, { name, port, probe }) {
  const record = readRecord(stack.recordFile(name));
  if (record === undefined || !isAlive(record)) {
    const state = record === undefined ? 'stopped' : 'dead';
    return { name, pid: '', state, port: String(port), up: '', bytes: 0 };
  }
  return {
    name,
    pid: String(record.pid),
    state: (await probe()) ? 'healthy' : 'not healthy',
    port: String(port),
    up: duration(Date.now() - record.since.getTime()),
    bytes: memoryOfTree(record.pid),
  };
}
