import type { Page } from '@playwright/test';
import { expect } from './wattle.ts';

type Mail = { to: string; subject: string; plain: string };

/** Returns the newest link of a kind in the mails to an address, as path and query. */
export async function linkFor(
  page: Page,
  email: string,
  kind: 'reset-password' | 'verify-email' | 'invite' | 'join-organisation',
): Promise<string> {
  let link: string | undefined;
  await expect(async () => {
    const mails = (await (await page.request.get('/dev/outbox.json')).json()) as Mail[];
    const mail = mails.find(({ to, plain }) => to === email && plain.includes(`/${kind}#`));
    link = new RegExp(String.raw`https?://[^/\s]+(/${kind}#\S+)`).exec(mail?.plain ?? '')?.[1];
    expect(link).toBeDefined();
  }).toPass();
  return link ?? '';
}
