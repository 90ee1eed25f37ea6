// @ts-check
import { deflateSync, gzipSync } from 'node:zlib';
import { forEach, times } from './attack.mjs';

const MAX_PHOTO_BYTES = 1_048_576;
const PNG = Buffer.from('89504e470d0a1a0a', 'hex');

/**
 * Makes a chunk of a PNG without a valid checksum; a reader that checks it rejects the file, which also
 * counts.
 */
const chunk = (/** @type {string} */ type, /** @type {Buffer} */ data) => {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  return Buffer.concat([length, Buffer.from(type), data, Buffer.alloc(4)]);
};
const png = (/** @type {number} */ width, /** @type {number} */ height) => {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 6, 0, 0, 1], 8);
  const pixels = deflateSync(Buffer.alloc(4_000_000));
  return Buffer.concat([PNG, chunk('IHDR', head), chunk('IDAT', pixels), chunk('IEND', Buffer.alloc(0))]);
};

const HTML = '<script>alert(1)</script>';
const NO_PHOTOS = /** @type {Record<string, Buffer>} */ ({
  'an empty file': Buffer.alloc(0),
  'a page': Buffer.from(`<!doctype html>${HTML}`),
  'an SVG': Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>`),
  'an SVG behind an XML entity': Buffer.from(
    '<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]><svg>&e;</svg>',
  ),
  'a GIF that is a script': Buffer.from(`GIF89a/*${HTML}*/=1;`),
  'a GIF': Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64'),
  'a PDF': Buffer.from('%PDF-1.7\n1 0 obj\n<< /OpenAction << /S /JavaScript >> >>'),
  'a ZIP': Buffer.from('504b0304', 'hex'),
  'a program': Buffer.from('7f454c46020101', 'hex'),
  'a WebP': Buffer.from('RIFF\x24\0\0\0WEBPVP8 ', 'latin1'),
  'a BMP': Buffer.from('BM'.padEnd(64, '\0')),
  'a TIFF': Buffer.from('49492a0008000000', 'hex'),
  'an ICO': Buffer.from('00000100', 'hex'),
  'a PNG of 60,000 by 60,000': png(60_000, 60_000),
  'a PNG of 2^31 by 1': png(2 ** 31 - 1, 1),
  'a PNG of nothing': png(0, 0),
  'a PNG with a page behind it': Buffer.concat([png(1, 1), Buffer.from(HTML)]),
  'the first bytes of a PNG': PNG,
  'the first bytes of a JPEG': Buffer.from('ffd8ffe0', 'hex'),
  'a JPEG of 65,535 by 65,535': Buffer.from(
    'ffd8ffc00011 08ffffffff 03012200021101031101ffd9'.replaceAll(' ', ''),
    'hex',
  ),
  'a photo of more than 1 MB': Buffer.concat([PNG, Buffer.alloc(MAX_PHOTO_BYTES)]),
});

/** @param {Buffer} file @param {string} disposition */
const form = (file, disposition = 'name="avatar"; filename="photo.png"') =>
  Buffer.concat([
    Buffer.from(`--b\r\nContent-Disposition: form-data; ${disposition}\r\nContent-Type: image/png\r\n\r\n`),
    file,
    Buffer.from('\r\n--b--\r\n'),
  ]);

/** @type {import('./attack.mjs').LiveAttacks} */
export const SIZES = {
  'T16: photos that are none': async (world, tries) => {
    const multipart = { 'content-type': 'multipart/form-data; boundary=b' };
    const put = async (/** @type {Buffer} */ body) => {
      const member = await world.member();
      const { status, body: said } = await world.door.call('PUT', '/api/users/avatar', {
        ...{ from: member.network, token: member.token, body, headers: multipart },
      });
      return { status, code: said?.code };
    };
    const expectNoFile = async (/** @type {string} */ path) => {
      const { status, text } = await world.door.call('GET', `/api/avatars/${path}`, {
        from: world.network(),
      });
      // An address that leaves /api belongs to the page, like every unknown one.
      tries.expect(
        status >= 400 || /^<!doctype html>/i.test(text),
        `${path}: ${status} ${text.slice(0, 40)}`,
      );
    };
    for (const [what, file] of Object.entries(NO_PHOTOS)) {
      const { status, code } = await put(form(file));
      tries.expect(status >= 400 && status < 500, `${what}: ${status} ${code}`);
    }
    for (const disposition of [
      'name="photo"; filename="photo.png"',
      'name="avatar"',
      'name="__proto__"; filename="photo.png"',
      'name="avatar"; filename="../../../../etc/passwd"',
      'name="avatar"; filename="photo.png\0.html"',
    ])
      tries.rejected((await put(form(Buffer.from('x'), disposition))).status, disposition);
    for (const path of [
      '..%2f..%2fetc%2fpasswd',
      '%2e%2e/package.json',
      `${'0'.repeat(64)}.html`,
      'x.webp',
      '*.webp',
    ])
      await expectNoFile(path);
  },

  'T16: bodies too large, too deep or packed': async (world, tries) => {
    const member = await world.member();
    const deep = (/** @type {number} */ depth) => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`;
    const bodies = /** @type {[string, string | Buffer, Record<string, string>][]} */ ([
      ['10 MB', `{"title":"${'x'.repeat(10_000_000)}"}`, {}],
      ['129 KiB', `{"title":"${'x'.repeat(132_000)}"}`, {}],
      ['20,000 levels', deep(20_000), {}],
      ['20,000 lists', `${'['.repeat(20_000)}${']'.repeat(20_000)}`, {}],
      ['10,000 keys', JSON.stringify(Object.fromEntries(times(10_000, (index) => [`k${index}`, index]))), {}],
      ['a long number', `{"title":${'9'.repeat(100_000)}}`, {}],
      ['one key twice', '{"title":"a","title":{"$gt":""},"body":{}}', {}],
      ['__proto__', '{"__proto__":{"title":"a","body":"b"}}', {}],
      ['gzip', gzipSync('{"title":"a","body":"b"}'), { 'content-encoding': 'gzip' }],
      ['a gzip bomb', gzipSync(Buffer.alloc(10_000_000, 'x')), { 'content-encoding': 'gzip' }],
      ['gzip that is none', 'nonsense', { 'content-encoding': 'gzip' }],
      [
        'XML',
        '<?xml version="1.0"?><!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]><x>&e;</x>',
        { 'content-type': 'application/xml' },
      ],
      ['a form', 'title=a&body=b', { 'content-type': 'application/x-www-form-urlencoded' }],
      ['text', '{"title":"a","body":"b"}', { 'content-type': 'text/plain' }],
      [
        'another charset',
        Buffer.from('{"title":"\\u0041"}', 'utf16le'),
        { 'content-type': 'application/json; charset=utf-16' },
      ],
      ['no UTF-8', Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d]), {}],
      ['NUL', '{"title":"a\\u0000","body":"b"}', {}],
      ['half a character', '{"title":"\\ud800","body":"b"}', {}],
    ]);
    await forEach(bodies, async ([what, body, headers]) => {
      const response = await world.door
        .call('POST', '/api/posts', { from: member.network, token: member.token, body, headers })
        // A connection that is closed during sending is a rejection too.
        .catch(() => ({ status: 413 }));
      tries.rejected(response.status, `a body of ${what}`);
    });
  },
};
