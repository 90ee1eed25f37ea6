import { runTask } from '@likewell/service-kit/process/run-task';
import { securityEvents } from './security-events-command.js';

await runTask('auth-security-events', securityEvents);
