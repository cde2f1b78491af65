import { readFileSync } from 'node:fs';
import { daysAfter, melbourneDate } from '../../src/domain/fields.ts';
import { axeFindings, isInOrder, sidewaysBy } from '../axe.ts';
import { person } from '../../testing/people.ts';
import { eachWidthOnce, expect, mainOnce, test } from '../wattle.ts';
import { languages, rawKeysIn } from '../words.ts';
import { reportHouse } from './report-people.ts';

const today = melbourneDate(new Date());

for (const language of languages) {
  test.describe(`the report of conversations, in ${language}`, () => {
    test.use({ language });

    test(
      `has the outcomes of each house under the actions of the standards, leads to its residents, and lists those whose next conversation is due, the longest overdue first [N-07] ${mainOnce(language)}`,
      { tag: eachWidthOnce(language) },
      async ({ page, t, app, signedIn }) => {
        const name = `Grevillea Court ${language} ${test.info().project.name}`;
        const { house, ward, signed } = await reportHouse(app, name);
        const { db } = app.services;
        const talk = (userId: string, providerId: string, next: number) =>
          db
            .insertInto('conversations')
            .values({
              ...{ user_id: userId, provider_id: providerId, outcome: 'talked', recorded_at: new Date() },
              ...{ held_on: daysAfter(today, -20), next_on: daysAfter(today, next) },
            })
            .execute();
        const late = await person(app.services, { providerId: ward, firstName: 'Ivy', lastName: 'Reportee' });
        await talk(signed.userId, house, 0);
        await talk(late.userId, ward, -3);
        // The first page has ten of them.
        for (const index of Array.from({ length: 9 }).keys()) {
          const one = { providerId: ward, firstName: `Later${index}`, lastName: 'Reportee' };
          await talk((await person(app.services, one)).userId, ward, 10 + index);
        }
        await signedIn({ role: 'provideradmin', providerId: house });
        await page.goto('/provider/reports/conversations');
        const main = page.getByRole('main');
        await expect(main.getByRole('heading', { level: 1 })).toHaveText(t('reports.conversations.title'));
        for (const action of ['3.1.6', '5.7.2'] as const)
          await expect(
            main.getByRole('heading', { name: t(`evidence.conversations.${action}`) }),
          ).toBeVisible();
        const due = main.getByRole('region', { name: t('reports.conversations.next'), exact: true });
        await expect(
          due.getByText(t('reports.conversations.next.result', { overdue: '1', coming: '10', weeks: 4 })),
        ).toBeVisible();
        const names = due.getByRole('link', { name: /Reportee/ });
        await expect(names).toHaveCount(10);
        await expect(names.nth(0)).toHaveText('Ivy Reportee');
        await expect(names.nth(1)).toHaveText('Ann Reportee');
        await expect(due.getByText(t('reports.conversations.next.overdue')).first()).toBeVisible();
        expect(rawKeysIn(await main.innerText())).toEqual([]);
        expect(await axeFindings(page)).toEqual([]);
        expect(await sidewaysBy(page)).toBeLessThanOrEqual(0);
        await isInOrder(page);
        const [file] = await Promise.all([
          page.waitForEvent('download'),
          main.getByRole('link', { name: t('lists.csv') }).click(),
        ]);
        const lines = readFileSync(await file.path(), 'utf8')
          .trim()
          .split('\r\n');
        expect(lines[0]).toContain(
          'provider,provider_above,residents,without_conversation,offered,talked,not_now,declined,looked_at_again',
        );
        expect(lines.slice(1)).toEqual([`${name},,7,6,0,1,0,0,0`, `${name} North,${name},11,1,0,10,0,0,0`]);

        await due.getByRole('link', { name: t('common.next') }).click();
        await expect(page).toHaveURL(/next=2/);
        await expect(names).toHaveText(['Later8 Reportee']);

        await main
          .getByRole('link', {
            name: t('reports.conversations.residentsOf', { count: '11', house: `${name} North` }),
          })
          .first()
          .click();
        await expect(page).toHaveURL(new RegExp(`/provider/customers\\?provider_id=${ward}`));
        await expect(main.getByText('Ivy Reportee').first()).toBeVisible();
        await expect(main.getByText('Ann Reportee')).toHaveCount(0);

        // From the number of those with none yet to those residents.
        const silent = { providerId: ward, firstName: 'Otto', lastName: 'Silent' };
        await person(app.services, silent);
        await page.goto('/provider/reports/conversations');
        const count = { count: '2', house: `${name} North` };
        await main
          .getByRole('link', { name: t('reports.conversations.withoutOf', count) })
          .first()
          .click();
        await expect(page).toHaveURL(/status=noConversation/);
        await expect(main.getByText('Otto Silent').first()).toBeVisible();
        await expect(main.getByText('Ivy Reportee')).toHaveCount(0);

        await signedIn({ role: 'tlcadmin' });
        await page.goto(`/admin/reports/conversations?provider_id=${ward}`);
        await expect(names).toHaveCount(10);
        await names.first().click();
        await expect(page).toHaveURL(`/admin/customers/${late.userId}`);
      },
    );

    test(`is closed to staff who only read customers [N-07, security 2] ${mainOnce(language)}`, async ({
      page,
      t,
      app,
      signedIn,
    }) => {
      const { house } = await reportHouse(app, `Kangaroo Court ${language}`);
      await signedIn({ role: 'providerview', providerId: house });
      await page.goto('/provider/reports/conversations');
      await expect(page).toHaveURL('/dashboard');
      await expect(page.getByText(t('dash.provider.customers')).first()).toBeVisible();
    });
  });
}
