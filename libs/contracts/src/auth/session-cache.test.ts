import { ASK_AUTH, readSession, REVOKED, sessionKey, writeSession } from './session-cache.js';

describe('a session in the cache', () => {
  it.each([
    [{ memberId: 1051, role: 'member' }, '1051'],
    [{ memberId: 1051, role: 'moderator' }, '1051:moderator'],
    [{ memberId: 7, role: 'admin' }, '7:admin'],
    [{ memberId: 1051, role: 'member', tipLimitNano: 5_000_000_000n }, '1051/5000000000'],
    [{ memberId: 7, role: 'admin', tipLimitNano: 1n }, '7:admin/1'],
  ] as const)('of %o is %s, and is read back', (session, value) => {
    expect(writeSession(session)).toBe(value);
    expect(readSession(value)).toEqual(session);
  });

  it.each([
    'revoked',
    'ask',
    '',
    'admin',
    ':admin',
    '7:',
    '7:member',
    '7:root',
    ' 7',
    '7 ',
    'x7',
    '7x',
    '7:admin:',
    '7/',
    '7/-1',
    '7/1:admin',
    '/1',
  ])('is none where %j stands', (value) => {
    expect(readSession(value)).toBeNull();
  });

  it('has two marks that a gateway of the version before reads, too', () => {
    expect([REVOKED, ASK_AUTH]).toEqual(['revoked', 'ask']);
  });

  it('has a key of its own', () => {
    expect(sessionKey('abc')).toBe('session:abc');
  });
});
