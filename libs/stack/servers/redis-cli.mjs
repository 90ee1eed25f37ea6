// @ts-check
import { spawnSync } from 'node:child_process';
import { findBinary } from '../machine/binaries.mjs';

/**
 * Sends a command to Redis, and returns its reply, even if that is an error.
 * @param {string | URL} url URL of Redis with the user; without a user it is anonymous
 * @param {string | string[]} command words, or a text of words separated by spaces
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
