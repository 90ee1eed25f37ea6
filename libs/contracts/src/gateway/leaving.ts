import { z } from 'zod';
import * as auth from '../auth/leaving-rpc.js';
import { defineRoute } from './define-route.js';

/** The time at which the account is deleted for good, and whether the member's posts stay, without their name. */
const deletion = z.object({ deletion_at: z.string(), keep_posts: z.boolean() });
export type PlannedDeletion = z.output<typeof deletion>;

export const requestDeletion = defineRoute({
  method: 'POST',
  path: '/api/users/me/deletion',
  summary:
    'Has the account deleted in 14 days, and ends all sessions; until then a member who signs in again may call it off by DELETE',
  access: 'member',
  limit: 'write',
  confirm: true,
  body: z.object({
    keep_posts: z.boolean('Choose whether your posts stay without your name, or go.'),
  }),
  response: deletion,
  errors: auth.requestDeletion.errors,
});

export const plannedDeletion = defineRoute({
  method: 'GET',
  path: '/api/users/me/deletion',
  summary: 'When the account is going to be deleted; null where that is not planned',
  access: 'member',
  limit: 'settings',
  limitedBy: 'session',
  response: z.object({ deletion: deletion.nullable() }),
});

export const cancelDeletion = defineRoute({
  method: 'DELETE',
  path: '/api/users/me/deletion',
  summary: 'Calls the deletion of the account off',
  access: 'member',
  limit: 'write',
  limitedBy: 'session',
  response: z.object({}),
  errors: auth.cancelDeletion.errors,
});

/** The file with the member's data: `none` if they requested none recently, `running` while it is being made. */
const dataExport = z.object({
  status: z.enum(['none', ...auth.exportStatus.options]),
  /** Number of finished parts. */
  progress: z.object({ done: z.int(), of: z.int() }),
  requested_at: z.string().nullable(),
  /** Null until the file is ready, as is `expires_at`. */
  bytes: z.int().nullable(),
  expires_at: z.string().nullable(),
});
export type DataExport = z.output<typeof dataExport>;

export const requestExport = defineRoute({
  method: 'POST',
  path: '/api/users/me/export',
  summary:
    'Has a file made with all of the member’s data; while one is being made it is that one. It is there for 24 hours',
  access: 'member',
  limit: 'write',
  confirm: true,
  status: 202,
  response: dataExport,
  errors: auth.requestExport.errors,
});

export const currentExport = defineRoute({
  method: 'GET',
  path: '/api/users/me/export',
  summary: 'How far the file with the member’s data is',
  access: 'member',
  limit: 'settings',
  limitedBy: 'session',
  response: dataExport,
});

export const downloadExport = defineRoute({
  method: 'GET',
  path: '/api/users/me/export/download',
  summary: 'The file with the member’s data: a zip of JSON, CSV and a README.txt',
  access: 'member',
  limit: 'download',
  confirm: true,
  response: z.unknown().meta({ type: 'string', format: 'binary' }),
  media: 'application/zip',
  errors: auth.beginExportDownload.errors,
});
