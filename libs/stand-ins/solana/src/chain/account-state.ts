/** State of an account after one transaction. */
export interface AccountState {
  readonly lamports: bigint;
  /** The address of the program that owns it. */
  readonly owner: string;
  readonly executable: boolean;
  readonly data: Uint8Array;
}

/** An account after a transaction, as the ledger keeps it: address, lamports, owner, executable, data in base64. */
export type StoredWrite = readonly [string, string, string, boolean, string] | readonly [string, null];

export function storeWrite(address: string, state: AccountState | null): StoredWrite {
  if (!state) return [address, null];
  const data = Buffer.from(state.data).toString('base64');
  return [address, state.lamports.toString(), state.owner, state.executable, data];
}

export function readWrite(write: StoredWrite): AccountState | null {
  if (write[1] === null) return null;
  const [, lamports, owner, executable, data] = write;
  return { lamports: BigInt(lamports), owner, executable, data: Buffer.from(data, 'base64') };
}

export function isSameState(a: AccountState | null, b: AccountState | null): boolean {
  if (!a || !b) return a === b;
  return (
    a.lamports === b.lamports &&
    a.owner === b.owner &&
    a.executable === b.executable &&
    Buffer.compare(a.data, b.data) === 0
  );
}
