import type { Locator, Page } from '@playwright/test';
import type { StepId } from '../../src/domain/questionnaire/answers.ts';
import { stepOf } from '../../src/domain/questionnaire/definition.ts';
import { fullAnswers } from '../../testing/people.ts';
import { linkFor } from '../mailed-link.ts';
import { SignupForm } from '../screens/signup-form.ts';
import { bothLanguages } from '../tags.ts';
import { bothWidths, expect, test } from '../wattle.ts';
import { languages, texts } from '../words.ts';

/**
 * Measured number of presses in each part, from sign-up to the card (docs/performance.md). It may only decrease. On a telephone steps 4
 * and 5 have four more pages, and both steps about the person one page.
 */
const presses = {
  desktop: { 'signing up': 8, answering: 33, signing: 6, 'the card': 2 },
  telephone: { 'signing up': 8, answering: 36, signing: 6, 'the card': 2 },
} as const;

type Part = keyof typeof presses.desktop;

const steps: readonly StepId[] = ['step1', 'step2', 'step3', 'step4', 'step5', 'step6b'];

/**
 * Notes presses with a finger, a mouse or a key, each with the words of its target. Text typed into a field counts as the press
 * that focuses the field.
 */
async function notePresses(page: Page): Promise<{ targets: string[] }> {
  const noted: { targets: string[] } = { targets: [] };
  await page.exposeFunction('notePress', (target: string) => noted.targets.push(target));
  await page.addInitScript(() => {
    for (const kind of ['pointerdown', 'keydown'])
      addEventListener(
        kind,
        ({ isTrusted, target }) => {
          if (!isTrusted || !(target instanceof Element)) return;
          const words = `${target.localName}.${target.className}: ${target.textContent}`.slice(0, 60);
          (globalThis as unknown as { notePress: (words: string) => void }).notePress(words);
        },
        { capture: true },
      );
  });
  return noted;
}

/** Focuses a field and enters text at once. */
async function write(page: Page, box: Locator, words: string): Promise<void> {
  await box.click();
  await page.keyboard.insertText(words);
  await expect(box).toHaveValue(words);
}

for (const language of languages) {
  test.describe(`the number of presses, in ${language}`, () => {
    test.use({ language });

    test(`from signing up to the card takes no more presses than before: one for each answer, and few others ${bothWidths} ${bothLanguages} [PROD-01, PROD-02, QGEN-08]`, async ({
      page,
      questionnaire,
      t,
    }) => {
      const email = `${crypto.randomUUID()}@taps.example`;
      const answers = fullAnswers();
      const noted = await notePresses(page);
      const measured: Partial<Record<Part, string[]>> = {};
      const note = async (part: Part) => {
        // The last press has been counted.
        await page.evaluate('0');
        measured[part] = noted.targets;
        noted.targets = [];
      };

      const form = await SignupForm.open(page, t);
      await form.forWhom('yes').check();
      await write(page, form.box('email'), email);
      await write(page, form.box('password'), 'Tea-and-biscuits-4');
      await write(page, form.box('birthDate'), '14/05/1943');
      await form.gender('female').check();
      await form.services.check();
      await form.privacy.check();
      await form.submit();
      await expect(page).toHaveURL('/verify-email');
      await note('signing up');

      await page.goto(await linkFor(page, email, 'verify-email'));
      for (const step of steps) {
        const isNarrow = page.viewportSize()!.width < 1024;
        // On a telephone both steps about the person are on one page.
        if (!isNarrow || step !== 'step2') await questionnaire.isAt(step);
        for (const { key, kind, required, when } of stepOf(step).questions) {
          const value = key === 'hasHelp' ? 'No' : answers[key];
          if (!required || when || value === undefined) continue;
          await questionnaire.show(key);
          if (kind === 'choice') await questionnaire.option(key, String(value)).check();
          else if (kind === 'choices') await questionnaire.option(key, String(value[0])).check();
          else if ((await questionnaire.box(key).inputValue()) === '')
            await write(page, questionnaire.box(key), String(value));
        }
        // After the last step that requires an answer, a person may go to the page to sign.
        if (step === 'step6b') await questionnaire.button(t('submit.thenSign')).click();
        else if (!isNarrow || step !== 'step1') await questionnaire.save();
      }
      await questionnaire.isAt('step9');
      await note('answering');

      await questionnaire.option('completeAll', 'voluntary choices with no coercion').check();
      await questionnaire.option('confirmationAcknowledgement', 'believe I have capacity').check();
      await write(page, questionnaire.box('confirmName'), 'Margaret Doyle');
      // Only the signature is missing: saving asks for it.
      await questionnaire.save();
      await questionnaire.draw();
      await questionnaire.signatureDialog.getByRole('button', { name: t('signature.save') }).click();
      const done = page.getByRole('dialog', { name: t('allDone.title') });
      await expect(done).toBeVisible();
      await note('signing');

      await done
        .getByRole('button', { name: t('allDone.close') })
        .last()
        .click();
      await page.getByRole('link', { name: t('step9b.card.button') }).click();
      await expect(page.getByRole('main').getByText('Margaret Doyle').first()).toBeVisible();
      // The card itself is in English, for staff.
      await expect(page.getByRole('img', { name: texts.en('card.qr.alt') })).toBeVisible();
      await note('the card');

      const allowed = presses[page.viewportSize()!.width < 1024 ? 'telephone' : 'desktop'];
      for (const [part, targets] of Object.entries(measured))
        expect
          .soft(targets.length, `${part}:\n${targets.join('\n')}`)
          .toBeLessThanOrEqual(allowed[part as Part]);
    });
  });
}
