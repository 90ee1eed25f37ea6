import { commonErrors } from '@likewell/contracts/core/common-errors';
import { eventually } from '@likewell/testing/eventually';
import { freePort } from '@likewell/testing/spawn-server';
import { startService, type ServiceUnderTest } from '@likewell/testing/start-service';
import { control, tallySchema, tallyService, work } from './tally.js';

let tally: ServiceUnderTest;
let readyUrl: string;

beforeAll(async () => {
  const port = await freePort();
  readyUrl = `http://127.0.0.1:${port}/health/ready`;
  tally = await startService(tallyService, tallySchema, { HEALTH_PORT: String(port) });
});
afterAll(() => tally.stop());

const doWork = (label: string, held = false) => tally.bus.call(work, { label, ms: 0, held, end: 'answer' });

/** Waits until the service and the test both know whether NATS is there. */
const natsIs = (connected: boolean) =>
  eventually(async () => {
    expect(await (await fetch(readyUrl)).json()).toMatchObject({ checks: { nats: connected } });
    expect(tally.bus.nats.isConnected()).toBe(connected);
  }, 30_000);

it('a process that is told to stop while NATS is away finishes its calls, and takes none when NATS is back', async () => {
  let open: () => void = () => undefined;
  control.gate = new Promise((resolve) => (open = resolve));
  const held = doWork('held', true);
  await eventually(() => {
    expect(control.started).toContain('held');
  });
  await tally.natsServer.kill();
  await natsIs(false);
  const stopped = tally.replica.stop();
  await tally.natsServer.restart();
  await natsIs(true);
  // Whatever the server was told on the new connection comes before the reply to this.
  await tally.bus.nats.connection.flush();

  await expect(doWork('too late')).rejects.toMatchObject({ code: commonErrors.UNAVAILABLE.code });

  expect(control.started).not.toContain('too late');
  open();
  await stopped;
  await expect(held).resolves.toMatchObject({ label: 'held' });
}, 60_000);
