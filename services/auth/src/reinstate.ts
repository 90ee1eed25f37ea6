import { reinstate } from './handlers/suspend.task.js';
import { runMemberTask } from './run-member-task.js';

await runMemberTask('auth-reinstate', (database, _cache, words) => reinstate(database, words));
