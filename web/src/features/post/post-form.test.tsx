import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { ApiError } from '../../shared/api/api-error';
import { readDraft } from './draft';
import { PostForm } from './post-form';

const onSubmit = vi.fn();
const form = (over: Partial<Parameters<typeof PostForm>[0]> = {}) => (
  <PostForm
    initial={{ title: '', body: '' }}
    label="Post"
    workingLabel="Creating..."
    working={false}
    error={null}
    fallbackError="Failed to create post"
    onSubmit={onSubmit}
    {...over}
  />
);

describe('writing a post (spec, sections 5 and 8)', () => {
  it.each([
    ['', ''],
    ['A title', ''],
    ['', 'A body'],
    ['   ', 'A body'],
  ])('needs a title and a body: %o and %o are refused', async (title, body) => {
    onSubmit.mockReset();
    render(form({ initial: { title, body } }));
    await userEvent.click(screen.getByRole('button', { name: /Post/ }));
    expect((await screen.findByRole('alert')).textContent).toBe('Both title and body are required.');
    expect(onSubmit).not.toHaveBeenCalled();
  });

  it('sends what was typed, and keeps it over a reload', async () => {
    onSubmit.mockReset();
    render(form({ draftName: 'test' }));
    await userEvent.type(screen.getByLabelText('Title'), 'Bread');
    await userEvent.type(screen.getByLabelText('Body'), 'Flour{Enter}Water');
    await userEvent.click(screen.getByRole('button', { name: /Post/ }));
    await waitFor(() => expect(onSubmit).toHaveBeenCalledWith({ title: 'Bread', body: 'Flour\nWater' }));
    expect(readDraft('test')).toEqual({ title: 'Bread', body: 'Flour\nWater' });
  });

  it("shows the server's sentence, or the fallback without one [8.create-failed]", () => {
    const { rerender } = render(form({ error: new ApiError(400, 'A title has at most 200 characters.') }));
    expect(screen.getByRole('alert').textContent).toBe('A title has at most 200 characters.');
    rerender(form({ error: new ApiError(0) }));
    expect(screen.getByRole('alert').textContent).toBe('Failed to create post');
  });
});
