import { rateLimited } from './rate-limited.js';

it.each([
  [200, '1 second', 1],
  [36_001, '37 seconds', 37],
  [60_000, '1 minute', 60],
  [720_000, '12 minutes', 720],
  [3_600_000, '60 minutes', 3600],
  [7_200_000, '2 hours', 7200],
  [80_000_000, '23 hours', 80_000],
])('who is to wait %i ms is told to wait %s', (waitMs, duration, retryAfterSeconds) => {
  expect(rateLimited(waitMs)).toMatchObject({
    code: 'RATE_LIMITED',
    message: `That was a lot at once. Please wait ${duration} and try again.`,
    details: { retryAfterSeconds },
  });
});
