// Versions of the servers that are other people's.
import { nameOf, ofKind, eachContainer, named, outsideDevelopment } from './objects.mjs';

/** @typedef {import('./objects.mjs').Rule} Rule */

/** The oldest versions that will do for people: what is older is out of support, or has holes that are known. */
export const OLDEST = {
  // Before 8.2.2 a script of EVAL may run code in the server (CVE-2025-49844), and 8.2.9 mends what came after it.
  redis: '8.2.9',
  // Before 2.14.10 a service may have NATS itself send to the API of streams, and empty them (ADR 0177).
  nats: '2.14.10',
  postgres: '17.12',
  postgresql: '17.12',
  'nginx-unprivileged': '1.30',
};

/**
 * @param {string} image a tag that names fewer numbers, such as `redis:8`, counts as the newest of these
 * @returns {string | undefined} what is wrong, where it is one of the servers, and too old
 */
export function tooOld(image) {
  const [, name = '', version = ''] = /(?:^|\/)([a-z-]+):(\d+(?:\.\d+)*)/.exec(image) ?? [];
  const oldest = Object.entries(OLDEST).find(([server]) => server === name)?.[1];
  if (!oldest) return undefined;
  const least = oldest.split('.').map(Number);
  const numbers = version.split('.').map(Number);
  const differs = numbers.findIndex((number, place) => number !== (least[place] ?? number));
  return differs >= 0 && Number(numbers[differs]) < Number(least[differs])
    ? `"${image}" is older than ${oldest}`
    : undefined;
}

/** @type {Record<string, Rule>} */
export const SERVERS = {
  'server versions': outsideDevelopment((objects, overlay) => [
    ...eachContainer(({ image = '' }) => [tooOld(image)])(objects, overlay),
    ...ofKind(objects, 'Cluster').flatMap((cluster) =>
      named(nameOf(cluster), [tooOld(cluster.spec.imageName ?? '')]),
    ),
  ]),
};
