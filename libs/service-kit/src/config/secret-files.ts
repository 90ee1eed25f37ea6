import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

type Environment = Record<string, string | undefined>;

/**
 * The environment, and what the folder SECRETS_DIR adds: a file there is a variable of its name, which is how Docker,
 * Kubernetes and systemd hand secrets over. A variable that is set wins over a file.
 */
export function withSecretFiles(environment: Environment): Environment {
  const folder = environment.SECRETS_DIR;
  if (!folder) return environment;
  // Kubernetes keeps its own files there as well, which begin with two dots.
  const names = readdirSync(folder).filter((name) => /^[A-Z][A-Z0-9_]*$/.test(name));
  const secrets = names.map(
    (name) => [name, readFileSync(join(folder, name), 'utf8').replace(/\r?\n$/, '')] as const,
  );
  return { ...Object.fromEntries(secrets), ...environment };
}
