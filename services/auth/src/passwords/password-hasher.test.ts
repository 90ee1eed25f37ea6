import { newContext, runInContext } from '@likewell/service-kit/telemetry/request-context';
import { steadyNow } from '@likewell/service-kit/telemetry/steady-clock';
import { PasswordHasher } from './password-hasher.js';

afterEach(() => vi.useRealTimers());

it('a hash that waits for its turn gives up while its caller still waits for the response', async () => {
  vi.useFakeTimers();
  const hasher = new PasswordHasher({ HASH_CONCURRENCY: 1, HASH_MAX_WAIT_MS: 25_000 });
  const first = hasher.hash('correct horse');
  const context = newContext({ deadline: steadyNow() + 10_000 });
  const second = runInContext(context, () => hasher.hash('battery staple'));
  // The first cannot end meanwhile: that takes a turn of the event loop.
  vi.advanceTimersByTime(7500);
  await expect(second).rejects.toMatchObject({ code: 'OVERLOADED' });
  await expect(first).resolves.toContain('$argon2id$');
});
