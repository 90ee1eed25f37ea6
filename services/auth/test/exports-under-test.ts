import { exportStatement } from '@likewell/contracts/tipping-ledger/rpc';
import { exportFollows, exportTexts } from '@likewell/contracts/posts/rpc';
import { exportWallets } from '@likewell/contracts/wallet-chain-watcher/rpc';
import { getExport } from '@likewell/contracts/auth/leaving-rpc';
import { eventually } from '@likewell/testing/eventually';
import type { TestBus } from '@likewell/testing/test-bus';
import { strFromU8, unzipSync } from 'fflate';

/** A file of an archive as text; '' where there is none. */
export type Files = Readonly<Record<string, string>>;

export const readZip = (bytes: Uint8Array): Files =>
  Object.fromEntries(Object.entries(unzipSync(bytes)).map(([name, content]) => [name, strFromU8(content)]));

export type ExportedRow = Readonly<Record<string, unknown>>;

/** The rows of a table, as its JSON has them. */
export const rowsOf = (files: Files, table: string): ExportedRow[] =>
  JSON.parse(files[`${table}.json`] ?? 'null') as ExportedRow[];

/** Answers in the place of who has nothing of anybody. @returns how to have one of them say nothing any more */
export function respondForNeighbours(bus: TestBus) {
  return {
    texts: bus.respond(exportTexts, () => ({ texts: [], next: null })),
    follows: bus.respond(exportFollows, () => ({ follows: [], nextId: null })),
    statement: bus.respond(exportStatement, () => ({ items: [], nextCursor: null })),
    wallets: bus.respond(exportWallets, () => ({ items: [], memo: null })),
  };
}

/** Waits until a member's file is ready. */
export const untilReady = (bus: TestBus, memberId: number) =>
  eventually(async () => {
    const { export: file } = await bus.call(getExport, { memberId });
    expect(file).toMatchObject({ status: 'ready', partsDone: 4 });
    return file;
  }, 60_000);
