import type { User } from '@likewell/contracts/gateway/user';
import { beforeEach, describe, expect, it, vi } from 'vitest';

const mary: User = {
  id: 1001,
  username: 'mary',
  email: 'mary@example.org',
  avatar: '/static/default-avatar.png',
  is_verified: false,
  tokens: 100,
  tokensNano: '100000000000',
  public_token: 'abc',
  role: 'member' as const,
};

/** Loads the store as a reloaded page does. */
async function loadStore() {
  vi.resetModules();
  return import('./session-store');
}

describe('the session in local storage (spec, section 3)', () => {
  beforeEach(() => localStorage.clear());

  it('is kept under `user` and `token` and survives a reload', async () => {
    (await loadStore()).saveSession('secret', mary);
    expect(localStorage.getItem('token')).toBe('secret');
    expect(JSON.parse(localStorage.getItem('user') ?? '')).toEqual(mary);
    expect((await loadStore()).getSession()).toEqual({ token: 'secret', user: mary });
  });

  it('is gone after it was dropped', async () => {
    const store = await loadStore();
    store.saveSession('secret', mary);
    store.dropSession();
    expect(store.getSession()).toEqual({ token: null, user: null });
    expect(localStorage.getItem('token')).toBeNull();
    expect(localStorage.getItem('user')).toBeNull();
  });

  it('is not dropped for a token that it replaced', async () => {
    const store = await loadStore();
    store.saveSession('new', mary);
    store.dropSession('old');
    expect(store.getSession().token).toBe('new');
  });

  it('is not dropped for a token that another tab has replaced', async () => {
    const store = await loadStore();
    store.saveSession('old', mary);
    localStorage.setItem('token', 'new');
    store.dropSession('old');
    expect(store.getSession()).toEqual({ token: 'new', user: mary });
    expect(localStorage.getItem('token')).toBe('new');
  });

  it('is what other tabs have left of it, when a page is shown again as it was left', async () => {
    const store = await loadStore();
    store.saveSession('secret', mary);
    store.followSession(vi.fn());
    localStorage.clear();
    window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
    expect(store.getSession()).toEqual({ token: null, user: null });
  });

  it('takes over a new balance', async () => {
    const store = await loadStore();
    store.saveSession('secret', mary);
    store.updateUser({ tokens: 98.5, tokensNano: '98500000000' });
    expect(store.getSession().user?.tokensNano).toBe('98500000000');
    expect((await loadStore()).getSession().user?.tokens).toBe(98.5);
  });

  it.each(['{', 'null', '{"id":1}', '[]', '"mary"'])('shows nobody for a stored user of %s', async (text) => {
    localStorage.setItem('token', 'secret');
    localStorage.setItem('user', text);
    expect((await loadStore()).getSession()).toEqual({ token: 'secret', user: null });
  });
});

it('a referral code of the address is stored under `ref` and stays', async () => {
  const { storeReferral, storedReferral } = await import('./referral');
  expect(storedReferral()).toBeNull();
  storeReferral('?ref=abc123');
  storeReferral('?other=1');
  expect(storedReferral()).toBe('abc123');
  expect(localStorage.getItem('ref')).toBe('abc123');
});

it.each([
  ['is too long', 'a'.repeat(101)],
  ['holds a NUL', 'abc\0'],
  ['is empty', ''],
])('a referral code that %s is not stored, and is ignored where it was', async (_, code) => {
  localStorage.clear();
  const { storeReferral, storedReferral } = await import('./referral');
  storeReferral('?ref=abc123');
  storeReferral(`?ref=${encodeURIComponent(code)}`);
  expect(storedReferral()).toBe('abc123');
  localStorage.setItem('ref', code);
  expect(storedReferral()).toBeNull();
});
