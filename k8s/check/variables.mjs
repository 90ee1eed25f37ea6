// @ts-check
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { filesBelow } from '../../libs/stack/app/fingerprint.mjs';
import { NODE_PROCESSES } from '../../libs/stack/topology.mjs';

/** Folders in which the variables of every process are read. */
const SHARED = [
  'libs/service-kit/src/config',
  'libs/service-kit/src/process',
  'libs/service-kit/src/database',
  'libs/service-kit/src/telemetry',
];
const STAND_IN_KIT = 'libs/stand-ins/kit/src';

/**
 * Finds variables whose name does not occur in any source of their process: such a typo would have no effect,
 * and stay unnoticed.
 * @param {Record<string, any>[]} objects
 * @param {string} checkout
 * @returns {string[]}
 */
export function unknownVariables(objects, checkout) {
  return objects
    .filter(({ kind }) => ['Deployment', 'StatefulSet'].includes(kind))
    .flatMap(({ kind, metadata, spec }) => {
      const process = NODE_PROCESSES.find(({ name }) => name === metadata.name);
      if (!process) return [];
      const known = namesBelow(checkout, [
        `${process.folder}/src`,
        ...SHARED,
        ...(process.folder.startsWith('libs/stand-ins/') ? [STAND_IN_KIT] : []),
      ]);
      return spec.template.spec.containers
        .flatMap((/** @type {Record<string, any>} */ { env = [] }) => env)
        .filter((/** @type {{ name: string }} */ { name }) => !known.has(name))
        .map(
          (/** @type {{ name: string }} */ { name }) =>
            `[variables] ${kind} ${metadata.name}: it reads no ${name}`,
        );
    });
}

/** @param {string} checkout @param {string[]} folders */
function namesBelow(checkout, folders) {
  const files = filesBelow(folders.map((folder) => join(checkout, folder))).filter((file) =>
    file.endsWith('.ts'),
  );
  return new Set(files.flatMap((file) => readFileSync(file, 'utf8').match(/\b[A-Z][A-Z0-9_]+\b/g) ?? []));
}
