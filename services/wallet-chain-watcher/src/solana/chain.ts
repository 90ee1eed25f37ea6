import { CONFIG } from '@likewell/service-kit/config/config';
import { LOGGER, type Logger } from '@likewell/service-kit/telemetry/logger';
import { Metrics } from '@likewell/service-kit/telemetry/metrics';
import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { z } from 'zod';
import type { WatcherConfig } from '../config.js';
import { encodeBase58 } from './base58.js';
import { chainTransaction, type ChainTransaction, type HistoryRow } from './chain-transaction.js';
import { RpcEndpoint, type BatchResult } from './rpc-endpoint.js';
import { RpcFailure } from './rpc-failure.js';
import { readSignature } from './signature.js';

/** Commitment of a chain transaction; null when it is unknown. */
export type SignatureStatus = 'processed' | 'confirmed' | 'finalized' | null;

const COMMITMENT = { commitment: 'finalized' };
/** Highest version of transactions that is read. One of version 1 (SIMD-0385) has 4,096 bytes at the most. */
const MAX_VERSION = 1;
/** The protocol's maximum for one call. */
const MAX_STATUSES = 256;
const MAX_PAGE_ROWS = 1000;
/**
 * Rows of a page that is read again because it was too long: they fit whatever memos their senders have written,
 * of which each row may bring 25 kB.
 */
const SHORT_PAGE_ROWS = 150;
/** The protocol's maximum for one call. */
const MAX_BALANCES = 100;
/** Concurrent calls to one endpoint. */
const MAX_CALLS_AT_ONCE = 8;
/** Offsets of the owner and the amount in the data of a token account, and the end of the amount. */
const [OWNER_AT, AMOUNT_AT, TOKEN_BYTES] = [32, 64, 72];

const statuses = z.object({
  value: z
    .array(
      z.object({ confirmationStatus: z.enum(['processed', 'confirmed', 'finalized']).nullish() }).nullable(),
    )
    .max(MAX_STATUSES),
});
const signature = z.string().refine((text) => readSignature(text) !== null, 'is no signature');
const historyPage = z.array(z.object({ signature, slot: z.int().nonnegative() })).max(MAX_PAGE_ROWS);
const accountInfo = z.object({
  value: z.object({ owner: z.string(), data: z.tuple([z.base64(), z.literal('base64')]) }).nullable(),
});
const multipleAccounts = z.object({ value: z.array(accountInfo.shape.value).max(MAX_BALANCES) });

/** Solana as its configured endpoints report it. Each method says which of them it asks. */
@Injectable()
export class Chain implements OnApplicationShutdown {
  readonly endpoints: readonly RpcEndpoint[];
  private readonly pageSize: number;

  constructor(@Inject(CONFIG) config: WatcherConfig, @Inject(LOGGER) logger: Logger, metrics: Metrics) {
    this.pageSize = config.SCAN_PAGE_SIZE;
    const failures = metrics.counter(
      'likewell_solana_failures_total',
      'Calls that an endpoint of Solana did not answer usably',
      'endpoint',
      'kind',
    );
    this.endpoints = config.SOLANA_RPC_URLS.map((url, index) => {
      const endpoint = String(index + 1);
      return new RpcEndpoint({
        url,
        timeoutMs: config.SOLANA_TIMEOUT_MS,
        concurrency: MAX_CALLS_AT_ONCE,
        onFailure: (failure) => {
          failures.inc({ endpoint, kind: failure.kind });
          logger.debug({ err: failure, endpoint, kind: failure.kind }, 'solana did not answer');
        },
      });
    });
  }

  onApplicationShutdown(): void {
    for (const endpoint of this.endpoints) endpoint.close();
  }

  /** Asks one endpoint after the other until one responds. @throws RpcFailure of the last one */
  async anyOf<T>(ask: (endpoint: RpcEndpoint) => Promise<T>): Promise<T> {
    let failure: unknown;
    for (const endpoint of this.endpoints) {
      try {
        return await ask(endpoint);
      } catch (error) {
        failure = error;
      }
    }
    throw failure;
  }

  /**
   * Asks every endpoint; returns the responses in the order of the endpoints.
   * @throws RpcFailure when one does not respond
   */
  allOf<T>(ask: (endpoint: RpcEndpoint) => Promise<T>): Promise<T[]> {
    return Promise.all(this.endpoints.map((endpoint) => ask(endpoint)));
  }

  /**
   * Returns the commitment of each signature, in order. `inHistory` searches beyond the last
   * minutes, which costs more.
   */
  async statuses(
    endpoint: RpcEndpoint,
    signatures: readonly string[],
    inHistory: boolean,
  ): Promise<SignatureStatus[]> {
    const chunks = Array.from({ length: Math.ceil(signatures.length / MAX_STATUSES) }, (_, index) =>
      signatures.slice(index * MAX_STATUSES, (index + 1) * MAX_STATUSES),
    );
    const params = chunks.map((chunk) => [chunk, { searchTransactionHistory: inHistory }]);
    const responses = await endpoint.batch('getSignatureStatuses', params, statuses);
    return responses.flatMap((response, index) => {
      if ('failure' in response) throw response.failure;
      const { value } = response.value;
      return (chunks[index] ?? []).map((_, position) => {
        const status = value[position];
        return status ? (status.confirmationStatus ?? 'processed') : null;
      });
    });
  }

  /**
   * Returns the finalized chain transactions of these signatures, in order; null for one that
   * the endpoint does not have. One of a version that we do not know is `unreadable`.
   */
  transactions(
    endpoint: RpcEndpoint,
    signatures: readonly string[],
  ): Promise<BatchResult<ChainTransaction | null>[]> {
    const options = { ...COMMITMENT, encoding: 'json', maxSupportedTransactionVersion: MAX_VERSION };
    const params = signatures.map((signature) => [signature, options]);
    return endpoint.batch('getTransaction', params, chainTransaction.nullable());
  }

  /**
   * Returns a page of an account's finalized history, newest first, beginning below `before`: a short one where
   * a whole one is too long to be read.
   * @throws RpcFailure
   */
  async history(endpoint: RpcEndpoint, account: string, before: string | null): Promise<HistoryRow[]> {
    const read = (limit: number) => {
      const options = { ...COMMITMENT, limit, ...(before !== null && { before }) };
      return endpoint.call('getSignaturesForAddress', [account, options], historyPage);
    };
    try {
      return await read(this.pageSize);
    } catch (error) {
      const isTooLong = error instanceof RpcFailure && error.kind === 'oversized';
      if (!isTooLong || this.pageSize <= SHORT_PAGE_ROWS) throw error;
      return read(SHORT_PAGE_ROWS);
    }
  }

  /** Returns the hash that identifies the chain of an endpoint. @throws RpcFailure */
  genesisHash(endpoint: RpcEndpoint): Promise<string> {
    return endpoint.call('getGenesisHash', [], z.string());
  }

  /** Returns an account's owning program and data; null when the account does not exist. @throws RpcFailure */
  async account(endpoint: RpcEndpoint, address: string): Promise<{ owner: string; data: Buffer } | null> {
    const options = { ...COMMITMENT, encoding: 'base64' };
    const { value } = await endpoint.call('getAccountInfo', [address, options], accountInfo);
    return value && { owner: value.owner, data: Buffer.from(value.data[0], 'base64') };
  }

  /**
   * Returns the total in base units that these token accounts (at most 100) hold at one slot, `minSlot` or
   * later. An account that does not exist, or has another owner than given, counts as 0.
   * @throws RpcFailure
   */
  async tokenBalances(
    endpoint: RpcEndpoint,
    accounts: ReadonlyMap<string, string>,
    minSlot: number,
  ): Promise<bigint> {
    const dataSlice = { offset: 0, length: TOKEN_BYTES };
    const options = { ...COMMITMENT, encoding: 'base64', dataSlice, minContextSlot: minSlot };
    const params = [[...accounts.keys()], options];
    const { value } = await endpoint.call('getMultipleAccounts', params, multipleAccounts);
    return [...accounts.values()].reduce((total, owner, index) => {
      const data = Buffer.from(value[index]?.data[0] ?? '', 'base64');
      const isOurs =
        data.length === TOKEN_BYTES && encodeBase58(data.subarray(OWNER_AT, AMOUNT_AT)) === owner;
      return isOurs ? total + data.readBigUInt64LE(AMOUNT_AT) : total;
    }, 0n);
  }
}
