// @ts-check
import { closeSync, existsSync, fstatSync, openSync, readSync, statSync } from 'node:fs';

const READ_AT_MOST = 64 * 1024;
const PINO_ERROR = 50;

/** @param {string} file @returns {number} the offset of the next line, for {@link excerpt} */
export const endOf = (file) => (existsSync(file) ? statSync(file).size : 0);

/** @param {string} line @returns {{ text: string, isError: boolean, isJson: boolean }} */
function readLine(line) {
  try {
    const entry = JSON.parse(line);
    if (typeof entry !== 'object' || entry === null) throw new Error('not a log entry');
    const cause = entry.err?.message ?? entry.error?.message ?? '';
    const message = [entry.msg, cause]
      .filter((part, index, all) => part && all.indexOf(part) === index)
      .join(': ');
    return { text: message || line, isError: Number(entry.level) >= PINO_ERROR, isJson: true };
  } catch {
    return { text: line, isError: false, isJson: false };
  }
}

/**
 * Returns the lines that explain why a process failed: errors and plain text if there are any, else the last
 * ones.
 * @param {string} text
 * @param {string[]} secrets values to mask
 * @param {number} [count]
 * @returns {string[]}
 */
export function tellingLines(text, secrets, count = 12) {
  const clean = secrets.reduce((all, secret) => all.replaceAll(secret, '***'), text);
  const lines = clean
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map(readLine);
  const telling = lines.filter(({ isError, isJson }) => isError || !isJson);
  return (telling.length > 0 ? telling : lines).slice(-count).map((line) => line.text.slice(0, 500));
}

/**
 * @param {string} file
 * @param {number} from
 * @param {string[]} secrets
 * @returns {string[]} the relevant lines written since, and the path of the log
 */
export function excerpt(file, from, secrets) {
  if (!existsSync(file)) return [];
  const fd = openSync(file, 'r');
  try {
    const { size } = fstatSync(fd);
    const start = Math.max(size < from ? 0 : from, size - READ_AT_MOST);
    const buffer = Buffer.alloc(size - start);
    readSync(fd, buffer, 0, buffer.length, start);
    return [...tellingLines(buffer.toString('utf8'), secrets), `The whole log: ${file}`];
  } finally {
    closeSync(fd);
  }
}
