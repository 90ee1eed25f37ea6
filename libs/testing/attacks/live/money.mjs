// @ts-check
import { randomUUID } from 'node:crypto';
import { forEach, times } from './attack.mjs';

const LIKE = 1_000_000_000n;
const BONUS = 100n * LIKE;

/**
 * Invalid amounts: not a number, with more decimals than a tip has, or more than anybody owns.
 * @type {unknown[]}
 */
const AMOUNTS = [
  ...[0, -0, -1, -0.000001, 1e-7, 0.0000001, 1.0000001, 100.0000001, 101, 1e15, 1e16, 1e21, 2 ** 53, 1e300],
  '0',
  '-1',
  '-0',
  '1e3',
  '0x10',
  '1_000',
  ' 1',
  '1 ',
  '+1',
  '.5',
  '5.',
  '01',
  '1,5',
  'NaN',
  'Infinity',
  '',
  ...['١', '１', '½', '1\u0000', "1'", '1;', '1--', 'null', '9'.repeat(400), `0.${'0'.repeat(400)}1`],
  ...[null, true, false, [], [1], ['1', '2'], {}, { valueOf: 1 }, { $gt: 0 }],
];

/** @type {import('./attack.mjs').LiveAttacks} */
export const MONEY = {
  'T1: one tip, sent 40 times at once': async (world, tries) => {
    const [payer, author] = [await world.member(), await world.member()];
    const post = await world.publish(author);
    const key = randomUUID();
    const responses = await forEach(times(40, Number), () => world.tip(payer, post, 3, key), 40);
    for (const { status, body } of responses)
      tries.expect(status === 200 && body.tokens === 97, `a twin of a tip: ${status} ${body?.tokens}`);
    tries.expect((await world.balance(payer)) === BONUS - 3n * LIKE, 'the payer has paid more than once');
    const changed = await world.tip(payer, post, 4, key);
    tries.expect(changed.status === 422, `the same key with another amount: ${changed.status}`);
  },

  'T2: more tips at once than there is money': async (world, tries) => {
    const [payer, author] = [await world.member(), await world.member()];
    const post = await world.publish(author);
    const responses = await forEach(times(110, Number), () => world.tip(payer, post, 2), 110);
    const accepted = responses.filter(({ status }) => status === 200).length;
    for (const { status } of responses)
      tries.expect(status === 200 || (status >= 400 && status < 500) || status === 503, `a tip: ${status}`);
    tries.expect(accepted <= 50, `${accepted} tips of 2 LIKE were paid of 100 LIKE`);
    const left = await world.balance(payer);
    tries.expect(
      left === BONUS - BigInt(accepted) * 2n * LIKE,
      `${left} nano-LIKE are left of ${accepted} tips`,
    );
    const { body } = await world.door.call('GET', `/api/posts/${post}`, { from: payer.network });
    tries.expect(
      BigInt(body.likesSumNano) === BigInt(accepted) * 2n * LIKE,
      `the post counts ${body.likesSumNano} of ${accepted} tips`,
    );
  },

  'T2: amounts that are none': async (world, tries) => {
    const [payer, author] = [await world.member(), await world.member()];
    const post = await world.publish(author);
    await forEach(AMOUNTS, async (amount) => {
      const { status } = await world.tip(payer, post, amount);
      tries.rejected(status, `a tip of ${JSON.stringify(amount)?.slice(0, 30)}`);
    });
    tries.expect((await world.balance(payer)) === BONUS, 'a rejected amount moved money');
  },

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

  'T14: a tip in the name of another one': async (world, tries) => {
    const [thief, victim, author] = [await world.member(), await world.member(), await world.member()];
    const post = await world.publish(author);
    const names = [
      'payerId',
      'payer_id',
      'memberId',
      'member_id',
      'user_id',
      'userId',
      'from',
      'actor',
      'id',
    ];
    for (const name of names) {
      await world.as(thief, 'POST', `/api/posts/${post}/like?${name}=${victim.id}`, {
        ...{ amount: 0.5, [name]: victim.id },
      });
      tries.expect((await world.balance(victim)) === BONUS, `${name} made another one pay`);
    }
  },
};
