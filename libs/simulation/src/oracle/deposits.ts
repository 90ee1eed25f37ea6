import type { Sent } from '../workload/deposits.js';
import type { World } from '../world.js';

interface Booked {
  readonly key: string;
  readonly to_id: string;
  readonly amount: string;
}

const UNCLAIMED = '5';
const NANO_PER_BASE_UNIT = 1000n;

/** Returns findings about the deposits at this moment; none once each is credited to its owner, and nothing else is. */
export async function missingDeposits(world: World, sent: readonly Sent[]): Promise<string[]> {
  const booked = await world.look<Booked>(
    'ledger',
    `SELECT idem_key AS key, to_id, amount FROM movement WHERE kind IN ('deposit', 'claim')`,
  );
  const byKey = new Map(booked.map((each) => [each.key, each]));
  const accounts = await world.look<{ account: string; isCurrent: boolean; isClosed: boolean }>(
    'watcher',
    'SELECT account, until IS NULL AS "isCurrent", closed_at IS NOT NULL AS "isClosed" FROM receiving_account',
  );
  const closed = new Set(accounts.filter(({ isClosed }) => isClosed).map(({ account }) => account));
  const current = accounts.find(({ isCurrent }) => isCurrent)?.account;
  const wrong: string[] = [];
  if (current !== world.receiver.account) wrong.push(`${current} is current, not ${world.receiver.account}`);
  let deposits = 0;
  for (const { transfer, ownerId, senderId, isStray } of sent) {
    const deposit = byKey.get(`deposit:${transfer.signature}`);
    const claim = byKey.get(`claim:${transfer.signature}`);
    deposits += deposit ? 1 : 0;
    if (isStray && closed.has(transfer.to)) {
      if (deposit)
        wrong.push(`${transfer.signature.slice(0, 12)}: it came to a closed account and is credited`);
      continue;
    }
    const said = judge(transfer.hasFailed, transfer.amount * NANO_PER_BASE_UNIT, {
      deposit,
      claim,
      ownerId,
      senderId,
    });
    if (said !== null) wrong.push(`${transfer.signature.slice(0, 12)}: ${said}`);
  }
  const all = booked.filter(({ key }) => key.startsWith('deposit:')).length;
  if (all !== deposits) wrong.push(`${all - deposits} deposits that nobody sent`);
  return wrong;
}

/** Returns how many of these have not reached the ledger. */
export async function uncredited(world: World, sent: readonly Sent[]): Promise<number> {
  const keys = sent
    .filter(({ transfer }) => !transfer.hasFailed)
    .map(({ transfer }) => `deposit:${transfer.signature}`);
  const [row] = await world.look<{ credited: number }>(
    'ledger',
    'SELECT count(*)::integer AS credited FROM movement WHERE idem_key = ANY ($1)',
    [keys],
  );
  return keys.length - (row?.credited ?? 0);
}

function judge(
  hasFailed: boolean,
  amountNano: bigint,
  {
    deposit,
    claim,
    ownerId,
    senderId,
  }: { deposit?: Booked | undefined; claim?: Booked | undefined } & Pick<Sent, 'ownerId' | 'senderId'>,
): string | null {
  if (hasFailed) return deposit ? 'it failed and is credited' : null;
  if (!deposit) return 'it is not credited';
  if (deposit.amount !== amountNano.toString())
    return `${deposit.amount} are credited, ${amountNano} were sent`;
  if (claim && (deposit.to_id !== UNCLAIMED || claim.amount !== deposit.amount))
    return 'its claim is of something else';
  const owner = claim?.to_id ?? deposit.to_id;
  if (ownerId !== null && owner !== String(ownerId)) return `it belongs to ${ownerId} and is at ${owner}`;
  return owner === UNCLAIMED || owner === String(senderId)
    ? null
    : `it can only be ${senderId}'s and is at ${owner}`;
}
