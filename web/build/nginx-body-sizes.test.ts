import { readFile } from 'node:fs/promises';
import type { Route } from '@likewell/contracts/gateway/define-route';
import { expect, it } from 'vitest';

const contracts = import.meta.glob<Record<string, Pick<Route, 'path' | 'upload'>>>(
  '../../libs/contracts/dist/gateway/*.js',
  { eager: true },
);

it('nginx lets a file pass to each route that takes one, and to no other', async () => {
  const server = await readFile('nginx/server.conf.template', 'utf8');
  const taking = [...server.matchAll(/location = (\S+) \{[^}]*client_max_body_size 2m;/g)];
  const uploads = Object.values(contracts)
    .flatMap((routes) => Object.values(routes))
    .filter(({ upload }) => upload !== undefined);
  expect(uploads.length).toBeGreaterThan(0);
  expect(taking.map(([, path]) => path)).toEqual(uploads.map(({ path }) => path));
  for (const { upload } of uploads) expect(upload?.maxBytes).toBeLessThan(2 * 1024 * 1024);
});
