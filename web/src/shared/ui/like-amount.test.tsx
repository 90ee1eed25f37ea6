import { render, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { LikeAmount } from './like-amount';

const mindsMotion = (matches: boolean) => vi.stubGlobal('matchMedia', () => ({ matches }));
const shown = () => screen.getByText(/./, { ignore: '.sr-only' }).textContent;
const ONE = 1_000_000_000n;

describe('an amount', () => {
  beforeEach(() => mindsMotion(false));

  it('is short for a glance, and exact on hover and for a screen reader', () => {
    render(<LikeAmount nano={1_234_567_891_000n} />);
    expect(shown()).toBe('1.2K');
    expect(screen.getByTitle('1234.567891 LIKE').textContent).toBe('1.2K1234.567891 LIKE');
    expect(screen.getByText('1234.567891 LIKE').className).toBe('sr-only');
  });

  it('counts up to a tip that was sent, and ends exactly there', async () => {
    const { rerender } = render(<LikeAmount nano={0n} />);
    rerender(<LikeAmount nano={0n} sentTips={1} />);
    rerender(<LikeAmount nano={100n * ONE} sentTips={1} />);
    expect(shown()).not.toBe('100');
    await waitFor(() => expect(shown()).toBe('100'));
  });

  it('changes at once for those who do not want motion', () => {
    mindsMotion(true);
    const { rerender } = render(<LikeAmount nano={0n} />);
    rerender(<LikeAmount nano={100n * ONE} sentTips={1} />);
    expect(shown()).toBe('100');
  });

  it('changes at once when nobody here tipped', () => {
    const { rerender } = render(<LikeAmount nano={0n} sentTips={1} />);
    rerender(<LikeAmount nano={100n * ONE} sentTips={1} />);
    expect(shown()).toBe('100');
  });
});
