import { longDate, melbourneDate } from '../../src/domain/fields.ts';
import { lookAgainDay } from '../../src/domain/plan/look-again.ts';
import { monthName } from '../../src/web/app/month-name.ts';
import { axeFindings, sidewaysBy } from '../axe.ts';
import { fullAnswers } from '../../testing/people.ts';
import { signed } from '../screens/dashboard-page.ts';
import { cardOf } from '../screens/emergency-card.ts';
import { readCode } from '../../testing/read-code.ts';
import { eachWidthOnce, expect, mainOnce, phone, test } from '../wattle.ts';
import { languages } from '../words.ts';

const contacts = [
  ...signed().contacts,
  {
    name: 'Peter Doyle',
    email: 'peter@dashboard.example',
    phone: '0491 570 157',
    relationship: 'Son',
    substitutedDecisionMaker: false,
    accepted: false,
  },
];

for (const language of languages) {
  test.describe(`the dashboard of a signed plan, in ${language}`, () => {
    test.use({ language });

    test(`shows the card without its PIN, the contact whom staff will call, the last reader of the plan and its next review ${mainOnce(language)}`, async ({
      page,
      t,
      signedIn,
      app,
    }) => {
      const who = await signedIn({ ...signed(), contacts });
      await page.goto('/dashboard');
      const part = (key: 'card' | 'call' | 'opened' | 'again') =>
        page.getByRole('main').getByRole('region', { name: t(`dash.signed.${key}`), exact: true });

      const card = part('card');
      await expect(card.getByText('Margaret Doyle')).toBeVisible();
      await expect(card.getByText(t('card.short.pinHidden'))).toBeVisible();
      await expect(page.getByRole('main')).not.toContainText(who.pin.slice(0, 3) + who.pin.slice(3));
      const { url } = await cardOf(app, who);
      expect(await readCode(await card.getByRole('img').screenshot())).toBe(url);
      await card.getByRole('button', { name: t('card.short.show') }).click();
      const dialog = page.getByRole('dialog', { name: t('card.page.title') });
      await expect(dialog.getByText(who.pin.slice(0, 3), { exact: true })).toBeVisible();
      await page.keyboard.press('Escape');
      await expect(card.getByRole('button', { name: t('card.short.show') })).toBeFocused();

      await expect(part('call').getByRole('listitem').first()).toContainText('Daniel Doyle');
      await expect(part('call').getByRole('link', { name: '0491 570 006' })).toHaveAttribute(
        'href',
        'tel:0491570006',
      );
      const peter = part('call').getByRole('listitem').filter({ hasText: 'Peter Doyle' });
      await expect(peter.getByRole('link')).toHaveCount(0);
      // A recent confirmation is not requested again.
      await expect(peter.getByRole('button')).toHaveCount(0);
      await app.services.db
        .updateTable('trusted_contacts')
        .set({ asked_at: new Date(Date.now() - 2 * 60 * 60_000) })
        .where('email', '=', 'peter@dashboard.example')
        .where('user_id', '=', who.userId)
        .execute();
      await page.reload();
      await peter.getByRole('button').click();
      await expect(peter.getByText(t('contacts.call.askedAgain'))).toBeVisible();

      await expect(part('opened')).toContainText(t('settings.privacy.whoOpenedEmpty'));
      await expect(part('opened').getByRole('button')).toHaveCount(0);
      await expect(part('again').getByRole('link', { name: t('dash.signed.read') })).toHaveAttribute(
        'href',
        '/care-plan',
      );
    });
  });
}

for (const language of languages) {
  test.describe(`a plan that was signed a year ago, in ${language}`, () => {
    test.use({ language });

    test(
      `is confirmed as still right with one press, also by keyboard, but not in a version that was not shown [D-59] ${mainOnce(language)}`,
      { tag: eachWidthOnce(language) },
      async ({ page, t, signedIn, app }) => {
        const who = await signedIn(signed());
        const { db } = app.services;
        const ago = new Date(Date.now() - 400 * 24 * 60 * 60_000);
        const changePlan = (values: { plan_version?: number; completed_at?: Date; updated_at?: Date }) =>
          db.updateTable('acps').set(values).where('id', '=', who.acpId).execute();
        await changePlan({ completed_at: ago, updated_at: ago });
        await page.goto('/dashboard');
        const part = page
          .getByRole('main')
          .getByRole('region', { name: t('dash.signed.again'), exact: true });
        await expect(part).toContainText(
          t('dash.signed.againDue', { month: monthName(melbourneDate(ago), language, 'long') }),
        );
        const stillRight = part.getByRole('button', { name: t('dash.signed.stillRight') });

        await changePlan({ plan_version: 7 });
        await stillRight.click();
        await expect(part.getByRole('alert')).toHaveText(t('dash.signed.stillRightOther'));

        await page.reload();
        await stillRight.focus();
        await page.keyboard.press('Enter');
        const today = melbourneDate(new Date());
        const said = part.getByText(t('dash.signed.saidRight', { date: longDate(today, language) }));
        await expect(said).toBeFocused();
        await expect(stillRight).toHaveCount(0);
        await expect(part).toContainText(
          t('dash.signed.againBy', { month: monthName(lookAgainDay(today), language, 'long') }),
        );
        expect(await axeFindings(page)).toEqual([]);
        expect(await sidewaysBy(page)).toBeLessThanOrEqual(0);
        await page.reload();
        await expect(said).toBeVisible();
        await expect(stillRight).toHaveCount(0);
      },
    );
  });
}

test('after an unexpected opening the mail leads to the question, and a person makes a new code and PIN from the dashboard, and the old card stops working [D-07, D-17, S-68]', async ({
  page,
  t,
  signedIn,
  app,
}) => {
  const who = await signedIn(signed());
  const before = await cardOf(app, who);
  const opened = await fetch(before.url, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', origin: app.url },
    body: new URLSearchParams({ pin: who.pin }),
  });
  expect(opened.ok).toBe(true);
  // The mail about the opening links to the question itself; the address alone changes nothing.
  await page.goto('/my-acp#new-code');
  const question = page.getByRole('alertdialog');
  await question.getByRole('button', { name: t('card.renewConfirm.no') }).click();
  await expect(question).toHaveCount(0);
  expect((await cardOf(app, who)).url).toBe(before.url);
  await page.goto('/dashboard');
  const part = page.getByRole('main').getByRole('region', { name: 'Last opened', exact: true });
  await expect(part).toContainText(t('notification.ACP_OPENED.owner'));
  await expect(part.getByRole('link', { name: 'See everyone who opened it' })).toHaveAttribute(
    'href',
    '/settings/privacy',
  );
  await part.getByRole('button', { name: 'Not expected? New code and PIN' }).click();
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: t('card.renewConfirm.yes') })
    .click();
  await expect(part.getByText(t('card.renewConfirm.done'))).toBeVisible();
  const after = await cardOf(app, who);
  expect(after.url).not.toBe(before.url);
  // The card on the dashboard is the new one at once.
  const card = page.getByRole('main').getByRole('region', { name: 'Your card', exact: true });
  await expect.poll(async () => readCode(await card.getByRole('img').screenshot())).toBe(after.url);
});

test('a person without contacts is asked to name one, and a plan signed more than a year ago is due now', async ({
  page,
  signedIn,
  app,
}) => {
  const { userId } = await signedIn({ plan: { status: 'complete', answers: fullAnswers() } });
  const at = new Date('2024-03-05T00:00:00Z');
  await app.services.db
    .updateTable('acps')
    .set({ completed_at: at, updated_at: at })
    .where('user_id', '=', userId)
    .execute();
  await page.goto('/dashboard');
  const main = page.getByRole('main');
  await expect(main.getByRole('link', { name: 'Add a contact' })).toHaveAttribute(
    'href',
    '/trusted-contacts',
  );
  await expect(main.getByText('Now: it was last looked at in March 2024')).toBeVisible();
});

test(
  'on a telephone the card is the first thing after the greeting',
  { tag: phone },
  async ({ page, signedIn }) => {
    await signedIn(signed());
    await page.goto('/dashboard');
    await expect(page.getByRole('main').getByRole('heading', { level: 2 }).first()).toHaveText('Your card');
  },
);
