// @ts-check
import { UserFacingError } from './user-facing-error.mjs';

/** @param {unknown} error */
export function report(error) {
  if (!(error instanceof UserFacingError)) {
    console.error(error);
    return;
  }
  console.error(`\n✗ ${error.message}`);
  for (const line of error.details) console.error(`  ${line}`);
}

/**
 * Runs one command of the launcher: a UserFacingError is printed as text, anything else with its stack trace,
 * and both exit with 1. The umask lets nginx's and Postgres's users read files written by root; secrets set
 * their own mode.
 * @param {() => Promise<number | void>} main resolves to the exit code (0 when it resolves to nothing)
 */
export async function runCommand(main) {
  process.umask(0o022);
  // `make up | head` closes our output early; the work continues.
  process.stdout.on('error', () => {});
  for (const [signal, code] of /** @type {const} */ ([
    ['SIGINT', 130],
    ['SIGTERM', 143],
    ['SIGHUP', 129],
  ])) {
    process.once(signal, () => process.exit(code));
  }
  try {
    process.exit((await main()) ?? 0);
  } catch (error) {
    report(error);
    process.exit(1);
  }
}
