// @ts-check
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sbomOf } from './sbom.mjs';

const hash = (/** @type {string} */ letter) => `sha512-${Buffer.from(letter.repeat(64)).toString('base64')}`;
const PACKAGES = {
  'services/auth': {
    dependencies: { '@likewell/kit': '0.0.0', pg: '8.0.0' },
    optionalDependencies: { absent: '1.0.0' },
  },
  'services/posts': { dependencies: { other: '1.0.0' } },
  'libs/kit': { dependencies: { zod: '4.0.0' } },
  'node_modules/@likewell/kit': { resolved: 'libs/kit', link: true },
  'node_modules/pg': {
    version: '8.0.0',
    integrity: hash('a'),
    license: 'MIT',
    dependencies: { zod: '^3.0.0' },
  },
  'node_modules/pg/node_modules/zod': { version: '3.0.0', integrity: hash('b') },
  'node_modules/zod': { version: '4.0.0', integrity: hash('c'), peerDependencies: { '@a/peer': '*' } },
  'node_modules/@a/peer': { version: '1.0.0', integrity: hash('d') },
  'node_modules/other': { version: '1.0.0', integrity: hash('e') },
};

test('an SBOM names what the process needs, each version with the hash that it was installed by, and nothing else', () => {
  const { components, metadata, bomFormat } = sbomOf(PACKAGES, 'services/auth');
  assert.deepEqual(
    [bomFormat, metadata],
    ['CycloneDX', { component: { type: 'application', name: 'likewell/auth' } }],
  );
  const found = /** @type {{ purl: string, hashes: { content: string }[] }[]} */ (components);
  assert.deepEqual(
    Object.fromEntries(
      found.map(({ purl, hashes }) => [purl, Buffer.from(hashes[0]?.content ?? '', 'hex').toString()[0]]),
    ),
    {
      'pkg:npm/%40a/peer@1.0.0': 'd',
      'pkg:npm/pg@8.0.0': 'a',
      'pkg:npm/zod@3.0.0': 'b',
      'pkg:npm/zod@4.0.0': 'c',
    },
  );
});
