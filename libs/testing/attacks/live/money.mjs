// @ts-check
import { forEach } from './attack.mjs';

/** @type {import('./attack.mjs').LiveAttacks} */
export const MONEY = {
  'T3: money that circles back, with referrals': async (world, tries) => {
    const first = await world.member();
    const others = [
      await world.member({ ref: first.publicToken }),
      await world.member({ ref: first.publicToken }),
    ];
    const all = [first, ...others];
    const posts = await forEach(all, (member) => world.publish(member), 3);
    const sum = async () =>
      (await forEach(all, (member) => world.balance(member))).reduce((a, b) => a + b, 0n);
    let before = await sum();
    for (let round = 0; round < 5; round += 1) {
      await forEach(all, (member, index) => world.tip(member, posts[(index + 1) % 3] ?? 0, 7.000001));
      const after = await sum();
      tries.expect(after < before, `a round of tips made ${after - before} nano-LIKE`);
      before = after;
    }
    const own = await world.tip(first, posts[0] ?? 0, 1);
    tries.rejected(own.status, 'a tip to the own post');
  },
};
