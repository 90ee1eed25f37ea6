import type { Tx } from '@likewell/service-kit/database/database';
import { TaskProblem } from '../domain/task-words.js';
import { lockStanding, type Standing } from './standing.js';

/** The member whom an operator named, locked. @throws TaskProblem when there is none, or her account is deleted */
export async function lockNamed(tx: Tx, username: string): Promise<Standing> {
  const standing = await lockStanding(tx, username);
  if (!standing || standing.status === 'deleted') throw new TaskProblem(`There is no member "${username}".`);
  return standing;
}
