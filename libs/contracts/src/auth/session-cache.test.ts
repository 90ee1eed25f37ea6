import { readSession, sessionKey, writeSession } from './session-cache.js';

describe('a session in the cache', () => {
  it.each([
    [{ memberId: 1051, role: 'member' }, '1051'],
    [{ memberId: 1051, role: 'moderator' }, '1051:moderator'],
    [{ memberId: 7, role: 'admin' }, '7:admin'],
  ] as const)('of %j is %s, and is read back', (session, value) => {
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
  ])('is none where %j stands', (value) => {
    expect(readSession(value)).toBeNull();
  });

  it('has a key of its own', () => {
    expect(sessionKey('abc')).toBe('session:abc');
  });
});
