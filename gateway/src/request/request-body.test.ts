import type { FastifyRequest } from 'fastify';
import { Readable } from 'node:stream';
import { readUpload } from './request-body.js';

const BOUNDARY = '----WebKitFormBoundary7MA4YWxkTrZu0gW';
const TYPE = `multipart/form-data; boundary=${BOUNDARY}`;
const HEAD = 'Content-Disposition: form-data; name="avatar"; filename="a.png"\r\n';
const MAX_BYTES = 1024 * 1024;

/** A form of one file with these lines in its head. */
const form = (content: string, lines = '') =>
  `--${BOUNDARY}\r\n${HEAD}${lines}\r\n${content}\r\n--${BOUNDARY}--\r\n`;

/** Reads the file of a form that is sent with this content type. */
async function read(body: string, type = TYPE): Promise<string> {
  const headers = { 'content-type': type, 'content-length': String(body.length) };
  const raw = Readable.from([Buffer.from(body)], { objectMode: false });
  const request = { raw, headers } as unknown as FastifyRequest;
  return Buffer.from(await readUpload(request, { field: 'avatar', maxBytes: MAX_BYTES })).toString();
}

it.each([
  TYPE,
  `Multipart/Form-Data;boundary="${BOUNDARY}"`,
  `multipart/form-data; charset=utf-8; boundary=${BOUNDARY} ; x=y`,
])('the file of a form of the type %s is read', async (type) => {
  expect(await read(form('content'), type)).toBe('content');
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
