import type { Tx } from '@likewell/service-kit/database/database';
import { queryValue } from '@likewell/service-kit/database/query-rows';
import { z } from 'zod';
import { Findings } from './audit.js';
import type { FullRead } from './full-read.js';
import type { News } from './news-audit.js';

/** Version of the stored state; a state with another version is discarded. */
const VERSION = 2;

/** A full read that has ended. */
interface EndedRead {
  readonly beganAt: string;
  readonly workMs: number;
  readonly findings: Findings;
}

/** The state that one round of the audit leaves to the next one, on whichever replica. */
export interface AuditProgress {
  readonly version: number;
  /** Null until a full read has found no errors. */
  news: News | null;
  fullRead: FullRead | null;
  lastFullRead: EndedRead | null;
}

/** Returns the state of the audit. Only the holder of the audit lock may continue from it. */
export async function findProgress(tx: Tx): Promise<AuditProgress> {
  const text = await queryValue(tx, z.string(), 'SELECT state::text FROM audit_progress');
  const state = text === null ? null : decode(text);
  return state?.version === VERSION
    ? state
    : { version: VERSION, news: null, fullRead: null, lastFullRead: null };
}

/** Saves the state of the audit. */
export async function saveProgress(tx: Tx, progress: AuditProgress): Promise<void> {
  await tx.query(
    `INSERT INTO audit_progress (state) VALUES ($1)
     ON CONFLICT (only_row) DO UPDATE SET state = excluded.state`,
    [encode(progress)],
  );
}

/** Encodes the state as JSON. JSON has no 64-bit integers: they become strings that end with `n`. */
const encode = (progress: AuditProgress): string =>
  JSON.stringify(progress, (_, value: unknown) => (typeof value === 'bigint' ? `${value}n` : value));

const BIGINT = /^-?\d+n$/;

function decode(state: string): AuditProgress {
  return JSON.parse(state, (_, value: unknown) => {
    if (typeof value === 'string' && BIGINT.test(value)) return BigInt(value.slice(0, -1));
    return isFindings(value) ? Findings.from(value) : value;
  }) as AuditProgress;
}

const isFindings = (value: unknown): value is Findings =>
  typeof value === 'object' && value !== null && 'named' in value && 'counts' in value;
