import { coldStorage } from './cold-storage-command.js';
import { runAccountCommand } from './run-account-command.js';

await runAccountCommand('watcher-cold-storage', coldStorage);
