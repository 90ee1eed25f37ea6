import { readFile } from 'node:fs/promises';
import { takeCopy } from './support/account-steps.ts';
import { publish, request, signUp } from './support/api.ts';
import { expect, test } from './support/fixtures.ts';
import { mailsTo, verifyAddress } from './support/mails.ts';

test('a member takes a copy of their data with them, and is told by mail that it is there', async ({
  openPage,
}) => {
  test.setTimeout(180_000);
  const [member, fan] = [await signUp('eve'), await signUp('fan')];
  const email = `${member.user.username}@example.org`;
  await verifyAddress(email);
  const post = await publish(member, 'What I take with me');
  await request('POST', `/api/posts/${post.id}/like`, { amount: 2 }, fan.token);

  const page = await openPage({ as: member });
  await page.goto('/settings#security');
  const section = page.getByRole('region', { name: 'Your data' });
  const file = await takeCopy(page);
  await expect(section).toContainText('Your copy is ready until');
  expect(file.suggestedFilename()).toBe('likewell-data.zip');
  const bytes = await readFile(await file.path());
  expect(bytes.subarray(0, 4).toString('latin1')).toBe('PK\u0003\u0004');
  for (const name of [
    'posts.csv',
    'statement.json',
    'tips_received.csv',
    'security_events.json',
    'README.txt',
  ])
    expect(bytes.includes(name)).toBe(true);

  const subjects = async () => (await mailsTo(email)).map(({ subject }) => subject);
  await expect.poll(subjects, { timeout: 30_000 }).toContain('Your data is ready to download – Likewell');

  const other = await openPage({ as: fan });
  await other.goto('/settings#security');
  await expect(
    other.getByRole('region', { name: 'Your data' }).getByRole('button', { name: 'Make a copy of my data' }),
  ).toBeVisible();
});
