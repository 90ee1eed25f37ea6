/**
 * SQL condition: `column` is this author. With `ORDER BY author_id, id`, in either direction, Postgres reads posts from
 * the author's own index. With an `=` it may go by the order of ids alone, and look for the posts of an author who once
 * wrote much, or has lately, among those of everybody.
 */
export const isOfAuthor = (parameter: string, column = 'author_id'): string =>
  `${column} BETWEEN ${parameter} AND ${parameter}`;
