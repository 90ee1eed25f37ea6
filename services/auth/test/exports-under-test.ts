import { exportStatement } from '@likewell/contracts/tipping-ledger/rpc';
import { exportFollows, exportTexts } from '@likewell/contracts/posts/rpc';
import { exportWallets } from '@likewell/contracts/wallet-chain-watcher/rpc';
import { getExport } from '@likewell/contracts/auth/leaving-rpc';
import { eventually } from '@likewell/testing/eventually';
import { strFromU8, unzipSync } from 'fflate';
import type { GatewayBus } from './start-auth.js';

/** Files of an archive as text, by name. */
export type Files = Readonly<Record<string, string>>;

export const readZip = (bytes: Uint8Array): Files =>
  Object.fromEntries(Object.entries(unzipSync(bytes)).map(([name, content]) => [name, strFromU8(content)]));

export type ExportedRow = Readonly<Record<string, unknown>>;

/** Returns the rows of a table from its JSON file. */
export const rowsOf = (files: Files, table: string): ExportedRow[] =>
  JSON.parse(files[`${table}.json`] ?? 'null') as ExportedRow[];

/** Responds as the other services without any data. @returns the responders, each of which can be stopped */
export function respondForNeighbours(bus: GatewayBus) {
  return {
    texts: bus.respond(exportTexts, () => ({ texts: [], next: null })),
    follows: bus.respond(exportFollows, () => ({ follows: [], nextId: null })),
    statement: bus.respond(exportStatement, () => ({ items: [], nextCursor: null })),
    wallets: bus.respond(exportWallets, () => ({ items: [], memo: null })),
  };
}

/** Waits until a member's file is ready. */
export const untilReady = (bus: GatewayBus, memberId: number) =>
  eventually(async () => {
    const { export: file } = await bus.call(getExport, { memberId });
    expect(file).toMatchObject({ status: 'ready', partsDone: 4 });
    return file;
  }, 60_000);
