import { z } from 'zod';
import { base64Bytes } from '../core/base64-bytes.js';
import { commonErrors } from '../core/common-errors.js';
import { defineRpc } from '../core/define-rpc.js';
import { id, memberId } from '../core/ids.js';
import { authErrors } from './errors.js';
import { requestOrigin } from './origin.js';
import { requestingHash } from './token-hash.js';

/** Time at which an account is deleted for good, and whether the member's posts stay, without their name. */
const plannedDeletion = z.object({ deletionAt: z.iso.datetime(), keepsPosts: z.boolean() });

/**
 * Schedules the deletion of a member's account in 14 days, and ends all of their sessions. Until then they
 * may sign in and cancel it. A repeated call changes what happens to their posts, but not the day.
 */
export const requestDeletion = defineRpc({
  subject: 'rpc.auth.request-deletion',
  actor: 'memberId',
  input: z.object({
    memberId,
    tokenHash: requestingHash,
    keepsPosts: z.boolean(),
    origin: requestOrigin,
  }),
  output: plannedDeletion,
  errors: [authErrors.MEMBER_NOT_FOUND],
});

/** Cancels the deletion of a member's account; without a scheduled deletion it does nothing. */
export const cancelDeletion = defineRpc({
  subject: 'rpc.auth.cancel-deletion',
  actor: 'memberId',
  input: z.object({ memberId, origin: requestOrigin }),
  output: z.object({}),
  errors: [authErrors.MEMBER_NOT_FOUND],
});

/** Returns the scheduled deletion of a member's account, if there is one. */
export const getDeletion = defineRpc({
  subject: 'rpc.auth.get-deletion',
  actor: 'memberId',
  input: z.object({ memberId }),
  output: z.object({ deletion: plannedDeletion.nullable() }),
});

/** Maximum size of a chunk of the file with a member's data, small enough for its base64 to cross the bus. */
export const MAX_CHUNK_BYTES = 256 * 1024;

/** State of the file: in progress; ready for download; failed; deleted after its 24 hours. */
export const exportStatus = z.enum(['running', 'ready', 'failed', 'expired']);

/** The file with all data of a member, and its progress. */
export const memberExport = z.object({
  status: exportStatus,
  partsDone: z.int().nonnegative(),
  parts: z.int().positive(),
  requestedAt: z.iso.datetime(),
  /** Null until the file is ready, as is `expiresAt`. */
  bytes: z.int().positive().nullable(),
  expiresAt: z.iso.datetime().nullable(),
});
export type MemberExport = z.output<typeof memberExport>;

/**
 * Starts making a file with all data of a member, in the background. While one is in progress, that one is
 * returned; a finished one is replaced. RATE_LIMITED has `retryAfterSeconds` in its details.
 */
export const requestExport = defineRpc({
  subject: 'rpc.auth.request-export',
  actor: 'memberId',
  input: z.object({ memberId, origin: requestOrigin }),
  output: memberExport,
  errors: [authErrors.MEMBER_NOT_FOUND, commonErrors.RATE_LIMITED],
});

/** Returns the state of a member's file; null if they requested none recently. */
export const getExport = defineRpc({
  subject: 'rpc.auth.get-export',
  actor: 'memberId',
  input: z.object({ memberId }),
  output: z.object({ export: memberExport.nullable() }),
});

/**
 * Begins a download of a member's file, which is recorded in the security log; returns its number, and its
 * size in bytes and chunks.
 */
export const beginExportDownload = defineRpc({
  subject: 'rpc.auth.begin-export-download',
  actor: 'memberId',
  input: z.object({ memberId, origin: requestOrigin }),
  output: z.object({ exportId: id, bytes: z.int().positive(), chunks: z.int().positive() }),
  errors: [authErrors.EXPORT_NOT_FOUND, authErrors.EXPORT_NOT_READY, authErrors.EXPORT_EXPIRED],
});

/** Returns a chunk of a member's own file, from 0 on, while the file exists. */
export const getExportChunk = defineRpc({
  subject: 'rpc.auth.get-export-chunk',
  actor: 'memberId',
  input: z.object({ memberId, exportId: id, number: z.int().nonnegative() }),
  output: z.object({ chunk: base64Bytes(MAX_CHUNK_BYTES) }),
  errors: [authErrors.EXPORT_NOT_FOUND],
});
