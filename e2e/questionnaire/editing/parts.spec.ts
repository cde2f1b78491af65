import { savedPlan, signed } from '../../saved-plan.ts';
import { escapeFrom, expect, main, noteRequests, test } from '../../wattle.ts';

const edits = [
  ['step3', 'minimumQolList', 'Learning'],
  ['step4', 'cannotTalk', 'Life is not worth living'],
  ['step5', 'cprStopBreathing', 'receive CPR regardless of expected quality of life'],
  ['step6b', 'terminalCondition', 'not be told'],
] as const;

for (const [step, key, value] of edits) {
  test(`${step} keeps its answers and jumps to the confirmation; a reload keeps both; Back goes to the hub [QEDIT-02, QEDIT-03, QEDIT-08, QSTEP9-15] ${step === 'step3' ? main : ''}`, async ({
    page,
    signedIn,
    app,
    edit,
  }) => {
    const who = await signedIn(signed());
    const { version } = await savedPlan(app, who);
    page.on('dialog', (dialog) => void dialog.accept());
    await edit.enter(step);
    await edit.steps.button('Back').click();
    await edit.isAtHub();
    await edit.way(step).click();
    await edit.isAtStep(step);
    await edit.steps.option(key, value).check();
    await page.reload();
    await edit.isAtStep(step);
    await expect(edit.steps.option(key, value)).toBeChecked();
    await edit.steps.save();
    await edit.isAtConfirmation(step);
    const change = page.getByRole('region', { name: edit.steps.titleOf(key), exact: true });
    await expect(change).toContainText(edit.steps.labelOf(key, value));
    await page.reload();
    await edit.isAtConfirmation(step);
    await expect(change).toBeVisible();
    await edit.steps.button('Back').click();
    await edit.isAtHub();
    await expect(page.getByRole('link', { name: 'Check your change' })).toHaveAttribute(
      'href',
      `/questionnaire/step9?editStep=${step}`,
    );
    await edit.way(step).click();
    await edit.isAtStep(step);
    await expect(edit.steps.option(key, value)).toBeChecked();
    expect((await savedPlan(app, who)).version).toBe(version);
  });
}

test('an error in an edit step is shown at its place, and nothing is kept [QEDIT-03]', async ({
  signedIn,
  edit,
}) => {
  await signedIn(signed());
  await edit.enter('step6b');
  await edit.steps.option('receiveCare', 'Other').check();
  await edit.steps.save();
  await expect(edit.steps.problems.getByRole('link')).toHaveCount(1);
  await edit.isAtStep('step6b');
});

test('several parts are changed in one edit, from the hub and from the confirmation, and confirmed together [QEDIT-03, QEDIT-04]', async ({
  page,
  signedIn,
  app,
  edit,
}) => {
  const who = await signedIn(signed());
  const sent = noteRequests(page, 'updateAnswers');
  await edit.rewrite('Changed');
  await page.getByRole('main').getByText('Your answers', { exact: true }).click();
  await page.getByRole('link', { name: 'Change: CPR' }).click();
  await edit.isAtStep('step5');
  await edit.steps.option('cprStopBreathing', 'receive CPR regardless of expected quality of life').check();
  await edit.steps.save();
  await edit.isAtConfirmation('step5');
  await expect(
    page.getByRole('region', { name: edit.steps.titleOf('explanations'), exact: true }),
  ).toBeVisible();
  await edit.confirm.click();
  await expect(edit.updated).toBeVisible();
  expect(sent).toHaveLength(1);
  expect((await savedPlan(app, who)).answers).toMatchObject({
    explanations: 'Changed',
    cprStopBreathing: 'receive CPR regardless of expected quality of life',
  });
  await escapeFrom(page, edit.updated);
  await edit.openHub();
  await expect(page.getByText('You are changing a signed plan')).toBeHidden();
  await expect(page.getByText(/^Version 1, /)).toBeVisible();
});

test('steps 1 and 2 save as soon as they are confirmed, also from the hub, and Back goes to it [R-30] [D-35] [QGEN-09, QGEN-10, QEDIT-08, CON-19]', async ({
  page,
  signedIn,
  app,
  edit,
}) => {
  const who = await signedIn(signed());
  await edit.enter('step2');
  await expect(page.getByText('You are changing a signed plan')).toBeHidden();
  await edit.steps.box('postcode').fill('3000');
  await edit.steps.save();
  await expect(edit.steps.change).toContainText('3000');
  expect((await savedPlan(app, who)).answers.postcode).not.toBe('3000');
  await edit.steps.confirm.click();
  await expect(page.getByText('changes updated successfully', { exact: true })).toBeVisible();
  await edit.isAtStep('step2');
  expect((await savedPlan(app, who)).answers.postcode).toBe('3000');
  await edit.steps.button('Back').click();
  await edit.isAtHub();
  await edit.way('step8').click();
  await edit.isAtStep('step8');
  await edit.steps.button('Back').click();
  await edit.isAtHub();
});

test('an edit without changes cannot be confirmed, and leaving an edit asks first [QEDIT-03, GAP-43]', async ({
  page,
  signedIn,
  app,
  edit,
}) => {
  const who = await signedIn(signed());
  const { version } = await savedPlan(app, who);
  await edit.enter('step7');
  await edit.steps.save();
  await edit.isAtConfirmation('step7');
  await expect(page.getByText('No answers changed').first()).toBeVisible();
  await expect(edit.confirm).toHaveAttribute('aria-disabled', 'true');
  await edit.steps.button('Back').click();
  await edit.way('step7').click();
  await edit.steps.box('explanations').fill('Changed');
  await edit.steps.save();
  await edit.isAtConfirmation('step7');
  await page.getByRole('button', { name: 'Leave my plan as it was' }).click();
  const question = page.getByRole('alertdialog', { name: 'Leave without saving?' });
  await question.getByRole('button', { name: 'Stay on this page' }).click();
  await edit.isAtConfirmation('step7');
  await page.getByRole('button', { name: 'Leave my plan as it was' }).click();
  await question.getByRole('button', { name: 'Leave without saving' }).click();
  await expect(page).toHaveURL('/my-acp');
  await page.goto('/questionnaire/step9?editStep=step7');
  await edit.isAtHub();
  await expect(page.getByText('Your changes were not confirmed. Choose the part again.')).toBeVisible();
  expect((await savedPlan(app, who)).version).toBe(version);
});
