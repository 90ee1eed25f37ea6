import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

type Environment = Record<string, string | undefined>;

/**
 * Returns the environment together with the variables of the folder SECRETS_DIR: a file there is a variable
 * of the same name, which is how Docker, Kubernetes and systemd provide secrets. A variable that is set
 * overrides a file.
 */
export function withSecretFiles(environment: Environment): Environment {
  const folder = environment.SECRETS_DIR;
  if (!folder) return environment;
  // Kubernetes also keeps its own files there, whose names begin with two dots.
  const names = readdirSync(folder).filter((name) => /^[A-Z][A-Z0-9_]*$/.test(name));
  const secrets = names.map(
    (name) => [name, readFileSync(join(folder, name), 'utf8').replace(/\r?\n$/, '')] as const,
  );
  return { ...Object.fromEntries(secrets), ...environment };
}
