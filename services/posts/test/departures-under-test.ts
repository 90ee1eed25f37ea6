import type { Database } from '@likewell/service-kit/database/database';
import { openTestDatabase } from '@likewell/testing/test-database';
import { Author } from '../src/authors/author.entity.js';
import { AuthorsService } from '../src/authors/authors.service.js';
import { DeparturesEvents } from '../src/departures/departures.events.js';
import { DeparturesService } from '../src/departures/departures.service.js';
import { PublicationService } from '../src/posts/publication.service.js';
import type { PostsUnderTest } from './posts-under-test.js';

/** The handler of members who leave, for transactions of a test, and a database for these; close it at the end. */
export async function openDepartures(
  { bus, service }: PostsUnderTest,
  poolSize: number,
): Promise<{ database: Database; departures: DeparturesEvents }> {
  const database = await openTestDatabase(service.schema.url, poolSize, [Author]);
  const publication = new PublicationService(new AuthorsService(database, bus.client));
  return { database, departures: new DeparturesEvents(new DeparturesService(), publication) };
}
