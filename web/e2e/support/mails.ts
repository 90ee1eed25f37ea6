import { expect } from '@playwright/test';
import { api } from './api.ts';
import { BASE_URL } from './base-url.ts';

/**
 * Offset from the site's port to the port where the mail server's stand-in shows the mails that it received.
 */
const PORT_OFFSET = 21;

interface Mail {
  subject: string;
  text: string;
}

/** Returns the mails to an address, newest first. */
export async function mailsTo(address: string): Promise<Mail[]> {
  const { hostname, port } = new URL(BASE_URL);
  const url = `http://${hostname}:${Number(port) + PORT_OFFSET}/mails?to=${encodeURIComponent(address)}`;
  const response = await fetch(url);
  return ((await response.json()) as { mails: Mail[] }).mails;
}

/** Verifies the address of a new member by the link in the mail. */
export async function verifyAddress(address: string): Promise<void> {
  const token = new URL(await linkTo(address, 'Confirm your e-mail address')).hash.slice(1);
  await api('POST', '/api/auth/email/verify', { token });
}

/**
 * Waits for a mail whose subject begins with `subject`, and returns the link in it; of
 * several mails, the newest one's.
 */
export async function linkTo(address: string, subject: string, count = 1): Promise<string> {
  const found = async () => (await mailsTo(address)).filter((mail) => mail.subject.startsWith(subject));
  const some = { message: `a mail to ${address}: ${subject}`, timeout: 30_000 };
  await expect.poll(async () => (await found()).length, some).toBe(count);
  const link = /https?:\/\/\S+\/account\/\S+/.exec((await found())[0]?.text ?? '')?.[0];
  if (link === undefined) throw new Error('There is no link in this mail.');
  return link;
}
