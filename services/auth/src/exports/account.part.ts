import { Database } from '@likewell/service-kit/database/database';
import { Injectable } from '@nestjs/common';
import {
  findEvents,
  findFormerUsernames,
  findMails,
  findPasskeys,
  findPicture,
  findProfile,
  findSessions,
  findSignInMethods,
} from './account.queries.js';
import { accountTables as tables } from './account.tables.js';
import type { ExportPart, ExportTarget } from './export-part.js';

/** Auth's data of a member, without the secrets by which they prove their identity. */
@Injectable()
export class AccountPart implements ExportPart {
  readonly tables = Object.values(tables);

  constructor(private readonly database: Database) {}

  async write({ memberId, archive, save }: ExportTarget): Promise<void> {
    const { read } = this.database;
    const profile = await findProfile(read, memberId);
    if (!profile) throw new Error('a member who is exported is gone');
    archive.addTable(tables.profile, [profile]);
    const picture = await findPicture(read, memberId);
    if (picture) archive.addFile('picture.webp', picture);
    archive.addTable(tables.formerUsernames, await findFormerUsernames(read, memberId));
    archive.addTable(tables.signInMethods, await findSignInMethods(read, memberId));
    archive.addTable(tables.passkeys, await findPasskeys(read, memberId));
    archive.addTable(tables.sessions, await findSessions(read, memberId));
    archive.addTable(tables.mails, await findMails(read, memberId));
    await this.writeEvents({ memberId, archive, save });
  }

  private async writeEvents({ memberId, archive, save }: ExportTarget): Promise<void> {
    const writer = archive.openTable(tables.securityEvents);
    for (let afterId: number | null = 0; afterId !== null;) {
      const page: Awaited<ReturnType<typeof findEvents>> = await findEvents(
        this.database.read,
        memberId,
        afterId,
      );
      writer.write(page.rows);
      await save();
      afterId = page.nextId;
    }
    writer.end();
  }
}
