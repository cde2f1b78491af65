import { fullAnswers } from '../../../testing/people.ts';
import { axeFindings, sidewaysBy } from '../../axe.ts';
import { draft, savedPlan, signed } from '../../saved-plan.ts';
import { eachWidthOnce, escapeFrom, expect, mainOnce, noteRequests, test } from '../../wattle.ts';
import { languages } from '../../words.ts';

const words = 'Play the radio in the mornings.\n早上请放收音机。';

for (const language of languages) {
  test.describe(`changing a signed plan, in ${language}`, () => {
    test.use({ language });

    test(`the hub summarises the parts and leads into each, for every customer ${eachWidthOnce(language)} [QEDIT-01, GAP-42, CON-20] ${mainOnce(language)}`, async ({
      page,
      t,
      signedIn,
      edit,
    }) => {
      await signedIn(signed());
      await page.goto('/my-acp');
      await page
        .getByRole('main')
        .getByRole('link', { name: t('myAcp.edit') })
        .click();
      await edit.isAtHub();
      for (const step of ['step1', 'step2', 'step3', 'step4', 'step5', 'step6b', 'step7', 'step8'] as const)
        await expect(edit.way(step)).toHaveAttribute('href', `/questionnaire/${step}?editStep=${step}`);
      const main = page.getByRole('main');
      for (const key of ['cprStopBreathing', 'cprCatastrophic'] as const)
        await expect(main.getByText(edit.steps.titleOf(key))).toBeVisible();
      await expect(main.getByText(t('review.health.count', { count: 16, total: 16 }))).toBeVisible();
      await expect(main.getByText(t('versions.none'))).toBeVisible();
      await expect(main.getByText(t('review.contacts.none'))).toBeVisible();
      expect(await axeFindings(page)).toEqual([]);
      expect(await sidewaysBy(page)).toBe(0);
      await main.getByRole('link', { name: t('versions.back') }).click();
      await expect(page).toHaveURL('/my-acp');
    });

    test(`an edit is kept, checked, confirmed once as a revision, and announced on the plan page ${eachWidthOnce(language)} [QEDIT-02, QEDIT-03, QEDIT-04, QEDIT-05, QEDIT-06, QEDIT-07, API-04, GAP-41, GAP-43] ${mainOnce(language)}`, async ({
      page,
      t,
      signedIn,
      app,
      edit,
    }) => {
      const who = await signedIn(signed());
      const before = await savedPlan(app, who);
      const sent = noteRequests(page, 'updateAnswers');
      await edit.enter('step7');
      await expect(page.getByText(t('editStep.banner'))).toBeVisible();
      expect(await axeFindings(page)).toEqual([]);
      await edit.steps.box('explanations').fill(words);
      await edit.steps.save();
      await edit.isAtConfirmation('step7');
      const change = page.getByRole('region', { name: edit.steps.titleOf('explanations'), exact: true });
      await expect(change).toContainText(t('editStep.confirm.before'));
      await expect(change).toContainText(fullAnswers().explanations ?? '');
      await expect(change).toContainText('Play the radio in the mornings.');
      expect(sent).toEqual([]);
      expect(await axeFindings(page)).toEqual([]);
      expect(await sidewaysBy(page)).toBe(0);

      await edit.confirm.dblclick();
      await expect(page).toHaveURL('/my-acp');
      await expect(edit.updated).toContainText(t('editStep.updated'));
      await expect(edit.updated).toContainText(t('confirmation.oldPaper'));
      expect(await axeFindings(page)).toEqual([]);
      expect(sent).toHaveLength(1);
      expect(sent[0]?.variables).toMatchObject({
        type: 'revision',
        status: 'complete',
        answers: { explanations: words },
        completed_at: before.completed_at?.toISOString(),
        created_at: before.created_at.toISOString(),
        share_date: null,
      });
      const after = await savedPlan(app, who);
      expect(after).toMatchObject({
        version: before.version + 1,
        plan_version: 2,
        created_at: before.created_at,
        completed_at: before.completed_at,
        share_date: null,
        answers: { ...before.answers, explanations: words },
      });
      await escapeFrom(page, edit.updated);
      await expect(
        page.getByRole('main').getByText(t('myAcp.version', { version: 2 }), { exact: true }),
      ).toBeVisible();
      await page.reload();
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('myAcp.title'));
      await expect(edit.updated).toBeHidden();
    });

    test('by keyboard only: from the plan to a changed plan [QEDIT-01, QEDIT-03, QEDIT-07]', async ({
      page,
      signedIn,
      app,
      edit,
    }) => {
      const who = await signedIn(signed());
      await edit.openHub();
      await edit.way('step7').focus();
      await page.keyboard.press('Enter');
      await edit.isAtStep('step7');
      await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
      await edit.steps.box('otherCommentsOrWorries').focus();
      await page.keyboard.type(' Typed with keys.');
      await edit.steps.saveButton.focus();
      await page.keyboard.press('Enter');
      await edit.isAtConfirmation('step7');
      await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
      await edit.confirm.focus();
      await page.keyboard.press('Enter');
      await expect(edit.updated).toBeVisible();
      await escapeFrom(page, edit.updated);
      await expect(page).toHaveURL('/my-acp');
      expect((await savedPlan(app, who)).answers.otherCommentsOrWorries).toContain('Typed with keys.');
    });

    test('a plan that is not signed, or is locked, has no edit mode and shows why [QEDIT-01, QEDIT-02, GAP-42, GAP-46]', async ({
      page,
      t,
      questionnaire,
      signedIn,
      newCustomer,
      enter,
      context,
      app,
      edit,
    }) => {
      await signedIn(draft());
      await edit.openHub();
      await expect(page.getByText(t('editHub.notComplete'))).toBeVisible();
      await expect(edit.way('step3')).toHaveCount(0);
      await expect(page.getByRole('link', { name: t('editHub.goOn') })).toHaveAttribute(
        'href',
        '/questionnaire',
      );
      await page.goto('/questionnaire/step3?editStep=step3');
      await questionnaire.isAt('step3');
      await expect(questionnaire.saveButton).toHaveText(t('submit.saveStep'));

      await context.clearCookies();
      const locked = await newCustomer(signed());
      await app.services.db
        .updateTable('acps')
        .set({ locked: true })
        .where('id', '=', locked.acpId)
        .execute();
      await enter(locked);
      await edit.openHub();
      await expect(page.getByText(t('locked.title'))).toBeVisible();
      await expect(edit.way('step3')).toHaveCount(0);
      await expect(page.getByText(t('review.health.count', { count: 16, total: 16 }))).toBeVisible();
      expect(await axeFindings(page)).toEqual([]);
      await page.goto('/questionnaire/step3?editStep=step3');
      await questionnaire.isAt('step3');
      await expect(questionnaire.saveButton).toHaveCount(0);
    });
  });
}
