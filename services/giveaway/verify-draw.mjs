// Re-runs a draw from its proof: node verify-draw.mjs proof.json, or https://…/api/giveaways/7/proof?download=1
import { createHash, createHmac } from 'node:crypto';
import { readFileSync } from 'node:fs';
const from = process.argv[2] ?? '';
const text = from.startsWith('http') ? await (await fetch(from)).text() : readFileSync(from, 'utf8');
const { giveaway, block, winners, postponements, ...proof } = JSON.parse(text);
const sha256 = (bytes) => createHash('sha256').update(bytes).digest();
const bytes = (hex) => Buffer.from(hex, 'hex');
const backwards = (hash) => Buffer.from(hash).reverse().toString('hex');
function check(what, calculated, published, holds = calculated === published) {
  if (!holds) process.exitCode = 1;
  console.log(`${holds ? '✓' : '✗'} ${what}: ${calculated}${holds ? '' : `, but published is ${published}`}`);
}
const lines = new Set(proof.entries.flatMap((entry) => entry.split('\n')));
const entries = [...lines].map((line) => Buffer.from(line)).sort(Buffer.compare);
const commitment = sha256(Buffer.concat(entries.flatMap((entry) => [entry, Buffer.from('\n')])));
check('number of entries', entries.length, giveaway.entries_count);
check('commitment', commitment.toString('hex'), proof.commitment);
const day = new Date(Date.parse(giveaway.date) + (1 + postponements.length) * 86_400_000);
const inNewYork = new Date(giveaway.draw_at).toLocaleString('sv', { timeZone: 'America/New_York' });
check('noon in New York', inNewYork, `${day.toISOString().slice(0, 10)} 12:00:00`);
if (!block) process.exit(check('block after that noon', 'still to come', 'none'));
const target = (bits) => BigInt(bits % 2 ** 24) << BigInt(8 * ((bits >>> 24) - 3)); // 17117a39: block 630,000
const [before, after] = [block.before, block.after].map(({ height, hash, header }) => {
  const [calculated, bits] = [backwards(sha256(sha256(bytes(header)))), bytes(header).readUInt32LE(72)];
  const isMined = BigInt(`0x${calculated}`) <= target(bits) && target(bits) <= target(0x17117a39);
  check(`hash of block ${height}`, calculated, hash);
  check(`block ${height} was mined`, bits === 0x207fffff ? 'no, made up for development' : isMined, true);
  return bytes(header).readUInt32LE(68) - Date.parse(giveaway.draw_at) / 1000; // seconds after noon
});
check('parent of the second', backwards(bytes(block.after.header).subarray(4, 36)), block.before.hash);
check('times by the 90-minute rule', after > 0 && (before <= 0 || (before > 5400 && after <= 5400)), true);
const deciding = after > 5400 ? block.before : block.after;
check('block that decides', deciding.hash, block.hash);
const seed = sha256(Buffer.concat([commitment, bytes(deciding.hash)]));
check('seed', seed.toString('hex'), proof.seed);
const ticketOf = (entry) => `${createHmac('sha256', seed).update(entry).digest('hex')} ${entry}`;
const lowest = entries.map(ticketOf).sort().slice(0, giveaway.winners_wanted);
check('number of winners', lowest.length, winners.length);
lowest.forEach((line, at) => check(`place ${at + 1}`, line, `${winners[at]?.ticket} ${winners[at]?.entry}`));
