import type { Page } from '@playwright/test';
import { healthKeys } from '../../src/domain/questionnaire/answers.ts';
import { isInOrder } from '../axe.ts';
import { draft, lacking, savedPlan, saveElsewhere, signed } from '../saved-plan.ts';
import { expect, main, mainOnce, noteRequests, phone, test } from '../wattle.ts';
import { beginning, languages } from '../words.ts';

const worth = 'Life is still worth living';

const words = {
  en: {
    next: 'Next: Pain, sleep and wanting to vomit',
    count: '3 of 16',
    one: 'One question at a time',
    steps: 'Steps 1 and 2 of 10: About you',
  },
  zh: {
    next: '下一页：疼痛、睡眠和恶心想吐',
    count: '3/16 题',
    one: '一次一题',
    steps: '第 1、2 步，共 10 步：关于您',
  },
} as const;

const title = (page: Page) => page.getByRole('heading', { level: 1 });

/** Whether a point in the middle of the focused element shows it, and nothing that stays on the screen covers it. */
const focusIsInSight = (page: Page) =>
  page.evaluate<boolean>(`(() => {
    const focused = document.activeElement;
    const { left, top, width, height } = (focused.closest('label') ?? focused).getBoundingClientRect();
    const found = document.elementFromPoint(left + width / 2, top + Math.min(height, 40) / 2);
    return found !== null && (focused.closest('label') ?? focused).contains(found);
  })()`);

for (const language of languages) {
  const said = words[language];

  test.describe(`questions a few at a time, in ${language}`, () => {
    test.use({ language });

    test(
      `on a telephone a step is shown by its groups, Next saves the answers and names the next group, and Back and a reload keep the page ${mainOnce(language)}`,
      { tag: phone },
      async ({ page, t, questionnaire, signedIn, app }) => {
        const who = await signedIn();
        await questionnaire.open('step4');
        await expect(title(page)).toHaveText(t('step4.group.senses'));
        await expect(page.getByRole('main').getByRole('radiogroup')).toHaveCount(3);
        for (const key of ['cannotHear', 'cannotSee', 'cannotTalk'] as const)
          await questionnaire.option(key, worth).check();
        const progress = page.getByRole('progressbar', { name: t('progress.questions') });
        await expect(progress).toHaveAttribute('aria-valuenow', '3');
        await expect(progress).toHaveAttribute('aria-valuemax', '16');
        await expect(page.getByText(said.count, { exact: true })).toBeInViewport();
        await isInOrder(page);
        await page.getByRole('button', { name: said.next, exact: true }).click();

        await expect(title(page)).toHaveText(t('step4.group.symptoms'));
        await expect(title(page)).toBeFocused();
        await expect(page).toHaveURL('/questionnaire/step4?page=2');
        await expect(page.getByRole('main').getByRole('radiogroup')).toHaveCount(4);
        expect((await savedPlan(app, who)).answers).toEqual({
          cannotHear: worth,
          cannotSee: worth,
          cannotTalk: worth,
        });
        expect(await savedPlan(app, who)).toMatchObject({ status: 'draft' });
        await isInOrder(page);
        await page.reload();
        await expect(title(page)).toHaveText(t('step4.group.symptoms'));
        await page.goBack();
        await expect(title(page)).toHaveText(t('step4.group.senses'));
        await expect(questionnaire.option('cannotTalk', worth)).toBeChecked();

        await questionnaire.answer('step4', Object.fromEntries(healthKeys.map((key) => [key, worth])));
        await expect(questionnaire.nextPage).toHaveCount(0);
        await questionnaire.saveButton.click();
        await questionnaire.isAt('step5');
        expect(Object.keys((await savedPlan(app, who)).answers)).toHaveLength(16);
        // Back leads to the last page of the step before.
        await questionnaire.button(t('common.back')).click();
        await expect(title(page)).toHaveText(t('step4.page.people'));
      },
    );

    test(
      `on a telephone a draft begins with both steps about the person on one page, which is saved once, and each step keeps its own page [QSTEP1-10, QSTEP2-08] ${mainOnce(language)}`,
      { tag: phone },
      async ({ page, t, questionnaire, signedIn, app }) => {
        const who = await signedIn();
        await questionnaire.open('step1');
        await expect(page.getByText(said.steps, { exact: true })).toBeInViewport();
        await isInOrder(page);
        await questionnaire.saveButton.click();
        await expect(questionnaire.problems.getByRole('link')).toHaveText([
          t('hasHelp.error.required'),
          t('postcode.error.required'),
        ]);
        await questionnaire.option('hasHelp', 'No').check();
        await questionnaire.box('postcode').fill('3280');
        // Text that was typed stays when the screen becomes wider, and each step has its own page there.
        await page.setViewportSize({ width: 1024, height: 768 });
        await expect(questionnaire.option('hasHelp', 'No')).toBeChecked();
        await expect(questionnaire.box('postcode')).toHaveCount(0);
        await page.setViewportSize({ width: 390, height: 844 });
        await expect(questionnaire.box('postcode')).toHaveValue('3280');
        const sent = noteRequests(page, 'updateAnswers');
        await questionnaire.saveButton.click();
        await questionnaire.isAt('step3');
        expect(sent).toHaveLength(1);
        expect((await savedPlan(app, who)).answers).toMatchObject({ hasHelp: 'No', postcode: '3280' });
        const { postcode } = await app.services.db
          .selectFrom('users')
          .select('postcode')
          .where('id', '=', who.userId)
          .executeTakeFirstOrThrow();
        expect(postcode).toBe('3280');
        await questionnaire.button(t('common.back')).click();
        await questionnaire.isAt('step2');
        await questionnaire.button(t('common.back')).click();
        await questionnaire.isAt('step1');
        await expect(questionnaire.box('postcode')).toHaveCount(0);
      },
    );

    test(
      `on a telephone a missing answer leads to its page, with the error at the question, and every line of the summary to the page of its question ${mainOnce(language)}`,
      { tag: phone },
      async ({ page, t, questionnaire, signedIn, app }) => {
        const who = await signedIn(draft());
        await saveElsewhere(app, who, lacking('bladderControl', 'ivTherapy'));
        await page.goto('/questionnaire/step4?page=4');
        await questionnaire.saveButton.click();
        await expect(title(page)).toHaveText(t('step4.page.body'));
        await expect(questionnaire.problems).toBeFocused();
        await expect(questionnaire.group('bladderControl')).toContainText(
          t('step4.error.required', { n: 10 }),
        );
        await isInOrder(page);
        await questionnaire.problems.getByRole('link').last().click();
        await expect(title(page)).toHaveText(t('step4.page.people'));
        await expect(questionnaire.group('ivTherapy').and(page.locator(':focus-within'))).toBeVisible();
        await expect(questionnaire.group('ivTherapy')).toContainText(t('step4.error.required', { n: 17 }));
        await page.goto('/questionnaire/step4#cannotEat_note');
        await expect(title(page)).toHaveText(t('step4.page.body'));
        await expect(questionnaire.note('cannotEat')).toBeFocused();
      },
    );

    test(
      `on a telephone one question at a time is shown to a person who chooses it, also on the next visit, and a few again ${mainOnce(language)}`,
      { tag: phone },
      async ({ page, t, questionnaire, signedIn }) => {
        await signedIn(draft());
        await page.goto('/questionnaire/step4?page=3');
        await page.getByRole('button', { name: said.one, exact: true }).click();
        const questions = page.getByRole('main').getByRole('radiogroup');
        await expect(questions).toHaveCount(1);
        await expect(questionnaire.group('cannotEat')).toBeVisible();
        await expect(page).toHaveURL('/questionnaire/step4?page=8');
        await isInOrder(page);
        const next = t('page.next', { name: t('progress.question', { n: 10 }) });
        await page.getByRole('button', { name: next, exact: true }).click();
        await expect(questionnaire.group('bladderControl')).toBeVisible();
        await expect(title(page)).toBeFocused();
        await page.goto('/questionnaire/step6b');
        await expect(questions).toHaveCount(1);
        await expect(questionnaire.group('palliativeCare')).toBeVisible();
        // The short fields about the person stay together.
        await page.goto('/questionnaire/step2');
        await expect(questionnaire.box('dob')).toBeVisible();
        await expect(questionnaire.box('postcode')).toBeVisible();
        await page.goto('/questionnaire/step4#bladderControl');
        await page.getByRole('button', { name: t('pace.few'), exact: true }).click();
        await expect(questions).toHaveCount(5);
        await expect(title(page)).toHaveText(t('step4.page.body'));
      },
    );

    test(
      `at 400 % zoom no tab stop of a page is covered by the progress, which stays in sight ${mainOnce(language)}`,
      { tag: phone },
      async ({ page, t, signedIn }) => {
        await signedIn(draft());
        await page.setViewportSize({ width: 320, height: 256 });
        await page.goto('/questionnaire/step4?page=3');
        const progress = page.getByRole('progressbar', { name: t('progress.questions') });
        await expect(progress).toBeVisible();
        await isInOrder(page);
        await title(page).focus();
        const last = page
          .getByRole('main')
          .getByRole('button', { name: beginning(t('page.next', { name: '' }).trim()) });
        for (let stops = 0; (await last.and(page.locator(':focus')).count()) === 0; stops += 1) {
          expect(stops).toBeLessThan(40);
          await page.keyboard.press('Tab');
          await expect.poll(() => focusIsInSight(page), `stop ${stops}`).toBe(true);
          await expect(progress).toBeInViewport();
        }
      },
    );
  });
}

test(`from 1024 px on the whole step is shown, whatever page the address has ${main}`, async ({
  page,
  questionnaire,
  signedIn,
}) => {
  await signedIn(draft());
  await page.setViewportSize({ width: 1024, height: 768 });
  await page.goto('/questionnaire/step4?page=3');
  await expect(page.getByRole('main').getByRole('radiogroup')).toHaveCount(16);
  await expect(title(page)).toHaveText('If my health changed');
  await expect(questionnaire.saveButton).toHaveText('Save step');
  // What was typed stays when the screen becomes narrow, as when a tablet is turned.
  await questionnaire.option('bowelControl', worth).check();
  await page.setViewportSize({ width: 768, height: 1024 });
  await expect(title(page)).toHaveText('Eating, toilet, daily help and breathing');
  await expect(questionnaire.option('bowelControl', worth)).toBeChecked();
});

test(
  'without a connection the next page opens, and the answers are saved with a later page',
  { tag: phone },
  async ({ page, questionnaire, signedIn, app, context }) => {
    const who = await signedIn();
    await questionnaire.open('step4');
    await context.setOffline(true);
    await questionnaire.option('cannotHear', worth).check();
    await questionnaire.nextPage.click();
    await expect(title(page)).toHaveText('Pain, sleep and wanting to vomit');
    await questionnaire.option('mildPainMedication', worth).check();
    await context.setOffline(false);
    await questionnaire.nextPage.click();
    await expect(title(page)).toHaveText('Eating, toilet, daily help and breathing');
    expect((await savedPlan(app, who)).answers).toEqual({ cannotHear: worth, mildPainMedication: worth });
  },
);

test(
  'a page of a signed plan keeps a change without sending it, and saves it from any page after Before and Now [D-35]',
  { tag: phone },
  async ({ page, questionnaire, signedIn, app }) => {
    const who = await signedIn(signed());
    const sent = noteRequests(page, 'updateAnswers');
    await questionnaire.open('step4');
    await questionnaire.option('cannotHear', 'Life is not worth living').check();
    await questionnaire.nextPage.click();
    await expect(title(page)).toHaveText('Pain, sleep and wanting to vomit');
    await page.reload();
    await questionnaire.saveButton.click();
    await expect(questionnaire.change.getByRole('region', { name: 'If I could not hear' })).toBeVisible();
    expect(sent).toEqual([]);
    await questionnaire.confirm.click();
    await expect(page.getByText('changes updated successfully', { exact: true })).toBeVisible();
    expect(sent).toHaveLength(1);
    expect((await savedPlan(app, who)).answers).toMatchObject({ cannotHear: 'Life is not worth living' });
  },
);
