import { act, render, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { inPage } from '../../test-client';
import { fetchMock, json, respond } from '../../test-fetch';
import { HistoryTable } from './history-table';
import type { HistoryItem, HistoryView } from './wallet.api';

/** Replaces the observer that jsdom lacks; `near` reports that the last row came into view. */
let near: (() => void) | null = null;
let margin = '';
class Observer {
  constructor(callback: IntersectionObserverCallback, options: IntersectionObserverInit) {
    margin = options.rootMargin ?? '';
    near = () =>
      callback([{ isIntersecting: true, intersectionRatio: 1, target: this.seen } as never], this as never);
  }
  private seen: Element | null = null;
  readonly thresholds = [0];
  observe(element: Element) {
    this.seen = element;
  }
  unobserve() {
    return undefined;
  }
  disconnect() {
    return undefined;
  }
}

const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined);
const line = (id: number, kind: string, amountNano: string, post_id: number | null = null) =>
  ({
    id,
    kind,
    amountNano,
    amount: 0,
    created_at: '2026-11-21T12:00:00.000Z',
    post_id,
    post_title: null,
    counterparty: null,
    counterparty_user: null,
    tx: null,
  }) as HistoryItem;
const priya = { id: 9, username: 'priya_s', avatar: '/api/avatars/p.webp', is_verified: false };

const open = (view: HistoryView = 'chain') =>
  render(<HistoryTable view={view} label="History" />, { wrapper: inPage() });
/** Returns the visible text of a cell, without the text for screen readers. */
const shown = (cell: HTMLElement) =>
  within(cell).queryByText(/LIKE$/, { ignore: '.sr-only' })?.textContent ?? cell.textContent;
const rows = () =>
  screen
    .getAllByRole('row')
    .slice(1)
    .map((row) => within(row).getAllByRole('cell').map(shown));

beforeEach(() => vi.stubGlobal('IntersectionObserver', Observer));
afterEach(() => {
  vi.useRealTimers();
  logged.mockClear();
});

describe("the wallet's history (spec, sections 2 to 4)", () => {
  it('shows a deposit green with +, and any other kind as a withdrawal red with - [2.wallet-history]', async () => {
    respond(200, {
      items: [line(2, 'deposit', '1234567891000'), line(1, 'withdraw', '-2500000000')],
      nextCursor: null,
    });
    open();
    await screen.findByText('Deposit');
    expect(screen.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
      'Date',
      'Type',
      'Status',
      'Amount',
    ]);
    expect(rows()).toEqual([
      ['Nov 21, 2026', 'Deposit', 'success', '+1.2K LIKE'],
      ['Nov 21, 2026', 'Withdraw', 'success', '-2.50 LIKE'],
    ]);
    expect(screen.getByTitle('+1234.567891 LIKE').className).toContain('text-positive');
    expect(screen.getByTitle('-2.5 LIKE').className).toContain('text-negative');
  });

  it("says 'You haven't had any transactions yet' [2.wallet-empty]", async () => {
    respond(200, { items: [], nextCursor: null });
    open();
    const cell = await screen.findByText("You haven't had any transactions yet");
    // As blocks, which they are where cells are stacked, the table's elements have no roles but those written out.
    expect([cell.getAttribute('role'), cell.parentElement?.getAttribute('role')]).toEqual(['cell', 'row']);
  });

  it('asks for more when its last row comes within 100 px, and stops without a nextCursor [9.infinite-scroll]', async () => {
    respond(200, { items: [line(2, 'deposit', '1')], nextCursor: 'older' });
    respond(200, { items: [line(1, 'deposit', '1')], nextCursor: null });
    open();
    await waitFor(() => expect(near).not.toBeNull());
    expect(margin).toBe('100px 0px');
    const fire = near;
    fire?.();
    fire?.();
    await waitFor(() => expect(screen.getAllByText('Deposit')).toHaveLength(2));
    expect(fetchMock.mock.calls.map(([url]) => url)).toEqual([
      '/api/wallet/history?cursor=',
      '/api/wallet/history?cursor=older',
    ]);
  });

  it('keeps what is loaded when a page fails, and tells the console alone [8.silent-history]', async () => {
    respond(200, { items: [line(2, 'deposit', '1')], nextCursor: 'older' });
    respond(400, { error: 'This page link is no longer valid.' });
    open();
    await screen.findByText('Deposit');
    near?.();
    await waitFor(() => expect(logged).toHaveBeenCalledOnce());
    await waitFor(() => expect(screen.queryByTestId('history-skeleton')).toBeNull());
    expect(screen.getAllByText('Deposit')).toHaveLength(1);
    expect(screen.queryByText('This page link is no longer valid.')).toBeNull();
  });

  it.each([
    ['goes on, silently, once the site can be reached after an outage', 503, 2],
    ['stays stopped by a rejection [8.silent-history]', 400, 1],
  ])('%s', async (_promise, status, shownAfter) => {
    vi.useFakeTimers({ shouldAdvanceTime: true, advanceTimeDelta: 200 });
    respond(200, { items: [line(2, 'deposit', '1')], nextCursor: 'older' });
    open();
    await screen.findByText('Deposit');
    fetchMock.mockImplementation(() => Promise.resolve(json(status)));
    near?.();
    await waitFor(() => expect(logged).toHaveBeenCalledOnce());
    await waitFor(() => expect(screen.queryByTestId('history-skeleton')).toBeNull());
    fetchMock.mockImplementation(() =>
      Promise.resolve(json(200, { items: [line(1, 'deposit', '1')], nextCursor: null })),
    );
    await act(() => vi.advanceTimersByTimeAsync(10_000));
    expect(screen.getAllByText('Deposit')).toHaveLength(shownAfter);
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('does not claim that there is nothing when it could not be read', async () => {
    respond(200, { items: 'garbage' });
    open();
    await waitFor(() => expect(screen.queryByTestId('history-skeleton')).toBeNull());
    expect(screen.queryByText("You haven't had any transactions yet")).toBeNull();
  });

  it('of all changes has a face, a name and a title for each, to the last decimal', async () => {
    const items = [
      { ...line(5, 'tip-sent', '-1000', 7), post_title: 'The swifts came back', counterparty_user: priya },
      { ...line(4, 'referral', '100', 8), counterparty_user: priya },
      { ...line(4, 'tip-received', '700', 8), counterparty_user: priya },
      line(3, 'tip-received', '70', 6),
      line(1, 'bonus', '100000000000'),
      { ...line(0, 'accrued', '0'), id: null },
    ];
    respond(200, { items, nextCursor: null });
    open('all');
    await screen.findByText('Sign-up bonus');
    const [, ...rows] = screen.getAllByRole('row');
    const told = rows.map((row) => {
      const [what, amount] = within(row).getAllByRole('cell');
      return [what && within(what).getAllByRole('paragraph')[0]?.textContent, amount && shown(amount)];
    });
    expect(told).toEqual([
      ['Tip sent to priya_s', '-0.000001 LIKE'],
      ['Share and earn, a tip of priya_s', '+0.0000001 LIKE'],
      ['Tip received from priya_s', '+0.0000007 LIKE'],
      ['Tip received', '+0.00000007 LIKE'],
      ['Sign-up bonus', '+100 LIKE'],
    ]);
    expect(screen.getByRole('link', { name: 'The swifts came back' }).getAttribute('href')).toBe('/p/7');
    expect(screen.getByRole('link', { name: 'post 6' }).getAttribute('href')).toBe('/p/6');
    const faces = screen
      .getAllByAltText('')
      .filter((image) => image.getAttribute('src') === '/api/avatars/p.webp');
    expect(faces).toHaveLength(3);
    expect(screen.getAllByRole('time')).toHaveLength(5);
    expect(fetchMock.mock.calls[0]?.[0]).toBe('/api/wallet/history?kinds=all&cursor=');
  });

  it.each([
    ['all', 'On the chain'],
    ['chain', 'success'],
  ] as const)('of a deposit leads to its transaction, among %s', async (view, name) => {
    const rpcUrl = 'http://localhost:8899';
    fetchMock.mockImplementation((url) =>
      Promise.resolve(
        new Response(
          JSON.stringify(
            url === '/settings.json'
              ? { devWallet: { rpcUrl } }
              : { items: [{ ...line(2, 'deposit', '1000'), tx: '5sig' }], nextCursor: null },
          ),
        ),
      ),
    );
    open(view);
    const link = await screen.findByRole('link', { name });
    expect(link.getAttribute('href')).toMatch(/^https:\/\/explorer\.solana\.com\/tx\/5sig/);
    await waitFor(() =>
      expect(new URL(link.getAttribute('href') ?? '').searchParams.get('customUrl')).toBe(rpcUrl),
    );
  });
});
