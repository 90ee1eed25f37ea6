// Run as root: node apt-install.mjs <package>…
// Installs Debian packages only for their programs: their services are neither started nor enabled, and no
// Postgres cluster is created, because the stack runs private instances of its own.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, rmdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

const MARK = '# likewell: there while make up installs packages';
const TEMPORARY = [
  { path: '/usr/sbin/policy-rc.d', mode: 0o755, text: `#!/bin/sh\n${MARK}\nexit 101\n` },
  {
    path: '/etc/postgresql-common/createcluster.d/likewell.conf',
    mode: 0o644,
    text: `${MARK}\ncreate_main_cluster = false\n`,
  },
];
/** @type {Record<string, string>} */
const UNITS = {
  postgresql: 'postgresql',
  'redis-server': 'redis-server',
  'nats-server': 'nats-server',
  'nginx-light': 'nginx',
  prometheus: 'prometheus',
};

/**
 * Creates the temporary files and returns a function that removes exactly those and the folders made for
 * them.
 */
function preventServiceStarts() {
  /** @type {(() => void)[]} */
  const undo = [];
  for (const { path, mode, text } of TEMPORARY) {
    // A file left behind by a killed run is ours and is removed as well; other files stay.
    const isOurs = existsSync(path) && readFileSync(path, 'utf8').includes(MARK);
    if (existsSync(path) && !isOurs) continue;
    const hadFolder = existsSync(dirname(path));
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text, { mode });
    undo.push(() => {
      rmSync(path, { force: true });
      if (!hadFolder) removeIfEmpty(dirname(path));
    });
  }
  return () => undo.forEach((takeAway) => takeAway());
}

/** @param {string} folder */
function removeIfEmpty(folder) {
  try {
    rmdirSync(folder);
  } catch {
    // The package has put its own files there.
  }
}

/** @param {string} command @param {string[]} args @returns {{ ok: boolean, output: string }} */
function call(command, args) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive', APT_LISTCHANGES_FRONTEND: 'none' };
  /** @type {import("node:child_process").SpawnSyncOptionsWithStringEncoding} */
  const options = { env, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] };
  const { status, stdout, stderr } = spawnSync(command, args, options);
  return { ok: status === 0, output: `${stdout ?? ''}${stderr ?? ''}` };
}

/** @param {string[]} packages @returns {{ ok: boolean, output: string }} */
function install(packages) {
  const args = [
    '-qq',
    '-y',
    '--no-install-recommends',
    '-o',
    'DPkg::Lock::Timeout=300',
    '-o',
    'Dpkg::Use-Pty=0',
  ];
  const attempt = () => call('apt-get', ['install', ...args, ...packages]);
  const first = attempt();
  if (first.ok) return first;
  // The first attempt fails if the package lists were never fetched or are out of date.
  const update = call('apt-get', ['update', '-qq']);
  const second = attempt();
  return { ok: second.ok, output: second.ok ? '' : update.output + second.output };
}

/** @param {string[]} packages */
function disableServices(packages) {
  for (const unit of packages.map((name) => UNITS[name]).filter((name) => name !== undefined)) {
    call('update-rc.d', [unit, 'disable']);
    call('systemctl', ['disable', unit]);
    if (existsSync('/run/systemd/system')) call('systemctl', ['stop', unit]);
  }
}

const packages = process.argv.slice(2);
const release = preventServiceStarts();
// apt receives the terminal's Ctrl-C itself; this process continues, to remove its files.
process.on('SIGINT', () => {});
process.on('SIGTERM', () => {});
let result;
try {
  result = install(packages);
} finally {
  release();
}
if (result.ok) disableServices(packages);
else console.error(result.output);
process.exit(result.ok ? 0 : 1);
