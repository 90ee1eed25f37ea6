import { render, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { LikeAmount } from './like-amount';

const mindsMotion = (matches: boolean) => vi.stubGlobal('matchMedia', () => ({ matches }));
const shown = (container: HTMLElement) => container.querySelector('[aria-hidden]')?.textContent;
const ONE = 1_000_000_000n;

describe('an amount', () => {
  beforeEach(() => mindsMotion(false));

  it('is short for a glance, and exact on hover and for a screen reader', () => {
    const { container } = render(<LikeAmount nano={1_234_567_891_000n} />);
    expect(shown(container)).toBe('1.2K');
    expect(container.querySelector('[title]')?.getAttribute('title')).toBe('1234.567891 LIKE');
    expect(container.querySelector('.sr-only')?.textContent).toBe('1234.567891 LIKE');
  });

  it('counts up to a tip that was sent, and ends exactly there', async () => {
    const { container, rerender } = render(<LikeAmount nano={0n} countUp />);
    rerender(<LikeAmount nano={100n * ONE} countUp />);
    expect(shown(container)).not.toBe('100');
    await waitFor(() => expect(shown(container)).toBe('100'));
  });

  it('changes at once for those who do not want motion', () => {
    mindsMotion(true);
    const { container, rerender } = render(<LikeAmount nano={0n} countUp />);
    rerender(<LikeAmount nano={100n * ONE} countUp />);
    expect(shown(container)).toBe('100');
  });

  it('changes at once when nobody here tipped', () => {
    const { container, rerender } = render(<LikeAmount nano={0n} />);
    rerender(<LikeAmount nano={100n * ONE} />);
    expect(shown(container)).toBe('100');
  });
});
