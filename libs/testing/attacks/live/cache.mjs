// @ts-check
import { sessionKey } from '@likewell/contracts/auth/session-cache';
import { hash, randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { askRedis } from '../../../stack/servers/redis-cli.mjs';
import { cacheUrl, NODE_PROCESSES } from '../../../stack/topology.mjs';

const USERS = NODE_PROCESSES.filter(({ uses }) => uses.includes('cache')).map(({ name }) => name);
const DENIED = /NOPERM|NOAUTH|WRONGPASS|DEBUG command not allowed/;
/** Commands that no process needs and an intruder would like to use. */
const COMMANDS = [
  'KEYS *',
  'SCAN 0',
  'RANDOMKEY',
  'DBSIZE',
  'FLUSHALL',
  'FLUSHDB',
  'CONFIG GET *',
  'CONFIG SET dir /tmp',
  'ACL LIST',
  'ACL SETUSER x on nopass ~* +@all',
  'MONITOR',
  'CLIENT LIST',
  'CLIENT KILL TYPE normal',
  'DEBUG SLEEP 5',
  'SHUTDOWN NOSAVE',
  'SAVE',
  'BGREWRITEAOF',
  'REPLICAOF 127.0.0.1 1',
  'SLAVEOF NO ONE',
  'MODULE LIST',
  'SCRIPT FLUSH',
  'FUNCTION LIST',
  'SUBSCRIBE x',
  'PUBLISH x y',
  'MIGRATE 127.0.0.1 1 x 0 1',
  'RENAME session:1 x',
  'DEL session:1',
  'EXPIRE session:1 1',
  'OBJECT ENCODING session:1',
  'DUMP session:1',
];
/** Time after which the gateway's memory no longer holds a member's session; it does for under a second. */
const REMEMBERED_MS = 1100;

/** @type {import('./attack.mjs').LiveAttacks} */
export const CACHE = {
  'T20: nobody in the cache, and a made-up password': async ({ stack }, tries) => {
    for (const command of ['GET session:1', 'SET session:1 1', 'SET limit:1 0', 'GET price:1', ...COMMANDS])
      tries.expect(DENIED.test(askRedis(stack.redisUrl, command)), `nobody may ${command}`);
    for (const user of [...USERS, 'default', 'root', 'admin']) {
      const url = new URL(stack.redisUrl);
      Object.assign(url, { username: user, password: randomBytes(16).toString('hex') });
      // The default user has no password and no rights.
      tries.expect(DENIED.test(askRedis(url, 'SET session:1 1')), `${user} with a made-up password`);
    }
  },

  'T20: each process’s stolen password of the cache': async ({ stack }, tries) => {
    for (const user of USERS)
      for (const command of COMMANDS) {
        const said = askRedis(cacheUrl(stack.secret, user, stack.redisUrl), command);
        tries.expect(DENIED.test(said), `${user} may ${command}: ${said.slice(0, 40)}`);
      }
  },

  'T12: a session or a role written into the cache': async (world, tries) => {
    const { stack } = world;
    const member = await world.member();
    const auth = cacheUrl(stack.secret, 'auth', stack.redisUrl);
    const gateway = cacheUrl(stack.secret, 'gateway', stack.redisUrl);
    const watcher = cacheUrl(stack.secret, 'wallet-chain-watcher', stack.redisUrl);
    // The same length as the MAC of a sealed value.
    const seal = randomBytes(16).toString('base64url');
    const values = [
      `${member.id}`,
      `${member.id}:admin`,
      `${member.id}:moderator`,
      '1',
      '1:admin',
      `${member.id}:admin ${seal}`,
      ...[`${member.id}:admin ${Date.now()} ${seal}`, `{"memberId":${member.id},"role":"admin"}`, '', 'null'],
    ];
    const moderates = async (/** @type {string} */ token) =>
      (await world.door.call('GET', '/api/moderation/queue', { from: world.network(), token })).status;
    for (const value of values) {
      const token = randomBytes(32).toString('base64url');
      askRedis(auth, ['SET', sessionKey(hash('sha256', token)), value, 'EX', '60']);
      const { status } = await world.door.call('GET', '/api/auth/me', { from: world.network(), token });
      tries.expect(status === 401, `${value} made a session: ${status}`);
      tries.expect((await moderates(token)) === 401, `${value} made a moderator`);

      askRedis(auth, ['SET', sessionKey(hash('sha256', member.token)), value, 'EX', '60']);
      await sleep(REMEMBERED_MS);
      tries.expect((await moderates(member.token)) === 403, `${value} gave a member a role`);
    }
    for (const [who, url] of Object.entries({ gateway, watcher, nobody: stack.redisUrl })) {
      const said = askRedis(url, ['SET', sessionKey(hash('sha256', member.token)), '1:admin']);
      tries.expect(DENIED.test(said), `${who} may write sessions`);
    }
    const { status } = await world.as(member, 'GET', '/api/auth/me');
    tries.expect(status === 200, `the member was signed out: ${status}`);
  },
};
