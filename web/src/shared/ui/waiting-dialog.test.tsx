import { act, render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { watchRegions } from '../../test-regions';
import { WaitingDialog } from './waiting-dialog';

const close = () => undefined;
// jsdom lacks both.
HTMLDialogElement.prototype.showModal = function (this: HTMLDialogElement) {
  this.open = true;
};
HTMLDialogElement.prototype.close = function (this: HTMLDialogElement) {
  this.open = false;
};
afterEach(() => vi.restoreAllMocks());

it('what it says as it opens is its description, and what it says later is read out', async () => {
  const { rerender } = render(<WaitingDialog onClose={close} />);
  expect(await screen.findByRole('dialog', { name: 'Loading', description: 'Just a moment.' })).toBeTruthy();
  const isReadOut = watchRegions();
  rerender(<WaitingDialog onClose={close} onRetry={close} />);
  await isReadOut(/^This could not be loaded/);
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  act(() => void window.dispatchEvent(new Event('offline')));
  await isReadOut(/^You are offline/);
});
