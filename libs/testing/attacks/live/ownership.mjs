// @ts-check

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
  'T14: fields that nobody may send': async (world, tries) => {
    const member = await world.member();
    const network = world.network();
    const username = `g${member.username.slice(0, 15)}`;
    const form = { username, email: `${username}@canary.example`, password: member.password, ...GREEDY };
    const joined = await world.register(form, network);
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
};
