import type { Fault } from '@likewell/stand-in-prices/price-stand-in';
import { createGzip, gzipSync } from 'node:zlib';
import { MINT } from './price-under-test.js';

const body =
  (text: string | Buffer, headers: Record<string, string> = {}, status = 200): Fault =>
  (response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(text);
  };
const ofMint = (value: string) => `{"${MINT}":${value}}`;
const price = (value: string) => body(ofMint(`{"usdPrice":${value}}`));
const GOOD = ofMint('{"usdPrice":0.5}');

/** 200 MB of spaces, compressed to 200 kB while they are sent. */
const bomb: Fault = (response) => {
  response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' });
  const gzip = createGzip();
  gzip.pipe(response);
  response.on('close', () => gzip.destroy());
  const block = Buffer.alloc(1024 * 1024, ' ');
  let left = 200;
  const more = () => {
    while (left > 0 && !gzip.destroyed) {
      left -= 1;
      if (!gzip.write(block)) return;
    }
    if (!gzip.destroyed) gzip.end(GOOD);
  };
  gzip.on('drain', more);
  more();
};

const endless: Fault = (response) => {
  response.writeHead(200, { 'content-type': 'application/json' });
  const more = () => {
    while (!response.destroyed && response.write(' '.repeat(64 * 1024)));
  };
  response.on('drain', more);
  more();
};

const drip: Fault = (response) => {
  response.writeHead(200, { 'content-type': 'application/json' });
  const timer = setInterval(() => response.write(' '), 20);
  response.on('close', () => clearInterval(timer));
};

/** Hostile responses of a price API or of an attacker in its place: none of them is a price of the token. */
export const HOSTILE: Record<string, Fault> = {
  NaN: price('NaN'),
  Infinity: price('Infinity'),
  '1e999': price('1e999'),
  '-1e999': price('-1e999'),
  'a negative price': price('-0.01'),
  'a price of nothing': price('0'),
  'a price of minus nothing': price('-0'),
  'a price below all sense': price('1e-300'),
  'a price above all sense': price('1e300'),
  'a price as text': price('"0.5"'),
  'no price for the token': price('null'),
  'a price that is true': price('true'),
  'a price that is a list': price('[0.5]'),
  'a price that is an object': price('{"valueOf":0.5}'),
  'a price under another name': body(ofMint('{"price":0.5}')),
  'a price of another token': body('{"So11111111111111111111111111111111111111112":{"usdPrice":0.5}}'),
  'the shape of the version before': body(`{"data":${ofMint('{"id":"x","price":"0.5"}')},"timeTaken":0.1}`),
  'a prototype': body(`{"__proto__":${GOOD}}`),
  'the bad of two prices': body(ofMint('{"usdPrice":0.5,"usdPrice":-1}')),
  nothing: body('{}'),
  null: body('null'),
  'a list': body('[]'),
  'a bare number': body('0.5'),
  'an empty response': body(''),
  HTML: body('<html>Just a moment…</html>'),
  'half a response': body(GOOD.slice(0, -3)),
  'two responses': body(GOOD + GOOD),
  'a hundred thousand brackets': body('['.repeat(100_000)),
  'bytes that are no text': body(Buffer.from([0xff, 0xfe, 0x00, 0xd8, 0x80])),
  'a megabyte': body(GOOD + ' '.repeat(1024 * 1024)),
  'a gzip bomb': bomb,
  'a bomb within a bomb': body(gzipSync(gzipSync(Buffer.alloc(64 * 1024 * 1024))), {
    'content-encoding': 'gzip, gzip',
  }),
  'a hundred layers of compression': body(gzipSync(GOOD), {
    'content-encoding': Array.from({ length: 100 }, () => 'gzip').join(', '),
  }),
  'gzip that is none': body(GOOD, { 'content-encoding': 'gzip' }),
  'an end that never comes': endless,
  'a drip of spaces': drip,
  'no response at all': () => undefined,
  'a head without a body': (response) => {
    response.writeHead(200, { 'content-length': '1000' }).flushHeaders();
  },
  'a shorter body than promised': (response) => {
    response.writeHead(200, { 'content-length': '1000' });
    response.write(GOOD, () => response.destroy());
  },
  'a cut connection': (response) => {
    response.socket?.resetAndDestroy();
  },
  'no HTTP': (_, request) => {
    request.socket.end('\0\0 this is another protocol\r\n\r\n');
  },
  'a megabyte of headers': (_, request) => {
    request.socket.end(`HTTP/1.1 200 OK\r\n${'x: y\r\n'.repeat(200_000)}\r\n${GOOD}`);
  },
  'a redirect to a good response': (response, request) => {
    const to = `http://${request.headers.host}/price/v3?ids=${MINT}`;
    response.writeHead(302, { location: to }).end(GOOD);
  },
  'a good body that was moved for good': body(GOOD, { location: 'http://127.0.0.1:1/' }, 301),
  'no content': (response) => {
    response.writeHead(204).end();
  },
  'an error with a good body': body(GOOD, {}, 500),
  'too many requests': body(GOOD, { 'retry-after': '60' }, 429),
};
