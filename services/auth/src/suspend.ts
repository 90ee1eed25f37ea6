import { suspend } from './handlers/suspend.task.js';
import { runMemberTask } from './run-member-task.js';

await runMemberTask('auth-suspend', suspend);
