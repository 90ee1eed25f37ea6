// @ts-check
import { forEach } from './attack.mjs';

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
    const ask = (/** @type {string} */ host) => askAs(world, host, '/api/auth/wallet-nonce');
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
      const said = await askAs(world, host, '/api/auth/google');
      tries.expect(!/^location:/im.test(said), `a sign-in began at ${host}`);
      tries.expect(!/"token"/.test(said), `a token for ${host}`);
    });
  },
};

/** @param {import('./world.mjs').World} world @param {string} host named in the request @param {string} path */
const askAs = (world, host, path) =>
  world.door.raw(`GET ${path} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`, {
    from: world.network(),
  });
