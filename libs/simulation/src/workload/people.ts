import { openAccount } from '@likewell/contracts/tipping-ledger/rpc';
import type { Crowd } from './crowd.js';

const MAX_MEMBERS = 40;
const MAX_POSTS = 120;

/** Starts members who join, by the event and by the call, and posts that appear and disappear. */
export function startPeople(crowd: Crowd): void {
  const { random } = crowd.world;
  crowd.send(2500, async () => {
    if (crowd.members.length >= MAX_MEMBERS) return;
    const memberId = crowd.newId();
    const referrerId = crowd.members.length > 0 && random.chance(0.5) ? random.pick(crowd.members) : null;
    await crowd.insistAtNeighbours((neighbours) => neighbours.register(memberId, referrerId));
    if (random.chance(0.5)) await crowd.insist(openAccount, { memberId, referrerId });
    crowd.members.push(memberId);
  });
  crowd.send(4000, async () => {
    if (crowd.members.length === 0 || crowd.posts.length >= MAX_POSTS) return;
    const post = { id: crowd.newId(), authorId: random.pick(crowd.members) };
    await crowd.insistAtNeighbours((neighbours) => neighbours.publish(post.id, post.authorId));
    crowd.posts.push(post);
  });
  crowd.send(30_000, async () => {
    if (crowd.posts.length < 5) return;
    const { id } = random.pick(crowd.posts);
    await crowd.atNeighbours((neighbours) => neighbours.withdraw(id));
  });
}
