// @ts-check
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { findBinary, findFaketime, findPostgresVersions } from './binaries.mjs';
import { UserFacingError } from './user-facing-error.mjs';
import { run } from './run.mjs';
import { isRoot } from './users.mjs';

const PACKAGES = {
  postgres: { apt: 'postgresql', brew: 'postgresql@17', isThere: () => findPostgresVersions().length > 0 },
  redis: { apt: 'redis-server', brew: 'redis', isThere: () => findBinary('redis-server') !== undefined },
  nats: { apt: 'nats-server', brew: 'nats-server', isThere: () => findBinary('nats-server') !== undefined },
  nginx: { apt: 'nginx-light', brew: 'nginx', isThere: () => findBinary('nginx') !== undefined },
  // Debian's Python lacks the module that creates an environment.
  python: {
    apt: 'python3-venv',
    brew: 'python@3.13',
    isThere: () => spawnSync('python3', ['-c', 'import ensurepip, venv']).status === 0,
  },
  // The browser without windows uses half the processor; the tests need the rest.
  chromium: {
    apt: 'chromium-headless-shell',
    brew: 'chromium',
    isThere: () => ['chromium-headless-shell', 'chromium'].some((name) => findBinary(name) !== undefined),
  },
  // It tests the alerts.
  promtool: { apt: 'prometheus', brew: 'prometheus', isThere: () => findBinary('promtool') !== undefined },
  faketime: { apt: 'libfaketime', brew: 'libfaketime', isThere: () => findFaketime() !== undefined },
};

/** @typedef {keyof typeof PACKAGES} PackageName */

/**
 * Installs those of the named programs that are missing on the machine.
 * @param {PackageName[]} names
 * @returns {Promise<string>} what happened, for the progress line
 */
export async function installSystemPackages(names) {
  const missing = names.map((name) => PACKAGES[name]).filter((entry) => !entry.isThere());
  if (missing.length === 0) return 'all there';
  if (findBinary('apt-get') === undefined) {
    const list = missing.map((entry) => entry.brew).join(' ');
    throw new UserFacingError(`These programs are missing: ${list}.`, [
      `Install them, for instance: brew install ${list}`,
    ]);
  }
  const wanted = missing.map((entry) => entry.apt);
  await aptInstall(wanted);
  const stillMissing = missing.filter((entry) => !entry.isThere()).map((entry) => entry.apt);
  if (stillMissing.length > 0)
    throw new UserFacingError(`apt installed ${stillMissing.join(', ')}, but the program is not found.`);
  return `installed ${wanted.join(', ')}`;
}

/** @param {string[]} packages */
async function aptInstall(packages) {
  const script = fileURLToPath(new URL('./apt-install.mjs', import.meta.url));
  const command = [process.execPath, script, ...packages];
  if (!isRoot()) {
    if (!existsSync('/usr/bin/sudo')) {
      throw new UserFacingError(`System packages are missing: ${packages.join(' ')}.`, [
        `Neither root nor sudo is at hand. As root: apt-get install ${packages.join(' ')}`,
      ]);
    }
    command.unshift('sudo');
  }
  const [program = '', ...args] = command;
  const { code } = await run(program, args, { inherit: true, timeoutMs: 15 * 60_000 });
  if (code !== 0) {
    throw new UserFacingError(`Installing ${packages.join(', ')} failed.`, [
      `What apt said is above. To try it by hand: apt-get install ${packages.join(' ')}`,
    ]);
  }
}
