import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { inClient } from '../../test-client';
import { AiDraftForm } from './ai-draft-form';

const DRAFT = { title: 'Bees', body: 'They hum.', draft_id: 'a', stand_in: false };
const respond = (body: object, status = 200) =>
  Promise.resolve(new Response(JSON.stringify(body), { status }));

const onDraft = vi.fn();
afterEach(() => {
  onDraft.mockReset();
  vi.unstubAllGlobals();
});

async function askAbout(prompt: string, fetching: typeof fetch, ownWords = false) {
  const fetched = vi.fn(fetching);
  vi.stubGlobal('fetch', fetched);
  const { unmount } = render(
    <AiDraftForm draftName="test" isPosting={false} holdsOwnWords={() => ownWords} onDraft={onDraft} />,
    { wrapper: inClient() },
  );
  if (prompt) await userEvent.type(screen.getByRole('textbox'), prompt);
  await userEvent.click(screen.getByRole('button', { name: /Draft with AI/ }));
  return { fetched, unmount };
}

describe('drafting with AI (spec, sections 2, 5 and 8)', () => {
  it.each(['', '   '])('ignores an empty prompt: %o [5.draft-prompt]', async (prompt) => {
    const { fetched } = await askAbout(prompt, () => respond(DRAFT));
    expect(fetched).not.toHaveBeenCalled();
  });

  it('hands the draft over, and announces it', async () => {
    await askAbout('bees', () => respond(DRAFT));
    await waitFor(() => expect(onDraft).toHaveBeenCalledWith(DRAFT));
    expect(screen.getByRole('status').textContent).toBe(
      'Your draft is in the form above. Read it before you post.',
    );
  });

  it('asks first where somebody has typed, and takes no for an answer', async () => {
    await askAbout('bees', () => respond(DRAFT), true);
    await userEvent.click(await screen.findByRole('button', { name: 'Keep my text' }));
    expect(onDraft).not.toHaveBeenCalled();
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('asks for one draft at a time, and gives it up when it is left', async () => {
    const signals: (AbortSignal | null | undefined)[] = [];
    const { fetched, unmount } = await askAbout('bees', (_url, options) => {
      signals.push(options?.signal);
      return new Promise(() => undefined);
    });
    await userEvent.click(screen.getByRole('button', { name: /Generating/ }));
    expect(fetched).toHaveBeenCalledTimes(1);
    expect(signals[0]?.aborted).toBe(false);
    unmount();
    expect(signals[0]?.aborted).toBe(true);
  });

  it("shows the server's sentence, or the fallback without one [8.generate-failed]", async () => {
    await askAbout('bees', () => respond({ error: 'The AI took too long.' }, 503));
    expect((await screen.findByRole('alert')).textContent).toBe('The AI took too long.');
    vi.stubGlobal('fetch', () => respond({}, 500));
    await userEvent.click(screen.getByRole('button', { name: /Draft with AI/ }));
    await waitFor(() => expect(screen.getByRole('alert').textContent).toBe('Failed to generate post'));
  });
});
