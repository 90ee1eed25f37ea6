import { grant } from './handlers/grant.task.js';
import { runMemberTask } from './run-member-task.js';

await runMemberTask('auth-grant', grant);
