import { receivingAccounts } from './receiving-accounts-command.js';
import { runAccountCommand } from './run-account-command.js';

await runAccountCommand('watcher-receiving-accounts', receivingAccounts);
