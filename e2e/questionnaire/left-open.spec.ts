import type { Locator, Page } from '@playwright/test';
import { isInOrder } from '../axe.ts';
import { draft, lacking, savedPerson, savedPlan, saveElsewhere, signed } from '../saved-plan.ts';
import { eachWidthOnce, expect, noteRequests, test } from '../wattle.ts';
import { languages, saying } from '../words.ts';

const words = {
  en: {
    leave: 'Leave the rest for now',
    count: '15 of 16 answered',
    left: 'Your answers are saved. 1 question is left for later.',
    missing: ['Date of birth', '4 If I could not talk', '18 If my heart stops or I stop breathing'],
    see: 'See what is missing',
    lastPage: 'Nothing changes until you confirm on the last page.',
  },
  zh: {
    leave: '其余的先放一放',
    count: '已答 15 题，共 16 题',
    left: '回答已保存。还有 1 题留到以后再答。',
    missing: ['出生日期', '4 如果我说不了话', '18 如果我的心跳或呼吸停止'],
    see: '看看缺了什么',
    lastPage: '在最后一页确认之前，什么都不会变。',
  },
} as const;

/** Checks that a page begins at a question: it has focus, and its title is on the screen, below the bar. */
async function beginsAt(page: Page, question: Locator): Promise<void> {
  await expect(question.and(page.locator(':focus-within'))).toBeVisible();
  const bar = await page.getByRole('banner').boundingBox();
  const top = async () => (await question.boundingBox())?.y ?? -1;
  await expect.poll(top).toBeGreaterThanOrEqual((bar?.height ?? 0) - 1);
  await expect.poll(top).toBeLessThan(300);
}

for (const language of languages) {
  const said = words[language];

  test.describe(`leaving answers open, in ${language}`, () => {
    test.use({ language });

    test(`${eachWidthOnce(language)} a step is left with a missing answer, is shown as started, and continuing begins at that question [R-35] [D-36]`, async ({
      page,
      t,
      questionnaire,
      signedIn,
      app,
    }) => {
      const who = await signedIn(draft());
      await saveElsewhere(app, who, lacking('cannotTalk', 'cprStopBreathing'));
      await questionnaire.open('step4');
      await questionnaire.save();
      await expect(questionnaire.problems.getByRole('link')).toHaveCount(1);
      await questionnaire.show('noVisits');
      await questionnaire.option('noVisits', 'Life is still worth living').check();
      await isInOrder(page);
      await questionnaire.button(said.leave).click();
      await questionnaire.isAt('step5');
      await expect(page.getByText(said.left)).toBeVisible();
      await expect
        .poll(async () => (await savedPlan(app, who)).answers)
        .toMatchObject({ noVisits: 'Life is still worth living' });
      expect(await savedPlan(app, who)).toMatchObject({ status: 'draft' });

      // From the list of steps, from the dashboard twice, and from the page to which the menus lead.
      const cannotTalk = questionnaire.group('cannotTalk');
      const small = page.getByRole('button', { name: t('progress.allSteps') });
      if (await small.isVisible()) await small.click();
      const entry = page
        .getByRole('navigation', { name: t('progress.allSteps') })
        .getByRole('link', { name: saying(t('step4.name')) })
        .filter({ visible: true });
      await expect(entry).toContainText(said.count);
      await entry.click();
      await beginsAt(page, cannotTalk);
      for (const name of [t('dash.carryOn', { step: 4 }), t('dash.reflect.buttonDraft')]) {
        await page.goto('/dashboard');
        const link = page.getByRole('link', { name, exact: true });
        // Until the plan is loaded it leads to the page before the questions.
        await expect(link).toHaveAttribute('href', /cannotTalk/);
        await link.click();
        await beginsAt(page, cannotTalk);
      }
      await page.goto('/questionnaire');
      await page.getByRole('link', { name: t('intro.resume'), exact: true }).click();
      await beginsAt(page, cannotTalk);
      await page.reload();
      await beginsAt(page, cannotTalk);
    });

    test(`${eachWidthOnce(language)} missing answers that prevent signing are a list of links to the questions, and the page shows its position [R-42] [R-35] [D-36]`, async ({
      page,
      questionnaire,
      signedIn,
      app,
    }) => {
      const who = await signedIn(draft());
      await saveElsewhere(app, who, lacking('dob', 'cannotTalk', 'cprStopBreathing'));
      const boxes = [questionnaire.group('cannotTalk'), questionnaire.group('cprStopBreathing')];
      await questionnaire.open('step9');
      const panel = page.locator('#incomplete');
      const missing = panel.getByRole('list').getByRole('list').getByRole('link');
      await expect(missing).toHaveText([...said.missing]);
      await isInOrder(page);
      await expect(questionnaire.saveButton).toHaveAttribute('aria-disabled', 'true');
      await page.getByRole('link', { name: said.see, exact: true }).click();
      await expect(panel).toBeFocused();
      await expect(missing.first()).toBeInViewport();
      await missing.first().click();
      await expect(questionnaire.box('dob')).toBeFocused();
      for (const [index, box] of boxes.entries()) {
        await questionnaire.open('step9');
        await missing.nth(index + 1).click();
        await beginsAt(page, box);
      }
    });

    test('the page that confirms a change does not mention a last page [R-42]', async ({
      page,
      t,
      questionnaire,
      signedIn,
      edit,
    }) => {
      await signedIn(signed());
      await page.goto('/questionnaire/step7?editStep=step7');
      await edit.isAtStep('step7');
      await expect(page.getByText(said.lastPage)).toBeVisible();
      await questionnaire.box('explanations').fill('…');
      await questionnaire.save();
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('editStep.confirm.title'));
      await expect(page.getByText(said.lastPage)).toHaveCount(0);
      await expect(page.getByText(t('editStep.confirm.hint'))).toBeVisible();
    });
  });
}

test('a step that begins at a question has focus on the selected option, and Space selects no other [D-36]', async ({
  page,
  questionnaire,
  signedIn,
}) => {
  const picked = 'Life is not worth living';
  const spec = draft();
  spec.plan.answers.dontRecognise = picked;
  await signedIn(spec);
  await page.goto('/questionnaire/step4#dontRecognise');
  const answer = questionnaire.option('dontRecognise', picked);
  await expect(answer).toBeFocused();
  await page.keyboard.press('Space');
  await expect(answer).toBeChecked();
});

test('a wrong entry is refused at its field although others are left empty; a missing one is not [R-35] [D-36]', async ({
  page,
  questionnaire,
  signedIn,
  app,
}) => {
  const who = await signedIn();
  const sent = noteRequests(page, 'updateAnswers');
  await questionnaire.open('step2');
  await questionnaire.box('dob').fill('31/02/1943');
  await questionnaire.button('Leave the rest for now').click();
  await expect(questionnaire.problems).toBeFocused();
  await expect(questionnaire.problems.getByRole('link')).toHaveText([
    'That date does not exist. Check the day and the month.',
  ]);
  await expect(questionnaire.box('dob')).toHaveAccessibleDescription(saying('That date does not exist.'));
  expect(sent).toEqual([]);
  await questionnaire.box('dob').fill('28/02/1943');
  await questionnaire.button('Leave the rest for now').click();
  await questionnaire.isAt('step3');
  expect((await savedPlan(app, who)).answers).toEqual({ dob: '28/02/1943', gender: 'Other' });
  // Empty fields remove nothing from the account.
  await expect.poll(async () => JSON.stringify((await savedPerson(app, who)).dob)).toContain('1943-02-28');
  // The step without answers counts as started too, and the next one can be opened.
  await questionnaire.button('Leave the rest for now').click();
  await questionnaire.isAt('step4');
  await page.goto('/questionnaire');
  const list = page.getByRole('navigation', { name: 'All steps' });
  await expect(list.getByRole('link', { name: /What matters most/ })).toContainText('0 of 1 answered');
  await expect(list.getByRole('link', { name: /If my health changed/ })).toBeVisible();
});

test('leaving later questions open keeps typed text when the response fails or is slow, and sends it once [R-35] [D-36]', async ({
  page,
  questionnaire,
  signedIn,
  app,
}) => {
  const who = await signedIn();
  await questionnaire.open('step3');
  await questionnaire.option('minimumQolList', 'Having independence').check();
  await page.route('**/api/graphql', (route) => route.abort());
  await questionnaire.button('Leave the rest for now').click();
  await expect(page.getByText('We could not save this step.')).toBeVisible();
  await expect(questionnaire.option('minimumQolList', 'Having independence')).toBeChecked();
  await page.unrouteAll();
  const sent = noteRequests(page, 'updateAnswers');
  await page.getByRole('button', { name: 'Try again' }).click();
  await questionnaire.isAt('step4');
  expect(sent).toHaveLength(1);
  expect((await savedPlan(app, who)).answers).toEqual({ minimumQolList: ['Having independence'] });
});

test('data from sign-up is in the fields, is not an answer before it is saved, and causes no question on leaving [R-34]', async ({
  page,
  questionnaire,
  signedIn,
  app,
}) => {
  const who = await signedIn({ firstName: 'Mei', lastName: 'Chen', dob: '04/05/1948', gender: 'Female' });
  await page.goto('/questionnaire');
  await expect(page.getByRole('link', { name: 'Start', exact: true })).toBeVisible();
  await questionnaire.open('step1');
  await expect(questionnaire.box('firstName')).toHaveValue('Mei');
  await expect(questionnaire.box('lastName')).toHaveValue('Chen');
  await questionnaire.button('Back').click();
  await expect(page).toHaveURL('/questionnaire');
  expect((await savedPlan(app, who)).answers).toEqual({});
  await questionnaire.open('step2');
  await expect(questionnaire.box('dob')).toHaveValue('04/05/1948');
  await expect(questionnaire.option('gender', 'Female')).toBeChecked();
  // Other text that the person types is kept, also over a reload.
  await questionnaire.box('dob').fill('05/05/1948');
  await page.reload();
  await expect(questionnaire.box('dob')).toHaveValue('05/05/1948');
  await questionnaire.box('postcode').fill('3280');
  await questionnaire.save();
  await questionnaire.isAt('step3');
  expect((await savedPlan(app, who)).answers).toEqual({
    dob: '05/05/1948',
    gender: 'Female',
    postcode: '3280',
  });
});
