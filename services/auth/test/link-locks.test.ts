import {
  confirmEmailChange,
  requestEmailChange,
  resetPassword,
  undoEmailChange,
  verifyEmail,
} from '@likewell/contracts/auth/address-rpc';
import { untilSoManyWait } from '@likewell/testing/until-so-many-wait';
import { AddressUnderTest } from './address-under-test.js';

const NEW = 'staple, quite another';

let world: AddressUnderTest;
beforeAll(async () => {
  world = await AddressUnderTest.start();
});
afterAll(() => world.stop());

/** A member who was sent a link, and what opens it. */
interface Sent {
  readonly memberId: number;
  readonly open: () => Promise<unknown>;
}

async function requestChange({ memberId }: { readonly memberId: number }): Promise<string> {
  const email = world.newEmail();
  await world.bus.call(requestEmailChange, { memberId, email });
  return email;
}

async function confirm(email: string) {
  const link = await world.linkTo(email, 'confirm-email');
  return () => world.open(confirmEmailChange, link);
}

async function reset(email: string) {
  const link = await world.askForReset(email);
  return () => world.open(resetPassword, link, { newPassword: NEW });
}

/** Returns a member who has set a new password since they changed their address. */
async function joinAndChange() {
  const member = await world.joinVerified();
  const email = world.newEmail();
  await world.changeAddress(member.memberId, member.email, email);
  await world.setPassword(email, NEW);
  return member;
}

const LINKS: Record<string, () => Promise<Sent>> = {
  async 'verifies an address'() {
    const { memberId, email } = await world.join();
    const link = await world.linkTo(email, 'verify-email');
    return { memberId, open: () => world.open(verifyEmail, link) };
  },
  async 'confirms a change at the new address'() {
    const member = await world.join();
    return { ...member, open: await confirm(await requestChange(member)) };
  },
  async 'confirms a change at the old address'() {
    const member = await world.joinVerified();
    await requestChange(member);
    return { ...member, open: await confirm(member.email) };
  },
  async 'gives an address back'() {
    const { memberId, email } = await joinAndChange();
    const link = await world.linkTo(email, 'undo-email');
    return { memberId, open: () => world.open(undoEmailChange, link) };
  },
  async 'sets a password'() {
    const member = await world.joinVerified();
    return { ...member, open: await reset(member.email) };
  },
};

/** Opens a link while a transaction holds what these statements lock, of which the second must not wait. */
async function openBetween({ memberId, open }: Sent, lock: string, lockNext: string): Promise<void> {
  const holder = await world.schema.owner.connect();
  const run = (sql: string) => holder.query(`${sql} NOWAIT`, [memberId]);
  try {
    await holder.query('BEGIN');
    await run(lock);
    const opened = open();
    await untilSoManyWait(world.schema, 1);
    await run(lockNext);
    await holder.query('COMMIT');
    await opened;
  } finally {
    await holder.query('ROLLBACK');
    holder.release();
  }
}

it.each(Object.keys(LINKS))('a link that %s is not locked while it waits for its member', async (what) => {
  const sent = (await LINKS[what]?.()) ?? fail();
  await openBetween(
    sent,
    'SELECT FROM member WHERE id = $1 FOR NO KEY UPDATE',
    'SELECT FROM mail_link WHERE member_id = $1 FOR UPDATE',
  );
});

it.each(['gives an address back', 'sets a password'])(
  'a link that %s locks no member while it waits for their log-in',
  async (what) => {
    const sent = (await LINKS[what]?.()) ?? fail();
    await openBetween(
      sent,
      'SELECT FROM identity WHERE member_id = $1 FOR SHARE',
      'SELECT FROM member WHERE id = $1 FOR SHARE',
    );
  },
);

const fail = () => {
  throw new Error('there is no such link');
};
