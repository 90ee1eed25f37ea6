import { Writable } from 'node:stream';
import { createLogger, nestLogger, type Logger } from './logger.js';
import { newContext, runInContext } from './request-context.js';

const CANARY = 'canary-7f3a';
const SECRETS = [
  ...['authorization', 'cookie', 'password', 'oldPass', 'newPass', 'token', 'tokenHash', 'secret', 'apiKey'],
  ...['email', 'emailOrUser', 'prompt', 'walletSignature'],
];

/** Returns what `write` writes to the log. */
function logged(write: (logger: Logger) => void): string {
  let text = '';
  const destination = new Writable({
    write(chunk, _, done) {
      text += String(chunk);
      done();
    },
  });
  write(createLogger('test', 'trace', destination));
  return text;
}

/** Makes a database error like those of the driver and TypeORM. */
const databaseError = () =>
  Object.assign(new Error('duplicate key value violates unique constraint "member_email_taken"'), {
    code: '23505',
    query: 'INSERT INTO member (email) VALUES ($1)',
    parameters: [CANARY],
    detail: `Key (email)=(${CANARY}) already exists.`,
    driverError: Object.assign(new Error('duplicate key'), { detail: CANARY, where: CANARY }),
  });

describe('a log line', () => {
  it.each(SECRETS)('never holds the %s of an entry, nor of a part of it', (key) => {
    const line = logged((logger) => {
      logger.info({ [key]: CANARY, input: { [key]: CANARY } }, 'something happened');
    });
    expect(line).toContain('something happened');
    expect(line).not.toContain(CANARY);
  });

  it('tells of a database error without the values of its statement', () => {
    const line = logged((logger) => {
      logger.error({ err: databaseError() }, 'call failed');
      logger.error(databaseError());
      logger.error({ err: new Error('could not join', { cause: databaseError() }) }, 'call failed');
      logger.error({ err: new AggregateError([databaseError()], 'members were not deleted') }, 'call failed');
    });
    expect(line).toContain('member_email_taken');
    expect(line).toContain('23505');
    expect(line).not.toContain(CANARY);
  });

  it('of an error keeps the stack, which the error’s own causes are part of', () => {
    const line = logged((logger) => {
      logger.error({ err: new Error('outer', { cause: new Error('inner') }) }, 'call failed');
    });
    expect(line).toMatch(/outer.*inner.*logger\.test/);
  });

  it('of several errors in one tells each of them', () => {
    const line = logged((logger) => {
      const inner = new AggregateError([new Error('the first')], 'some of them');
      logger.error({ err: new AggregateError([inner, new Error('the last')], 'all of them') }, 'job failed');
    });
    expect(JSON.parse(line)).toMatchObject({
      err: {
        message: 'all of them',
        errors: [
          { message: 'some of them', errors: [{ message: 'the first' }] },
          { message: 'the last', type: 'Error' },
        ],
      },
    });
  });

  it('of an error whose cause combines several tells each of these', () => {
    const cause = new AggregateError([new Error('the first address'), databaseError()], '');
    const line = logged((logger) => {
      logger.error({ err: new Error('fetch failed', { cause }) }, 'call failed');
    });
    expect(line).toContain('the first address');
    expect(line).not.toContain(CANARY);
  });

  it('carries the id of the request that it belongs to', () => {
    const line = logged((logger) => {
      runInContext(newContext({ requestId: 'the-request' }), () => logger.info('within'));
    });
    expect(JSON.parse(line)).toMatchObject({ requestId: 'the-request', service: 'test', msg: 'within' });
  });

  it('of Nest’s own is one of ours', () => {
    const line = logged((logger) => {
      nestLogger(logger).error(new Error('no provider'), 'the stack');
    });
    expect(JSON.parse(line)).toMatchObject({ level: 50, stack: 'the stack' });
    expect(line).toContain('no provider');
  });
});
