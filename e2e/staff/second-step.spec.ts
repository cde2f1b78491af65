import { person, provider } from '../../testing/people.ts';
import { isInOrder } from '../axe.ts';
import { errorSummary } from '../error-summary.ts';
import { eachWidthOnce, expect, test } from '../wattle.ts';
import { languages } from '../words.ts';

for (const language of languages)
  test.describe(`a lost second step of a staff member, in ${language}`, () => {
    test.use({ language });

    test(
      'is removed by an administrator with their own password; errors, and changes made meanwhile by another, are shown [PUSER-02, D-12, GAP-98]',
      { tag: eachWidthOnce(language) },
      async ({ page, app, signedIn, t }) => {
        const word = `Quoll${language}${test.info().project.name}`;
        const providerId = await provider(app.services, 'Wattlebird House');
        const lost = await person(app.services, {
          ...{ role: 'providerview', providerId, firstName: 'Noor', lastName: word },
        });
        const secondStep = (on: boolean) =>
          app.services.db
            .updateTable('users')
            .set({ second_step_on: on })
            .where('id', '=', lost.userId)
            .execute();
        await secondStep(true);
        await signedIn({ role: 'admin' });
        await page.goto(`/admin/users?search=${word}`);
        const open = async () => {
          await page.getByRole('button', { name: new RegExp(word) }).click();
          await page.getByRole('menuitem', { name: t('users.action.removeSecondStep') }).click();
        };
        const dialog = page.getByRole('dialog');
        const password = dialog.getByLabel(t('settings.password.current'), { exact: true });
        const take = dialog.getByRole('button', { name: t('users.secondStep.button') });
        await open();
        await expect(dialog).toContainText(word);
        await isInOrder(page);
        await password.fill('Wrong-horse-7');
        await take.click();
        await expect(dialog.getByText(t('field.password.currentWrong')).first()).toBeVisible();
        await isInOrder(page);

        // Another administrator is faster.
        await secondStep(false);
        await password.fill('Correct-horse-7');
        await take.click();
        await expect(errorSummary(dialog)).toContainText(t('error.user.noSecondStep'));
        await expect(page.locator('main')).toContainText(t('users.row.secondStepOff'));
        await isInOrder(page);
        await secondStep(true);
        await password.fill('Correct-horse-7');
        await take.click();
        await expect(dialog).toBeHidden();
      },
    );
  });
