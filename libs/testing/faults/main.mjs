// @ts-check
// Run by `make faults`, and with a sample of the cells by `make test`, on a stack of its own.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { runScriptIn } from '../../stack/app/run-script-in.mjs';
import { Members } from './actions.mjs';
import { runCell } from './cell.mjs';
import { ChainReader } from './chain.mjs';
import { startFaultStack } from './fault-stack.mjs';
import { judge } from './judge.mjs';
import { Load, ratesOf } from './load.mjs';
import { Logouts } from './logouts.mjs';
import { chooseCells } from './matrix.mjs';
import { Results } from './results.mjs';
import { SPOILS } from './spoil.mjs';

const cells = chooseCells(process.env.CELLS);
const options = {
  seconds: Number(process.env.FAULT_SECONDS || 40),
  tipsPerSecond: Number(process.env.FAULT_RATE || 40),
};
/** Length in seconds from which each cell gets its own audit. */
const AUDITED_FROM_S = 15;

/** @type {import('./cell.mjs').Rig} */
let rig;
/** @type {Awaited<ReturnType<typeof runCell>> | undefined} */
let last;
const results = new Results(options);

before(async () => {
  const stack = await startFaultStack({ withClocks: cells.some(({ component }) => component === 'clock') });
  const members = new Members(stack);
  await members.prepare();
  rig = { stack, members, chain: new ChainReader(stack.chainUrl), options };
  await warmUp();
});
after(async () => {
  await rig?.stack.close();
});

for (const cell of cells)
  test(cell.name, async (context) => {
    last = await runCell(rig, cell);
    if (options.seconds >= AUDITED_FROM_S) await audit();
    context.diagnostic(results.add(last));
    await results.write();
    const found = last.findings.map(({ invariant, text }) => `${invariant}: ${text}`);
    assert.equal(found.length, 0, found.join('; '));
  });

test('the whole ledger passes its audit', audit);

for (const { invariant, what, sql } of SPOILS)
  test(`where ${what}, ${invariant} does not hold`, async () => {
    assert.ok(last, 'no cell was run');
    const client = await rig.stack.admin.connect();
    try {
      await client.query('BEGIN');
      await client.query("SET LOCAL session_replication_role = 'replica'");
      await client.query(sql);
      const findings = await judge(client, last.record);
      assert.ok(
        findings.some((finding) => finding.invariant === invariant),
        JSON.stringify(findings),
      );
    } finally {
      await client.query('ROLLBACK');
      client.release();
    }
  });

test('where a session works after its logout, I7 does not hold', async () => {
  assert.ok(last, 'no cell was run');
  const logouts = new Logouts(rig.stack);
  await logouts.prepare(1);
  logouts.begin({ isSent: false });
  await logouts.close(Date.now() + 30_000);
  const findings = await judge(rig.stack.admin, { ...last.record, logouts: logouts.all });
  assert.deepEqual(
    findings.map(({ invariant }) => invariant),
    ['I7'],
  );
});

async function audit() {
  assert.equal(await runScriptIn(rig.stack.stack, 'tipping-ledger', 'cli/audit'), 0);
}

/** Prepares connections, pools and compiled code before the first cell. */
async function warmUp() {
  const load = new Load(rig.members.actions, ratesOf(options.tipsPerSecond));
  rig.members.begin();
  assert.deepEqual(await load.probe(Date.now() + 30_000), []);
  await load.settled();
}
