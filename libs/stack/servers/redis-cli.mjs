// @ts-check
import { spawnSync } from 'node:child_process';
import { findBinary } from '../machine/binaries.mjs';

/**
 * Asks Redis something, and answers what it said, also where that is an error.
 * @param {string | URL} url of Redis, with whoever asks; without a name it is nobody
 * @param {string | string[]} command words, or a text of words with spaces between
 * @returns {string}
 */
export function askRedis(url, command) {
  const { hostname, port, username, password } = new URL(url);
  const who =
    username === '' ? [] : ['--no-auth-warning', '--user', username, '--pass', decodeURIComponent(password)];
  const words = typeof command === 'string' ? command.split(' ') : command;
  const args = ['-h', hostname, '-p', port, ...who, ...words];
  const { stdout, stderr } = spawnSync(findBinary('redis-cli') ?? 'redis-cli', args, { encoding: 'utf8' });
  return (stdout + stderr).trim();
}
