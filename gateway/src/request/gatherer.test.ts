import { Gatherer } from './gatherer.js';

const turn = () => new Promise((resolve) => setImmediate(resolve));

it('asks once for all that came before the event loop turned, and answers each', async () => {
  const rounds: (readonly number[])[] = [];
  const gatherer = new Gatherer((questions: readonly number[]) => {
    rounds.push(questions);
    return Promise.resolve(questions.map((question) => question * 2));
  });
  const first = Promise.all([1, 2, 3].map((question) => gatherer.ask(question)));
  await turn();
  const second = gatherer.ask(4);
  expect([await first, await second]).toEqual([[2, 4, 6], 8]);
  expect(rounds).toEqual([[1, 2, 3], [4]]);
});

it('fails those who shared the round, and nobody after them', async () => {
  let fails = true;
  const gatherer = new Gatherer((questions: readonly string[]) =>
    fails ? Promise.reject(new Error('away')) : Promise.resolve(questions),
  );
  const shared = await Promise.allSettled([gatherer.ask('a'), gatherer.ask('b')]);
  expect(shared.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  fails = false;
  await expect(gatherer.ask('c')).resolves.toBe('c');
});

it('never takes a missing answer for one', async () => {
  const gatherer = new Gatherer<string, string>(() => Promise.resolve(['only one']));
  const results = await Promise.allSettled([gatherer.ask('a'), gatherer.ask('b')]);
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected']);
});
