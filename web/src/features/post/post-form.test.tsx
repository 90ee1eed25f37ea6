import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createRef } from 'react';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { ApiError } from '../../shared/api/api-error';
import { watchRegions } from '../../test-regions';
import { type Draft, dropDraft, readDraft, saveDraft } from './draft';
import { PostForm, type PostFormHandle } from './post-form';

const onSubmit = vi.fn();
const form = (over: Partial<Parameters<typeof PostForm>[0]> = {}) => (
  <PostForm
    initial={{ title: '', body: '' }}
    draftName="unnamed"
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
    ['', '', ['Title', 'Body']],
    ['A title', '', ['Body']],
    ['', 'A body', ['Title']],
    ['   ', 'A body', ['Title']],
    ['\u200b\u3164', 'A body', ['Title']],
    ['A title', '\u2060', ['Body']],
  ])(
    'needs a title and a body: %o and %o are rejected, and what is missing is marked',
    async (title, body, missing) => {
      onSubmit.mockReset();
      render(form({ initial: { title, body } }));
      await userEvent.click(screen.getByRole('button', { name: /Post/ }));
      expect((await screen.findByRole('alert')).textContent).toBe('Both title and body are required.');
      expect(onSubmit).not.toHaveBeenCalled();
      const isMarked = (label: string) =>
        screen.getByLabelText(label).getAttribute('aria-invalid') === 'true';
      expect(['Title', 'Body'].filter(isMarked)).toEqual(missing);
    },
  );

  it('sends what was typed, and keeps it over a reload', async () => {
    onSubmit.mockReset();
    render(form({ draftName: 'test' }));
    await userEvent.type(screen.getByLabelText('Title'), 'Bread');
    await userEvent.type(screen.getByLabelText('Body'), 'Flour{Enter}Water');
    await userEvent.click(screen.getByRole('button', { name: /Post/ }));
    await waitFor(() => expect(onSubmit).toHaveBeenCalledWith({ title: 'Bread', body: 'Flour\nWater' }));
    expect(readDraft('test')).toEqual({ title: 'Bread', body: 'Flour\nWater' });
  });

  it.each([{ working: true }, { saved: true }])('takes no more words where %o', async (state) => {
    render(form({ ...state, initial: { title: 'Bread', body: 'Flour' } }));
    await userEvent.type(screen.getByLabelText('Title'), ' and more');
    await userEvent.type(screen.getByLabelText('Body'), ' and more');
    expect(screen.getByLabelText<HTMLTextAreaElement>('Title').value).toBe('Bread');
    expect(screen.getByLabelText<HTMLTextAreaElement>('Body').value).toBe('Flour');
  });

  it("shows the server's sentence, or the fallback without one [8.create-failed]", () => {
    const { rerender } = render(form({ error: new ApiError(400, 'A title has at most 200 characters.') }));
    expect(screen.getByRole('alert').textContent).toBe('A title has at most 200 characters.');
    rerender(form({ error: new ApiError(0) }));
    expect(screen.getByRole('alert').textContent).toBe('Failed to create post');
  });
});

describe('the composer', () => {
  it('is sent by Ctrl+Enter, and by Enter alone it is not', async () => {
    onSubmit.mockReset();
    const person = userEvent.setup();
    render(form({ initial: { title: 'Bread', body: 'Flour' } }));
    await person.type(screen.getByLabelText('Body'), '{Enter}Water');
    expect(onSubmit).not.toHaveBeenCalled();
    await person.keyboard('{Control>}{Enter}{/Control}');
    await waitFor(() => expect(onSubmit).toHaveBeenCalledOnce());
    expect(onSubmit).toHaveBeenCalledWith({ title: 'Bread', body: 'Flour\nWater' });
  });

  it('has a title of one line of text: Enter goes on to the body, and pasted line ends are spaces', async () => {
    const person = userEvent.setup();
    render(form());
    const title = screen.getByLabelText<HTMLTextAreaElement>('Title');
    await person.type(title, 'Bread people');
    title.setSelectionRange(6, 6);
    await person.paste('for\nbusy\n');
    expect(title.value).toBe('Bread for busy people');
    expect(title.selectionStart).toBe('Bread for busy '.length);
    await person.keyboard('{Enter}Flour');
    expect(title.value).toBe('Bread for busy people');
    expect(screen.getByLabelText<HTMLTextAreaElement>('Body').value).toBe('Flour');
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

  it('keeps a draft that is put into it', () => {
    const ref = createRef<PostFormHandle>();
    render(form({ draftName: 'filled', ref }));
    const draft = { title: 'Bees', body: 'They hum.', draftId: 'a' };
    act(() => ref.current?.fill(draft));
    expect(readDraft('filled')).toEqual(draft);
  });

  it('discards a restored text only while nothing was typed after it', async () => {
    saveDraft('restored', { title: 'Bread', body: 'Flour' });
    const { unmount } = render(form({ draftName: 'restored' }));
    await userEvent.type(screen.getByLabelText('Body'), ' and water');
    expect(screen.getByText('Your unfinished text is back.')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Discard it' })).toBeNull();
    unmount();
    render(form({ draftName: 'restored' }));
    await userEvent.click(screen.getByRole('button', { name: 'Preview' }));
    await userEvent.click(screen.getByRole('button', { name: 'Discard it' }));
    expect(screen.getByLabelText<HTMLTextAreaElement>('Body').value).toBe('');
    expect(screen.getByLabelText('Title').matches(':focus')).toBe(true);
    expect(screen.queryByRole('region', { name: 'Preview' })).toBeNull();
    expect(readDraft('restored')).toBeNull();
  });

  it('reads out that a text is restored', async () => {
    saveDraft('restored', { title: 'Bread', body: 'Flour' });
    const isReadOut = watchRegions();
    render(form({ draftName: 'restored' }));
    await isReadOut('Your unfinished text is back.');
  });

  it('forgets a kept text that is no other than what it is about', () => {
    const saved = { title: 'Bread', body: 'Flour' };
    saveDraft('saved', saved);
    render(form({ draftName: 'saved', initial: saved }));
    expect(readDraft('saved')).toBeNull();
  });
});

describe('a text that another tab changes', () => {
  const kept = (body: string): Draft => ({ title: '', body });
  /** Delivers an event about a text that another tab stored a while ago. */
  const hear = (draft: Draft | null) => {
    const newValue = draft && JSON.stringify(draft);
    window.dispatchEvent(new StorageEvent('storage', { key: 'draft:shared', newValue }));
  };
  const body = () => screen.getByLabelText<HTMLTextAreaElement>('Body');

  it('is shown here and not kept again, since it may be older than what is kept by then', () => {
    render(form({ draftName: 'shared' }));
    act(() => {
      saveDraft('shared', kept('T'));
      hear(kept('T'));
      // The other tab stores the next text before this one has rendered.
      saveDraft('shared', kept('Th'));
    });
    expect(readDraft('shared')).toEqual(kept('Th'));
    act(() => hear(kept('Th')));
    expect(body().value).toBe('Th');
  });

  it('takes nothing of what was typed here since then', () => {
    render(form({ draftName: 'shared' }));
    saveDraft('shared', kept('T'));
    fireEvent.change(body(), { target: { value: 'Typed here' } });
    act(() => hear(kept('T')));
    expect(body().value).toBe('Typed here');
    expect(readDraft('shared')).toEqual(kept('Typed here'));
  });

  it('is gone here too once that tab has posted it, and so is what was said of it', () => {
    saveDraft('shared', kept('Typed before'));
    render(form({ draftName: 'shared' }));
    expect(screen.getByText('Your unfinished text is back.')).toBeTruthy();
    dropDraft('shared');
    act(() => hear(null));
    expect(body().value).toBe('');
    expect(screen.queryByText('Your unfinished text is back.')).toBeNull();
  });

  it('that is gone leaves the way out of its preview', async () => {
    saveDraft('shared', kept('Typed before'));
    render(form({ draftName: 'shared' }));
    await userEvent.click(screen.getByRole('button', { name: 'Preview' }));
    dropDraft('shared');
    act(() => hear(null));
    await userEvent.click(screen.getByRole('button', { name: 'Keep writing' }));
    expect(screen.queryByRole('region', { name: 'Preview' })).toBeNull();
  });

  /** Leaves the page as the browser keeps it, and comes back to it after `meanwhile`. */
  const comeBackAfter = (meanwhile: () => void) =>
    act(() => {
      window.dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true }));
      meanwhile();
      window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
    });

  it('is shown on a page that the browser kept as it was left', () => {
    render(form({ draftName: 'shared' }));
    comeBackAfter(() => void saveDraft('shared', kept('From the other tab')));
    expect(body().value).toBe('From the other tab');
  });

  it('leaves words that could not be stored on such a page where no tab has changed it', () => {
    render(form({ draftName: 'shared' }), { wrapper: MemoryRouter });
    vi.spyOn(Storage.prototype, 'setItem').mockImplementationOnce(() => {
      throw new DOMException('full', 'QuotaExceededError');
    });
    fireEvent.change(body(), { target: { value: 'Typed here' } });
    comeBackAfter(() => undefined);
    expect(body().value).toBe('Typed here');
  });
});

describe('a page that is left with changes', () => {
  // Replaces two methods that jsdom lacks.
  beforeAll(() => void Object.assign(HTMLDialogElement.prototype, { showModal: vi.fn(), close: vi.fn() }));
  afterEach(() => vi.restoreAllMocks());

  it.each([
    [true, 'Nobody sees your changes yet. They stay on this device and are here when you come back.'],
    [false, 'Nobody sees your changes yet, and this browser does not keep them.'],
  ])('says whether they stay on this device: %s', async (isKept, sentence) => {
    if (!isKept) {
      vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
        throw new DOMException('full', 'QuotaExceededError');
      });
    }
    render(
      <MemoryRouter>
        {form({ draftName: 'left', guarded: true })}
        <a href="/new">New</a>
      </MemoryRouter>,
    );
    await userEvent.type(screen.getByLabelText('Body'), 'An hour of work');
    fireEvent.click(screen.getByRole('link', { name: 'New' }));
    expect(screen.getByText(sentence)).toBeTruthy();
  });
});
