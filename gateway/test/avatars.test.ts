import { eventually } from '@likewell/testing/eventually';
import { HttpClient, type HttpResponse } from '@likewell/testing/http-client';
import { startStack, type TestStack } from '@likewell/testing/start-stack';
import { createHash } from 'node:crypto';
import { request } from 'node:http';
import sharp from 'sharp';
import { expectRejection } from './expect-rejection.js';
import { halves, jpegOfBytes, rawPng } from './photos.js';

const MAX_BYTES = 1_048_576;
const BOUNDARY = '----WebKitFormBoundary7MA4YWxkTrZu0gW';
const FORM = `multipart/form-data; boundary=${BOUNDARY}`;
const FILE_HEAD = 'Content-Disposition: form-data; name="avatar"; filename="a.png"\r\n\r\n';

let stack: TestStack;
let visitor: HttpClient;
let member: HttpClient;

beforeAll(async () => {
  stack = await startStack();
  visitor = new HttpClient(stack.url);
  ({ client: member } = await visitor.join('pictured'));
});
afterAll(() => stack.stop());

type Part = [field: string, content: Buffer | string, type?: string, name?: string];

/** Sends a form as a browser does. */
async function sendForm(parts: Part[], client = member): Promise<HttpResponse> {
  const form = new FormData();
  for (const [field, content, type = 'image/png', name = 'photo.png'] of parts) {
    if (typeof content === 'string') form.append(field, content);
    else form.append(field, new Blob([new Uint8Array(content)], { type }), name);
  }
  const whole = new Response(form);
  const body = Buffer.from(await whole.arrayBuffer());
  return sendBody(body, whole.headers.get('content-type') ?? '', client);
}

async function sendBody(
  body: Buffer | undefined,
  type: string | null,
  client = member,
): Promise<HttpResponse> {
  const response = await fetch(`${stack.url}/api/users/avatar`, {
    method: 'PUT',
    headers: { ...(type !== null && { 'content-type': type }), authorization: `Bearer ${client.token}` },
    ...(body && { body: new Uint8Array(body) }),
  });
  return { status: response.status, headers: response.headers, body: await response.json() };
}

/** Builds the bytes that a browser sends for a photo. */
const wholeForm = (photo: Buffer) =>
  Buffer.concat([
    Buffer.from(`--${BOUNDARY}\r\n${FILE_HEAD}`),
    photo,
    Buffer.from(`\r\n--${BOUNDARY}--\r\n`),
  ]);

const upload = (photo: Buffer, client = member) => sendForm([['avatar', photo]], client);

async function picture(address: unknown): Promise<{ headers: Headers; bytes: Buffer }> {
  const response = await fetch(`${stack.url}${String(address)}`);
  expect(response.status).toBe(200);
  return { headers: response.headers, bytes: Buffer.from(await response.arrayBuffer()) };
}

describe('a photo', () => {
  it('becomes a small WebP at an address of its own for ever, in the profile and on every post', async () => {
    const { client } = await visitor.join('portrait');
    const postId = await client.publish('With a face');
    const { status, body } = await upload(await halves().jpeg().toBuffer(), client);
    expect([status, body.username]).toEqual([200, 'portrait']);
    expect(body.avatar).toMatch(/^\/api\/avatars\/[0-9a-f]{64}\.webp$/);
    expect((await client.call('GET', '/api/auth/me')).body.avatar).toBe(body.avatar);
    await eventually(async () => {
      expect((await visitor.call('GET', `/api/posts/${postId}`)).body.author.avatar).toBe(body.avatar);
    });

    const { headers, bytes } = await picture(body.avatar);
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-type': 'image/webp',
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
    });
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    expect(body.avatar).toContain(sha256);
    expect(headers.get('etag')).toBe(`"${sha256}"`);
    expect(bytes.length).toBeLessThanOrEqual(65_536);
    expect(await sharp(bytes).metadata()).toMatchObject({ format: 'webp', width: 256, height: 256 });

    const again = await fetch(`${stack.url}${String(body.avatar)}`, {
      headers: { 'if-none-match': `"${sha256}"` },
    });
    expect([again.status, await again.text()]).toEqual([304, '']);
  });

  it('replaced is gone from its address', async () => {
    const first = await upload(await halves(100, 100).png().toBuffer());
    const second = await upload(await halves(200, 100).jpeg().toBuffer());
    expect(second.body.avatar).not.toBe(first.body.avatar);
    expectRejection(await visitor.call('GET', first.body.avatar), 404, 'AVATAR_NOT_FOUND');
    await picture(second.body.avatar);
  });

  it('taken with the camera turned stands upright, and nothing of its metadata is left', async () => {
    const exif = { IFD0: { Copyright: 'canary-exif', Artist: 'canary-exif' } };
    const turned = await halves().withExif(exif).withMetadata({ orientation: 6 }).jpeg().toBuffer();
    const tagged = await sharp(turned).keepExif().withExifMerge(exif).jpeg().toBuffer();
    for (const photo of [turned, tagged]) {
      expect((await sharp(photo).metadata()).orientation).toBe(6);
      const { bytes } = await picture((await upload(photo)).body.avatar);
      const metadata = await sharp(bytes).metadata();
      expect([metadata.exif, metadata.xmp, metadata.icc, metadata.orientation]).toEqual([
        undefined,
        undefined,
        undefined,
        undefined,
      ]);
      expect(bytes.toString('latin1')).not.toContain('canary');
      // After a rotation to the right, the red left half is on top.
      const { data, info } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true });
      expect(data[(20 * 256 + 128) * info.channels]).toBeGreaterThan(200);
      expect(data[(235 * 256 + 128) * info.channels + 2]).toBeGreaterThan(200);
    }
  });

  it('may have any name and any declared type: its content is what counts', async () => {
    const png = await halves().png().toBuffer();
    for (const [type, name] of [
      ['text/html', '../../etc/passwd'],
      ['image/gif', 'фото 💛.gif'],
      ['', 'a"b\\c.exe'],
    ] as const) {
      expect((await sendForm([['avatar', png, type, name]])).status).toBe(200);
    }
  });

  it('of exactly 1 MB is taken; one byte more is 413', async () => {
    const exact = await jpegOfBytes(MAX_BYTES);
    expect(exact.length).toBe(MAX_BYTES);
    expect((await upload(exact)).status).toBe(200);
    expectRejection(await upload(await jpegOfBytes(MAX_BYTES + 1)), 413, 'BODY_TOO_LARGE');
    expectRejection(await upload(await jpegOfBytes(8 * MAX_BYTES)), 413, 'BODY_TOO_LARGE');
  });

  it('that a phone appended something to is taken, and nothing of that is left', async () => {
    const photo = Buffer.concat([
      await halves().jpeg().toBuffer(),
      Buffer.from('PK\x03\x04<script>canary</script>'),
    ]);
    const { bytes } = await picture((await upload(photo)).body.avatar);
    expect(bytes.toString('latin1')).not.toContain('canary');
  });
});

describe('what is no photo', () => {
  const grey = (width: number, height: number) =>
    rawPng({ width, height }, Buffer.alloc((width + 1) * height));
  const png = () => halves().png().toBuffer();
  const jpeg = () => halves(1600, 1200).jpeg().toBuffer();

  it.each<[string, number, string, () => Promise<Buffer> | Buffer]>([
    ['a GIF', 415, 'PHOTO_NOT_PNG_OR_JPEG', () => halves().gif().toBuffer()],
    [
      'HTML before a PNG',
      415,
      'PHOTO_NOT_PNG_OR_JPEG',
      async () => Buffer.concat([Buffer.from('<b>'), await png()]),
    ],
    [
      'a PNG with a ZIP behind',
      422,
      'PHOTO_UNUSABLE',
      async () => Buffer.concat([await png(), Buffer.from('PK\x03\x04')]),
    ],
    ['a JPEG cut short', 422, 'PHOTO_UNUSABLE', async () => (await jpeg()).subarray(0, 9000)],
    ['the head of a JPEG', 422, 'PHOTO_UNUSABLE', async () => (await jpeg()).subarray(0, 3)],
    ['a PNG without pixels', 422, 'PHOTO_UNUSABLE', () => rawPng({ width: 0, height: 0 }, Buffer.alloc(0))],
    [
      'a PNG of too few pixels',
      422,
      'PHOTO_UNUSABLE',
      () => rawPng({ width: 50, height: 50 }, Buffer.alloc(70)),
    ],
    ['a CMYK JPEG', 422, 'PHOTO_UNUSABLE', () => halves().toColourspace('cmyk').jpeg().toBuffer()],
    ['a bomb of 400 megapixels', 422, 'PHOTO_TOO_MANY_PIXELS', () => grey(20_000, 20_000)],
    [
      'a PNG that says it is 60,000 pixels square',
      422,
      'PHOTO_TOO_MANY_PIXELS',
      () => rawPng({ width: 60_000, height: 60_000 }, Buffer.alloc(9)),
    ],
    ['one row too many', 422, 'PHOTO_TOO_MANY_PIXELS', () => grey(4096, 4097)],
    [
      'a JPEG of 65,500 pixels square',
      422,
      'PHOTO_TOO_MANY_PIXELS',
      async () => {
        const small = await jpeg();
        const frame = small.indexOf(Buffer.from([0xff, 0xc0]));
        small.writeUInt16BE(65_500, frame + 5);
        small.writeUInt16BE(65_500, frame + 7);
        return small;
      },
    ],
  ])('%s: %i %s', async (_, status, code, make) => {
    expectRejection(await upload(await make()), status, code);
  });

  it('files of other kinds are told by their first bytes', async () => {
    for (const text of [
      ...[
        '<!doctype html><script>alert(1)</script>',
        'GIF89a/*<script>alert(1)</script>*/=1;',
        '%PDF-1.7\n1 0 obj',
      ],
      '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>',
      '<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]><svg>&e;</svg>',
      ...['PK\x03\x04', '\x7fELF\x02\x01\x01', 'RIFF\x24\0\0\0WEBPVP8 ', 'BM'.padEnd(64, '\0')],
      ...['II*\0\x08\0\0\0', '\0\0\x01\0', ''],
    ])
      expectRejection(await upload(Buffer.from(text, 'latin1')), 415, 'PHOTO_NOT_PNG_OR_JPEG');
  });
});

describe('a form', () => {
  const photo = () => halves().png().toBuffer();

  it('of another field, of two files, of a file and a text, of a text or of nothing is rejected', async () => {
    const png = await photo();
    const forms: Part[][] = [
      [['photo', png]],
      [['Avatar', png]],
      [['avatar[]', png]],
      [['__proto__', png]],
      [
        ['avatar', png],
        ['avatar', png],
      ],
      [
        ['avatar', png],
        ['other', 'text'],
      ],
      [['avatar', 'text']],
      [],
    ];
    for (const form of forms) expectRejection(await sendForm(form), 400, 'UPLOAD_MALFORMED');
  });

  it('that is no form is rejected', async () => {
    const png = await photo();
    const whole = wholeForm(png);
    expect((await sendBody(whole, FORM)).status).toBe(200);
    for (const [body, type] of [
      [whole, 'multipart/form-data'],
      [whole, 'multipart/form-data; boundary='],
      [whole, 'multipart/form-data; boundary=another'],
      [whole, `multipart/form-data; boundary=${'x'.repeat(500)}`],
      [whole.subarray(0, -7), FORM],
      [whole.subarray(0, 300), FORM],
      [Buffer.from(''), FORM],
      [Buffer.from(`--${BOUNDARY}--`), FORM],
      [Buffer.from(`--${BOUNDARY}\r\n\r\n\r\n--${BOUNDARY}--\r\n`), FORM],
      [Buffer.from(`--${BOUNDARY}\r\n`.repeat(20_000)), FORM],
      [Buffer.from(`--${BOUNDARY}\r\n${'A: b\r\n'.repeat(100_000)}`), FORM],
      [undefined, FORM],
      [undefined, null],
      [Buffer.from('{"avatar":"text"}'), 'application/json'],
    ] as const) {
      expectRejection(await sendBody(body, type), 400, 'UPLOAD_MALFORMED');
    }
    for (const type of ['image/png', 'application/octet-stream', 'text/plain']) {
      const { status } = await sendBody(png, type);
      expect([400, 415]).toContain(status);
    }
  });

  it('changed in any one place never ends in a 5xx, nor without a response', async () => {
    const whole = wholeForm(await photo());
    for (let index = 0; index < 150; index += 1) {
      const changed = Buffer.from(whole);
      changed[Math.floor((index / 150) * whole.length)] = index;
      const { status } = await sendBody(changed, FORM);
      expect(status).toBeLessThan(500);
    }
  });

  it('is taken by no other route', async () => {
    const form = new FormData();
    form.append('title', 'x');
    const response = await fetch(`${stack.url}/api/posts`, {
      method: 'POST',
      body: form,
      headers: { authorization: `Bearer ${member.token}` },
    });
    expect([response.status, ((await response.json()) as { code: string }).code]).toEqual([
      415,
      'UNSUPPORTED_MEDIA_TYPE',
    ]);
  });

  it('whose sender goes away half-way gives its place back', async () => {
    const url = new URL(`${stack.url}/api/users/avatar`);
    const headers = {
      authorization: `Bearer ${member.token}`,
      'content-type': FORM,
      'content-length': '500000',
    };
    await Promise.all(
      Array.from({ length: 60 }, async () => {
        const sending = request(url, { method: 'PUT', headers });
        sending.on('error', () => undefined);
        sending.write(`--${BOUNDARY}\r\n`);
        await new Promise((resolve) => setTimeout(resolve, 50));
        sending.destroy();
      }),
    );
    await eventually(async () => expect((await upload(await photo())).status).toBe(200));
  });
});

describe('an address of a picture', () => {
  it.each([
    'x',
    'a'.repeat(64),
    `${'a'.repeat(64)}.png`,
    `${'A'.repeat(64)}.webp`,
    `${'a'.repeat(64)}.webp`,
    ...['..%2f', '..%2f..%2fetc%2fpasswd', '%00', '*.webp', `${'0'.repeat(64)}.html`],
  ])('of %s leads nowhere', async (file) => {
    const response = await visitor.call('GET', `/api/avatars/${file}`);
    expectRejection(response, 404, 'AVATAR_NOT_FOUND');
    expect(response.headers.get('cache-control')).toBe('no-store');
  });
});

describe('many photos at once', () => {
  it('are made or rejected as overload, in the shape of every error, and the feeds go on', async () => {
    const photo = await sharp(rawPng({ width: 4096, height: 4096 }, Buffer.alloc(4097 * 4096)))
      .png()
      .toBuffer();
    const making = { yet: true };
    const uploads = Promise.all(Array.from({ length: 30 }, () => upload(photo))).finally(
      () => (making.yet = false),
    );
    expect((await visitor.call('GET', '/api/posts/new')).status).toBe(200);
    expect(making.yet).toBe(true);
    for (const response of await uploads) {
      if (response.status === 200) continue;
      // On a busy machine the decoder, whose priority is low, may not get to a photo within its five seconds.
      const tookTooLong = response.body.code === 'UNAVAILABLE';
      if (tookTooLong) await stack.gateway.logged('a photo took too long');
      expectRejection(response, 503, tookTooLong ? 'UNAVAILABLE' : 'OVERLOADED');
    }
    const afterwards = await eventually(async () => {
      const response = await upload(photo);
      expect(response.body.code).not.toBe('UNAVAILABLE');
      return response;
    });
    expect(afterwards.status).toBe(200);
  });
});

it('none of it left an inner error in a log', () => {
  const logs = [stack.gateway, ...Object.values(stack.services)].map((process) => process.log).join('');
  expect(logs).not.toMatch(/"status":500|"level":(50|60)[^\n]*request failed/);
});
