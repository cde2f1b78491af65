import { expect, test } from './wattle.ts';
import { fullAnswers } from '../testing/people.ts';

test('smoke', async ({ page, signedIn }) => {
  await signedIn({ plan: { status: 'draft', answers: fullAnswers() } });
  await page.goto('/questionnaire/step1');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('About you');
  console.log(await page.locator('body').ariaSnapshot());
  await page.goto('/questionnaire/step5');
  console.log(await page.locator('body').ariaSnapshot());
  await page.getByRole('radiogroup', { name: 'If my heart stops' }).getByRole('radio', { name: 'I do not want CPR' }).check();
});
