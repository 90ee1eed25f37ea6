import { execFileSync } from 'node:child_process';

const TIMEOUT_MS = 180_000;

/**
 * Runs a command of Docker Compose on the stack under test, whose name `make test-compose` sets by
 * COMPOSE_PROJECT_NAME.
 */
export function compose(...words: string[]): string {
  return execFileSync('docker', ['compose', '-f', 'docker-compose.dev.yml', ...words], {
    cwd: `${import.meta.dirname}/../../..`,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: TIMEOUT_MS,
  });
}
