import { HttpClient } from '@likewell/testing/http-client';
import { eventually } from '@likewell/testing/eventually';
import { startStack, type TestStack } from '@likewell/testing/start-stack';
import { isOpenForTips } from './is-open-for-tips.js';

let stack: TestStack;
let visitor: HttpClient;

beforeAll(async () => {
  stack = await startStack();
  visitor = new HttpClient(stack.url);
});
afterAll(() => stack.stop());

/** Creates an author's post that the ledger takes tips for, and a member who would tip it. */
async function publish(name: string) {
  const { client: author } = await visitor.join(`${name}_author`);
  const { client: payer } = await visitor.join(`${name}_payer`);
  const id = await author.publish(`A post of ${name}`);
  const tip = () => payer.call('POST', `/api/posts/${id}/like`, { amount: 1 });
  await eventually(async () => expect(await isOpenForTips(stack, id)).toBe(true));
  return { id, tip, remove: () => author.call('DELETE', `/api/posts/${id}`) };
}

describe('a deleted post', () => {
  it('takes no tip once the delete was answered, though no event has come to the ledger', async () => {
    const { tip, remove } = await publish('quick');
    expect((await tip()).status).toBe(200);
    // The lock keeps events from being recorded as seen, so none is handled.
    const blocker = await stack.schemas['tipping-ledger'].owner.connect();
    await blocker.query('BEGIN; LOCK TABLE inbox IN EXCLUSIVE MODE');
    expect((await remove()).status).toBe(200);
    const rejected = await tip();
    await blocker.query('COMMIT');
    blocker.release();
    expect([rejected.status, rejected.body.code]).toEqual([404, 'POST_NOT_FOUND']);
  });

  it('is deleted with the ledger away too, which takes no tip from its event on', async () => {
    const { id, tip, remove } = await publish('lonely');
    await stack.services['tipping-ledger'].stop();
    expect((await remove()).status).toBe(200);
    await stack.services['tipping-ledger'].start();
    await eventually(async () => expect(await isOpenForTips(stack, id)).toBe(false));
    expect((await tip()).status).toBe(404);
  });
});
