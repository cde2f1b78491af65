import type { Page } from '@playwright/test';
import { stepIds, type AnswerKey, type StepId } from '../src/domain/questionnaire/answers.ts';
import { stepOf } from '../src/domain/questionnaire/definition.ts';
import type { QuestionnairePage } from './questionnaire-page.ts';
import { draft } from './saved-plan.ts';
import { bothWidths, expect, test } from './wattle.ts';
import { languages } from './words.ts';

/** How soon a hand that shakes touches again. */
const echoMs = 250;

const stepsWithChoices = stepIds.filter((step) =>
  stepOf(step).questions.some(({ options, when }) => options && !when),
);

/** Touches the same place of the screen twice. */
async function touchTwice(page: Page, { x, y }: { x: number; y: number }): Promise<void> {
  await page.mouse.click(x, y);
  await page.waitForTimeout(echoMs);
  await page.mouse.click(x, y);
}

/** Touches one answer of each question of a step twice: another answer with each `turn`. Gives what should be picked. */
async function answerShaking(page: Page, questionnaire: QuestionnairePage, step: StepId, turn: number) {
  const picked: { key: AnswerKey; value: string }[] = [];
  const questions = stepOf(step).questions.filter(({ options, when }) => options && !when);
  for (const [index, { key, options = [] }] of questions.entries()) {
    const { value } = options[(index + turn) % options.length] as { value: string };
    const answer = questionnaire.option(key, value);
    await answer.evaluate((element) => element.scrollIntoView({ block: 'center', behavior: 'instant' }));
    const box = await answer.boundingBox();
    if (!box) throw new Error(`${key} has no answer "${value}" on the screen`);
    await touchTwice(page, { x: box.x + box.width / 2, y: box.y + box.height / 2 });
    picked.push({ key: key, value });
  }
  return picked;
}

for (const language of languages) {
  test.describe(`a hand that shakes, in ${language}`, () => {
    test.use({ language });

    for (const [turn, step] of stepsWithChoices.entries()) {
      // Where nothing failed before, the words' length makes no difference.
      for (const failed of language === 'en' ? [true, false] : [true]) {
        test(`${bothWidths} each answer of ${step} touched twice ${failed ? 'after a failed save' : 'at first'} is the one that was under the finger [R-70]`, async ({
          page,
          questionnaire,
          signedIn,
        }, { project }) => {
          await signedIn(step === 'step9' ? draft() : {});
          await questionnaire.open(step);
          if (failed) {
            await questionnaire.save();
            await expect(questionnaire.problems).toBeFocused();
          }
          const turns = turn + (language === 'zh' ? 1 : 0) + (project.name === 'phone' ? 2 : 0);
          for (const { key, value } of await answerShaking(page, questionnaire, step, turns))
            await expect(questionnaire.option(key, value)).toBeChecked();
        });
      }
    }

    test(`${bothWidths} what is mended keeps its place, marked, until the next try, and is spoken once [R-70, R-71]`, async ({
      t,
      questionnaire,
      signedIn,
    }) => {
      await signedIn();
      await questionnaire.open('step5');
      await questionnaire.save();
      const lines = questionnaire.problems.getByRole('link');
      const wrong = await lines.count();
      expect(wrong).toBeGreaterThan(1);
      await expect(questionnaire.problems).not.toHaveAttribute('role', 'alert');
      await expect(questionnaire.problems).not.toHaveAttribute('aria-live', /./);
      const group = questionnaire.group('cprStopBreathing');
      const error = group.locator('.err');
      const before = {
        summary: await questionnaire.problems.boundingBox(),
        error: await error.boundingBox(),
      };
      await group.getByRole('radio').first().check();
      await expect(lines).toHaveCount(wrong);
      await expect(lines.first()).toContainText(t('common.mended'));
      await expect(error).toContainText(t('common.mended'));
      await expect(group).not.toHaveAttribute('aria-invalid');
      const size = (box: { width: number; height: number } | null) => box && [box.width, box.height];
      expect(size(await questionnaire.problems.boundingBox())).toEqual(size(before.summary));
      expect(size(await error.boundingBox())).toEqual(size(before.error));
      await questionnaire.save();
      await expect(lines).toHaveCount(wrong - 1);
    });
  });
}
