import { z } from 'zod';
import { ConfigError } from '../config/config-error.js';
import { readConfig } from '../config/config.js';
import { secureUrl } from './secure-url.js';

const read = (text: string) => readConfig(z.object({ SOURCE: secureUrl }), { SOURCE: text });

it.each([
  'https://example.org/v1',
  'http://localhost:8080',
  'http://127.0.0.1:1',
  'http://[::1]:1',
  'http://stand-in:80',
])('%s may be asked', (text) => {
  expect(read(text)).toEqual({ SOURCE: text });
});

it.each(['https://user:secret@example.org', 'https://key@example.org', 'http://:secret@localhost:8080'])(
  '%s is rejected, and what it holds is not said',
  (text) => {
    expect(() => read(text)).toThrow('SOURCE: must hold no user and no password');
    expect(() => read(text)).not.toThrow(/secret|key@/);
  },
);

it.each(['', 'nonsense', 'api.example.org/v1', 'http://example.org', 'ftp://localhost', 'http://10.0.0.1'])(
  '%j is rejected in a sentence that names the variable',
  (text) => {
    expect(() => read(text)).toThrow(ConfigError);
    expect(() => read(text)).toThrow(/SOURCE/);
  },
);
