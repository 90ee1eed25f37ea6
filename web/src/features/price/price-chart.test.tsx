import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { inClient } from '../../test-client';
import { fetchMock, json } from '../../test-fetch';
import { PriceChart } from './price-chart';

/** Replaces the canvas: jsdom draws nothing; the browser tests check the drawing. */
vi.mock('./chart-canvas', () => ({
  ChartCanvas: ({ points }: { points: unknown[] }) => (
    <canvas data-testid="drawn" data-points={points.length} />
  ),
}));

const NOW = Date.parse('2026-11-21T12:00:00Z');
const HOUR_MS = 3_600_000;
const items = (count: number, hoursApart: number) =>
  Array.from({ length: count }, (_, index) => ({
    at: new Date(NOW - (count - 1 - index) * hoursApart * HOUR_MS).toISOString(),
    usd: 0.01 + index / 10_000,
  }));

const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined);
const responses: Record<string, () => Response> = {};

beforeEach(() => {
  fetchMock.mockImplementation((url) => {
    const range = new URL(url as string, 'http://x').searchParams.get('range') ?? '';
    return Promise.resolve(responses[range]?.() ?? json(400, { error: 'No.' }));
  });
});
afterEach(() => {
  logged.mockClear();
});

const open = () => render(<PriceChart />, { wrapper: inClient() });

it('shows a week at first, and another range once it is there; until then the one before', async () => {
  responses.week = () => json(200, { items: items(8, 24) });
  responses.year = () => json(200, { items: items(30, 24 * 12.6) });
  open();
  await screen.findByText(
    /^From \$0\.0100 to \$0\.0107 over the past week, up 7%\. Lowest \$0\.0100, highest \$0\.0107\.$/,
  );
  expect((await screen.findByTestId('drawn')).dataset.points).toBe('8');
  await userEvent.click(screen.getByRole('button', { name: 'Year' }));
  await screen.findByText(/over the past year/);
  expect(screen.getByTestId('drawn').dataset.points).toBe('30');
  expect(screen.getByRole('button', { pressed: true }).textContent).toBe('Year');
});

it('says in words and in a table what it draws', async () => {
  responses.week = () => json(200, { items: items(100, 1.68) });
  open();
  const words = await screen.findByText(/^From /);
  const drawing = screen.getByRole('img', { name: 'Chart of the price' });
  expect(drawing.getAttribute('aria-describedby')).toBe(words.id);
  await userEvent.click(screen.getByText('As a table'));
  const rows = within(screen.getByRole('table')).getAllByRole('row');
  expect(rows).toHaveLength(13);
  expect(rows.at(-1)?.textContent).toContain('$0.0199');
});

it('is honest about a record that has not begun, and draws nothing of it', async () => {
  responses.week = () => json(200, { items: [] });
  open();
  await screen.findByText('No prices are recorded yet. The chart begins with the first one.');
  expect(screen.queryByTestId('drawn')).toBeNull();
  expect(screen.queryByRole('table')).toBeNull();
});

it.each([
  ['an error', () => json(400, { error: 'No.' })],
  ['another shape', () => json(200, { items: 'none' })],
  ['a price that is none', () => json(200, { items: [{ at: '2026-11-21T12:00:00Z', usd: null }] })],
  ['a time that is none', () => json(200, { items: [{ at: 'never', usd: 1 }] })],
])('takes %s in silence, logged only [8.silent-price]', async (_, response) => {
  responses.week = response;
  open();
  await screen.findByText('N/A');
  expect(logged).toHaveBeenCalledOnce();
  expect(screen.queryByTestId('drawn')).toBeNull();
});
