import { keyVariable, usersConf } from '@likewell/contracts/bus/permissions';
import { PROCESSES, type ProcessName } from '@likewell/contracts/core/processes';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { makeNkeyPair } from './nkey-pair.js';

/** A NATS user for each process, with the permissions that it has on every stack. */
export interface BusUsers {
  /** Writes `users.conf` and the public keys into this folder, as NATS's configuration includes them. */
  writeTo(folder: string): Promise<void>;
  /** Returns NATS_SEED of a process. */
  seedOf(name: ProcessName): string;
}

export function makeBusUsers(): BusUsers {
  const pairs = new Map(PROCESSES.map((name) => [name, makeNkeyPair()]));
  return {
    async writeTo(folder) {
      const keys = [...pairs].map(([name, pair]) => `${keyVariable(name)}: "${pair.publicKey}"\n`);
      await mkdir(join(folder, 'keys'));
      await writeFile(join(folder, 'keys/keys.conf'), keys.join(''));
      await writeFile(join(folder, 'users.conf'), usersConf());
    },
    seedOf: (name) => pairs.get(name)?.seed ?? '',
  };
}
