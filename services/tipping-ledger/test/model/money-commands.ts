import type { RpcInput } from '@likewell/contracts/core/define-rpc';
import { claimDeposit, creditDeposit } from '@likewell/contracts/tipping-ledger/rpc';
import type { LedgerModel } from './ledger-model.js';
import { memberIdAt, signatureAt } from './command.js';
import type { Fault } from './faults.js';
import type { ModelWorld } from './model-world.js';

/** Claims a signature that was deposited to a member or to nobody, was claimed before, or was never seen. */
export async function claim(
  wanted: { signature: number; member: number; fault: Fault | null },
  model: LedgerModel,
  world: ModelWorld,
): Promise<void> {
  const input = { signature: signatureAt(wanted.signature), memberId: memberIdAt(wanted.member) };
  await sendClaim(input, wanted.fault, model, world);
}

/** Makes a deposit without an owner, claimed by one member, and again or by others after an epoch may have closed. */
export async function depositAndClaim(
  wanted: { amountNano: bigint; members: readonly number[]; fault: Fault | null },
  model: LedgerModel,
  world: ModelWorld,
): Promise<void> {
  const signature = `found ${model.deposits.size}`;
  const { amountNano, fault } = wanted;
  await sendDeposit({ signature, memberId: null, amountNano }, fault, model, world);
  for (const member of wanted.members) {
    if (model.claims.has(signature)) await closeEpoch(null, model, world);
    await sendClaim({ signature, memberId: memberIdAt(member) }, fault, model, world);
  }
}

async function sendClaim(
  input: RpcInput<typeof claimDeposit>,
  fault: Fault | null,
  model: LedgerModel,
  world: ModelWorld,
): Promise<void> {
  const { signature, memberId } = input;
  const { result, isSecond } = await world.call(fault, {
    contract: claimDeposit,
    input,
    sqlFunction: 'claim_deposit',
  });
  const said = model.claim(signature, memberId);
  world.count(`claim ${said}`);
  if (said !== 'claimed' && said !== 'repeated') {
    expect(result).toMatchObject({ status: 'rejected', reason: { code: said } });
    return;
  }
  const claimed = said === 'claimed' && !isSecond;
  expect(result).toEqual({ status: 'fulfilled', value: { claimed, balanceNano: model.balance(memberId) } });
}

export async function sendDeposit(
  input: RpcInput<typeof creditDeposit>,
  fault: Fault | null,
  model: LedgerModel,
  world: ModelWorld,
): Promise<void> {
  const { signature, memberId, amountNano } = input;
  const { result, isSecond } = await world.call(fault, {
    contract: creditDeposit,
    input,
    sqlFunction: 'credit_deposit',
  });
  const wasKnown = model.deposits.has(signature);
  const said = model.deposit(signature, memberId, amountNano);
  world.count(`deposit ${said}`);
  if (said === 'rejected') {
    const code = wasKnown ? 'SIGNATURE_REUSED' : 'ACCOUNT_NOT_OPEN';
    expect(result).toMatchObject({ status: 'rejected', reason: { code } });
    return;
  }
  const credited = said === 'credited' && !isSecond;
  expect(result).toEqual({ status: 'fulfilled', value: { credited, ...model.whereabouts(signature) } });
}

/**
 * Makes a deposit of a member who leaves before or after the ledger hears of it. The deposit is then
 * repeated, and claimed by them and by another member.
 */
export async function depositOfLeaver(
  wanted: { member: number; isBefore: boolean; claimant: number; amountNano: bigint; fault: Fault | null },
  model: LedgerModel,
  world: ModelWorld,
): Promise<void> {
  const { amountNano, fault } = wanted;
  const deposit = {
    signature: `left ${model.deposits.size}`,
    memberId: memberIdAt(wanted.member),
    amountNano,
  };
  const tell = () => sendDeposit(deposit, fault, model, world);
  if (!wanted.isBefore) await tell();
  await closeAccount({ member: wanted.member, isTold: false, isTwice: false }, model, world);
  if (wanted.isBefore) await tell();
  await tell();
  for (const memberId of [deposit.memberId, memberIdAt(wanted.claimant)])
    await sendClaim({ signature: deposit.signature, memberId }, fault, model, world);
  await tell();
}

/** Makes a member leave; the event may come twice, or before the event of their registration. */
export async function closeAccount(
  { member, isTold, isTwice }: { member: number; isTold: boolean; isTwice: boolean },
  model: LedgerModel,
  world: ModelWorld,
): Promise<void> {
  const memberId = memberIdAt(member);
  for (let time = 0; time < (isTwice ? 2 : 1); time += 1) {
    const [wasClosed, held] = [model.members.get(memberId)?.isClosed, model.balance(memberId)];
    const forfeited = model.close(memberId);
    world.count(
      wasClosed ? 'account closed again' : `account closed with ${held > 0n ? 'money' : 'nothing'}`,
    );
    if (isTold) await world.notifyDeleted(memberId);
    else expect(await world.closeAccount(memberId)).toBe(forfeited);
  }
}

/** Pays owed bonuses as the ledger's own job does: oldest members first, as far as the treasury covers them. */
export async function payOwedBonuses(
  { fill }: { fill: bigint | null },
  model: LedgerModel,
  world: ModelWorld,
): Promise<void> {
  if (fill !== null) {
    model.fillTreasury(fill);
    await world.fillTreasury(model.freshFill(), fill);
  }
  const owed = model.owed.length;
  const paid = model.payOwedBonuses();
  if (owed > 0) world.count(`owed bonuses: ${paid === 0 ? 'none' : paid === owed ? 'all' : 'some'} paid`);
  expect(await world.payOwedBonuses()).toBe(paid);
}

export async function closeEpoch(_: unknown, model: LedgerModel, world: ModelWorld): Promise<void> {
  const isShareLeft = model.isDust && model.systemAccounts['holders-pool'] > model.liability;
  if (isShareLeft) world.count('epoch left open for dust');
  const epoch = model.closeEpoch();
  world.count(epoch === null ? 'epoch with nothing to share' : 'epoch closed');
  expect(await world.ledger.closeEpoch()).toBe(epoch);
}

/**
 * Several replicas check the clock at once; one of them closes an epoch, if a new period has begun since the
 * last close.
 */
export async function closeByClock(
  { hasPassed, replicas }: { hasPassed: boolean; replicas: number },
  model: LedgerModel,
  world: ModelWorld,
): Promise<void> {
  if (hasPassed) {
    await world.passPeriod();
    model.isCloseDue = true;
  }
  const wasDue = model.isCloseDue;
  const epoch = model.closeByClock();
  world.count(
    epoch !== null ? 'epoch closed by the clock' : wasDue ? 'period without a share' : 'period not over',
  );
  const said = await Promise.all(Array.from({ length: replicas }, () => world.closeByClock()));
  expect(said.filter((one) => one !== null)).toEqual(epoch === null ? [] : [epoch]);
}
