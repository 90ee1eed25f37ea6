import { CONFIG, LOGGER } from '@likewell/service-kit/boot/service-definition';
import type { Logger } from '@likewell/service-kit/telemetry/logger';
import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { z } from 'zod';
import type { WatcherConfig } from '../config.js';
import { chainTransaction, type ChainTransaction, type HistoryRow } from '../domain/chain-transaction.js';
import { ChainMetrics } from './chain-metrics.js';
import { RpcEndpoint, type BatchResult } from './rpc-endpoint.js';

/** How far Solana is with a chain transaction; null of one that it does not know. */
export type SignatureStatus = 'processed' | 'confirmed' | 'finalized' | null;

const COMMITMENT = { commitment: 'finalized' };
/** The most that one call may ask for, by the protocol. */
const MAX_STATUSES = 256;
const MAX_PAGE_ROWS = 1000;
/** "could not find account". */
const NO_SUCH_ACCOUNT = -32602;

const statuses = z.object({
  value: z.array(
    z.object({ confirmationStatus: z.enum(['processed', 'confirmed', 'finalized']).nullish() }).nullable(),
  ),
});
const historyPage = z
  .array(z.object({ signature: z.string().min(64).max(88), slot: z.int().nonnegative() }))
  .max(MAX_PAGE_ROWS);
const accountInfo = z.object({
  value: z.object({ owner: z.string(), data: z.tuple([z.base64(), z.literal('base64')]) }).nullable(),
});
const tokenAmount = z.object({ value: z.object({ amount: z.string().regex(/^\d{1,20}$/) }) });

/** Solana as its configured endpoints show it. Each method says which of them it asks. */
@Injectable()
export class Chain implements OnApplicationShutdown {
  readonly endpoints: readonly RpcEndpoint[];
  private readonly pageSize: number;

  constructor(@Inject(CONFIG) config: WatcherConfig, @Inject(LOGGER) logger: Logger, metrics: ChainMetrics) {
    this.pageSize = config.SCAN_PAGE_SIZE;
    this.endpoints = config.SOLANA_RPC_URLS.map((url, index) => {
      const name = String(index + 1);
      return new RpcEndpoint({
        url,
        timeoutMs: config.SOLANA_TIMEOUT_MS,
        concurrency: config.SOLANA_CONCURRENCY,
        onFailure: (failure) => {
          metrics.rpcFailures.inc({ endpoint: name, kind: failure.kind });
          logger.debug(
            { endpoint: name, kind: failure.kind, reason: failure.message },
            'solana did not answer',
          );
        },
      });
    });
  }

  onApplicationShutdown(): void {
    for (const endpoint of this.endpoints) endpoint.close();
  }

  /**
   * Asks one endpoint after the other until one answers.
   * @throws RpcFailure of the last one
   */
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

  /** How far these signatures are, in their order; `inHistory` looks beyond the last minutes, which costs more. */
  async statuses(
    endpoint: RpcEndpoint,
    signatures: readonly string[],
    inHistory: boolean,
  ): Promise<SignatureStatus[]> {
    const chunks = Array.from({ length: Math.ceil(signatures.length / MAX_STATUSES) }, (_, index) =>
      signatures.slice(index * MAX_STATUSES, (index + 1) * MAX_STATUSES),
    );
    const params = chunks.map((chunk) => [chunk, { searchTransactionHistory: inHistory }]);
    const answers = await endpoint.batch('getSignatureStatuses', params, statuses);
    return answers.flatMap((answer, index) => {
      if ('failure' in answer) throw answer.failure;
      const { value } = answer.value;
      return (chunks[index] ?? []).map((_, place) => {
        const status = value[place];
        return status ? (status.confirmationStatus ?? 'processed') : null;
      });
    });
  }

  /** The finalized chain transactions of these signatures, in their order; null of one that it does not have. */
  transactions(
    endpoint: RpcEndpoint,
    signatures: readonly string[],
  ): Promise<BatchResult<ChainTransaction | null>[]> {
    const options = { ...COMMITMENT, encoding: 'json', maxSupportedTransactionVersion: 0 };
    const params = signatures.map((signature) => [signature, options]);
    return endpoint.batch('getTransaction', params, chainTransaction.nullable());
  }

  /** A page of an account's finalized history, newest first, from below `before` on. @throws RpcFailure */
  history(endpoint: RpcEndpoint, account: string, before: string | null): Promise<HistoryRow[]> {
    const options = { ...COMMITMENT, limit: this.pageSize, ...(before !== null && { before }) };
    return endpoint.call('getSignaturesForAddress', [account, options], historyPage);
  }

  /** An account's owning program and data; null of one that does not exist. @throws RpcFailure */
  async account(endpoint: RpcEndpoint, address: string): Promise<{ owner: string; data: Buffer } | null> {
    const options = { ...COMMITMENT, encoding: 'base64' };
    const { value } = await endpoint.call('getAccountInfo', [address, options], accountInfo);
    return value && { owner: value.owner, data: Buffer.from(value.data[0], 'base64') };
  }

  /** What a token account holds in base units; nothing while it does not exist. @throws RpcFailure */
  async tokenBalance(endpoint: RpcEndpoint, account: string): Promise<bigint> {
    try {
      const { value } = await endpoint.call('getTokenAccountBalance', [account, COMMITMENT], tokenAmount);
      return BigInt(value.amount);
    } catch (error) {
      if ((error as { code?: unknown }).code === NO_SUCH_ACCOUNT) return 0n;
      throw error;
    }
  }
}
