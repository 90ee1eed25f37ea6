// @ts-check
import { times } from './attack.mjs';
import { readRaw } from './door.mjs';

const POST = 'POST /api/auth/login HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n';
const GET = 'GET /api/posts/best HTTP/1.1\r\nHost: localhost\r\n';
/** Hidden request that is to reach the gateway by itself, or as the beginning of another client's request. */
const HIDDEN = 'GET /api/auth/me HTTP/1.1\r\nHost: localhost\r\nX-Hidden: ';

/** Messages about whose end a proxy and the server behind it may disagree (RFC 9112, 11.2). */
const DISAGREEMENTS = [
  `${POST}Content-Length: 6\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n${HIDDEN}`,
  `${POST}Transfer-Encoding: chunked\r\nContent-Length: 4\r\n\r\n5c\r\n${HIDDEN}\r\n0\r\n\r\n`,
  `${POST}Content-Length: 0\r\nContent-Length: 44\r\n\r\n${HIDDEN}`,
  `${POST}Content-Length: 0, 44\r\n\r\n${HIDDEN}`,
  ...[
    'Transfer-Encoding : chunked',
    'Transfer-Encoding: xchunked',
    'Transfer-Encoding:\tchunked, identity',
  ].map((header) => `${POST}${header}\r\nContent-Length: 4\r\n\r\n0\r\n\r\n${HIDDEN}`),
  ...[
    'Transfer-Encoding: chunked\r\nTransfer-Encoding: x',
    'Transfer-Encoding: identity',
    'X: y\nTransfer-Encoding: chunked',
  ].map((header) => `${POST}${header}\r\nContent-Length: 4\r\n\r\n0\r\n\r\n${HIDDEN}`),
  ...['-1', '+4', '0x4', '4 ', '1e1', '9'.repeat(30), 'a', ''].map(
    (length) => `${POST}Content-Length: ${length}\r\n\r\n{}${HIDDEN}`,
  ),
  ...['fffffffffffffffff', '-1', '0x5', 'g', '5;\n', ''].map(
    (size) => `${POST}Transfer-Encoding: chunked\r\n\r\n${size}\r\nhello\r\n0\r\n\r\n${HIDDEN}`,
  ),
  `${POST}Transfer-Encoding: chunked\r\nExpect: 100-continue\r\nContent-Length: 44\r\n\r\n0\r\n\r\n${HIDDEN}`,
];

/** Malformed headers and request lines. */
const MALFORMED = [
  `${GET}X: a\0b\r\n\r\n`,
  `${GET}X: a\rb\r\n\r\n`,
  `${GET} folded: x\r\n\r\n`,
  `${GET}No colon\r\n\r\n`,
  `${GET}: no name\r\n\r\n`,
  `${GET}Host: twice\r\n\r\n`,
  'GET /api/posts/best HTTP/1.1\r\n\r\n',
  'GET /api/posts/best HTTP/9.9\r\nHost: localhost\r\n\r\n',
  'GET /api/posts/best\r\n\r\n',
  'GET  /api/posts/best HTTP/1.1\r\nHost: localhost\r\n\r\n',
  'GET /api/posts/\x01 HTTP/1.1\r\nHost: localhost\r\n\r\n',
  'GET /api/posts/%0d%0aX-Injected:%201 HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n',
  'CONNECT 127.0.0.1:22 HTTP/1.1\r\nHost: localhost\r\n\r\n',
  'TRACE /api/posts/best HTTP/1.1\r\nHost: localhost\r\n\r\n',
  'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
  `GET /api/posts/best?${'x'.repeat(70_000)} HTTP/1.1\r\nHost: localhost\r\n\r\n`,
  `${GET}X: ${'x'.repeat(70_000)}\r\n\r\n`,
  `${GET}${'X: y\r\n'.repeat(20_000)}\r\n`,
  `${GET}Cookie: ${'a=b; '.repeat(20_000)}\r\n\r\n`,
];

/**
 * True for a rejection. nginx uses 501 for an unknown transfer coding and 505 for an unknown version.
 * @param {number} status
 */
const isRejection = (status) => (status >= 400 && status < 500) || status === 501 || status === 505;

/** @type {import('./attack.mjs').LiveAttacks} */
export const SMUGGLING = {
  'T15: a request hidden in another one': async (world, tries) => {
    for (const bytes of DISAGREEMENTS) {
      const from = world.network();
      const { statuses } = readRaw(await world.door.raw(bytes, { from }));
      tries.expect(
        statuses.length <= 1 && statuses.every(isRejection),
        `${JSON.stringify(bytes.slice(86, 140))}: ${statuses.join()}`,
      );
      // If bytes were left over on a connection to the gateway, they would precede one of these requests.
      for (const number of times(3, (index) => 900_000_000 + index)) {
        const next = await world.door.call('GET', `/api/posts/${number}`, { from });
        tries.expect(next.body?.code === 'POST_NOT_FOUND', `after it somebody was told: ${next.status}`);
      }
    }
  },

  'T15: messages that are none': async (world, tries) => {
    for (const bytes of MALFORMED) {
      const said = await world.door.raw(bytes, { from: world.network() });
      const { statuses } = readRaw(said);
      const isRejected = statuses.every(isRejection) || /"items"/.test(said);
      tries.expect(
        statuses.length <= 1 && isRejected && !/^x-injected/im.test(said),
        `${JSON.stringify(bytes.slice(0, 60))}: ${statuses.join()}`,
      );
    }
  },
};
