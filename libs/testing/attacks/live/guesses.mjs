// @ts-check
import { randomUUID } from 'node:crypto';
import { forEach, times } from './attack.mjs';

/** Limits of production: wrong passwords of a network for an account, sign-ins and sign-ups of a network. */
const [PER_ACCOUNT, PER_NETWORK, SIGN_UPS] = [5, 20, 20];
/** Time limit for reading requests while somebody floods the sign-in. */
const READ_MS = 2000;

/**
 * True for a rejection. 503 comes from a busy machine, which has not checked the password.
 * @param {number} status
 */
const isRejection = (status) => [401, 429, 503].includes(status);

/** @type {import('./attack.mjs').LiveAttacks} */
export const GUESSES = {
  'T10: passwords guessed, from one network and from 60': async (world, tries) => {
    const owner = await world.member();
    const guess = async (/** @type {string} */ from, emailOrUser = owner.username) =>
      (await world.signIn(emailOrUser, randomUUID(), from)).status;
    const from = world.network();
    const statuses = await forEach(
      times(30, (index) => [owner.username, owner.email, owner.username.toUpperCase()][index % 3]),
      (name) => guess(from, name),
    );
    for (const status of statuses) tries.expect(isRejection(status), `a wrong password: ${status}`);
    const looked = statuses.filter((status) => status === 401).length;
    tries.expect(looked <= PER_ACCOUNT, `${looked} passwords of one account were tried from one network`);
    await forEach(world.networks(60), async (network) => {
      const status = await guess(network);
      tries.expect(isRejection(status), `a wrong password of a stranger: ${status}`);
    });
    const { status } = await world.signIn(owner.email, owner.password, owner.network);
    tries.expect(status === 200, `the owner is locked out by strangers: ${status}`);
  },

  'T11: a flood of sign-ins, while others read': async (world, tries) => {
    const members = times(120, () => `m${randomUUID().slice(0, 12)}`);
    let isOver = false;
    const reads = (async () => {
      const from = world.network();
      while (!isOver) {
        const started = performance.now();
        const { status } = await world.door.call('GET', '/api/posts/best', { from });
        const took = performance.now() - started;
        tries.expect(
          status === 200 && took < READ_MS,
          `a read meanwhile: ${status} in ${Math.round(took)} ms`,
        );
        await new Promise((resolve) => setTimeout(resolve, 200));
      }
    })();
    const statuses = await forEach(
      members,
      async (name) => (await world.signIn(name, 'x'.repeat(256))).status,
      120,
    );
    isOver = true;
    await reads;
    for (const status of statuses) tries.expect(isRejection(status), `a sign-in of the flood: ${status}`);
  },

  'T18: more sign-ups than a network has': async (world, tries) => {
    const from = world.network();
    const statuses = await forEach(times(30, Number), async () => {
      const username = `f${randomUUID().replaceAll('-', '').slice(0, 15)}`;
      const body = { username, email: `${username}@canary.example`, password: randomUUID() };
      return (await world.register(body, from)).status;
    });
    const joined = statuses.filter((status) => status === 200).length;
    for (const status of statuses) tries.expect([200, 429, 503].includes(status), `a sign-up: ${status}`);
    tries.expect(joined <= SIGN_UPS, `${joined} members came from one network`);
  },

  'T18: bonuses of one network': async (world, tries) => {
    const network = world.network();
    const members = [];
    for (let index = 0; index < 8; index += 1) members.push(await world.member({ network }));
    const balances = await forEach(members, (member) => world.balance(member));
    const paid = balances.filter((balance) => balance > 0n).length;
    tries.expect(paid === 5, `${paid} bonuses went to one network in a day`);
    for (const balance of balances) tries.expect(balance <= 100_000_000_000n, `a bonus of ${balance}`);
  },

  'T10: sign-ins of one network': async (world, tries) => {
    const from = world.network();
    const statuses = await forEach(times(40, Number), async () => {
      const name = `n${randomUUID().slice(0, 10)}`;
      return (await world.signIn(name, randomUUID(), from)).status;
    });
    for (const status of statuses) tries.expect(isRejection(status), `a sign-in: ${status}`);
    const looked = statuses.filter((status) => status === 401).length;
    tries.expect(looked <= PER_NETWORK, `${looked} sign-ins of one network were looked at`);
  },
};
