import type { Locator, Page } from '@playwright/test';
import type { PlainTextKey, Translate } from '../../src/domain/i18n/texts.ts';
import type { AnswerKey, Answers, StepId } from '../../src/domain/questionnaire/answers.ts';
import { fullAnswers, type TestPerson } from '../../testing/people.ts';
import { shieldGone } from '../taps.ts';
import { expect, test as base } from '../wattle.ts';

/** Interval between two touches of a shaking hand, in ms: with delays of a busy machine, still below a quarter of a second. */
const echoMs = 150;

/** The answer to question 16 after which the panel opens by itself. */
export const notWorth = 'Life is not worth living';

/** Longer than the interval within which touches count as one, in milliseconds. */
const afterEchoMs = 500;

/** Page object of the help panel beside the questions. */
export class AssistantPanel {
  readonly page: Page;
  private readonly t: Translate;

  constructor(page: Page, t: Translate) {
    this.page = page;
    this.t = t;
  }

  /** The panel that opened automatically. */
  get root(): Locator {
    return this.page.getByRole('region', { name: this.t('assistant.title'), exact: true });
  }

  /** The panel that was opened with the icon of a step. */
  of(step: StepId): Locator {
    const name = this.t('assistant.titleFor', { step: this.t(`${step}.name` as PlainTextKey) });
    return this.page.getByRole('region', { name, exact: true });
  }

  /** Either panel. */
  get any(): Locator {
    return this.page.locator('main section:has(> [role=log])');
  }

  get icon(): Locator {
    return this.page.getByRole('button', { name: this.t('common.help'), exact: true });
  }

  reply(key: PlainTextKey): Locator {
    return this.any.getByRole('button', { name: this.t(key), exact: true });
  }

  get closeButton(): Locator {
    return this.any.getByRole('button', { name: this.t('assistant.close'), exact: true });
  }

  /** The messages that it shows. */
  get messages(): Locator {
    return this.any.getByRole('log').locator('p');
  }

  /** Waits until a touch of the panel is no longer ignored as a repetition of the last touch. */
  async settled(): Promise<void> {
    await this.page.waitForTimeout(afterEchoMs);
    await shieldGone(this.page);
  }
}

/** Touches an element without scrolling it into view. Returns the place. */
export async function touch(page: Page, target: Locator): Promise<{ x: number; y: number }> {
  const box = await target.boundingBox();
  if (!box) throw new Error('The element to touch is not on the screen');
  const finger = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  await page.mouse.click(finger.x, finger.y);
  return finger;
}

/** Touches the same place of the screen twice, like a shaking hand. */
export async function touchTwice(page: Page, target: Locator): Promise<{ x: number; y: number }> {
  const finger = await touch(page, target);
  await page.waitForTimeout(echoMs);
  await page.mouse.click(finger.x, finger.y);
  return finger;
}

/** Returns the positions of everything in the form that can be touched or read, and the scroll position of the page. */
export const placesIn = (page: Page) =>
  page.evaluate<string>(`JSON.stringify([
    scrollY,
    ...[...document.querySelectorAll('main h1, main h2[id^=group], main legend, main .opt, main .addnote, main .qend button')]
      .map((element) => { const { x, y, width, height } = element.getBoundingClientRect(); return [x, y, width, height]; }),
  ])`);

/** Tests with the panel of the page. */
export const test = base.extend<{ help: AssistantPanel; withHelp: () => Promise<TestPerson> }>({
  help: ({ page, t }, use) => use(new AssistantPanel(page, t)),
  /** Signs a person in who answers question 16 so that the panel opens. */
  withHelp: ({ help, questionnaire, signedIn }, use) =>
    use(async () => {
      const who = await signedIn(allBut('dontRecognise'));
      await questionnaire.open('step4');
      await questionnaire.show('dontRecognise');
      await questionnaire.option('dontRecognise', notWorth).check();
      await expect(help.root).toBeVisible();
      return who;
    }),
});

/** The answer to a question about CPR that opens the panel. */
export const onlyIf = 'only if minimum quality of life is expected';

/** Questions without an answer; all others are answered. */
export const allBut = (...keys: AnswerKey[]) => {
  const open = Object.entries(fullAnswers()).filter(([key]) => !keys.includes(key as AnswerKey));
  return { plan: { status: 'draft' as const, answers: Object.fromEntries(open) as Answers } };
};

/** Whether a touch at the centre of an element reaches it. */
export const isInSight = (target: Locator) =>
  target.evaluate((element: any) => {
    const { x, y, width, height } = element.getBoundingClientRect();
    const found = element.ownerDocument.elementFromPoint(x + width / 2, y + height / 2);
    return found !== null && (element.contains(found) || found.contains(element));
  });

/** Scrolls an answer to the middle of the screen, so that selecting it does not scroll the page. */
export const toMiddle = (answer: Locator) =>
  answer.evaluate((element: any) => element.scrollIntoView({ block: 'center', behavior: 'instant' }));
