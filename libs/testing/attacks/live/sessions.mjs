// @ts-check
import { createHash, randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { forEach, times } from './attack.mjs';

/** `LIMIT_SESSION` of production. */
const LOOKED_UP = 30;
const madeUp = () => randomBytes(32).toString('base64url');
/** Time within which a revocation takes effect everywhere. */
const REVOKED_MS = 1100;

/** @type {import('./attack.mjs').LiveAttacks} */
export const SESSIONS = {
  'T12: made-up tokens': async (world, tries) => {
    for (const from of world.networks(5)) {
      const statuses = await forEach(times(50, madeUp), (token) =>
        world.door.call('GET', '/api/auth/me', { from, token }).then(({ status }) => status),
      );
      for (const status of statuses) tries.rejected(status, 'a made-up token');
      const asked = statuses.filter((status) => status === 401).length;
      tries.expect(asked <= LOOKED_UP, `${asked} made-up tokens of one network were looked up`);
    }
  },

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

  'T12: a token that is almost one, or in another place': async (world, tries) => {
    const { token, id } = await world.member();
    const sha = createHash('sha256').update(token);
    const flip = (/** @type {number} */ at) =>
      token.slice(0, at) + (token[at] === 'A' ? 'B' : 'A') + token.slice(at + 1);
    const values = [
      ...times(12, (index) => `Bearer ${flip(index)}`),
      ...[token.toUpperCase(), token.toLowerCase(), `${token}x`, token.slice(0, -1), `${token}=`],
      ...[sha.copy().digest('hex'), sha.copy().digest('base64url'), `${token},${token}`, `${token} ${token}`],
      'null',
      'undefined',
      'true',
      String(id),
      `${id}:admin`,
      '{}',
      '[]',
      '*',
      '%00',
      '../..',
      "' or 1=1 --",
    ].map((value) => (value.startsWith('Bearer') ? value : `Bearer ${value}`));
    const others = [
      ...[`Basic ${Buffer.from(token).toString('base64')}`, `Token ${token}`, token, `Bearer${token}`],
      ...['Bearer', 'Bearer ', '', 'Negotiate x', 'Digest username="x"'],
    ];
    await forEach([...values, ...others], async (authorization) => {
      const { status } = await world.door.call('GET', '/api/auth/me', {
        ...{ from: world.network(), headers: { authorization } },
      });
      tries.rejected(status, `Authorization: ${authorization.slice(0, 20)}…`);
    });
    const places = [
      [`/api/auth/me?token=${token}`, {}],
      [`/api/auth/me?access_token=${token}`, {}],
      ['/api/auth/me', { cookie: `token=${token}; session=${token}; authorization=Bearer ${token}` }],
      ['/api/auth/me', { 'x-token': token, 'x-auth-token': token, 'x-access-token': token }],
      ['/api/auth/me', { 'proxy-authorization': `Bearer ${token}` }],
      ['/api/auth/me', { 'x-member-id': String(id), 'x-user-id': String(id), 'likewell-context': `${id}` }],
    ];
    for (const [path, headers] of /** @type {[string, Record<string, string>][]} */ (places)) {
      const { status } = await world.door.call('GET', path, { from: world.network(), headers });
      tries.rejected(status, `${path.slice(0, 22)} ${Object.keys(headers).join()}`);
    }
  },

  'T12: sessions that have ended': async (world, tries) => {
    const member = await world.member();
    const { password, network } = member;
    const tokens = await forEach(times(6, Number), () => world.logIn(member), 1);
    const [left = '', ...others] = tokens;
    const isAlive = async (/** @type {string} */ token) =>
      (await world.door.call('GET', '/api/auth/me', { from: world.network(), token })).status === 200;
    for (const token of tokens)
      if (!(await isAlive(token))) throw new Error('a session does not work to begin with');

    await world.door.call('POST', '/api/auth/logout', { from: network, token: left, body: {} });
    await sleep(REVOKED_MS);
    tries.expect(!(await isAlive(left)), 'a session that was logged out');

    const next = `Canary ${randomBytes(12).toString('hex')}`;
    world.canaries.push(next);
    const body = { oldPass: password, newPass: next };
    const changed = await world.as(member, 'PUT', '/api/users/password', body);
    if (changed.status !== 200) throw new Error(`no password can be changed: ${changed.text}`);
    await sleep(REVOKED_MS);
    for (const token of [...others, member.token])
      tries.expect(!(await isAlive(token)), 'a session from before a change of the password');
  },
};
