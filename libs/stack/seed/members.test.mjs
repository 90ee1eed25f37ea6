// @ts-check
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MEMBERS, postsInTurn } from './members.mjs';

const BONUS = 100;
const names = MEMBERS.map(({ username }) => username);
const posts = postsInTurn();

test('the demo has about eight members and thirty posts, within the limits of the product', () => {
  assert.equal(MEMBERS.length, 8);
  assert.ok(posts.length >= 30, String(posts.length));
  assert.equal(new Set(posts.map(({ post }) => post.title)).size, posts.length);
  for (const name of names) assert.match(name, /^[a-z0-9_]{3,20}$/);
  for (const { post } of posts) assert.ok(post.title.length <= 200 && post.body.length <= 10_000, post.title);
});

test('some posts are cut short on a card and some are not', () => {
  assert.ok(posts.some(({ post }) => post.body.length <= 300));
  assert.ok(posts.filter(({ post }) => post.body.length > 300).length > 10);
});

test('every tip comes from another member', () => {
  for (const { author, post } of posts) {
    for (const from of Object.keys(post.tips)) {
      assert.ok(names.includes(from), `${from} tips "${post.title}"`);
      assert.notEqual(from, author, post.title);
    }
  }
});

test('nobody gives away more than the sign-up bonus', () => {
  for (const name of names) {
    const given = posts.reduce((sum, { post }) => sum + (post.tips[name] ?? 0), 0);
    assert.ok(given > 0 && given <= BONUS - 10, `${name} gives ${given}`);
  }
});

test('the best posts differ in what they got, so that Best has an order', () => {
  const sums = posts.map(({ post }) => Object.values(post.tips).reduce((sum, amount) => sum + amount, 0));
  const top = sums.sort((a, b) => b - a).slice(0, 5);
  assert.equal(new Set(top).size, top.length, top.join(' '));
});

test('everybody follows some of the others, and is followed', () => {
  for (const { username, follows } of MEMBERS) {
    assert.ok(follows.length > 0 && new Set(follows).size === follows.length, username);
    for (const author of follows)
      assert.ok(names.includes(author) && author !== username, `${username} follows ${author}`);
    assert.ok(
      MEMBERS.some((other) => other.follows.includes(username)),
      `nobody follows ${username}`,
    );
  }
});
