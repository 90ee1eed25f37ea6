import fc from 'fast-check';
import {
  command,
  depositAmount,
  fillAmount,
  GRID,
  leaverSlot,
  memberIdAt,
  postIdAt,
  postSlot,
  referrerIdOf,
  requestOf,
  signatureAt,
  slot,
  wish,
  type Wish,
} from './command.js';
import { closings, open, publish, withdraw } from './commands.js';
import {
  balanceCall,
  claimCall,
  closeAccountCall,
  closeCall,
  depositCall,
  fillCall,
  likesCall,
  openCall,
  owedBonusesCall,
  statementCall,
  tipCall,
  type ConcurrentCall,
} from './concurrent-calls.js';
import type { LedgerModel } from './ledger-model.js';
import type { ModelTip } from './ledger-records.js';
import type { ModelWorld } from './model-world.js';
import { playTogether } from './together.js';

const CLIENTS = 12;
const CALLS_OF_A_CLIENT = 3;
/** Few signatures, so that some calls use the same one. */
const signature = fc.nat(5).map(signatureAt);
/** As often null as a member, so that there is something to claim. */
const owner = fc.option(slot, { freq: 1 });

/** A client's intention; the resulting call depends on the state of the ledger when the burst begins. */
type Wanted = (plan: BurstPlan) => ConcurrentCall;

interface BurstPlan {
  readonly model: LedgerModel;
  /** Tips of the burst so far, so that one can be sent again. */
  readonly tips: ModelTip[];
  readonly recordPaid: (paid: number) => void;
}

/** Returns a weighted intention; a failing sequence shows it by `kind` and its input. */
function wants<Input>(
  weight: number,
  kind: string,
  input: fc.Arbitrary<Input>,
  make: (input: Input, plan: BurstPlan) => ConcurrentCall,
) {
  const arbitrary = input.map((value): Wanted => {
    const toString = () => `${kind}${fc.stringify(value)}`;
    return Object.assign((plan: BurstPlan) => make(value, plan), { [fc.toStringMethod]: toString });
  });
  return { weight, arbitrary };
}

const wanted = fc.oneof(
  wants(12, 'tip', wish, newTip),
  wants(2, 'tip again', fc.record({ which: fc.nat(), isChanged: fc.boolean() }), tipAgain),
  wants(4, 'deposit', fc.record({ signature, owner, amountNano: depositAmount }), (wish) =>
    depositCall({ ...wish, memberId: wish.owner === null ? null : memberIdAt(wish.owner) }),
  ),
  wants(6, 'claim', fc.record({ signature, member: slot }), (wish) =>
    claimCall({ ...wish, memberId: memberIdAt(wish.member) }),
  ),
  wants(1, 'close account', leaverSlot, (member) => closeAccountCall(memberIdAt(member))),
  wants(2, 'close by hand', fc.record({}), () => closeCall('hand')),
  wants(3, 'close by clock', fc.record({}), () => closeCall('clock')),
  wants(2, 'pay owed bonuses', fc.record({}), (_, { recordPaid }) => owedBonusesCall(recordPaid)),
  wants(2, 'fill', fillAmount, (amountNano, { model }) => fillCall(model.freshFill(), amountNano)),
  wants(2, 'open', fc.record({ member: slot, referrer: fc.option(slot) }), ({ member, referrer }) =>
    openCall({ memberId: memberIdAt(member), referrerId: referrerIdOf(member, referrer) }),
  ),
  wants(2, 'balance', slot, (member) => balanceCall(memberIdAt(member))),
  wants(4, 'statement', slot, (member) => statementCall(memberIdAt(member))),
  wants(1, 'likes', postSlot, (post) => likesCall(postIdAt(post))),
);

function newTip(one: Wish, { model, tips }: BurstPlan): ConcurrentCall {
  const request = requestOf(one, model);
  tips.push(request);
  return tipCall(request);
}

function tipAgain(
  { which, isChanged }: { which: number; isChanged: boolean },
  { model, tips }: BurstPlan,
): ConcurrentCall {
  const earlier = [...model.tips.values(), ...tips];
  const again = earlier[which % earlier.length];
  if (!again) return likesCall(postIdAt(0));
  const { key, payerId, postId, amountNano } = again;
  return tipCall({ key, payerId, postId, amountNano: isChanged ? amountNano + GRID : amountNano });
}

const bursts = command(
  'burst of everything',
  fc.record({
    clients: fc.array(fc.array(wanted, { minLength: 1, maxLength: CALLS_OF_A_CLIENT }), {
      minLength: 2,
      maxLength: CLIENTS,
    }),
    hasPeriodPassed: fc.boolean(),
    isHeld: fc.boolean(),
    isKilled: fc.nat(7).map((one) => one === 7),
  }),
  burst,
);

/** Sequences of bursts, and between them commands that make the bursts differ. */
export const burstCommands = fc.commands<LedgerModel, ModelWorld, false>(
  [
    ...[bursts, bursts, bursts, bursts, closings],
    command('publish', fc.record({ post: postSlot }), publish),
    command('withdraw', fc.record({ post: postSlot }), withdraw),
    command(
      'open',
      fc.record({
        member: slot,
        referrer: fc.option(slot),
        byEvent: fc.boolean(),
        fault: fc.constant(null),
      }),
      open,
    ),
  ],
  { maxCommands: 8, size: 'max' },
);

async function burst(
  input: {
    clients: readonly (readonly Wanted[])[];
    hasPeriodPassed: boolean;
    isHeld: boolean;
    isKilled: boolean;
  },
  model: LedgerModel,
  world: ModelWorld,
): Promise<void> {
  if (input.hasPeriodPassed) {
    await world.passPeriod();
    model.isCloseDue = true;
  }
  let paid = 0;
  const plan: BurstPlan = { model, tips: [], recordPaid: (bonuses) => (paid += bonuses) };
  const clients = input.clients.map((wants) => wants.map((want) => want(plan)));
  const transactions = await playTogether(clients, input, model, world);
  const written = transactions
    .filter(({ opened }) => opened === null)
    .flatMap(({ movements }) => movements.filter(({ kind }) => kind === 'bonus'));
  expect(paid).toBe(written.length);
}
