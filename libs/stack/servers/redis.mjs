// @ts-check
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { findBinary } from '../machine/binaries.mjs';
import { userFor } from '../machine/users.mjs';
import { lineProbe } from '../processes/probes.mjs';
import { cacheUsersAcl } from '../topology.mjs';
import { baseEnvironment } from './base-environment.mjs';
import { privateFolder } from './private-folder.mjs';

/**
 * @param {number} port
 * @param {string} folder
 * @param {string} [aclFile] file of its users; without it everybody has all rights
 * @returns {string}
 */
export function redisConf(port, folder, aclFile) {
  return [
    'bind 127.0.0.1',
    `port ${port}`,
    'daemonize no',
    `dir "${folder}"`,
    'appendonly yes',
    'save ""',
    'maxmemory 256mb',
    // Nothing in Redis is the only copy: a full cache drops the oldest entries rather than reject writes.
    'maxmemory-policy allkeys-lru',
    ...(aclFile ? [`aclfile "${aclFile}"`] : []),
    '',
  ].join('\n');
}

/**
 * @param {import('../state/stack.mjs').Stack} stack
 * @returns {import('../processes/ensure-running.mjs').ProcessSpec}
 */
export function redisSpec(stack) {
  const user = userFor(['redis', 'nobody']);
  const port = stack.portOf('redis');
  const folder = privateFolder(join(stack.state, 'redis'), user);
  const users = cacheUsersAcl(stack.secret);
  const aclFile = join(stack.state, 'redis-users.acl');
  writeFileSync(aclFile, users);
  const conf = redisConf(port, folder, aclFile);
  const confFile = join(stack.state, 'redis.conf');
  writeFileSync(confFile, conf);
  return {
    name: 'redis',
    command: findBinary('redis-server') ?? 'redis-server',
    args: [confFile],
    cwd: stack.state,
    env: baseEnvironment(stack.env),
    user,
    stopSignal: 'SIGTERM',
    content: conf + users,
    ports: [port],
    probe: lineProbe(port, 'PING\r\n', /^\+PONG/),
    readyWithinMs: 60_000,
  };
}
