import { readSession, REVOKED, sessionKey } from '@likewell/contracts/auth/session-cache';
import { AppError } from '@likewell/contracts/core/app-error';
import { commonErrors } from '@likewell/contracts/core/common-errors';
import { defineRoute, type RouteAccess, type RouteLimit } from '@likewell/contracts/gateway/define-route';
import { SealedValues } from '@likewell/service-kit/redis/sealed-values';
import { CONFIG } from '@likewell/service-kit/config/config';
import { REDIS } from '@likewell/service-kit/redis/connect-redis';
import { Broadcasts } from '@likewell/service-kit/rpc/broadcasts';
import { ActorVerifier } from '@likewell/service-kit/rpc/actor-token';
import { RpcClient } from '@likewell/service-kit/rpc/rpc-client';
import { newContext, type RequestContext } from '@likewell/service-kit/telemetry/request-context';
import { shareGrownOld } from '@likewell/testing/old-space';
import { Controller, Global, Module, Res } from '@nestjs/common';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import { Test } from '@nestjs/testing';
import type { FastifyReply } from 'fastify';
import { hash } from 'node:crypto';
import { once } from 'node:events';
import { connect, type AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { z } from 'zod';
import { AppErrorFilter } from '../src/request/app-error.filter.js';
import { leaveBodiesUnread } from '../src/request/request-body.js';
import type { Input } from '../src/request/zod.pipe.js';
import { RequestModule } from '../src/request/request.module.js';
import { FromRequest, Handle } from '../src/request/route.decorator.js';

const TOKENS = {
  member: 'm'.repeat(43),
  moderator: 'o'.repeat(43),
  promoted: 'p'.repeat(43),
  unread: 'u'.repeat(43),
};
const LIMIT = 3;

const routeFor = <const Access extends RouteAccess>(access: Access, limit: RouteLimit) =>
  defineRoute({
    method: 'POST',
    path: `/api/${access}`,
    summary: '',
    access,
    limit,
    body: z.object({ text: z.string('Write a text') }),
    response: z.object({ memberId: z.number().nullable() }),
  });
const forAll = routeFor('public', 'read');
const forMembers = routeFor('member', 'write');
const forModerators = routeFor('moderator', 'check');
const forWhoever = routeFor('optional', 'read');
const forReaders = defineRoute({
  method: 'GET',
  path: '/api/readers',
  summary: '',
  access: 'optional',
  limit: 'read',
  response: z.object({ memberId: z.number().nullable() }),
});
const forFile = { ...routeFor('public', 'read'), path: '/api/file' } as const;
const forOften = { ...routeFor('member', 'tip'), path: '/api/often' } as const;

@Controller()
class Echo {
  @Handle(forAll)
  all(@FromRequest() { memberId }: Input<typeof forAll>) {
    return { memberId };
  }

  @Handle(forMembers)
  members(@FromRequest() { memberId }: Input<typeof forMembers>) {
    return { memberId };
  }

  @Handle(forOften)
  often(@FromRequest() { memberId }: Input<typeof forOften>) {
    return { memberId };
  }

  @Handle(forFile)
  file(@Res() reply: FastifyReply): Promise<void> {
    const headers = { 'content-disposition': 'attachment', 'cache-control': 'public', etag: '"a"' };
    const failing = new Readable({ read: () => failing.destroy(new AppError(commonErrors.UNAVAILABLE)) });
    void reply.type('application/zip').headers(headers).send(failing);
    return Promise.resolve();
  }

  @Handle(forModerators)
  moderators(@FromRequest() { memberId }: Input<typeof forModerators>) {
    return { memberId };
  }

  @Handle(forWhoever)
  whoever(@FromRequest() { memberId }: Input<typeof forWhoever>) {
    return { memberId };
  }

  @Handle(forReaders)
  readers(@FromRequest() { memberId }: Input<typeof forReaders>) {
    return { memberId };
  }
}

const sessions = new Map([
  [sessionKey(hash('sha256', TOKENS.member)), '1000'],
  [sessionKey(hash('sha256', TOKENS.moderator)), '1001:moderator'],
  [sessionKey(hash('sha256', TOKENS.promoted)), '1002'],
]);
const sealed = new SealedValues('');

/** A session that no cache has. */
const UNREAD = hash('sha256', TOKENS.unread);
const cachedOf = (key: string) =>
  key === sessionKey(UNREAD) ? null : sealed.seal(key, sessions.get(key) ?? REVOKED);

/** Auth's response. It has made a moderator of a member whose cached session does not say so yet. */
const memberOf = (tokenHash: string) =>
  tokenHash === hash('sha256', TOKENS.promoted)
    ? readSession('1002:moderator')
    : readSession(sessions.get(sessionKey(tokenHash)) ?? '');

const SEED = 'SUAKXK5LVOV2XK5LVOV2XK5LVOV2XK5LVOV2XK5LVOV2XK5LVOV2XK3YFY';
const verifier = new ActorVerifier(['UASIVS63V6PAKAMW3ZYEX2RNNB3Q4UMRKDIQHNMH3LRNTSWVHXMTB766']);

/** Values of the configuration that are not the same limit as the others. */
const KNOWN = {
  GATEWAY_REPLICAS: 1,
  GATEWAY_WORKERS: 1,
  ACTOR_SEED: SEED,
  SESSION_CACHE_SECRET: undefined,
  LIMIT_TIP: { points: 1000, windowMs: 3_600_000 },
};

/** Sessions come from the Redis of these tests; the gateway counts the limits itself, as while Redis is away. */
const tools = [
  {
    provide: REDIS,
    useValue: {
      defineCommand: () => undefined,
      slideWindows: () => Promise.reject(new Error('away')),
      mget: (keys: string[]) => Promise.resolve(keys.map(cachedOf)),
    },
  },
  {
    provide: RpcClient,
    useValue: {
      // Stands in for auth, which is asked who is a moderator, and is away for one session.
      call: (_: unknown, { tokenHash }: { tokenHash: string }) =>
        tokenHash === UNREAD
          ? Promise.reject(new AppError(commonErrors.UNAVAILABLE))
          : Promise.resolve(memberOf(tokenHash)),
    },
  },
  { provide: Broadcasts, useValue: { listen: () => undefined } },
  {
    provide: CONFIG,
    useValue: new Proxy(KNOWN, {
      get: (known, name) =>
        name in known ? Reflect.get(known, name) : { points: LIMIT, windowMs: 3_600_000 },
    }),
  },
];

@Global()
@Module({ providers: tools, exports: tools })
class Tools {}

/** What every request carries, so that those that stay in memory can be told by their bytes. */
let ballast = () => '';

let app: NestFastifyApplication;
let context: RequestContext;

beforeEach(async () => {
  const module = await Test.createTestingModule({
    imports: [Tools, RequestModule],
    controllers: [Echo],
  }).compile();
  const adapter = new FastifyAdapter();
  leaveBodiesUnread(adapter.getInstance());
  adapter.getInstance().addHook('onRequest', (request, _reply, done) => {
    context = request.context = newContext();
    request.signedIn = null;
    Object.assign(request, { ballast: ballast() });
    done();
  });
  app = module.createNestApplication<NestFastifyApplication>(adapter, { bodyParser: false });
  app.useGlobalFilters(new AppErrorFilter({ error: () => undefined } as never));
  await app.init();
  await adapter.getInstance().ready();
});
afterEach(() => app.close());

async function post(path: string, token?: string, payload = '{"text":"a"}') {
  const headers = { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) };
  const { statusCode, body } = await app.inject({ method: 'POST', url: `/api/${path}`, headers, payload });
  const response = JSON.parse(body) as { code?: string; memberId?: number | null };
  return [statusCode, response.code ?? response.memberId];
}

it.each([
  ['public', undefined, 200, null],
  ['public', TOKENS.member, 200, null],
  ['optional', undefined, 200, null],
  ['optional', 'x'.repeat(43), 200, null],
  ['optional', TOKENS.member, 200, 1000],
  ['optional', TOKENS.unread, 503, 'UNAVAILABLE'],
  ['member', undefined, 401, 'UNAUTHENTICATED'],
  ['member', 'x'.repeat(43), 401, 'UNAUTHENTICATED'],
  ['member', TOKENS.member, 200, 1000],
  ['moderator', TOKENS.member, 403, 'MODERATORS_ONLY'],
  ['moderator', TOKENS.moderator, 200, 1001],
])('a route for %s answers a caller with %s by %i and %s', async (path, token, status, said) => {
  expect(await post(path, token)).toEqual([status, said]);
});

it('a public page is readable by who cannot be looked up', async () => {
  const headers = { authorization: `Bearer ${TOKENS.unread}` };
  const { statusCode, body } = await app.inject({ url: forReaders.path, headers });
  expect([statusCode, JSON.parse(body)]).toEqual([200, { memberId: null }]);
});

it.each([
  ['member', TOKENS.member, { memberId: 1000, role: 'member' }],
  ['member', TOKENS.promoted, { memberId: 1002, role: 'member' }],
  ['moderator', TOKENS.moderator, { memberId: 1001, role: 'moderator' }],
  ['moderator', TOKENS.promoted, { memberId: 1002, role: 'moderator' }],
])('a route for a %s vouches for the caller as who was asked last knows them', async (path, token, actor) => {
  expect((await post(path, token))[0]).toBe(200);
  expect(verifier.read(context.actorToken ?? '')).toEqual(actor);
});

it('who is not known is told so before the limit, the limit before the role, the role before the body', async () => {
  for (let index = 0; index <= LIMIT; index += 1)
    expect((await post('moderator', undefined, '{'))[0]).toBe(401);
  for (let index = 0; index < LIMIT; index += 1)
    expect((await post('moderator', TOKENS.member, '{'))[0]).toBe(403);
  expect(await post('moderator', TOKENS.member, '{')).toEqual([429, 'RATE_LIMITED']);
  expect(await post('moderator', TOKENS.moderator, '{')).toEqual([400, 'MALFORMED_REQUEST']);
  expect(await post('moderator', TOKENS.moderator, '{}')).toEqual([400, 'INVALID_INPUT']);
});

it('a download that fails before its first byte is an error with no header of the file', async () => {
  const { statusCode, headers } = await app.inject({ method: 'POST', url: forFile.path });
  expect(statusCode).toBe(503);
  expect(headers).toMatchObject({ 'content-type': 'application/json; charset=utf-8' });
  for (const name of ['content-disposition', 'cache-control', 'etag'])
    expect(headers).not.toHaveProperty(name);
});

it('a limit is each member’s own, and each address’s where nobody is signed in', async () => {
  for (let index = 0; index < LIMIT; index += 1) expect((await post('member', TOKENS.member))[0]).toBe(200);
  expect((await post('member', TOKENS.member))[0]).toBe(429);
  expect((await post('member', TOKENS.moderator))[0]).toBe(200);
  for (let index = 0; index < LIMIT; index += 1) expect((await post('public'))[0]).toBe(200);
  expect((await post('public'))[0]).toBe(429);
});

it('nothing of a finished request stays until a full garbage collection', async () => {
  await app.listen(0, '127.0.0.1');
  const client = connect((app.getHttpServer().address() as AddressInfo).port, '127.0.0.1');
  const REQUESTS = 10;
  const kept = await shareGrownOld(40, REQUESTS, async (given) => {
    ballast = given;
    for (let index = 0; index < REQUESTS; index += 1) {
      client.write(
        `POST ${forOften.path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${TOKENS.member}\r\n` +
          'Content-Type: application/json\r\nContent-Length: 12\r\n\r\n{"text":"a"}',
      );
      const [response] = (await once(client, 'data')) as [Buffer];
      expect(response.toString()).toMatch(/^HTTP\/1.1 200/);
    }
  });
  expect(kept).toBeLessThan(1 / 2);
  client.destroy();
});
