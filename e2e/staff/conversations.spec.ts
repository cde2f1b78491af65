import type { Page } from '@playwright/test';
import { daysAfter, dateOfIso, displayDate, melbourneDate } from '../../src/domain/fields.ts';
import { axeFindings, isInOrder } from '../axe.ts';
import { houseOfRose, resident } from '../customers-house.ts';
import { provider } from '../../testing/people.ts';
import { errorSummary } from '../error-summary.ts';
import { eachWidthOnce, expect, mainOnce, test } from '../wattle.ts';
import { languages, rawKeysIn } from '../words.ts';

const today = () => melbourneDate(Date.now());

/** Counts the presses in a page from this point on. */
async function countPresses(page: Page): Promise<() => Promise<number>> {
  await page.evaluate(() => {
    const counted = globalThis as unknown as { presses: number };
    counted.presses = 0;
    document.addEventListener('pointerdown', () => (counted.presses += 1), true);
  });
  return () => page.evaluate(() => (globalThis as unknown as { presses: number }).presses);
}

for (const language of languages) {
  test.describe(`the conversation record, in ${language}`, () => {
    test.use({ language });

    test(
      `a conversation is recorded from the row in three presses, undone, and refused for a day in the future at its field [N-07] ${mainOnce(language)}`,
      { tag: eachWidthOnce(language) },
      async ({ page, app, signedIn, t }) => {
        const { id, userId } = await houseOfRose(app);
        await signedIn({ role: 'provideradmin', providerId: id });
        await page.goto('/provider/customers');
        const open = async () => {
          await page
            .getByRole('button', { name: t('customers.cell.menu', { customer: 'Rose Ward' }) })
            .click();
          await page.getByRole('menuitem', { name: t('customers.action.talk') }).click();
        };
        const dialog = page.getByRole('dialog', { name: t('conversation.title') });
        const press = (outcome: 'talked' | 'declined') =>
          dialog.getByRole('button', { name: t(`conversation.outcome.${outcome}`) }).click();
        const pressed = await countPresses(page);
        await open();
        await press('talked');
        const said = t('conversation.saved', { outcome: t('conversation.outcome.talked') });
        await expect(page.getByText(said)).toBeVisible();
        expect(await pressed()).toBe(3);
        await page.getByRole('button', { name: t('customers.undo') }).click();
        await expect(page.getByText(t('customers.undone'))).toBeVisible();

        await open();
        expect(await axeFindings(page)).toEqual([]);
        await dialog.getByText(t('conversation.otherDay')).click();
        const day = dialog.getByLabel(t('conversation.heldOn'));
        await day.fill(dateOfIso(daysAfter(today(), 1)));
        await press('declined');
        await expect(errorSummary(dialog)).toContainText(t('error.conversation.future'));
        await expect(day).toHaveAttribute('aria-invalid', 'true');
        await isInOrder(page);
        await day.fill(dateOfIso(daysAfter(today(), -2)));
        await press('declined');
        await expect(dialog).toHaveCount(0);
        const stored = await app.services.db
          .selectFrom('conversations')
          .select(['outcome', 'held_on'])
          .where('user_id', '=', userId)
          .execute();
        expect(stored).toEqual([{ outcome: 'declined', held_on: daysAfter(today(), -2) }]);
      },
    );

    test(
      `the page of a customer shows the conversations and why reminders are paused, and records one in two presses [N-07] ${mainOnce(language)}`,
      { tag: eachWidthOnce(language) },
      async ({ page, app, signedIn, t }) => {
        const id = await provider(app.services);
        const { userId } = await resident(app, id, { firstName: 'Rose', lastName: 'Ward' });
        await signedIn({ role: 'provideradmin', providerId: id, firstName: 'Sam', lastName: 'Chen' });
        await page.goto(`/provider/customers/${userId}`);
        const part = page.getByRole('region', { name: t('conversation.part') });
        await expect(part.getByText(t('conversation.none'))).toBeVisible();
        const pressed = await countPresses(page);
        await part.getByRole('button', { name: t('customers.action.talk') }).click();
        const dialog = page.getByRole('dialog', { name: t('conversation.title') });
        await dialog.getByRole('button', { name: t('conversation.outcome.declined') }).click();
        const line = part.getByRole('listitem');
        await expect(line).toContainText(t('conversation.outcome.declined'));
        expect(await pressed()).toBe(2);
        await expect(line).toContainText('Sam Chen');
        await expect(line).toContainText(displayDate(today()));
        const until = `${Number(today().slice(0, 4)) + 1}${today().slice(4)}`;
        await expect(part.getByText(t('conversation.held', { date: displayDate(until) }))).toBeVisible();
        expect(await axeFindings(page)).toEqual([]);
        expect(rawKeysIn(await page.locator('body').innerText())).toEqual([]);
        await part.getByRole('button', { name: t('conversation.takeBack') }).click();
        await expect(part.getByText(t('conversation.none'))).toBeVisible();
      },
    );

    test(
      `the customer sees the record and reports that it is wrong, which staff see [N-07] ${mainOnce(language)}`,
      { tag: eachWidthOnce(language) },
      async ({ page, app, signedIn, t }) => {
        const id = await provider(app.services, 'Banksia House');
        const rose = await signedIn({ providerId: id, firstName: 'Rose', lastName: 'Ward' });
        const recorded = await app.services.db
          .insertInto('conversations')
          .values({
            ...{ user_id: rose.userId, provider_id: id, outcome: 'declined', held_on: today() },
            recorded_at: new Date(),
          })
          .returning('id')
          .executeTakeFirstOrThrow();
        await page.goto('/settings/privacy');
        const part = page.getByRole('region', { name: t('conversation.mine') });
        const line = part.getByRole('listitem');
        await expect(line).toContainText('Banksia House');
        const until = displayDate(`${Number(today().slice(0, 4)) + 1}${today().slice(4)}`);
        const held = part.getByText(t('conversation.mineHeld', { date: until }));
        await expect(held).toBeVisible();
        expect(await axeFindings(page)).toEqual([]);
        await line.getByText(t('conversation.isNotRight'), { exact: true }).click();
        await expect(line.getByText(t('conversation.youSaid.not_right'))).toBeVisible();
        await expect(line.locator('s')).toContainText(t('conversation.outcome.declined'));
        await expect(held).toHaveCount(0);
        expect(rawKeysIn(await page.locator('body').innerText())).toEqual([]);
        const { answer } = await app.services.db
          .selectFrom('conversations')
          .select('answer')
          .where('id', '=', recorded.id)
          .executeTakeFirstOrThrow();
        expect(answer).toBe('not_right');
      },
    );
  });
}
