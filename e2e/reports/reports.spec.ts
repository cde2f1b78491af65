import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { contextFor, person } from '../../testing/people.ts';
import { openCustomerPlan } from '../../src/server/features/customers/page/reading/reading-operations.ts';
import { axeFindings, isInOrder } from '../axe.ts';
import { eachWidthOnce, expect, mainOnce, test } from '../wattle.ts';
import { languages, rawKeysIn } from '../words.ts';
import { reportHouse } from './report-people.ts';

const flags = { can_manage_acp: true, can_manage_all: true, can_manage_user: true };

/** Downloads the file of the page and returns its lines. */
async function csvOf(page: Page, name: string): Promise<string[]> {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name }).click(),
  ]);
  return readFileSync(await download.path(), 'utf8')
    .trim()
    .split('\r\n');
}

/** Chooses a person in a filter by words of the name. */
async function choosePerson(page: Page, label: string, words: string, name: string): Promise<void> {
  const field = page.getByRole('combobox', { name: label, exact: true });
  const options = page.getByRole('listbox').getByRole('option');
  // The list closes when the page moves under it, because the report of the previous filter arrives.
  await expect(async () => {
    await field.fill('');
    await field.fill(words);
    // The entry for all is first.
    await expect(options).toHaveCount(2, { timeout: 3_000 });
  }).toPass();
  await expect(options.last()).toContainText(name);
  await field.press('ArrowDown');
  await field.press('ArrowDown');
  await field.press('Enter');
  await expect(field).toHaveValue(name);
}

for (const language of languages) {
  test.describe(`reports, in ${language}`, () => {
    test.use({ language });

    test(
      `the company report has its main figures first, then a chart with a table, the houses and the file [REP-01, GAP-114] ${mainOnce(language)}`,
      { tag: eachWidthOnce(language) },
      async ({ page, t, app, signedIn }) => {
        const name = `Correa Court ${language}`;
        const { house, ward } = await reportHouse(app, name);
        await signedIn({ role: 'provideradmin', providerId: house });
        await page.goto('/provider/reports/company');
        const main = page.getByRole('main');
        await expect(main.getByRole('heading', { level: 1 })).toHaveText(t('reports.company.title'));
        const sentence = t('reports.company.result', { complete: '3', total: '8', percent: 38 });
        await expect(main.getByText(sentence)).toBeVisible();
        const figures = main.getByRole('table', { name: t('reports.company.byMonth') });
        await expect(figures.getByRole('row').last()).toContainText('38');
        await expect(main.locator('canvas')).toBeVisible();
        await expect(main.locator('canvas')).toHaveAttribute('aria-hidden', 'true');
        await expect(main.getByText(`${name} North`).first()).toBeVisible();
        expect(rawKeysIn(await main.innerText())).toEqual([]);
        await isInOrder(page);
        await main.getByRole('button', { name: t('reports.filter.belowWithout') }).click();
        await expect(page).toHaveURL(/below=without/);
        await expect(
          main.getByText(t('reports.company.result', { complete: '2', total: '7', percent: 29 })),
        ).toBeVisible();
        const lines = await csvOf(page, t('lists.csv'));
        expect(lines).toHaveLength(2);
        expect(lines[0]).toBe(
          'provider,provider_above,customers,invited,active,suspended,complete_plans,draft_plans,users,payment_plan,trial_end',
        );
        expect(lines[1]).toContain(`${name},,7,0,7,0,2,`);
        const [paper] = await Promise.all([
          page.waitForEvent('download'),
          main.getByRole('link', { name: t('reports.pdf.download') }).click(),
        ]);
        expect(
          readFileSync(await paper.path())
            .subarray(0, 5)
            .toString(),
        ).toBe('%PDF-');
        await page.goto(
          `/provider/reports/company?provider_id=${ward}&period_from=2026-01-05&period_to=2026-02-07`,
        );
        await expect(figures.getByRole('row')).toHaveCount(3);
      },
    );

    test(
      `administrators have completions, customers and subscriptions of any provider [REP-02, GAP-114] ${mainOnce(language)}`,
      { tag: eachWidthOnce(language) },
      async ({ page, t, app, signedIn }) => {
        const name = `Hakea Court ${language}`;
        const { house } = await reportHouse(app, name);
        await signedIn({ role: 'tlcadmin' });
        const main = page.getByRole('main');
        await page.goto(`/admin/reports/acp-completions?provider_id=${house}`);
        const months = main.getByRole('table', { name: t('reports.completions.byMonth') });
        await expect(months.getByRole('row').last()).toContainText('3');
        await expect(
          main
            .getByRole('table', { name: t('reports.completions.waits') })
            .getByRole('row')
            .nth(1),
        ).toContainText('3');
        await expect(main.locator('canvas')).toBeVisible();
        expect((await csvOf(page, t('lists.csv')))[0]).toBe(
          'month,provider,completed,external,changed,drafts_started,drafts_end',
        );
        expect(rawKeysIn(await main.innerText())).toEqual([]);
        await isInOrder(page);
        await page.goto(`/admin/reports/customers?provider_id=${house}`);
        await expect(
          main.getByText(
            t('reports.customers.result', { count: 8, invited: 0, active: 8, suspended: 0, archived: 0 }),
          ),
        ).toBeVisible();
        await expect(main.getByRole('link', { name: 'Hal Reportee' })).toBeVisible();
        expect((await csvOf(page, t('lists.csv')))[0]).toBe(
          'last_name,first_name,customer_id,room,email,provider,customer_status,plan_status,added_on,accepted_on,signed_on,changed_on,on_behalf',
        );
        expect(rawKeysIn(await main.innerText())).toEqual([]);
        await isInOrder(page);
        await app.services.db
          .updateTable('providers')
          .set({
            subscription_id: (
              await app.services.db.selectFrom('subscriptions').select('id').executeTakeFirstOrThrow()
            ).id,
            subscription_start_date: '2026-02-01',
          })
          .where('id', '=', house)
          .execute();
        await page.goto(`/admin/reports/subscriptions?provider_id=${house}`);
        await expect(
          main.getByText(t('reports.subscriptions.result', { count: 1, paid: 0, pending: 1, overdue: 0 })),
        ).toBeVisible();
        await expect(main.getByText(t('reports.subscriptions.status.none'))).toBeVisible();
        expect(rawKeysIn(await main.innerText())).toEqual([]);
        await isInOrder(page);
        await main.getByRole('button', { name: t('reports.subscriptions.individuals') }).click();
        await expect(main.getByText(t('lists.noneMatch'))).toBeVisible();
      },
    );

    test(
      `the audit report lists who read which plan, is filtered by customer, staff member and event, and shows whether the trail is intact [REP-01, REP-02, GAP-114, D-17] ${mainOnce(language)}`,
      { tag: eachWidthOnce(language) },
      async ({ page, t, app, signedIn }) => {
        const { house, signed } = await reportHouse(app, `Grevillea Court ${language}`);
        const nurse = await person(app.services, {
          ...{ role: 'provideradmin', providerId: house, firstName: 'Nora', lastName: 'Nurse' },
        });
        await openCustomerPlan.call(contextFor(app.services, { ...nurse.actor, flags }), {
          id: signed.userId,
        });
        await app.services.db.deleteFrom('audit_checks').execute();
        await signedIn({ role: 'provideradmin', providerId: house });
        await page.goto('/provider/reports/audit');
        const main = page.getByRole('main');
        await expect(main.getByText('Nora Nurse').first()).toBeVisible();
        const shown = (event: 'planOpened' | 'planSaved') =>
          main.getByText(t(`reports.event.${event}`)).filter({ visible: true });
        await expect(shown('planOpened').first()).toBeVisible();
        await expect(main.getByText(t('reports.audit.check.never'))).toBeVisible();
        await app.services.db
          .insertInto('audit_checks')
          .values({ started_at: new Date(), checked_at: new Date(), entries: 14_203, broken_chains: 0 })
          .execute();
        await page.reload();
        await expect(main.getByText('14,203')).toBeVisible();
        expect(rawKeysIn(await main.innerText())).toEqual([]);
        await isInOrder(page);
        const lines = await csvOf(page, t('lists.csv'));
        expect(lines[0]).toBe(
          'time,person,role,organisation,event,customer,customer_id,plan_version,acting_as,beside,place,entry',
        );
        expect(
          lines.some((line) => line.includes('Nora Nurse,provideradmin,') && line.includes('planOpened')),
        ).toBe(true);
        expect(await axeFindings(page)).toEqual([]);

        await expect(shown('planSaved').first()).toBeVisible();
        await main.getByLabel(t('reports.filter.event'), { exact: true }).selectOption('planOpened');
        await expect(page).toHaveURL(/event=planOpened/);
        await expect(shown('planSaved')).toHaveCount(0);
        await choosePerson(page, t('reports.filter.actor'), 'Nora', 'Nora Nurse');
        await expect(page).toHaveURL(new RegExp(`actor_id=${nurse.userId}`));
        await choosePerson(page, t('reports.filter.customer'), 'Bob Rep', 'Bob Reportee');
        await expect(main.getByText(t('lists.noneMatch'))).toBeVisible();
        await choosePerson(page, t('reports.filter.customer'), 'Ann Rep', 'Ann Reportee');
        await expect(page).toHaveURL(new RegExp(`user_id=${signed.userId}`));
        await expect(main.getByText('Nora Nurse').first()).toBeVisible();
        await page.reload();
        for (const [label, name] of [
          [t('reports.filter.customer'), 'Ann Reportee'],
          [t('reports.filter.actor'), 'Nora Nurse'],
        ] as const)
          await expect(main.getByRole('combobox', { name: label, exact: true })).toHaveValue(name);
        expect(await csvOf(page, t('lists.csv'))).toHaveLength(2);
        await isInOrder(page);
        await page.screenshot({ path: test.info().outputPath('audit-filters.png'), fullPage: true });
      },
    );

    test(
      `readers have no report, in the menu and by its address [D-46]`,
      { tag: eachWidthOnce(language) },
      async ({ page, app, signedIn }) => {
        const { house } = await reportHouse(app, `Banksia Court ${language}`);
        await signedIn({ role: 'providerview', providerId: house });
        for (const address of [
          '/provider/reports/company',
          '/provider/reports/audit',
          '/admin/reports/company',
        ]) {
          await page.goto(address);
          await expect(page).toHaveURL('/dashboard');
          await expect(page.locator('a[href*="/reports"]')).toHaveCount(0);
        }
      },
    );
  });
}
