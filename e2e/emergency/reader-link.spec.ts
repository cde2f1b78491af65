import type { Page } from '@playwright/test';
import { fullAnswers, fullAnswersZh } from '../../testing/people.ts';
import { readCode } from '../../testing/read-code.ts';
import { isInOrder } from '../axe.ts';
import { signed } from '../screens/emergency-card.ts';
import { eachWidthOnce, expect, main, mainOnce, test } from '../wattle.ts';
import type { Translate } from '../../src/domain/i18n/texts.ts';
import { languages } from '../words.ts';

/** Makes a link on My plan. Returns its address, as in the code, and its passcode. */
async function makeLink(page: Page, t: Translate, reader: string) {
  await page.goto('/my-acp');
  await page.getByRole('button', { name: t('healthLink.make') }).click();
  const form = page.getByRole('dialog', { name: t('healthLink.new.title') });
  await form.getByRole('textbox', { name: t('healthLink.reader.label') }).fill(reader);
  await form.getByRole('button', { name: t('healthLink.make') }).click();
  const made = page.getByRole('dialog', { name: t('healthLink.made.title', { reader }) });
  await expect(made).toBeVisible();
  const code = made.getByRole('img', { name: t('healthLink.code.alt', { reader }) });
  const address = await readCode(await code.screenshot({ scale: 'device' }));
  const passcode = (await made.getByText(/^\d{4} \d{4}$/).textContent())!.replace(' ', '');
  return { made, address, passcode };
}

async function open(page: Page, t: Translate, passcode: string, recipient = 'Brookside Clinic') {
  await page.getByRole('textbox', { name: t('shl.passcode.label') }).fill(passcode);
  await page.getByRole('textbox', { name: t('shl.recipient.label') }).fill(recipient);
  await page.getByRole('button', { name: t('shl.open') }).click();
}

for (const language of languages) {
  test.describe(`a link for a reader, in ${language}`, () => {
    test.use({ language });
    const answers = language === 'zh' ? fullAnswersZh() : fullAnswers();

    test(
      `is made for a named reader, opens in another browser with its passcode, is listed with the reader's details, and is revoked at once [X-04] ${mainOnce(language)}`,
      { tag: eachWidthOnce(language) },
      async ({ page, t, signedIn, browser, app }) => {
        await signedIn(signed(answers));
        const { made, address, passcode } = await makeLink(page, t, 'Dr Pham');
        expect(address).toMatch(new RegExp(`^${app.url}/shl#shlink:/[\\w-]+$`));
        await isInOrder(page);
        await made.getByRole('button', { name: t('healthLink.done') }).click();
        const reader = await browser.newContext();
        const other = await reader.newPage();
        const asked: string[] = [];
        other.on('request', (request) => asked.push(request.url()));
        await other.goto(address);
        const secret = address.slice(address.indexOf('#'));
        await expect(other.getByRole('heading', { level: 1 })).toHaveText(t('shl.title'));
        await open(other, t, '1234');
        await expect(
          other
            .getByRole('alert')
            .or(other.getByText(t('shl.error.passcode')))
            .first(),
        ).toBeVisible();
        const wrong = passcode === '00000000' ? '00000001' : '00000000';
        await open(other, t, wrong);
        await expect(other.getByText(t('shl.wrong', { count: 9 }))).toBeVisible();
        await isInOrder(other);
        await open(other, t, passcode);
        const plan = other.getByRole('article');
        await expect(plan.getByRole('heading', { level: 1 })).toContainText(answers.lastName!);
        const headings = await plan.getByRole('heading', { level: 2 }).allTextContents();
        expect(headings).toContain(t('fhir.section.whom-to-call'));
        expect(headings[0]).not.toBe(t('fhir.section.about'));
        await expect(
          plan.getByRole('link', { name: t('shl.plan.call', { phone: '0491 570 006' }) }),
        ).toBeVisible();
        await isInOrder(other);
        const [file] = await Promise.all([
          other.waitForEvent('download'),
          plan.getByRole('button', { name: t('shl.plan.pdf') }).click(),
        ]);
        expect(file.suggestedFilename()).toMatch(/\.pdf$/);
        for (const url of asked) expect(url).not.toContain(secret.slice(9, 40));
        await plan.getByRole('button', { name: t('shl.plan.close') }).click();
        await expect(other.getByText(t('shl.plan.closed'))).toBeVisible();

        await page.reload();
        const list = page.getByRole('list', { name: t('healthLink.list') });
        await expect(list).toContainText(t('healthLink.said', { said: 'Brookside Clinic' }));
        await list.getByRole('button', { name: t('healthLink.revoke') }).click();
        const asking = page.getByRole('alertdialog');
        await asking.getByRole('button', { name: t('healthLink.revoke.yes') }).click();
        await expect(asking).toBeHidden();
        await expect(list).toBeHidden();
        await open(other, t, passcode);
        await expect(other.getByRole('heading', { level: 1 })).toHaveText(t('shl.dead.title'));
        await expect(other.getByRole('alert')).toContainText(t('shl.dead'));
        await expect(other.getByText(t('shl.next'))).toBeVisible();
        await isInOrder(other);
        await reader.close();
      },
    );
  });
}

test(`the sheet for a reader has a code of at least 40 mm that scans, and the passcode [X-04] ${main}`, async ({
  page,
  t,
  signedIn,
}) => {
  await signedIn(signed());
  await page.addInitScript('window.print = () => {}');
  const { made, address, passcode } = await makeLink(page, t, 'Dr Pham');
  await made.getByRole('button', { name: t('healthLink.print') }).click();
  await page.emulateMedia({ media: 'print' });
  const sheet = page.locator('body > div').filter({ hasText: t('healthLink.sheet.how') });
  await expect(sheet).toBeVisible();
  await expect(sheet).toContainText(`${passcode.slice(0, 4)} ${passcode.slice(4)}`);
  const picture = sheet.locator('svg');
  const millimetre = 96 / 25.4;
  const [width = 0, edge = 0] = await picture.evaluate((svg: any) => [
    svg.getBoundingClientRect().width,
    svg.viewBox.baseVal.width,
  ]);
  // Without the quiet zone of four modules on each side.
  expect((width * (edge - 8)) / edge / millimetre).toBeGreaterThanOrEqual(40);
  expect(await readCode(await picture.screenshot())).toBe(address);
});

test(`the viewer of links shows instructions without a link, with a link of another site, and without a connection [X-04] ${main}`, async ({
  page,
  t,
  signedIn,
}) => {
  await page.goto('/shl');
  await expect(page.getByRole('alert')).toContainText(t('shl.noLink'));
  const payload = { url: 'https://other.example/api/shl/x', key: 'k'.repeat(43), flag: 'P', v: 1 };
  const encoded = Buffer.from(JSON.stringify(payload)).toString('base64url');
  await page.goto(`/shl#shlink:/${encoded}`);
  await expect(page.getByRole('alert')).toContainText(t('shl.otherSite'));
  await signedIn(signed());
  const { address, passcode } = await makeLink(page, t, 'Dr Pham');
  await page.goto(address);
  await page.route('**/api/shl/*', (route) => route.abort());
  await open(page, t, passcode);
  await expect(page.getByText(t('shl.down'))).toBeVisible();
  await expect(page.getByText(t('shl.next'))).toBeVisible();
});
