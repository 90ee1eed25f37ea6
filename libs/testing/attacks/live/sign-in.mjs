// @ts-check
import { randomBytes } from 'node:crypto';
import { forge, SMALL_ORDER_KEYS, TestWallet } from '@likewell/testing/test-wallet';
import { forEach, times } from './attack.mjs';

/** Hosts to which an attacker may try to redirect a sign-in; only the site's own two work. */
const hostsLike = (/** @type {number} */ port) => [
  `localhost:${port}.evil.example`,
  `evil.example:${port}`,
  `localhost.evil.example:${port}`,
  `wwwx.localhost:${port}`,
  `localhost:${port + 1}`,
  'localhost',
  `localhost:0${port}`,
  `xn--localhst-q4a:${port}`,
  `lοcalhost:${port}`,
  `127.0.0.1.evil.example:${port}`,
  `127.0.0.2:${port}`,
  '127.0.0.1',
  `127.1:${port}`,
  `0x7f000001:${port}`,
  `2130706433:${port}`,
  `[::1]:${port}`,
  `[::ffff:127.0.0.1]:${port}`,
  `0.0.0.0:${port}`,
  'null',
  'undefined',
  ...[`user@localhost:${port}`, `localhost:${port}@evil.example`, `localhost:${port}/`, `localhost:${port}#`],
  `localhost:${port}?x`,
  `localhost:${port}\\evil`,
  `localhost:${port},evil.example`,
  `evil.example,localhost:${port}`,
  `http://localhost:${port}`,
  `//localhost:${port}`,
  '*',
  '.',
  '-',
  `localhost.:${port}`,
  `localhost:${port}%00`,
  'file',
  'about:blank',
  'chrome-extension',
  `localhost:${port} `.repeat(2),
  `${'a'.repeat(255)}:${port}`,
];

/** @type {import('./attack.mjs').LiveAttacks} */
export const SIGN_IN = {
  'T8: a text to sign for another site': async (world, tries) => {
    const port = world.stack.basePort;
    const hosts = hostsLike(port);
    const ask = (/** @type {string} */ host) =>
      world.door.raw(
        Buffer.from(`GET /api/auth/wallet-nonce HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`),
        { from: world.network() },
      );
    await forEach(hosts, async (host) => {
      const said = await ask(host);
      // Given two hosts with a comma between them, the text may be for the site's own.
      const isForUs = new RegExp(`"message":"Login to Likewell (localhost|127\\.0\\.0\\.1):${port} `).test(
        said,
      );
      tries.expect(
        isForUs || !/^HTTP\/1\.1 (2|5(?!03))/.test(said),
        `a text for ${host}: ${said.slice(9, 12)}`,
      );
    });
    for (const host of [`localhost:${port}`, `127.0.0.1:${port}`])
      tries.expect(/^HTTP\/1\.1 200/.test(await ask(host)), `the site itself at ${host} gets none`);
  },

  'T9: a pop-up of another site': async (world, tries) => {
    await forEach(hostsLike(world.stack.basePort), async (host) => {
      const said = await world.door.raw(
        Buffer.from(`GET /api/auth/google HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`),
        { from: world.network() },
      );
      tries.expect(!/^location:/im.test(said), `a sign-in began at ${host}`);
      tries.expect(!/"token"/.test(said), `a token for ${host}`);
    });
  },

  'T9: answers of Google that were made up': async (world, tries) => {
    const evil = encodeURIComponent('"><script>alert(1)</script>');
    const searches = [
      '',
      '?code=x',
      '?state=x',
      `?state=${'x'.repeat(43)}&code=x`,
      '?state=a&state=b',
      '?state[]=a&code[]=b',
      `?state=${evil}&error=${evil}`,
      `?state=x&error=access_denied&error_description=${evil}`,
      '?state=%00',
      `?state=${'x'.repeat(3000)}`,
      '?code=x&state=__proto__',
      '?iss=https://evil.example&state=x&code=y',
    ];
    for (const search of searches) {
      const cookie = `likewell_oauth_x=${randomBytes(32).toString('base64url')}`;
      const { status, text, headers } = await world.door.call('GET', `/api/auth/google/callback${search}`, {
        ...{ from: world.network(), headers: { cookie } },
      });
      tries.rejected(status === 503 ? 403 : status, `the response ${search.slice(0, 40)}`);
      const policy = String(headers['content-security-policy']);
      tries.expect(
        !/token|alert\(1\)/.test(text) && /default-src 'none'/.test(policy),
        `the page of ${search}`,
      );
    }
  },

  'T8: a wallet’s signature that was not made, and replays': async (world, tries) => {
    const host = `localhost:${world.stack.basePort}`;
    const nonce = async () =>
      (await world.door.call('GET', '/api/auth/wallet-nonce', { from: world.network() })).body;
    const signIn = async (/** @type {Record<string, string>} */ body) =>
      (await world.door.call('POST', '/api/auth/login-wallet', { from: world.network(), body })).status;

    for (const key of SMALL_ORDER_KEYS)
      await forEach(times(5, Number), async () => {
        const { message } = await nonce();
        const { address, signature } = forge(key, message);
        tries.rejected(await signIn({ address, message, signature }), `a key of small order, ${address}`);
      });

    const wallet = new TestWallet();
    const { message } = await nonce();
    const stranger = new TestWallet().sign(message);
    const now = new Date().toISOString();
    const wrong = [
      ...times(16, (index) => wallet.signAltered(message, 4 * index)),
      ...wallet.signAgain(message),
      { ...stranger, address: wallet.address },
      ...['evil.example', `evil.${host}`, `${host}.evil.example`, ''].map((other) =>
        wallet.sign(message.replace(host, other)),
      ),
      wallet.sign(`Login to Likewell ${new Date(Date.now() - 200_000).toISOString()}`),
      wallet.sign(`Login to Likewell ${new Date(Date.now() + 200_000).toISOString()}`),
      wallet.sign(`Login to Likewel ${now}`),
      wallet.sign(`Login to Likewell ${host} ${'x'.repeat(22)} ${now}`),
    ];
    for (const { address, message: text, signature } of wrong)
      tries.rejected(
        await signIn({ address, message: text, signature }),
        `a signature of ${text.slice(0, 40)}`,
      );

    const good = wallet.sign(message);
    const statuses = await forEach(times(40, Number), () => signIn(good));
    const entered = statuses.filter((status) => status === 200).length;
    for (const status of statuses) tries.expect(status === 200 || status === 401, `a replay: ${status}`);
    tries.expect(entered === 1, `${entered} sessions were made of one signature`);
  },
};
