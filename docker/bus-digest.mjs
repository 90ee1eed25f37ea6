// @ts-check
// What the bus reads is mounted, and `docker compose up` makes a container anew only when its own lines have changed: so one of
// them, a label, says what the mounted files hold. `npm run write:bus` writes it.
import { createHash } from 'node:crypto';

/** The files of the bus that come with a version; its keys and its certificate are an installation's. */
export const BUS_FILES = ['docker/nats.conf', 'k8s/components/bus-users/users.conf'];
const LABEL = /^( +likewell\.bus-files: )'[0-9a-f]*'$/m;

/**
 * @param {string} compose docker-compose.yml
 * @param {(path: string) => string} read a file of the checkout
 * @returns {string} with the label that these files demand
 */
export function withBusDigest(compose, read) {
  if (!LABEL.test(compose)) throw new Error('docker-compose.yml has no label likewell.bus-files');
  const hash = createHash('sha256');
  for (const path of BUS_FILES) hash.update(read(path));
  return compose.replace(LABEL, `$1'${hash.digest('hex').slice(0, 16)}'`);
}
