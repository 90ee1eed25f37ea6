import { runTask } from '@likewell/service-kit/process/run-task';
import { Member } from '../members/member.entity.js';
import { securityEvents } from './security-events-command.js';

await runTask(
  'auth-security-events',
  async (database) => {
    process.stdout.write(`${await securityEvents(database, process.argv.slice(2))}\n`);
    return 0;
  },
  [Member],
);
