// @ts-check
import { forEach } from './attack.mjs';

/** Fields that a request body must not contain, and the values that an attacker would set. */
const GREEDY = {
  ...{ tokens: 1e9, tokensNano: '1000000000000000000', balance: 1e9, balance_nano: '1000000000000000000' },
  ...{
    role: 'admin',
    roles: ['admin'],
    is_admin: true,
    is_moderator: true,
    is_verified: true,
    verified: true,
  },
  ...{ id: 1, memberId: 1, member_id: 1, status: 'active', public_token: 'mine', created_at: '2000-01-01' },
  ...{
    review_status: 'approved',
    published: true,
    likes_sum: 1e9,
    likesSumNano: '1',
    author: { id: 1 },
    author_id: 1,
  },
};

/** @type {import('./attack.mjs').LiveAttacks} */
export const OWNERSHIP = {
  'T14: the posts of another one': async (world, tries) => {
    const [owner, thief] = [await world.member(), await world.member()];
    const [post, title] = [await world.publish(owner), 'Mine now'];
    for (const [method, body] of /** @type {const} */ ([
      ['PUT', { title, body: title }],
      ['DELETE', undefined],
      ['PUT', { title, body: title, author_id: thief.id, author: { id: thief.id }, memberId: owner.id }],
    ])) {
      const { status } = await world.as(thief, method, `/api/posts/${post}`, body);
      tries.rejected(status, `${method} of another one's post`);
    }
    const { body } = await world.door.call('GET', `/api/posts/${post}`, { from: owner.network });
    tries.expect(body?.title !== title && body?.author.id === owner.id, 'the post has changed');
  },

  'T14: a post that is not public': async (world, tries) => {
    const [owner, thief] = [await world.member(), await world.member()];
    // More links than the automatic check allows: the text waits for a moderator.
    const links = Array.from({ length: 8 }, (_, index) => `see https://example.org/${index} for more of it`);
    const written = await world.as(owner, 'POST', '/api/posts', {
      title: 'Waiting',
      body: links.join(' and '),
    });
    const path = `/api/posts/${written.body.id}`;
    const own = await world.as(owner, 'GET', path);
    if (own.status !== 200 || own.body.review_status !== 'pending')
      throw new Error(`it does not wait: ${own.text}`);
    for (const [method, to, body] of /** @type {[string, string, unknown][]} */ ([
      ['GET', path, undefined],
      ['PUT', path, { title: 'x', body: 'x' }],
      ['DELETE', path, undefined],
      ['POST', `${path}/like`, { amount: 1 }],
    ])) {
      const { status } = await world.as(thief, method, to, body);
      tries.expect(status === 404, `${method} of a post that waits: ${status}`);
    }
    for (const list of ['/api/posts/new', '/api/posts/best', `/api/users/${owner.username}/posts`]) {
      const { body } = await world.as(thief, 'GET', list);
      tries.expect(
        !body.items.some((/** @type {any} */ { id }) => id === written.body.id),
        `${list} shows it`,
      );
    }
  },

  'T14: fields that nobody may send': async (world, tries) => {
    const member = await world.member();
    const network = world.network();
    const username = `g${member.username.slice(0, 15)}`;
    const form = { username, email: `${username}@canary.example`, password: member.password, ...GREEDY };
    const joined = await world.door.call('POST', '/api/auth/register', { from: network, body: form });
    if (joined.status !== 200) throw new Error(`nobody can join with more than the form has: ${joined.text}`);
    const greedy = { ...member, network, token: joined.body?.token ?? '', username };
    world.canaries.push(greedy.token, form.email);
    for (const [method, path, body] of /** @type {[string, string, unknown][]} */ ([
      ['PUT', '/api/users/username', { ...GREEDY, username: `h${username.slice(1)}` }],
      [
        'POST',
        '/api/posts',
        { ...GREEDY, title: 'A greedy title', body: 'Words of somebody who wants more.' },
      ],
    ]))
      await world.as(greedy, method, path, body);
    for (const key of ['__proto__', 'constructor', 'prototype']) {
      const raw = `{"title":"x","body":"y","${key}":{"role":"admin","prototype":{"role":"admin"}}}`;
      const { status } = await world.as(greedy, 'POST', '/api/posts', raw);
      tries.expect(status === 400 || status === 201, `${key}: ${status}`);
    }
    const { body } = await world.as(greedy, 'GET', '/api/auth/me');
    tries.expect(body.tokens === 100, `tokens: ${body.tokens}`);
    tries.expect(body.role === 'member', `role: ${body.role}`);
    tries.expect(body.is_verified === false, `is_verified: ${body.is_verified}`);
    tries.expect(body.id > 1, `id: ${body.id}`);
    tries.expect(body.public_token !== 'mine', `public_token: ${body.public_token}`);
    const { body: own } = await world.as(greedy, 'GET', `/api/users/${body.username}/posts`);
    if (own.items.length === 0) throw new Error('no post was written');
    for (const post of own.items)
      tries.expect(post.likes_sum === 0 && post.author.id === body.id, `a post of ${JSON.stringify(post)}`);
  },

  'T14: cursors that nobody handed out': async (world, tries) => {
    const member = await world.member();
    for (let index = 0; index < 22; index += 1)
      await world.as({ ...member, network: member.network }, 'POST', '/api/posts', {
        ...{ title: `Page ${index}`, body: `Line ${index} of something that fills more than a page.` },
      });
    const { body: first } = await world.as(member, 'GET', `/api/users/${member.username}/posts`);
    const good = String(first.nextCursor);
    if (first.nextCursor === null) throw new Error('there is no cursor to change');
    const changed = Array.from(
      good,
      (letter, at) => `${good.slice(0, at)}${letter === 'A' ? 'B' : 'A'}${good.slice(at + 1)}`,
    );
    const cursors = [
      ...changed,
      '0',
      '-1',
      '1',
      '9223372036854775808',
      '1e3',
      'null',
      '{}',
      '[]',
      "' or 1=1 --",
      '../..',
      '%00',
      'ÿ',
      ...[good.slice(1), good.slice(0, -1), `${good}A`, good.repeat(2), good.toUpperCase(), 'x'.repeat(5000)],
      Buffer.from('{"id":1}').toString('base64url'),
    ];
    const from = member.network;
    await forEach(cursors, async (cursor) => {
      const path = `/api/users/${member.username}/posts?cursor=${encodeURIComponent(cursor)}`;
      tries.rejected(
        (await world.door.call('GET', path, { from })).status,
        `the cursor ${cursor.slice(0, 20)}`,
      );
    });
    for (const list of [
      '/api/posts/best',
      '/api/posts/new',
      '/api/posts/following/posts',
      '/api/wallet/history',
      '/api/holders/epochs',
    ]) {
      const { status } = await world.as(member, 'GET', `${list}?cursor=${encodeURIComponent(good)}`);
      tries.rejected(status, `a cursor of another list at ${list}`);
    }
  },
};
