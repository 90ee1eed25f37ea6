// @ts-check
import { randomBytes, randomInt, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { totpCode } from '@likewell/testing/totp-app';
import { forEach, times } from './attack.mjs';

/** Every route that takes the token of a mail. */
const DOORS = /** @type {const} */ ([
  ['/api/auth/email/verify', {}],
  ['/api/auth/email/confirm-change', {}],
  ['/api/auth/email/undo-change', {}],
  ['/api/auth/password/reset', { newPassword: 'Nobody knows this one 7' }],
]);
const VERIFY = 'Confirm your e-mail address';
const RESET = 'Set a new password';
/** Maximum number of mails of one kind to one address in an hour that anybody can cause. */
const MAILS_AN_HOUR = 4;
/** Time within which queued mails have been sent. */
const LEAVES_MS = 4000;
const CODE_TRIES = 5;

const BASE32 = 'abcdefghijklmnopqrstuvwxyz234567';
/** Makes a random code in the format of ours. */
const recoveryCode = () => Array.from(randomBytes(24), (byte) => BASE32[byte % 32]).join('');
const madeUp = () => randomBytes(32).toString('base64url');

/** @type {import('./attack.mjs').LiveAttacks} */
export const ACCOUNTS = {
  'T25: tokens of mails that were made up': async (world, tries) => {
    const odd = [
      '',
      'x',
      '0',
      'null',
      '[object Object]',
      '../..',
      `${madeUp()}\0`,
      'é'.repeat(43),
      'a'.repeat(5000),
    ];
    const others = [null, 0, true, {}, [], [madeUp()], { $ne: '' }];
    for (const [path, more] of DOORS)
      await forEach([...times(60, madeUp), ...odd, ...others], async (token) => {
        const { status } = await world.door.call('POST', path, {
          ...{ from: world.network(), body: { ...more, token } },
        });
        tries.rejected(status, `${path} with ${String(token).slice(0, 20)}`);
      });
  },

  'T25: a link used many times at once': async (world, tries) => {
    const member = await world.member();
    const use = async (/** @type {string} */ path, /** @type {object} */ body) => {
      const said = await forEach(
        world.networks(20),
        (from) => world.door.call('POST', path, { from, body }),
        20,
      );
      const worked = said.filter(({ status }) => status === 200).length;
      for (const { status } of said)
        tries.expect(status === 200 || (status >= 400 && status < 500), `${path}: ${status}`);
      tries.expect(worked === 1, `${path} worked ${worked} times with one link`);
    };
    await use('/api/auth/email/verify', { token: await world.tokenOfMail(member.email, VERIFY) });
    await askForReset(world, member.email);
    const newPassword = world.canary(`Canary ${randomUUID()}`);
    await use('/api/auth/password/reset', {
      token: await world.tokenOfMail(member.email, RESET),
      newPassword,
    });
    const { status } = await world.as(member, 'GET', '/api/auth/me');
    tries.rejected(status, 'a session from before the reset');
  },

  'T25: a link of an earlier mail, and one of another kind': async (world, tries) => {
    const member = await world.verified();
    await askForReset(world, member.username);
    const first = await world.tokenOfMail(member.email, RESET);
    await askForReset(world, member.email);
    const second = await world.tokenOfMail(member.email, RESET, 2);
    for (const [path, more] of DOORS)
      for (const token of path.endsWith('/reset') ? [first] : [first, second]) {
        const { status } = await world.door.call('POST', path, {
          ...{ from: world.network(), body: { ...more, token } },
        });
        tries.rejected(status, `${path} with a link that is not for it`);
      }
    const body = { token: second, newPassword: world.canary(`Canary ${randomUUID()}`) };
    const { status } = await world.door.call('POST', '/api/auth/password/reset', {
      from: world.network(),
      body,
    });
    if (status !== 200) throw new Error(`the newest link does not work: ${status}`);
  },

  'T25: a link that leads to another site': async (world, tries) => {
    const evil = 'evil.example';
    /** @type {Record<string, string>[]} */
    const lies = [
      { host: evil },
      { host: `${evil}:${world.stack.basePort}` },
      { host: `localhost:${world.stack.basePort}@${evil}` },
      { 'x-forwarded-host': evil },
      { 'x-host': evil },
      { 'x-forwarded-server': evil },
      { forwarded: `host=${evil}` },
      { origin: `https://${evil}` },
      { referer: `https://${evil}/` },
      { 'x-original-url': `https://${evil}/` },
      { 'x-forwarded-proto': 'javascript' },
      { 'x-forwarded-port': '1' },
      { 'x-forwarded-prefix': `//${evil}` },
    ];
    for (const headers of lies) {
      const member = await world.verified();
      const { status } = await requestReset(world, member.email, { headers });
      tries.expect(status < 500, `${JSON.stringify(headers)}: ${status}`);
      await sleep(1000);
      for (const { text, html } of await world.mailsTo(member.email)) {
        const links = `${text}\n${html}`.match(/https?:\/\/[^\s"<]+/g) ?? [];
        const ours = `http://localhost:${world.stack.basePort}`;
        tries.expect(
          links.length > 0 && links.every((link) => new URL(link).origin === ours),
          `${JSON.stringify(headers)}: ${links.join()}`,
        );
      }
    }
  },

  'T25: who is a member, by a forgotten password': async (world, tries) => {
    const [verified, unverified] = [await world.verified(), await world.member()];
    const nobody = await requestReset(world, `x${verified.email}`);
    for (const name of [
      verified.username,
      verified.email,
      unverified.username,
      unverified.email,
      'nobody-at-all',
    ]) {
      const said = await requestReset(world, name);
      const headers = (/** @type {import('./door.mjs').DoorResponse} */ { headers: all }) =>
        Object.keys(all).sort().join();
      tries.expect(said.status === nobody.status && said.text === nobody.text, `${said.status} ${said.text}`);
      tries.expect(headers(said) === headers(nobody), `other headers: ${headers(said)}`);
    }
  },

  'T25: mails without end': async (world, tries) => {
    const member = await world.verified();
    const statuses = await forEach(world.networks(40), (from, index) =>
      requestReset(world, index % 2 ? member.email.toUpperCase() : member.username, { from }).then(
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
      (emailOrUser) => requestReset(world, emailOrUser, { from }),
    );
    const taken = asked.filter(({ status }) => status === 202).length;
    tries.expect(taken <= 10, `${taken} resets were asked for from one network`);
  },

  'T25: an address that is more than one': async (world, tries) => {
    const name = () => `h${randomBytes(7).toString('hex')}`;
    const addresses = [
      'a@b.example\r\nBcc: x@evil.example',
      'a@b.example\nSubject: x',
      'a@b.example%0d%0aBcc:x@evil.example',
      'a@b.example,x@evil.example',
      'a@b.example;x@evil.example',
      'a@b.example x@evil.example',
      '<x@evil.example>',
      '"a\r\nRCPT TO:<x@evil.example>"@b.example',
      'Evil <x@evil.example>',
      'a@b.example>\r\nDATA',
      'a@[127.0.0.1]',
      'a@b@evil.example',
      'a@b.example\u2028x',
      'a@b.example\0',
      '-oQ/tmp@b.example -X/tmp/x',
      `${'a'.repeat(300)}@b.example`,
    ];
    for (const email of addresses) {
      const body = { username: name(), email, password: `Canary ${randomUUID()}` };
      const { status } = await world.door.call('POST', '/api/auth/register', { from: world.network(), body });
      tries.rejected(status, `the address ${JSON.stringify(email)}`);
      const asked = await requestReset(world, email);
      tries.expect(asked.status < 500, `a reset of ${JSON.stringify(email)}: ${asked.status}`);
    }
    await sleep(1000);
    const strange = (await world.mailsTo()).filter(
      ({ to }) => to.length !== 1 || /evil|b\.example/.test(to.join()),
    );
    tries.expect(strange.length === 0, `a mail went to ${strange.map(({ to }) => to.join()).join('; ')}`);
  },

  'T25: codes guessed': async (world, tries) => {
    const member = await world.member();
    const { body: begun } = await world.as(member, 'POST', '/api/users/me/totp');
    world.canary(begun.secret);
    const first = totpCode(begun.secret);
    const confirmed = await world.as(member, 'POST', '/api/users/me/totp/confirm', { code: first });
    if (confirmed.status !== 200) throw new Error(`no app can be added: ${confirmed.text}`);
    for (const code of confirmed.body.recoveryCodes) world.canary(code);

    const signIn = async (from = world.network()) => {
      const body = { emailOrUser: member.username, password: member.password };
      return (await world.door.call('POST', '/api/auth/login', { from, body })).body;
    };
    const show = async (/** @type {object} */ body) =>
      (await world.door.call('POST', '/api/auth/second-factor', { from: world.network(), body })).status;
    const said = await signIn();
    tries.expect(
      said.code === 'SECOND_FACTOR_NEEDED' && said.token === undefined,
      `a password alone: ${said.code}`,
    );
    const { ticket } = said.details;
    world.canary(ticket);
    for (const code of [first, '', 'abcdef', '12345', null, ['000000'], { $gt: '' }])
      tries.rejected(await show({ ticket, code }), `the code ${JSON.stringify(code)}`);
    await forEach(
      times(30, () => String(randomInt(1_000_000)).padStart(6, '0')),
      async (code) => {
        if (code !== totpCode(begun.secret)) tries.rejected(await show({ ticket, code }), 'a guess');
      },
    );
    for (const other of [madeUp(), '', ticket.slice(1), `${ticket}x`])
      tries.rejected(await show({ ticket: other, code: totpCode(begun.secret, 1) }), 'another ticket');
    tries.rejected(
      await show({ ticket, code: totpCode(begun.secret, 1) }),
      `the right code after ${CODE_TRIES} tries`,
    );
    await forEach(times(20, recoveryCode), async (guess) =>
      tries.rejected(await show({ ticket, recoveryCode: guess }), 'a recovery code'),
    );
  },

  'T25: a session that was there before': async (world, tries) => {
    const member = await world.member();
    const fixed = madeUp();
    const body = { emailOrUser: member.username, password: member.password };
    const headers = { authorization: `Bearer ${fixed}`, cookie: `token=${fixed}; session=${fixed}` };
    const signedIn = await world.door.call('POST', '/api/auth/login', {
      from: member.network,
      body,
      headers,
    });
    if (signedIn.status === 200) world.canary(signedIn.body.token);
    tries.expect(signedIn.body?.token !== fixed, 'a token that was brought along was taken');
    const { status } = await world.door.call('GET', '/api/auth/me', { from: world.network(), token: fixed });
    tries.rejected(status, 'a token that was there before the sign-in');
    const twice = await world.door.call('POST', '/api/auth/login', { from: member.network, body });
    tries.expect(
      ![fixed, member.token, signedIn.body?.token].includes(twice.body?.token),
      'two sign-ins share a token',
    );
  },

  'T25: the sessions and keys of another one': async (world, tries) => {
    const [owner, thief] = [await world.member(), await world.member()];
    const { body: own } = await world.as(owner, 'GET', '/api/users/me/sessions');
    const { body: methods } = await world.as(owner, 'GET', '/api/users/me/sign-in-methods');
    if (own.items.length === 0 || methods.items.length === 0)
      throw new Error('there is nothing to take away');
    for (const path of [
      ...own.items.map((/** @type {any} */ { id }) => `/api/users/me/sessions/${id}`),
      ...methods.items.map(
        (/** @type {any} */ { id, provider }) => `/api/users/me/sign-in-methods/${provider}/${id}`,
      ),
      ...[1, 2, 3].map((id) => `/api/users/me/passkeys/${id}`),
    ])
      tries.rejected((await world.as(thief, 'DELETE', path)).status, `DELETE ${path} of another one`);
    const { status } = await world.as(owner, 'GET', '/api/auth/me');
    tries.expect(status === 200, `the owner's session: ${status}`);
  },
};

/**
 * @param {import('./world.mjs').World} world
 * @param {string} emailOrUser
 * @param {{ from?: string, headers?: Record<string, string> }} [how] from a new network by default
 */
function requestReset(world, emailOrUser, { from = world.network(), headers } = {}) {
  const body = { emailOrUser };
  return world.door.call('POST', '/api/auth/password/reset-request', { from, body, headers });
}

/** @param {import('./world.mjs').World} world @param {string} emailOrUser */
async function askForReset(world, emailOrUser) {
  const asked = await requestReset(world, emailOrUser);
  if (asked.status !== 202) throw new Error(`no reset can be asked for: ${asked.status} ${asked.text}`);
}
