// @ts-check
import { gzipSync } from 'node:zlib';
import { forEach, times } from './attack.mjs';

/** @type {import('./attack.mjs').LiveAttacks} */
export const SIZES = {
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
