// @ts-check
import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { forEach, times } from './attack.mjs';

const RESET = 'Set a new password';
/** Maximum number of mails of one kind to one address in an hour that anybody can cause. */
const MAILS_AN_HOUR = 4;
/** Time within which queued mails have been sent. */
const LEAVES_MS = 4000;

/** @type {import('./attack.mjs').LiveAttacks} */
export const ACCOUNTS = {
  'T25: mails without end': async (world, tries) => {
    const member = await world.verified();
    const statuses = await forEach(world.networks(40), (from, index) =>
      requestReset(world, index % 2 ? member.email.toUpperCase() : member.username, from).then(
        ({ status }) => status,
      ),
    );
    for (const status of statuses)
      tries.expect(status < 500 || status === 503, `a reset asked for: ${status}`);
    await sleep(LEAVES_MS);
    const resets = (await world.mailsTo(member.email)).filter(({ subject }) => subject.startsWith(RESET));
    tries.expect(resets.length <= MAILS_AN_HOUR, `${resets.length} mails to one address`);
    const from = world.network();
    const asked = await forEach(
      times(40, () => `m${randomBytes(8).toString('hex')}`),
      (emailOrUser) => requestReset(world, emailOrUser, from),
    );
    const taken = asked.filter(({ status }) => status === 202).length;
    tries.expect(taken <= 10, `${taken} resets were asked for from one network`);
  },

  'T25: a session that was there before': async (world, tries) => {
    const member = await world.member();
    const fixed = randomBytes(32).toString('base64url');
    const { username, password, network } = member;
    const headers = { authorization: `Bearer ${fixed}`, cookie: `token=${fixed}; session=${fixed}` };
    const signedIn = await world.signIn(username, password, network, headers);
    if (signedIn.status === 200) world.canary(signedIn.body.token);
    tries.expect(signedIn.body?.token !== fixed, 'a token that was brought along was taken');
    const { status } = await world.door.call('GET', '/api/auth/me', { from: world.network(), token: fixed });
    tries.rejected(status, 'a token that was there before the sign-in');
    const twice = await world.signIn(username, password, network);
    tries.expect(
      ![fixed, member.token, signedIn.body?.token].includes(twice.body?.token),
      'two sign-ins share a token',
    );
  },
};

/**
 * @param {import('./world.mjs').World} world
 * @param {string} emailOrUser
 * @param {string} [from] a new network by default
 */
function requestReset(world, emailOrUser, from = world.network()) {
  return world.door.call('POST', '/api/auth/password/reset-request', { from, body: { emailOrUser } });
}
