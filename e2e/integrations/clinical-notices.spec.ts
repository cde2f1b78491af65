import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import type { Translate } from '../../src/domain/i18n/texts.ts';
import { insertClientRow } from '../../src/server/features/clinical-access/client-row.fixture.ts';
import { startReceiver } from '../../src/server/features/clinical-access/notices/receiver.fixture.ts';
import { lockCustomer } from '../../src/server/features/customers/page/plan/plan-operations.ts';
import { contextFor, fullAnswers, person, provider } from '../../testing/people.ts';
import { isInOrder } from '../axe.ts';
import { eachWidthOnce, expect, mainOnce, test } from '../wattle.ts';
import { languages, rawKeysIn } from '../words.ts';

const sectionOf = (page: Page, t: Translate) => page.getByRole('region', { name: t('clinical.title') });

for (const language of languages) {
  test.describe(`notices to clinical systems, in ${language}`, () => {
    test.use({ language });

    test(
      `a manager sets the address of the software, copies the secret, tests it, sees what was sent, and removes it [X-06] ${mainOnce(language)}`,
      { tag: eachWidthOnce(language) },
      async ({ page, t, app, signedIn }) => {
        const { services } = app;
        const house = await provider(services, `Boronia House W${language}`);
        await insertClientRow(services, { id: randomUUID(), providerId: house });
        const plan = { status: 'complete', answers: fullAnswers() } as const;
        const resident = await person(services, { providerId: house, plan });
        const nurse = await person(services, { role: 'provideradmin', providerId: house });
        const receiver = await startReceiver();
        await signedIn({ role: 'provideradmin', providerId: house });
        await page.goto('/provider/integrations');
        const section = sectionOf(page, t);
        await expect(section.getByText(t('clinical.webhook.none'))).toBeVisible();

        await test.step('a wrong address is an error at the field', async () => {
          await section.getByRole('button', { name: t('clinical.webhook.set') }).click();
          const dialog = page.getByRole('dialog');
          await isInOrder(page);
          await dialog.getByLabel(t('clinical.webhook.address')).fill('http://ward.example.com');
          await dialog.getByRole('button', { name: t('clinical.webhook.save') }).click();
          await expect(dialog.getByText(t('clinical.webhook.address.wrong')).last()).toBeVisible();
          await isInOrder(page);
        });

        await test.step('a right address is saved, and the secret is shown once', async () => {
          const dialog = page.getByRole('dialog');
          await dialog.getByLabel(t('clinical.webhook.address')).fill(receiver.address);
          await dialog.getByRole('button', { name: t('clinical.webhook.save') }).click();
          await expect(dialog.getByText(/^whsec_/)).toBeVisible();
          await isInOrder(page);
          await dialog.getByRole('button', { name: t('clinical.webhook.secret.done') }).click();
          await expect(dialog).toBeHidden();
          await expect(section.getByText(receiver.address)).toBeVisible();
          await expect(section.getByText(/^whsec_/)).toBeHidden();
          await isInOrder(page);
        });

        await test.step('a test notice arrives, or the page shows why it did not', async () => {
          const send = section.getByRole('button', { name: t('clinical.webhook.test') });
          await send.click();
          await expect.poll(() => receiver.received.length).toBe(1);
          receiver.answerWith((response) => response.writeHead(500).end());
          await expect(send).toBeVisible();
          await send.click();
          const reason = t('clinical.webhook.reason.status', { status: '500' });
          await expect(section.getByText(t('clinical.webhook.testFailed', { reason }))).toBeVisible();
          receiver.answerWith((response) => response.writeHead(204).end());
        });

        await test.step('a new secret is made and shown once, beside the one before', async () => {
          await section.getByRole('button', { name: t('clinical.secret.replace') }).click();
          const dialog = page.getByRole('dialog');
          await expect(dialog.getByText(t('clinical.secret.what'))).toBeVisible();
          await isInOrder(page);
          await dialog.getByRole('button', { name: t('clinical.secret.make') }).click();
          await expect(dialog.getByText(/^whsec_/)).toBeVisible();
          await isInOrder(page);
          await dialog.getByRole('button', { name: t('clinical.webhook.secret.done') }).click();
          await expect(section.getByText(/^whsec_/)).toBeHidden();
          const words = t('clinical.secret.both', { date: '|', time: '|' }).split('|')[0] ?? '';
          await expect(section.getByText(words)).toBeVisible();
          await section.getByRole('button', { name: t('clinical.secret.replace') }).click();
          const [, , lost = ''] = t('clinical.secret.again', { date: '|', time: '|', until: '|' }).split('|');
          await expect(dialog.getByText(lost.trim())).toBeVisible();
          await dialog.getByRole('button', { name: t('common.cancel') }).click();
          await section.getByRole('button', { name: t('clinical.webhook.test') }).click();
          await expect
            .poll(() => receiver.received.at(-1)?.headers['webhook-signature'])
            .toMatch(/^v1,\S+ v1,\S+$/);
        });

        await test.step('a locked plan is announced, and the page shows that it was', async () => {
          await lockCustomer.call(contextFor(services, nurse.actor), { id: resident.userId, locked: true });
          services.eventsWaiting();
          await expect
            .poll(() => receiver.received.some(({ body }) => body.includes(resident.userId)))
            .toBe(true);
          await page.reload();
          await section.getByText(t('clinical.webhook.notices', { name: 'Ward software' })).click();
          await expect(section.getByText(t('clinical.webhook.change.locked'))).toBeVisible();
          await expect(
            section.getByText(t('clinical.webhook.notice.delivered'), { exact: true }),
          ).toBeVisible();
          expect(rawKeysIn(await section.innerText())).toEqual([]);
          await isInOrder(page);
        });

        await test.step('the address is removed', async () => {
          await section.getByRole('button', { name: t('clinical.webhook.remove') }).click();
          const asking = page.getByRole('alertdialog');
          await isInOrder(page);
          await asking.getByRole('button', { name: t('clinical.webhook.remove.yes') }).click();
          await expect(section.getByText(t('clinical.webhook.none'))).toBeVisible();
        });
        await receiver.close();
      },
    );
  });
}
