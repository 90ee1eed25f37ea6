import { render } from '@testing-library/react';
import { expect, it } from 'vitest';
import { ReviewBanner } from './review-banner';

it.each([
  [
    'pending' as const,
    'Pending: Please wait while a moderator checks your post for compliance with the platform rules.',
  ],
  [
    'rejected' as const,
    'Rejected: Unfortunately, your post did not pass moderation. Try editing it and submitting again.',
  ],
  ['approved' as const, ''],
])('%s reads as the spec says (section 4) [4.pending] [4.rejected] [4.approved]', (status, text) => {
  const { container } = render(<ReviewBanner status={status} />);
  expect(container.textContent).toBe(text);
});
