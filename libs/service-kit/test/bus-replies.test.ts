import { BUS_ACCESS } from '@likewell/contracts/bus/access';
import { PROCESSES } from '@likewell/contracts/core/processes';
import { forbiddenTo, startBusOfUsers, type BusOfUsers } from './bus-of-users.js';

let bus: BusOfUsers;
let buses: BusOfUsers['buses'];

beforeAll(async () => {
  bus = await startBusOfUsers();
  ({ buses } = bus);
});
afterAll(() => bus.stop());

describe('a message to oneself', () => {
  const tries = PROCESSES.flatMap((name) => {
    const { calls, serves, tells, broadcasts, listensTo } = BUS_ACCESS[name];
    const loops = [...calls, ...broadcasts].filter((subject) => [...serves, ...listensTo].includes(subject));
    const targets = [
      ...['rpc.tipping-ledger.credit-deposit', 'rpc.auth.log-in', 'event.auth.member-registered'],
      ...['$JS.API.STREAM.CREATE.SPY', '$JS.API.STREAM.DELETE.EVENTS'],
    ].filter((subject) => ![...calls, ...tells].includes(subject));
    return loops.flatMap((loop) => targets.map((target) => [name, loop, target] as const));
  });

  it.each(tries)('lets %s publish nothing more: %s with the reply subject %s', async (name, loop, target) => {
    const { connection } = buses[name];
    const subscription = connection.subscribe(loop, { queue: name, callback: () => undefined });
    connection.publish(loop, 'x', { reply: target });
    await connection.flush();
    const forbidden = await forbiddenTo(connection, () => {
      connection.publish(target, 'x');
      return [subscription];
    });
    expect(forbidden).toEqual([target]);
  });
});
