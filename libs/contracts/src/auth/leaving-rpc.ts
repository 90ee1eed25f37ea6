import { z } from 'zod';
import { commonErrors } from '../core/common-errors.js';
import { defineRpc } from '../core/define-rpc.js';
import { id, memberId } from '../core/ids.js';
import { authErrors } from './errors.js';
import { requestOrigin } from './origin.js';

/** When an account is deleted for good, and whether what its member wrote stays, without their name. */
const plannedDeletion = z.object({ deletionAt: z.iso.datetime(), keepsPosts: z.boolean() });

/**
 * Has a member's account deleted in 14 days, and ends all of their sessions. Until then they may sign in and call it off. Asked
 * again it changes what becomes of their posts, and not the day.
 */
export const requestDeletion = defineRpc({
  subject: 'rpc.auth.request-deletion',
  actor: 'memberId',
  input: z.object({ memberId, keepsPosts: z.boolean(), origin: requestOrigin.optional() }),
  output: plannedDeletion,
  errors: [authErrors.MEMBER_NOT_FOUND],
});

/** Calls the deletion of a member's account off; one that nobody asked for is called off already. */
export const cancelDeletion = defineRpc({
  subject: 'rpc.auth.cancel-deletion',
  actor: 'memberId',
  input: z.object({ memberId, origin: requestOrigin.optional() }),
  output: z.object({}),
  errors: [authErrors.MEMBER_NOT_FOUND],
});

/** When a member's account is going to be deleted, if it is. */
export const getDeletion = defineRpc({
  subject: 'rpc.auth.get-deletion',
  actor: 'memberId',
  input: z.object({ memberId }),
  output: z.object({ deletion: plannedDeletion.nullable() }),
});

/** A chunk of the file with a member's data: few enough bytes for their base64 to cross the bus. */
export const MAX_CHUNK_BYTES = 256 * 1024;
const MAX_CHUNK_CHARACTERS = 4 * Math.ceil(MAX_CHUNK_BYTES / 3);

/** Being made; there to be downloaded; given up; gone after its 24 hours. */
export const exportStatus = z.enum(['running', 'ready', 'failed', 'expired']);

/** The file with all that there is of a member, and how far it is. */
export const memberExport = z.object({
  status: exportStatus,
  partsDone: z.int().nonnegative(),
  parts: z.int().positive(),
  requestedAt: z.iso.datetime(),
  /** Null until it is ready, as is `expiresAt`. */
  bytes: z.int().positive().nullable(),
  expiresAt: z.iso.datetime().nullable(),
});
export type MemberExport = z.output<typeof memberExport>;

/**
 * Has a file made with all that there is of a member, in the background. While one is being made it is that one; a finished one
 * makes way for it. RATE_LIMITED has `retryAfterSeconds` among its details.
 */
export const requestExport = defineRpc({
  subject: 'rpc.auth.request-export',
  actor: 'memberId',
  input: z.object({ memberId, origin: requestOrigin.optional() }),
  output: memberExport,
  errors: [authErrors.MEMBER_NOT_FOUND, commonErrors.RATE_LIMITED],
});

/** How far a member's file is; null where they asked for none lately. */
export const getExport = defineRpc({
  subject: 'rpc.auth.get-export',
  actor: 'memberId',
  input: z.object({ memberId }),
  output: z.object({ export: memberExport.nullable() }),
});

/** Begins a download of a member's file, which the trail tells: its number, and how many bytes and chunks it has. */
export const beginExportDownload = defineRpc({
  subject: 'rpc.auth.begin-export-download',
  actor: 'memberId',
  input: z.object({ memberId, origin: requestOrigin.optional() }),
  output: z.object({ exportId: id, bytes: z.int().positive(), chunks: z.int().positive() }),
  errors: [authErrors.EXPORT_NOT_FOUND, authErrors.EXPORT_NOT_READY, authErrors.EXPORT_EXPIRED],
});

/** A chunk of a member's own file, from 0 on, as long as the file is there. */
export const getExportChunk = defineRpc({
  subject: 'rpc.auth.get-export-chunk',
  actor: 'memberId',
  input: z.object({ memberId, exportId: id, number: z.int().nonnegative() }),
  output: z.object({
    chunk: z.codec(z.base64().max(MAX_CHUNK_CHARACTERS), z.instanceof(Uint8Array), {
      decode: (text) => z.util.base64ToUint8Array(text),
      encode: (bytes) => z.util.uint8ArrayToBase64(bytes),
    }),
  }),
  errors: [authErrors.EXPORT_NOT_FOUND],
});
