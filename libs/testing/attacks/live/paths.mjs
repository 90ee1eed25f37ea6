// @ts-check
import { readdirSync } from 'node:fs';
import { forEach } from './attack.mjs';
import { readRaw } from './door.mjs';

/** @typedef {import('@likewell/contracts/gateway/define-route').Route} Route */

const CONTRACTS = new URL('../../../contracts/dist/gateway/', import.meta.url);
const MODULES = await Promise.all(
  readdirSync(CONTRACTS)
    .filter((name) => name.endsWith('.js'))
    .map((name) => import(new URL(name, CONTRACTS).href)),
);
/** Every route that the contracts declare. */
const ROUTES = MODULES.flatMap((module) => Object.values(module)).filter(
  /** @returns {value is Route} */
  (value) => typeof value?.method === 'string' && typeof value.access === 'string',
);
const CLOSED = ROUTES.filter(({ access }) => access === 'member' || access === 'moderator');

/** @param {string} path */
const filled = (path) => path.replace(':username', 'somebody').replaceAll(/:\w+/g, '1');

/** Spellings of an address with which an attacker may try to bypass a check. */
const SPELLINGS = /** @type {((path: string) => string)[]} */ ([
  (path) => path,
  (path) => `/${path}`,
  (path) => path.replace('/api/', '/api//'),
  (path) => `${path}/`,
  (path) => path.toUpperCase(),
  (path) => path.replace('/api/', '/Api/'),
  (path) => path.replace('/api/', '/%61pi/'),
  (path) =>
    path.replace(/\/([^/])([^/]*)$/, (_, first, rest) => `/%${first.charCodeAt(0).toString(16)}${rest}`),
  (path) => `${path};x=1`,
  (path) => path.replace('/api/', '/api/./'),
  (path) => path.replace('/api/', '/api/docs/../'),
  (path) => path.replace('/api/', '/static/..%2fapi/'),
  (path) => path.replace('/api/', '/api/%2e%2e/api/'),
  (path) => path.replace('/api/', '/api\\'),
  (path) => `${path}%2f`,
  (path) => `${path}%00`,
  (path) => `${path}%20`,
  (path) => `${path}.json`,
  (path) => `${path}?x=1`,
  (path) => `${path}#x`,
  (path) => `http://127.0.0.1${path}`,
  (path) => `/api/docs/..;${path}`,
]);

/** Headers that make some servers use another address, method or client. */
const HEADERS = /** @type {((path: string) => [string, string, string])[]} */ ([
  (path) => ['GET', '/api/posts/best', `X-Original-URL: ${path}`],
  (path) => ['GET', '/api/posts/best', `X-Rewrite-URL: ${path}`],
  (path) => ['POST', path, 'X-HTTP-Method-Override: GET'],
  (path) => ['HEAD', path, 'X-Nothing: 1'],
  (path) => ['GET', path, 'X-Forwarded-User: admin'],
  (path) => ['GET', path, 'Upgrade: h2c\r\nHTTP2-Settings: AAMAAABkAARAAAAAAAIAAAAA'],
  (path) => ['GET', path, 'Host: evil.example'],
]);

/** @param {string} method @param {string} path @param {string} headers */
const rawRequest = (method, path, headers) => {
  const host = /^host:/i.test(headers) ? '' : 'Host: localhost\r\n';
  const body = method === 'GET' || method === 'HEAD' ? '' : '{}';
  const length = body === '' ? '' : `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n`;
  return `${method} ${path} HTTP/1.1\r\n${host}${length}${headers}\r\nConnection: close\r\n\r\n${body}`;
};

/**
 * True if the response reveals something; the HTML page does not, and every unknown address outside of /api
 * returns it.
 * @param {string} said
 */
function getsSomething(said) {
  const { statuses, isJson } = readRaw(said);
  return statuses.some((status) => status >= 500 || (status < 300 && isJson));
}

/** @type {import('./attack.mjs').LiveAttacks} */
export const PATHS = {
  'T15: no session, and an address spelled otherwise': async (world, tries) => {
    for (const { method, path } of CLOSED) {
      const from = world.network();
      await forEach(SPELLINGS, async (spell) => {
        const spelled = spell(filled(path));
        const said = await world.door.raw(rawRequest(method, spelled, 'Accept: */*'), { from });
        tries.expect(said !== '' && !getsSomething(said), `${method} ${spelled}: ${said.slice(9, 12)}`);
      });
    }
  },

  'T15: no session, and headers that claim one': async (world, tries) => {
    for (const { path } of CLOSED) {
      const from = world.network();
      await forEach(HEADERS, async (make) => {
        const [method, address, headers] = make(filled(path));
        const said = await world.door.raw(rawRequest(method, address, headers), { from });
        const isPublic =
          address === '/api/posts/best' && /"items"/.test(said) && !/"email"|"reasons"/.test(said);
        tries.expect(isPublic || !getsSomething(said), `${method} ${address} with ${headers.split(':')[0]}`);
      });
    }
  },

  'T15: a member at the doors of moderators': async (world, tries) => {
    const routes = ROUTES.filter(({ access }) => access === 'moderator');
    const member = await world.member();
    for (const { method, path } of routes)
      await forEach(SPELLINGS, async (spell) => {
        const spelled = spell(filled(path));
        const said = await world.door.raw(
          rawRequest(method, spelled, `Authorization: Bearer ${member.token}`),
          { from: member.network },
        );
        tries.expect(said !== '' && !getsSomething(said), `${method} ${spelled}: ${said.slice(9, 12)}`);
      });
  },
};
