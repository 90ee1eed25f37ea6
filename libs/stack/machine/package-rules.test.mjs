// @ts-check
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { CHECKOUT } from '../state/stack-folder.mjs';
import { packageFaults } from './package-rules.mjs';

/** @typedef {import('./package-rules.mjs').LockEntry} LockEntry */

const SHA512 = `sha512-${'a'.repeat(86)}==`;
const NPMRC = 'save-exact=true\nmin-release-age=7\nstrict-allow-scripts=true\n';

/** The smallest checkout that satisfies every rule. */
function good() {
  /** @type {Record<string, LockEntry>} */
  const packages = {
    '': { version: '0.0.0', devDependencies: { jest: '30.5.2' } },
    'services/auth': {
      version: '0.0.0',
      dependencies: { '@likewell/kit': '0.0.0', alias: 'npm:@a/b@1.2.3-rc.1' },
    },
    'node_modules/@likewell/kit': { resolved: 'libs/kit', link: true },
    'node_modules/jest': {
      version: '30.5.2',
      integrity: SHA512,
      dependencies: { ws: '^8.0.0', '@a/b': '*' },
    },
    'node_modules/jest/node_modules/@a/b': {
      ...{ version: '1.2.3', integrity: SHA512, hasInstallScript: true },
      resolved: 'https://registry.npmjs.org/@a/b/-/b-1.2.3.tgz',
    },
  };
  /** @type {Record<string, boolean>} */
  const allowScripts = { '@a/b': false };
  return { packages, allowScripts, npmrc: NPMRC };
}

/** @param {(place: ReturnType<typeof good>) => void} [change] */
function faults(change = () => {}) {
  const place = good();
  change(place);
  return packageFaults({ packages: place.packages }, place, place.npmrc);
}

test('what we install keeps every rule', () => {
  const read = (/** @type {string} */ name) => readFileSync(join(CHECKOUT, name), 'utf8');
  assert.deepEqual(
    packageFaults(JSON.parse(read('package-lock.json')), JSON.parse(read('package.json')), read('.npmrc')),
    [],
  );
  assert.deepEqual(faults(), []);
});

/** @type {[breach: string, change: (place: ReturnType<typeof good>) => void, fault: RegExp][]} */
const PLANTED = [
  [
    'a package without a hash',
    ({ packages }) => delete entry(packages, 'node_modules/jest').integrity,
    /^node_modules\/jest has no SHA-512/,
  ],
  [
    'a package with a weak hash',
    ({ packages }) => (entry(packages, 'node_modules/jest').integrity = `sha1-abc= ${SHA512}`),
    /^node_modules\/jest has no SHA-512/,
  ],
  .../** @type {[string, string][]} */ ([
    ['git', 'git+ssh://git@github.com/a/b.git#0123'],
    ['a web server', 'https://example.org/b.tgz'],
    ['a web server without TLS', 'http://registry.npmjs.org/@a/b/-/b-1.2.3.tgz'],
    ['a host that looks like the registry', 'https://registry.npmjs.org.example.org/b.tgz'],
    ['a file', 'file:b.tgz'],
  ]).map(
    /** @returns {[string, (place: ReturnType<typeof good>) => void, RegExp]} */ ([where, resolved]) => [
      `a package from ${where}`,
      ({ packages }) => (entry(packages, 'node_modules/jest').resolved = resolved),
      /^node_modules\/jest comes from /,
    ],
  ),
  ...['github:a/b', 'a/b', 'git+https://example.org/b.git', 'https://example.org/b.tgz', 'file:../b'].flatMap(
    /** @returns {[string, (place: ReturnType<typeof good>) => void, RegExp][]} */ (spec) => [
      [
        `a package that asks for ${spec}`,
        ({ packages }) => (entry(packages, 'node_modules/jest').dependencies = { b: spec }),
        /^node_modules\/jest asks for b from /,
      ],
      [
        `a process that asks for ${spec}`,
        ({ packages }) => (entry(packages, 'services/auth').dependencies = { b: spec }),
        /^services\/auth asks for b ".*", which is no exact version/,
      ],
    ],
  ),
  [
    'a range of versions',
    ({ packages }) => (entry(packages, '').devDependencies = { jest: '^30.5.2' }),
    /^\. asks for jest "\^30\.5\.2"/,
  ],
  [
    'a new install script',
    ({ packages }) => (entry(packages, 'node_modules/jest').hasInstallScript = true),
    /^jest@30\.5\.2 runs a program when it is installed/,
  ],
  [
    'a script that may run in every version',
    ({ allowScripts }) => (allowScripts['@a/b'] = true),
    /lets every version of @a\/b run/,
  ],
  [
    'the script of another version',
    (place) => (place.allowScripts = { '@a/b@1.2.2': true }),
    /^@a\/b@1\.2\.3 runs a program/,
  ],
  ['a decision about nothing', ({ allowScripts }) => (allowScripts.gone = false), /decides about gone/],
  [
    'versions that are a day old',
    (place) => (place.npmrc = NPMRC.replace('age=7', 'age=1')),
    /^\.npmrc: min-release-age is not 7/,
  ],
  [
    'scripts that nobody decided about',
    (place) => (place.npmrc = NPMRC.replace('strict-allow-scripts=true', '')),
    /^\.npmrc: strict-allow-scripts/,
  ],
];

/** @param {Record<string, LockEntry>} packages @param {string} path */
function entry(packages, path) {
  const found = packages[path];
  assert.ok(found);
  return found;
}

for (const [breach, change, fault] of PLANTED)
  test(`${breach} is found`, () => {
    const found = faults(change);
    assert.ok(found.length > 0, 'nothing is found');
    assert.match(found.join('\n'), fault);
  });

test('a script that was read may run in that version', () => {
  assert.deepEqual(
    faults((place) => (place.allowScripts = { '@a/b@1.2.3': true })),
    [],
  );
});
