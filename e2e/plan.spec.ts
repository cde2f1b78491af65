import { readFile } from 'node:fs/promises';
import { fullAnswers, provider } from '../testing/people.ts';
import { saveElsewhere } from './saved-plan.ts';
import { asks, bothWidths, expect, test } from './wattle.ts';
import { languages } from './words.ts';
import { drawQr } from '../src/web/features/plan/qr-drawing.ts';

const signed = () => ({ plan: { status: 'complete' as const, answers: fullAnswers() }, dob: '14/05/1943' });
const son = {
  name: 'Daniel Doyle',
  email: 'daniel@plan.example',
  phone: '0491 570 006',
  relationship: 'Son',
  substitutedDecisionMaker: true,
  accepted: true,
};

for (const language of languages) {
  test.describe(`the plan, in ${language}`, () => {
    test.use({ language });

    test('/my-acp shows where the plan stands, the card, the PDF and the plan in short [PLAN-01, PLAN-03, PROD-05, PROD-06]', { tag: bothWidths }, async ({ page, t, signedIn }) => {
      await signedIn({ ...signed(), contacts: [son] });
      await page.goto('/my-acp');
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('myAcp.title'));
      await expect(page.getByText(t('myAcp.version', { version: 1 }), { exact: true })).toBeVisible();
      await expect(page.getByRole('heading', { name: t('card.page.title') })).toBeVisible();
      await expect(page.getByRole('button', { name: t('card.print.wallet') })).toBeVisible();
      await expect(page.getByRole('button', { name: t('myAcp.pdf') })).toBeVisible();
      const inShort = page.getByRole('region', { name: t('myAcp.summary.title') });
      await expect(inShort).toContainText(t('cprCatastrophic.option.doNotWant'));
      await expect(inShort).toContainText('Daniel Doyle');
      await inShort.getByRole('link', { name: t('myAcp.readAll') }).click();
      await expect(page).toHaveURL('/care-plan');
    });

    test('/care-plan shows every answer with its note, the signature and the dates, and nothing to change [PLAN-02, PLAN-03]', { tag: bothWidths }, async ({ page, t, signedIn }) => {
      await signedIn({ ...signed(), contacts: [son] });
      await page.goto('/care-plan');
      const plan = page.getByRole('article');
      await expect(plan.getByRole('heading', { level: 1 })).toHaveText(t('carePlan.title'));
      const first = plan.getByRole('region', { name: t('carePlan.glance') });
      await expect(first).toContainText(t('cprStopBreathing.option.onlyIfMinimum'));
      await expect(first).toContainText('Antibiotics by mouth are fine.');
      const { customsAndTraditions = '', explanations = '', other_qolList = '', noVisits_note = '', helperName = '' } = fullAnswers();
      for (const words of [...customsAndTraditions.split('\n'), explanations, other_qolList, noVisits_note, helperName, 'Daniel Doyle', '14/05/1943']) {
        await expect(plan).toContainText(words);
      }
      await expect(plan.getByText(t('cannotHear.title'), { exact: true })).toBeVisible();
      await expect(plan.getByRole('img', { name: t('pdf.signature.alt', { name: 'Margaret Doyle' }) })).toBeVisible();
      await expect(plan.getByRole('textbox')).toHaveCount(0);
      await expect(plan.getByRole('button')).toHaveCount(0);
      await page.getByRole('link', { name: t('carePlan.back') }).click();
      await expect(page).toHaveURL('/my-acp');
    });

    test('the PDF downloads under the name of the person; a failure says "Download failed!" [PLAN-03, PROD-05, ERR-26]', async ({ page, t, signedIn }) => {
      await signedIn(signed());
      await page.goto('/care-plan');
      await page.route('**/api/acp/plan.pdf*', (route) => route.fulfill({ status: 500, json: { ok: false } }));
      const button = page.getByRole('main').getByRole('button', { name: t('myAcp.pdf') });
      await button.click();
      await expect(page.getByRole('alert')).toContainText(t('myAcp.pdfState.failed'));
      await page.unrouteAll();
      await expect(button).toBeEnabled();
      const [download] = await Promise.all([page.waitForEvent('download'), button.click()]);
      expect(download.suggestedFilename()).toMatch(/^ACP_Doyle_Margaret_\d{8}\.pdf$/);
      expect((await readFile(await download.path())).subarray(0, 5).toString()).toBe('%PDF-');
      await expect(page.getByRole('alert')).not.toContainText(t('myAcp.pdfState.failed'));
    });

    test('before signing there is no card and no PDF, but the way to them [PLAN-01, PLAN-02, PLAN-03]', async ({ page, t, signedIn }) => {
      await signedIn({ plan: { status: 'draft', answers: fullAnswers() } });
      for (const address of ['/my-acp', '/care-plan']) {
        await page.goto(address);
        await expect(page.getByRole('heading', { name: t('myAcp.draft.title') })).toBeVisible();
        await expect(page.getByRole('button', { name: t('myAcp.pdf') })).toHaveCount(0);
        await expect(page.getByText(t('card.page.title'))).toHaveCount(0);
        await expect(page.getByRole('link', { name: t('myAcp.draft.button') })).toHaveAttribute('href', '/questionnaire');
      }
    });
  });
}

test('the card: full name, date of birth, provider, PIN, and a code that leads to the emergency page [EMERG-01, EMERG-02, EMERG-03, EMERG-04, EMERG-05]', async ({ page, signedIn, app }) => {
  const who = await signedIn({ ...signed(), providerId: await provider(app.services, 'Banksia House') });
  await page.goto('/my-acp');
  const card = page.getByText('Emergency: I have an advance care plan').locator('xpath=ancestor::div[1]');
  const facts = { 'Full name': 'Margaret Doyle', 'Date of birth': '14/05/1943', 'Care provider': 'Banksia House', 'PIN number': who.pin };
  for (const [label, value] of Object.entries(facts)) {
    const fact = card.locator('div').filter({ has: page.getByText(label, { exact: true }) }).last();
    await expect(fact.getByRole('definition')).toHaveText(value);
  }
  const code = card.getByRole('img', { name: 'Code that opens this plan in an emergency' });
  await expect(code.locator('path').last()).toHaveAttribute('d', drawQr(`${app.url}/acp-login/${who.shareId}?v=1`).path);
  await page.getByRole('button', { name: 'Hide PIN' }).click();
  await expect(card).not.toContainText(who.pin.slice(0, 3) + who.pin.slice(3));
  await page.getByRole('button', { name: 'Show PIN' }).click();
  await expect(card.getByRole('definition').last()).toHaveText(who.pin);
});

test('without a provider the card says "--" [EMERG-03]', async ({ page, signedIn }) => {
  await signedIn(signed());
  await page.goto('/my-acp');
  const provides = page.locator('dl div').filter({ has: page.getByText('Care provider', { exact: true }) });
  await expect(provides.getByRole('definition').first()).toHaveText('--');
});

test('both cards print, each alone on its sheet, with the PIN even when it is hidden on the screen [EMERG-04, EMERG-06]', async ({ page, signedIn }) => {
  const who = await signedIn(signed());
  await page.addInitScript('window.printed = 0; window.print = () => { window.printed += 1; };');
  await page.goto('/my-acp');
  await page.getByRole('button', { name: 'Hide PIN' }).click();
  for (const [index, size] of ['wallet', 'fridge'].entries()) {
    await page.getByRole('button', { name: `Print ${size} card` }).click();
    expect(await page.evaluate('window.printed')).toBe(index + 1);
    await page.emulateMedia({ media: 'print' });
    const paper = page.locator('body > div[aria-hidden="true"]').filter({ hasText: 'Print at full size (100%).' });
    await expect(paper.getByText('Margaret Doyle').first()).toBeVisible();
    await expect(paper).toContainText(who.pin);
    await expect(paper.locator('svg').last()).toBeVisible();
    await expect(page.getByRole('heading', { level: 1 })).toBeHidden();
    const card = await paper.locator('.ecard').boundingBox();
    // Millimetres on paper are 96/25.4 pixels.
    expect(((card?.width ?? 0) * 25.4) / 96).toBeCloseTo(size === 'wallet' ? 85.6 : 170, 0);
    await page.emulateMedia({ media: 'screen' });
  }
});

test('a new code and PIN, after a question; the card shows them at once [EMERG-04, EMERG-05, LAYOUT-09]', async ({ page, signedIn }) => {
  const who = await signedIn(signed());
  await page.goto('/my-acp');
  const pin = page.locator('dl div').filter({ has: page.getByText('PIN number', { exact: true }) }).getByRole('definition').first();
  await expect(pin).toHaveText(who.pin);
  const make = page.getByRole('button', { name: 'Make a new code and PIN' });
  const question = page.getByRole('alertdialog', { name: 'Make a new code and PIN?' });
  await make.click();
  await page.keyboard.press('Escape');
  await expect(question).toBeHidden();
  await expect(pin).toHaveText(who.pin);
  await make.click();
  const [request] = await Promise.all([
    page.waitForRequest(asks('renewEmergencyCard')),
    question.getByRole('button', { name: 'Yes, make new ones' }).click(),
  ]);
  expect(request.postDataJSON().variables.idempotency_key).toMatch(/.{20,}/);
  await expect(page.getByText('You have a new code and a new PIN')).toBeVisible();
  await expect(pin).toHaveText(/^\d{6}$/);
  await expect(pin).not.toHaveText(who.pin);
});

test('a plan recorded for another person says who recorded it, and never "my" [PLAN-01, PLAN-02, SIGNUP-01]', async ({ page, signedIn }) => {
  await signedIn({ ...signed(), accountOwner: 'child' });
  await page.goto('/care-plan');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Advance care plan: wishes and values of Margaret Doyle');
  await expect(page.getByText('Recorded by Margaret Doyle (child) for Margaret Doyle').first()).toBeVisible();
  await page.goto('/my-acp');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Plan for Margaret Doyle');
  await expect(page.getByText('Emergency: Margaret has an advance care plan')).toBeVisible();
});

test('a changed plan has a new version, and says when it was changed [PLAN-01, PROD-04]', async ({ page, signedIn, app }) => {
  const who = await signedIn(signed());
  await saveElsewhere(app, who, { explanations: 'I thought about it again.' });
  await page.goto('/my-acp');
  await expect(page.getByText('Version 2', { exact: true })).toBeVisible();
  await page.goto('/care-plan');
  await expect(page.getByRole('article')).toContainText('I thought about it again.');
});
