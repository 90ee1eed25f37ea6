import type { Page } from '@playwright/test';

/** Enters an account on the provider's page. Playwright may see the window close before the click is done. */
export async function useAccount(popup: Page, email: string): Promise<void> {
  await popup.getByLabel('Name', { exact: true }).fill('Nia Okafor');
  await popup.getByLabel('E-mail').fill(email);
  // oxlint-disable-next-line typescript/no-deprecated -- nothing replaces it where a click closes the window
  await popup.getByRole('button', { name: 'Use this account' }).click({ noWaitAfter: true });
}
