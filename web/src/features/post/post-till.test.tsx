import { act, render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { recordSentTip } from '../../shared/posts/sent-tips';
import { inPage } from '../../test-client';
import { testPost } from '../../test-post';
import { PostTill } from './post-till';

const till = (likesSumNano: string) => <PostTill post={{ ...testPost, likesSumNano }} isOwn={false} />;

it("counts up with each tip of this page, and with no other member's", () => {
  recordSentTip(testPost.id);
  const { rerender } = render(till('10000000000'), { wrapper: inPage() });
  const shown = () => screen.getByText(/^\d/, { ignore: '.sr-only' }).textContent;
  rerender(till('15000000000'));
  expect(shown()).toBe('15');
  act(() => recordSentTip(testPost.id));
  rerender(till('20000000000'));
  expect(shown()).toBe('15');
  rerender(till('25000000000'));
  expect(shown()).toBe('25');
});
