import { QuestionnairePage } from '../questionnaire-page.ts';
import { draft, saveElsewhere, savedPlan } from '../saved-plan.ts';
import { expect, test } from '../wattle.ts';

test.describe('two devices', () => {
  const mine = 'Life is still worth living';
  const theirs = 'Life is not worth living';

  for (const [keep, kept] of [
    ['Keep the answer on this page', mine],
    ['Keep the saved answer', theirs],
  ] as const) {
    test(`the same question answered twice shows both, and "${keep}" keeps that one`, async ({
      page,
      questionnaire,
      signedIn,
      app,
    }) => {
      const who = await signedIn(draft());
      await questionnaire.open('step4');
      await questionnaire.option('cannotTalk', mine).check();
      await saveElsewhere(app, who, { cannotTalk: theirs, cannotTalk_note: 'Written elsewhere' });
      await questionnaire.save();
      const conflict = page.getByRole('dialog', { name: 'There are two answers to the same question' });
      const question = conflict.getByRole('region', { name: 'If I could not talk' });
      await expect(question.getByText(mine)).toBeVisible();
      await expect(question.getByText(theirs)).toBeVisible();
      await expect(question.getByText('Written elsewhere')).toBeVisible();
      const go = conflict.getByRole('button', { name: 'Save step' });
      await expect(go).toHaveAttribute('aria-disabled', 'true');
      await conflict.getByRole('button', { name: keep }).click();
      await go.click();
      await questionnaire.isAt('step5');
      expect((await savedPlan(app, who)).answers).toMatchObject({
        cannotTalk: kept,
        severePainMedication: 'Unsure/Not important to me',
      });
    });
  }

  test(`answers to different questions are both kept, without a question`, async ({
    page,
    questionnaire,
    signedIn,
    app,
  }) => {
    const who = await signedIn(draft());
    await questionnaire.open('step4');
    await questionnaire.option('cannotTalk', mine).check();
    await saveElsewhere(app, who, { noVisits: mine, otherCommentsOrWorries: 'Written elsewhere' });
    await questionnaire.save();
    await questionnaire.isAt('step5');
    await expect(page.getByText(/Your plan was changed in another place/)).toBeVisible();
    expect((await savedPlan(app, who)).answers).toMatchObject({
      cannotTalk: mine,
      noVisits: mine,
      otherCommentsOrWorries: 'Written elsewhere',
    });
  });

  test('two tabs: the second one merges with the first, and no typed text is lost', async ({
    page,
    questionnaire,
    signedIn,
    app,
    context,
    t,
  }) => {
    const who = await signedIn(draft());
    await questionnaire.open('step7');
    const tab = await context.newPage();
    const other = new QuestionnairePage(tab, t);
    await other.open('step7');
    await other.box('explanations').fill('From the other tab');
    await other.save();
    await other.isAt('step8');
    await questionnaire.box('explanations').fill('From this tab');
    await questionnaire.save();
    const conflict = page.getByRole('dialog', { name: 'There are two answers to the same question' });
    await expect(conflict.getByText('From the other tab')).toBeVisible();
    await expect(conflict.getByText('From this tab')).toBeVisible();
    await conflict.getByRole('button', { name: 'Cancel' }).click();
    await expect(questionnaire.box('explanations')).toHaveValue('From this tab');
    expect((await savedPlan(app, who)).answers).toMatchObject({ explanations: 'From the other tab' });
  });
});
