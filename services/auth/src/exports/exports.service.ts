import { authErrors } from '@likewell/contracts/auth/errors';
import type { getExportChunk } from '@likewell/contracts/auth/leaving-rpc';
import type { RequestOrigin } from '@likewell/contracts/auth/origin';
import { AppError } from '@likewell/contracts/core/app-error';
import type { RpcInput } from '@likewell/contracts/core/define-rpc';
import { Database } from '@likewell/service-kit/database/database';
import { Injectable } from '@nestjs/common';
import { lockMember } from '../members/active-member.js';
import { rejectFor } from '../networks/reject-for.js';
import { countUse } from '../networks/use-counts.js';
import { SecurityEventsRecorder } from '../security-events/security-events.recorder.js';
import { beginExport, chunksOf, findChunk, findExport, type ExportRow } from './exports.queries.js';

/** Limit of the exports that a member may request: each reads all their data. */
const LIMIT = { points: 5, windowMs: 86_400_000 };

/** Requests, progress and downloads of exports. */
@Injectable()
export class ExportsService {
  constructor(
    private readonly database: Database,
    private readonly events: SecurityEventsRecorder,
  ) {}

  /** Requests an export; returns the one under way if there is one. @throws AppError MEMBER_NOT_FOUND, RATE_LIMITED */
  request(memberId: number, origin: RequestOrigin): Promise<ExportRow> {
    return this.database.transaction(async (tx) => {
      // The lock makes concurrent requests wait for each other.
      await lockMember(tx, memberId);
      const present = await findExport(tx, memberId, 'member');
      if (present?.status === 'running') return present;
      rejectFor(await countUse(tx, `export:${memberId}`, LIMIT));
      await this.events.record(tx, { memberId, kind: 'export-requested', origin });
      return beginExport(tx, memberId, 'member');
    });
  }

  /** Returns the progress of a member's export, or null. */
  find(memberId: number): Promise<ExportRow | null> {
    return findExport(this.database.read, memberId, 'member');
  }

  /**
   * Records that a member downloads their export.
   * @throws AppError EXPORT_NOT_FOUND, EXPORT_NOT_READY, EXPORT_EXPIRED
   */
  beginDownload(memberId: number, origin: RequestOrigin) {
    return this.database.transaction(async (tx) => {
      const found = await findExport(tx, memberId, 'member');
      if (!found) throw new AppError(authErrors.EXPORT_NOT_FOUND);
      if (found.status === 'expired') throw new AppError(authErrors.EXPORT_EXPIRED);
      if (found.status !== 'ready' || found.bytes === null) throw new AppError(authErrors.EXPORT_NOT_READY);
      await this.events.record(tx, { memberId, kind: 'export-downloaded', origin });
      return { exportId: found.id, bytes: found.bytes, chunks: chunksOf(found.bytes) };
    });
  }

  /** Returns a chunk of a member's own export. @throws AppError EXPORT_NOT_FOUND */
  async chunk(of: RpcInput<typeof getExportChunk>): Promise<Buffer> {
    const chunk = await findChunk(this.database.read, of, 'member');
    if (!chunk) throw new AppError(authErrors.EXPORT_NOT_FOUND);
    return chunk;
  }
}
