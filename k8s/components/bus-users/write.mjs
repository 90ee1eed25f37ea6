// @ts-check
// Run by `npm run write:bus`.
import { readFileSync, writeFileSync } from 'node:fs';
import { usersConf } from '../../../libs/contracts/dist/bus/permissions.js';
import { withBusDigest } from '../../../docker/bus-digest.mjs';

writeFileSync(new URL('users.conf', import.meta.url), usersConf());

const CHECKOUT = new URL('../../../', import.meta.url);
const read = (/** @type {string} */ path) => readFileSync(new URL(path, CHECKOUT), 'utf8');
writeFileSync(new URL('docker-compose.yml', CHECKOUT), withBusDigest(read('docker-compose.yml'), read));
