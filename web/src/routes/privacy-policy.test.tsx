import { readdirSync, readFileSync } from 'node:fs';
import { render, screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { inPage } from '../test-client';
import { PrivacyPolicyScreen } from './privacy-policy';

const LOCAL = 'src/shared/session/local-storage.ts';
const source = (file: string) => readFileSync(file, 'utf8');
const filesIn = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => `${folder}/${file}`);
const section = (heading: RegExp) => screen.getByRole('region', { name: heading });

/** The first words of the keys in a source text, for example `draft` of `draft:${string}`. */
const firstWords = (text: string) => [...text.matchAll(/['`]([\w-]+)/g)].map(([, word]) => word ?? '');

const show = () => render(<PrivacyPolicyScreen />, { wrapper: inPage() });

it('names each key that the page keeps in the browser', () => {
  show();
  const local = firstWords(/type Key =([^;]+);/.exec(source(LOCAL))?.[1] ?? '');
  expect(local).toContain('theme');
  // A Dev wallet exists on a laptop alone.
  const keys = [...local.filter((key) => key !== 'dev-wallet'), 'tip', 'loaded-again'];
  const browser = within(section(/stays in your browser/));
  for (const key of keys) expect(browser.getAllByText(key, { selector: 'code' }), key).not.toEqual([]);
});

it('knows all places that keep something in the browser', () => {
  const files = ['index.html', ...['public', 'service-worker', 'src'].flatMap(filesIn)]
    .filter((file) => /\.(?:html|js|tsx?)$/.test(file) && !/\.test\.|\/test-/.test(file))
    .filter((file) => /Storage\.setItem|document\.cookie =|indexedDB|caches\.open/.test(source(file)));
  expect(files.sort()).toEqual([
    'index.html',
    'service-worker/service-worker.js',
    'src/features/tip/tip-intent.ts',
    LOCAL,
  ]);
  expect(source('index.html').match(/Storage\.setItem\('[^']+'/g)).toEqual([
    "Storage.setItem('loaded-again'",
  ]);
  expect(source('src/features/tip/tip-intent.ts')).toContain('`tip:$');
});

it('says how long something is kept of a deleted post, and of what a moderator noted', () => {
  show();
  expect(section(/how long/).textContent).toMatch(/post that you deleted: 30 days more/);
  expect(section(/how long/).textContent).toMatch(/moderator noted about a post of yours: 400 days/);
  expect(section(/What we keep/).textContent).toMatch(/what a moderator noted/);
});

it('says who sees a tip, and what a theft is traced by', () => {
  show();
  expect(section(/others see/).textContent).toMatch(/author of a post sees who tipped it and how much/);
  expect(section(/others see/).textContent).toMatch(/brought you here sees each tip that you send/);
  expect(section(/What we keep/).textContent).toMatch(/Passkeys.*Linked wallets.*Security events/);
  expect(section(/how long/).textContent).toMatch(/Security events: 400 days/);
});

it('says what still leads to a wallet once its member has left', () => {
  show();
  const journal = within(section(/how long/)).getByText(/^The journal/);
  expect(journal.textContent).toMatch(/A deposit in it names its transaction on the blockchain/);
});

it('says for how long it is kept by whose link a member came, in each of the places', () => {
  show();
  const kept = section(/how long/).textContent;
  expect(kept).toMatch(/By whose link you came: until your account is deleted\. The journal has it/);
  expect(kept).toMatch(/network you came by it, as a code .*, and by whose link: 90 days/);
});

it('says how long deleted data is in the copies for emergencies, and who may keep these', () => {
  show();
  const cluster = source('../k8s/overlays/production/servers/postgres.yaml');
  const [, days] = /retentionPolicy: (\d+)d$/m.exec(cluster) ?? [];
  expect(section(/how long/).textContent).toMatch(
    RegExp(`Our copies of everything, for emergencies: they reach back ${days} days, and what was deleted`),
  );
  // Who was deleted is on a list of the old database, which may be lost.
  expect(section(/how long/).textContent).toMatch(/accounts that were deleted since, if we still know which/);
  const [, backup, restore] = source('../docs/operations/compose.md').split(
    /^## (?:Backup|Restore|Upgrade)$/m,
  );
  for (const asked of [backup, restore]) expect(asked).toContain(`${days} days`);
  expect(section(/else is involved/).textContent).toMatch(/Providers .* mails .* copies for emergencies/);
});
