import type { Page } from '@playwright/test';
import { axeFindings, sidewaysBy } from '../axe.ts';
import { draft, savedPlan } from '../saved-plan.ts';
import { eachWidthOnce, expect, mainOnce, test } from '../wattle.ts';
import { languages } from '../words.ts';

const words = {
  en: { name: 'Margaret Doyle', typed: 'Typed signature', face: /dancing-script-latin-400/ },
  zh: { name: '陈林美', typed: '打字签名', face: /lxgwwenkailite-regular-subset/ },
} as const;

/** Font files that the page has asked for. */
function fontsOf(page: Page): string[] {
  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.resourceType() === 'font') asked.push(request.url());
  });
  return asked;
}

/** Sum of the layout shifts since the page was opened. */
const shiftOf = (page: Page): Promise<number> =>
  page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        new PerformanceObserver((list) =>
          resolve(
            list.getEntries().reduce((sum, entry) => sum + (entry as unknown as { value: number }).value, 0),
          ),
        ).observe({ type: 'layout-shift', buffered: true });
        setTimeout(() => resolve(0), 1_000);
      }),
  );

for (const language of languages) {
  test.describe(`a typed signature, in ${language}`, () => {
    test.use({ language });

    test(
      `is drawn in the script font, whose few files load only there, and is labelled as typed wherever it is shown [D-22, QSTEP9-12] ${mainOnce(language)}`,
      { tag: eachWidthOnce(language) },
      async ({ page, t, questionnaire, signedIn, app }) => {
        const { name, typed, face } = words[language];
        const who = await signedIn(draft());
        const fonts = fontsOf(page);
        await questionnaire.open('step9');
        await questionnaire.confirmAs(name);
        await page.getByRole('button', { name: t('signatureImage.open') }).click();
        const dialog = questionnaire.signatureDialog;
        await expect(dialog).toBeVisible();
        expect(fonts.filter((url) => /dancing|wenkai/i.test(url))).toEqual([]);
        const before = await shiftOf(page);
        await dialog.getByRole('button', { name: t('signature.useTyped') }).click();
        await expect(dialog.getByRole('textbox')).toHaveValue(name);
        await expect(dialog.getByRole('img', { name: t('signatureImage.alt', { name }) })).toBeVisible();
        const faces = fonts.filter((url) => /dancing|wenkai/i.test(url));
        expect(faces.some((url) => face.test(url))).toBe(true);
        expect(faces.length).toBeLessThanOrEqual(1 + [...name].length);
        expect((await shiftOf(page)) - before).toBeLessThanOrEqual(0.02);
        expect(await axeFindings(page)).toEqual([]);
        await dialog.getByRole('button', { name: t('signature.save') }).click();
        await expect(page.getByText(typed, { exact: true })).toBeVisible();
        expect(await sidewaysBy(page)).toBeLessThanOrEqual(0);
        await questionnaire.save();
        await expect(page.getByRole('dialog', { name: t('allDone.title') })).toBeVisible();
        // The stored picture keeps the name, from which the paper is set.
        const { signatureImage } = (await savedPlan(app, who)).answers;
        const png = Buffer.from(String(signatureImage).split(',')[1] ?? '', 'base64');
        expect(png.toString('latin1')).toContain(`Wattle typed name\0${encodeURIComponent(name)}`);
        await page.goto('/care-plan');
        await expect(page.getByRole('img', { name: t('pdf.signature.alt', { name }) })).toBeVisible();
        await expect(page.getByText(typed).first()).toBeVisible();
        expect(await axeFindings(page)).toEqual([]);
      },
    );
  });
}
