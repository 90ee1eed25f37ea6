// @ts-check
import { callHttp } from '../../../stack/machine/http-call.mjs';
import { startFeeder } from '../../../../services/wallet-chain-watcher/bench/deposit-feeder.mjs';
import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import bs58 from 'bs58';
import { forEach, times } from './attack.mjs';

/**
 * @typedef {import('./world.mjs').World} World
 * @typedef {import('./world.mjs').Member} Member
 */

const BONUS = 100_000_000_000n;
const UNITS = 5_000_000;
const NANO_OF_UNITS = 5_000_000_000n;
const CREDITED_WITHIN_MS = 30_000;

/**
 * Makes a transfer of 5 LIKE on the chain, for the member named in the memo.
 * @param {World} world
 * @param {string} url
 * @param {Member} asker
 * @param {string} [memo]
 */
async function send(world, url, asker, memo) {
  const { body: config } = await world.as(asker, 'GET', '/api/wallet/config');
  const wish = {
    ...{ mint: config.mint, receivingWallet: config.receivingWallet, decimals: config.decimals },
    ...{ memo: memo ?? config.memo, units: UNITS },
  };
  const { status, body } = await callHttp(url, { json: wish });
  if (status !== 200) throw new Error(`nothing can be sent on the chain: ${body.error}`);
  return String(body.signature);
}

/** @type {import('./attack.mjs').LiveAttacks} */
export const DEPOSITS = {
  'T5: another one’s deposit, and one of nobody': async (world, tries) => {
    const feeder = await startFeeder(world.stack);
    try {
      const [owner, thief] = [await world.member(), await world.member()];
      const report = (/** @type {Member} */ who, /** @type {string} */ tx) =>
        world.as(who, 'POST', '/api/wallet/deposit', { tx, amount: 1_000_000 });

      // The memo names its owner; both members report it, many times at once.
      const named = await send(world, feeder.url, owner);
      await forEach(times(24, Number), (index) => report(index % 3 === 0 ? owner : thief, named), 24);
      const deadline = Date.now() + CREDITED_WITHIN_MS;
      while ((await world.balance(owner)) === BONUS && Date.now() < deadline) await sleep(200);
      tries.expect((await world.balance(owner)) === BONUS + NANO_OF_UNITS, 'the owner has not got it once');
      tries.expect((await world.balance(thief)) === BONUS, 'another member has got it');

      // The memo names nobody, and the wallet is not proved by anybody.
      const unclaimed = await send(world, feeder.url, owner, 'likewell:nobody-at-all');
      const responses = await forEach(times(10, Number), () => report(thief, unclaimed), 10);
      for (const { status } of responses)
        tries.expect(status !== 200, `an unclaimed deposit was credited: ${status}`);
      tries.expect((await world.balance(thief)) === BONUS, 'an unclaimed deposit went to who asked for it');
    } finally {
      feeder.stop();
    }
  },

  'T4: signatures that are none': async (world, tries) => {
    const raw = randomBytes(64);
    const good = bs58.encode(raw);
    const signatures = [
      '',
      '1',
      '0OIl',
      'x'.repeat(88),
      '1'.repeat(88),
      good.toLowerCase(),
      ` ${good}`,
      `${good} `,
      `${good}\u0000`,
      ...[bs58.encode(raw.subarray(1)), bs58.encode(Buffer.concat([raw, Buffer.from([1])])), `1${good}`],
      raw.toString('hex'),
      raw.toString('base64'),
      '../../x',
      "' or 1=1 --",
      'x'.repeat(201),
      'x'.repeat(10_000),
    ];
    for (const tx of [...signatures, null, 1, [], {}, [good]]) {
      const member = await world.member();
      const { status } = await world.as(member, 'POST', '/api/wallet/deposit', { tx, amount: 1e9 });
      tries.rejected(status, `the signature ${JSON.stringify(tx).slice(0, 24)}`);
      tries.expect((await world.balance(member)) === BONUS, 'a made-up deposit was credited');
    }
  },
};
