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
  ])('needs a title and a body: %o and %o are rejected', async (title, body) => {
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

describe('the composer', () => {
  it('is sent by Ctrl+Enter, once however long it is held down, and by Enter alone it is not', async () => {
    onSubmit.mockReset();
    const person = userEvent.setup();
    render(form({ initial: { title: 'Bread', body: 'Flour' } }));
    await person.type(screen.getByLabelText('Body'), '{Enter}Water');
    expect(onSubmit).not.toHaveBeenCalled();
    await person.keyboard('{Control>}{Enter}{Enter}{Enter}{/Control}');
    await waitFor(() => expect(onSubmit).toHaveBeenCalledOnce());
    expect(onSubmit).toHaveBeenCalledWith({ title: 'Bread', body: 'Flour\nWater' });
  });

  it('shows what readers will see, and goes back to the fields for what is missing', async () => {
    onSubmit.mockReset();
    const person = userEvent.setup();
    render(form({ initial: { title: 'Bread', body: '' } }));
    await person.click(screen.getByRole('button', { name: 'Preview' }));
    expect(screen.getByRole('heading', { name: 'Bread' })).toBeTruthy();
    await person.click(screen.getByRole('button', { name: /Post/ }));
    await screen.findByRole('alert');
    expect(screen.queryByRole('region', { name: 'Preview' })).toBeNull();
    await person.type(screen.getByLabelText('Body'), 'Flour');
    await person.click(screen.getByRole('button', { name: 'Preview' }));
    expect(screen.getByTestId('post-body').textContent).toBe('Flour');
    await person.click(screen.getByRole('button', { name: 'Keep writing' }));
    expect(screen.queryByTestId('post-body')).toBeNull();
  });

  it.each([
    [159, false],
    [160, true],
  ])('counts a title of %d characters: %s', (length, counted) => {
    render(form({ initial: { title: 'a'.repeat(length), body: '' } }));
    expect(screen.queryByText(`${length} of 200 characters`) !== null).toBe(counted);
  });

  it('says that a text is saved, once there is one to save', async () => {
    render(form({ draftName: 'noted' }));
    expect(screen.queryByText(/Saved on this device/)).toBeNull();
    await userEvent.type(screen.getByLabelText('Title'), 'B');
    expect(screen.getByText(/Saved on this device/)).toBeTruthy();
  });
});
