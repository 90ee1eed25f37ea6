import type { FastifyRequest } from 'fastify';
import { Readable } from 'node:stream';
import { readJson, readUpload } from './request-body.js';

const BOUNDARY = '----WebKitFormBoundary7MA4YWxkTrZu0gW';
const TYPE = `multipart/form-data; boundary=${BOUNDARY}`;
const HEAD = 'Content-Disposition: form-data; name="avatar"; filename="a.png"\r\n';
const MAX_BYTES = 1024 * 1024;

/** A form of one file with these lines in its head. */
const form = (content: string, lines = '') =>
  `--${BOUNDARY}\r\n${HEAD}${lines}\r\n${content}\r\n--${BOUNDARY}--\r\n`;

/** A request with this body. */
function requestOf(body: Buffer, type: string): FastifyRequest {
  const headers = { 'content-type': type, 'content-length': String(body.length) };
  return { raw: Readable.from([body], { objectMode: false }), headers } as unknown as FastifyRequest;
}

/** Reads the file of a form that is sent with this content type. */
async function read(body: string, type = TYPE): Promise<string> {
  const file = await readUpload(requestOf(Buffer.from(body), type), { field: 'avatar', maxBytes: MAX_BYTES });
  return Buffer.from(file).toString();
}

it.each([
  ['in Latin-1', Buffer.from('{"title":"Zürich"}', 'latin1')],
  ['in UTF-16', Buffer.from('{"title":"Zürich"}', 'utf16le')],
  ['with half of a character', Buffer.from('{"title":"Zürich').subarray(0, 12)],
  ['with half of a pair of surrogates', Buffer.from('7b2278223a22eda080227d', 'hex')],
  ['with an overlong quote', Buffer.from('7b2278223a22c0a2227d', 'hex')],
])('JSON %s is rejected, and told to be in UTF-8', async (_, body) => {
  await expect(readJson(requestOf(body, 'application/json'))).rejects.toMatchObject({
    code: 'MALFORMED_REQUEST',
    message: 'The body of this request is not in UTF-8. Send it again in UTF-8.',
  });
});

it.each(['', '\ufeff'])('JSON in UTF-8 is read after %j', async (before) => {
  const body = Buffer.from(`${before}{"title":"Zürich 🏔 \ufffd"}`);
  expect(await readJson(requestOf(body, 'application/json'))).toEqual({ title: 'Zürich 🏔 \ufffd' });
});

it.each([
  TYPE,
  `Multipart/Form-Data;boundary="${BOUNDARY}"`,
  `multipart/form-data; charset=utf-8; boundary=${BOUNDARY} ; x=y`,
])('the file of a form of the type %s is read', async (type) => {
  expect(await read(form('content'), type)).toBe('content');
});

it('a form may begin with one line break, and with nothing else', async () => {
  expect(await read(`\r\n${form('content')}`)).toBe('content');
  for (const before of ['\r\n\r\n', '\r', '\n', ' \r\n', 'preamble\r\n']) {
    await expect(read(before + form('content'))).rejects.toMatchObject({ code: 'UPLOAD_MALFORMED' });
  }
});

it('a file of the largest size is read, whatever stands in it', async () => {
  for (const content of ['-', '\r\n\r\n', '\r\n--', `--${BOUNDARY.slice(0, -1)}`]) {
    const file = content.repeat(MAX_BYTES / content.length);
    expect((await read(form(file))).length).toBe(file.length);
  }
});

it.each([
  ['of 9,000 files', `--${BOUNDARY}\r\n${HEAD}\r\n\r\n`.repeat(9000)],
  ['of 9,000 texts', `--${BOUNDARY}\r\n${HEAD.replace('; filename="a.png"', '')}\r\n\r\n`.repeat(9000)],
  ['with 260,000 lines in its head', form('', 'A:\r\n'.repeat(250_000))],
  ['with one line of a megabyte in its head', form('', `Content-Type: ${'a/b;c=d;'.repeat(125_000)}\r\n`)],
  ['with a megabyte before it', '\r\n\r\n'.repeat(250_000) + form('')],
])('a form %s is rejected before it is parsed, which would take seconds', async (_, body) => {
  const parse = vi.spyOn(Response.prototype, 'formData');
  try {
    await expect(read(body)).rejects.toMatchObject({ code: 'UPLOAD_MALFORMED' });
    expect(parse).not.toHaveBeenCalled();
    await read(form('content'));
    expect(parse).toHaveBeenCalledOnce();
  } finally {
    parse.mockRestore();
  }
});

// A pattern that is quadratic in a run of spaces takes 0.4 s each time, and so meets the test's time limit.
it.each([' '.repeat(15_000), 'a=b;'.repeat(4000), ' ; boundary=a '.repeat(1100), 'boundary='.repeat(1700)])(
  'a hundred content types of 16 KB are rejected in no time (%#)',
  async (parameters) => {
    for (let count = 0; count < 100; count += 1) {
      await expect(read(form(''), `multipart/form-data;${parameters}"`)).rejects.toMatchObject({
        code: 'UPLOAD_MALFORMED',
      });
    }
  },
  10_000,
);
