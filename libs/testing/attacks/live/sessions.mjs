// @ts-check
import { randomBytes } from 'node:crypto';
import { forEach, times } from './attack.mjs';

/** `LIMIT_SESSION` of production. */
const LOOKED_UP = 30;
const madeUp = () => randomBytes(32).toString('base64url');

/** @type {import('./attack.mjs').LiveAttacks} */
export const SESSIONS = {
  'T18: limits walked around by headers': async (world, tries) => {
    const from = world.network();
    const lies = times(60, (index) => ({
      'x-forwarded-for': `203.0.113.${index}`,
      'x-real-ip': `203.0.113.${index}`,
      forwarded: `for=203.0.113.${index}`,
      'cf-connecting-ip': `203.0.113.${index}`,
      'true-client-ip': `203.0.113.${index}`,
      'x-client-ip': `203.0.113.${index}`,
    }));
    const statuses = await forEach(lies, (headers) =>
      world.door.call('GET', '/api/auth/me', { from, token: madeUp(), headers }).then((a) => a.status),
    );
    for (const status of statuses) tries.rejected(status, 'a made-up token with a made-up address');
    const asked = statuses.filter((status) => status === 401).length;
    tries.expect(asked <= LOOKED_UP, `${asked} made-up tokens were looked up by made-up addresses`);
  },
};
