import { Database } from '@likewell/service-kit/database/database';
import { Injectable } from '@nestjs/common';
import * as own from './account.queries.js';
import type { ExportPart, ExportTarget } from './export-part.js';

/** Auth's data of a member, without the secrets by which they prove their identity. */
@Injectable()
export class AccountPart implements ExportPart {
  readonly tables = [
    own.profileTable,
    own.formerUsernames.table,
    own.signInMethods.table,
    own.passkeys.table,
    own.sessions.table,
    own.eventsTable,
    own.mails.table,
  ];

  constructor(private readonly database: Database) {}

  async write(target: ExportTarget): Promise<void> {
    const { memberId, archive } = target;
    const { read } = this.database;
    const profile = await own.findProfile(read, memberId);
    if (!profile) throw new Error('a member who is exported is gone');
    await archive.addTable(own.profileTable, [profile]);
    const picture = await own.findPicture(read, memberId);
    if (picture) await archive.addFile('picture.webp', picture);
    await archive.addTable(own.formerUsernames.table, await own.formerUsernames.find(read, memberId));
    await archive.addTable(own.signInMethods.table, await own.signInMethods.find(read, memberId));
    await archive.addTable(own.passkeys.table, await own.passkeys.find(read, memberId));
    await archive.addTable(own.sessions.table, await own.sessions.find(read, memberId));
    await archive.addTable(own.mails.table, await own.mails.find(read, memberId));
    await this.writeEvents(target);
  }

  private async writeEvents({ memberId, archive, save }: ExportTarget): Promise<void> {
    const writer = archive.openTable(own.eventsTable);
    for (let afterId: number | null = 0; afterId !== null;) {
      const page: Awaited<ReturnType<typeof own.findEvents>> = await own.findEvents(
        this.database.read,
        memberId,
        afterId,
      );
      await writer.write(page.rows);
      await save();
      afterId = page.nextId;
    }
    await writer.end();
  }
}
