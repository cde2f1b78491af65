import type { Locator, Page } from '@playwright/test';
import { stepIds, type Answers, type StepId } from '../../src/domain/questionnaire/answers.ts';
import { stepOf } from '../../src/domain/questionnaire/definition.ts';
import type { Question } from '../../src/domain/questionnaire/questions/question.ts';
import type { TestPersonSpec } from '../../testing/people.ts';
import type { QuestionnairePage } from '../questionnaire-page.ts';
import { draft } from '../saved-plan.ts';
import { tapTwiceAt } from '../taps.ts';
import { eachWidthOnce, expect, mainOnce, test } from '../wattle.ts';
import { languages } from '../words.ts';

/** Interval between the touches of a shaking hand, in milliseconds. */
const echoMs = 150;

const stepsWithChoices = stepIds.filter((step) =>
  stepOf(step).questions.some(({ options, when }) => options && !when),
);

const questionsOf = (step: StepId) => stepOf(step).questions.filter(({ options, when }) => options && !when);

/** Rounds until each option of a single-choice question was touched first; three if there are only multiple-choice questions. */
const roundsOf = (step: StepId) =>
  Math.max(...questionsOf(step).map(({ kind, options = [] }) => (kind === 'choice' ? options.length : 3)));

/** Options of a question to touch in a round: one, or for multiple choice some of them. */
function touchedIn(round: number, rounds: number, { kind, options = [] }: Question): string[] {
  const values = options.map(({ value }) => value);
  return values.filter((_, index) =>
    kind === 'choice' ? index === round % values.length : index % rounds === round,
  );
}

/**
 * Scrolls an option to the middle of the screen. Returns the touch position, and the option there by the name of its question
 * and its stored value.
 */
const underFinger = (answer: Locator) =>
  answer.evaluate((element) => {
    element.scrollIntoView({ block: 'center', behavior: 'instant' });
    const box = element.getBoundingClientRect();
    const finger = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
    const input = element.ownerDocument
      .elementFromPoint(finger.x, finger.y)
      ?.closest('label')
      ?.querySelector('input');
    return { finger, there: input ? { name: input.name, value: input.value } : null };
  });

/** Touches options of each question of a step twice, others in each round; the form must then have the touched ones. */
async function answerShaking(page: Page, questionnaire: QuestionnairePage, step: StepId, round: number) {
  const touched = questionsOf(step).flatMap((question, index) =>
    touchedIn((round + index) % roundsOf(step), roundsOf(step), question).map(
      (value) => [question.key, value] as const,
    ),
  );
  const browser = await page.context().newCDPSession(page);
  for (const [key, value] of touched) {
    await questionnaire.show(key);
    const answer = questionnaire.option(key, value);
    const { finger, there } = await underFinger(answer);
    expect(there).toEqual({ name: key, value });
    await tapTwiceAt(browser, finger, { gapMs: echoMs });
    await expect(answer, `${key}: ${value}`).toBeChecked();
  }
}

/** A person whose draft has no answers to the questions of a step. */
const unanswered = (step: StepId): TestPersonSpec => {
  const { answers } = draft().plan;
  const own = new Set<string>(stepOf(step).questions.map(({ key }) => key));
  const others = Object.entries(answers).filter(([key]) => !own.has(key));
  return { plan: { status: 'draft', answers: Object.fromEntries(others) as Answers } };
};

for (const language of languages) {
  test.describe(`a shaking hand, in ${language}`, () => {
    test.use({ language });

    for (const step of stepsWithChoices) {
      // Before a failed save, the length of the texts makes no difference.
      for (const failed of language === 'en' ? [true, false] : [true]) {
        test(`${eachWidthOnce(language)} every option of ${step} touched twice ${failed ? 'after a failed save' : 'at first'} is the selected one [R-70]`, async ({
          page,
          questionnaire,
          signedIn,
        }) => {
          await signedIn(unanswered(step));
          for (let round = 0; round < roundsOf(step); round += 1) {
            // Earlier answers are not kept, so that each option is the first answer of its question once.
            await page.evaluate('sessionStorage.clear()').catch(() => {});
            await questionnaire.open(step);
            if (failed) {
              await questionnaire.save();
              await expect(questionnaire.problems).toBeFocused();
            }
            await answerShaking(page, questionnaire, step, round);
          }
        });
      }
    }

    test(`${eachWidthOnce(language)} a corrected field keeps its place, marked, until the next try, and is announced once [R-70, R-71] ${mainOnce(language)}`, async ({
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
