import { z } from 'zod';
import { countArgument, readCliArguments, textArgument, UserFacingError } from './cli-arguments.js';

const declared = z.object({
  title: textArgument('title', 5),
  winners: countArgument('winners', 10),
  start: z.string().optional(),
});
const read = (...given: string[]) => readCliArguments(declared, given);

it('the arguments of a command are what follows the first =, without spaces around it', () => {
  expect(read('title= a=b ', 'winners=10', 'start=')).toEqual({ title: 'a=b', winners: 10 });
});

it.each([
  [['winners=1', 'title='], 'Say title=…'],
  [['winners=1', 'title=longer'], 'title may have 5 characters, not 6.'],
  [['title=a'], 'Say winners=…'],
  [['title=a', 'winners=11'], 'winners must be a whole number from 1 to 10, not "11".'],
  [['title=a', 'winners=0'], 'winners must be a whole number from 1 to 10, not "0".'],
  [['title=a', 'winners=1.5'], 'winners must be a whole number from 1 to 10, not "1.5".'],
  [['title=a', 'winners=1', 'now'], '"now" is no word of the form name=value.'],
  [['=a'], '"=a" is no word of the form name=value.'],
])('%j is told in a sentence', (given, sentence) => {
  expect(() => read(...given)).toThrow(new UserFacingError(sentence));
});

it('all that is wrong is told at once, a line each', () => {
  expect(() => read()).toThrow(new UserFacingError('Say title=…\nSay winners=…'));
});
