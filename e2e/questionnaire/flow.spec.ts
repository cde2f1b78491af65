import type { StepId } from '../../src/domain/questionnaire/answers.ts';
import { halfAnswers, provider } from '../../testing/people.ts';
import { isInOrder } from '../axe.ts';
import { draft, lacking, savedPlan, saveElsewhere, signed } from '../saved-plan.ts';
import { asks, eachWidthOnce, expect, main, mainOnce, phone, test } from '../wattle.ts';
import { languages } from '../words.ts';

const contact = { email: 'daniel@contacts.example', phone: '0491 570 006', relationship: 'Son' };

for (const language of languages) {
  test.describe(`the steps in order, in ${language}`, () => {
    test.use({ language });

    test(`the steps are shown in order, and a new person begins at the first [QGEN-01, QGEN-02, QGEN-03, QGEN-11] ${mainOnce(language)}`, async ({
      page,
      t,
      questionnaire,
      signedIn,
    }) => {
      await signedIn();
      await page.goto('/questionnaire');
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('intro.title'));
      const order = [
        'step1',
        'step2',
        'step3',
        'step4',
        'step5',
        'step6b',
        'step7',
        'step8',
        'checkout',
        'step9',
      ] as const;
      const entries = page.getByRole('navigation', { name: t('progress.allSteps') }).getByRole('listitem');
      await expect(entries).toHaveCount(order.length);
      for (const [index, step] of order.entries()) {
        await expect(entries.nth(index)).toContainText(t(`${step}.name`));
        await expect(entries.nth(index)).toContainText(t('progress.step', { n: index + 1, total: 10 }));
      }
      await page.getByRole('link', { name: t('intro.start'), exact: true }).click();
      await questionnaire.isAt('step1');
      await expect(questionnaire.saveButton).toHaveText(t('submit.saveStep'));
      await questionnaire.open('step9');
      await expect(questionnaire.saveButton).toHaveText(t('submit.saveAndComplete'));
    });

    test(
      `after the last required answer a person may go to the page to sign at once; the steps between stay open, and are not offered before ${mainOnce(language)}`,
      { tag: eachWidthOnce(language) },
      async ({ page, t, questionnaire, signedIn, app }) => {
        const who = await signedIn(draft());
        const toSign = page.getByRole('button', { name: t('submit.thenSign'), exact: true });
        await questionnaire.open('step3');
        await expect(toSign).toHaveCount(0);
        await saveElsewhere(app, who, lacking('palliativeCare', 'explanations'));
        await questionnaire.open('step6b');
        await toSign.click();
        await expect(questionnaire.problems.getByRole('link')).toHaveText([
          t('palliativeCare.error.required'),
        ]);
        await questionnaire.option('palliativeCare', 'expected in less than six months').check();
        await isInOrder(page);
        await toSign.click();
        await questionnaire.isAt('step9');
        expect(await savedPlan(app, who)).toMatchObject({
          status: 'draft',
          answers: { palliativeCare: 'expected in less than six months' },
        });
        await expect(page.getByText(t('incomplete.done'))).toBeVisible();
        await questionnaire.open('step8');
        await saveElsewhere(app, who, lacking('cannotTalk'));
        await questionnaire.open('step6b');
        await expect(toSign).toHaveCount(0);
      },
    );

    test(`a signed plan offers "Save changes", confirms the saving, and stays at the top of the step [QGEN-09, QGEN-10, QGEN-12, QSTEP9-18] ${mainOnce(language)}`, async ({
      page,
      t,
      questionnaire,
      signedIn,
      app,
    }) => {
      const who = await signedIn(signed());
      const before = await savedPlan(app, who);
      await questionnaire.open('step4');
      await expect(questionnaire.saveButton).toHaveText(t('submit.saveChanges'));
      await questionnaire.option('noVisits', 'Life is still worth living').check();
      await questionnaire.save();
      await questionnaire.confirm.click();
      await expect(page.getByText(t('save.updated'), { exact: true })).toBeVisible();
      await questionnaire.isAt('step4');
      await expect.poll(() => page.evaluate('scrollY')).toBe(0);
      const after = await savedPlan(app, who);
      expect(after).toMatchObject({ status: 'complete', completed_at: before.completed_at });
      expect(after.answers).toMatchObject({ noVisits: 'Life is still worth living' });
    });
  });
}

test('coming back opens the first step with a missing answer; a complete draft opens the last [QGEN-01, PROD-02]', async ({
  page,
  questionnaire,
  signedIn,
  context,
}) => {
  const { step1, step2, step3, step4 } = halfAnswers();
  await signedIn({ plan: { status: 'draft', answers: { ...step1, ...step2, ...step3, ...step4 } } });
  await page.goto('/questionnaire');
  await page.getByRole('link', { name: 'Go on from where you stopped' }).click();
  await questionnaire.isAt('step4');
  await context.clearCookies();
  await signedIn(draft());
  await page.goto('/questionnaire');
  await page.getByRole('link', { name: 'Go on from where you stopped' }).click();
  await questionnaire.isAt('step9');
  await page.goto('/questionnaire/step99');
  await expect(page).toHaveURL('/questionnaire');
});

test('steps that were reached are links, later ones are not, and Back goes back [QGEN-02, QGEN-08]', async ({
  page,
  questionnaire,
  signedIn,
}) => {
  const { step1, step2 } = halfAnswers();
  await signedIn({ plan: { status: 'draft', answers: { ...step1, ...step2 } } });
  await questionnaire.open('step3');
  const list = page.getByRole('navigation', { name: 'All steps' });
  await expect(list.getByText('2 of 10 steps done')).toBeVisible();
  await expect(list.getByRole('link', { name: /About you/ })).toBeVisible();
  await expect(list.getByRole('link', { name: /CPR and treatments/ })).toHaveCount(0);
  await expect(list.getByRole('link', { name: 'Step 3 of 10 What matters most' })).toHaveAttribute(
    'aria-current',
    'step',
  );
  await questionnaire.button('Back').click();
  await questionnaire.isAt('step2');
  await expect(page).toHaveTitle('Your details - Wattle');
  await list.getByRole('link', { name: /About you/ }).click();
  await questionnaire.isAt('step1');
  await questionnaire.button('Back').click();
  await expect(page).toHaveURL('/questionnaire');
});

test(`trusted contacts: their number, pending ones, and three ways to continue [QSTEP8-01, QSTEP8-02, QSTEP8-04, QSTEP8-05] ${main}`, async ({
  page,
  questionnaire,
  signedIn,
}) => {
  await signedIn({
    ...draft(),
    contacts: [
      { ...contact, name: 'Daniel Doyle', accepted: true },
      { ...contact, name: 'Susan Doyle', email: 'susan@contacts.example' },
    ],
  });
  await questionnaire.open('step8');
  await expect(page.getByRole('heading', { name: 'You have 2 trusted contacts' })).toBeVisible();
  await expect(page.getByRole('listitem').filter({ hasText: 'Susan Doyle, asked on' })).toBeVisible();
  await expect(page.getByText('Daniel Doyle')).toHaveCount(0);
  await questionnaire.button('Back').click();
  await questionnaire.isAt('step7');
  for (const way of ['Skip', 'Continue']) {
    await questionnaire.open('step8');
    await questionnaire.button(way).click();
    await questionnaire.isAt('checkout');
  }
});

test(`contacts that cannot be loaded show an error, and are loaded again ${main}`, async ({
  page,
  questionnaire,
  signedIn,
}) => {
  await signedIn(draft());
  let broken = true;
  await page.route('**/api/graphql', (route) => {
    if (broken && asks('trusted_contacts')(route.request()))
      return route.fulfill({
        json: { data: null, errors: [{ message: 'x', extensions: { code: 'general_error' } }] },
      });
    return route.continue();
  });
  await questionnaire.open('step8');
  const errorText = 'We could not load your contacts. Please try again.';
  await expect(page.getByRole('alert').getByText(errorText)).toBeVisible();
  await expect(page.getByRole('status').getByText(errorText)).toBeVisible();
  broken = false;
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('heading', { name: 'You have not added a trusted contact yet' })).toBeVisible();
});

for (const { language, title, prices, money } of [
  {
    language: 'en' as const,
    title: 'Price',
    prices: [/\$49.*each year/, /\$299.*one time/],
    money: 'Prices are in Australian dollars.',
  },
  {
    language: 'zh' as const,
    title: '价格',
    prices: [/\$49.*每年/, /\$299.*一次付清/],
    money: '价格以澳元计。',
  },
]) {
  test.describe(`the price, in ${language}`, () => {
    test.use({ language });

    test(`is in Australian dollars, as in the agreement [LANG-04] ${mainOnce(language)}`, async ({
      page,
      t,
      questionnaire,
      signedIn,
    }) => {
      await signedIn(draft());
      await questionnaire.open('checkout');
      const plans = page.getByRole('radiogroup', { name: title, exact: true }).getByRole('radio');
      await expect(plans).toHaveCount(prices.length);
      for (const [at, price] of prices.entries()) await expect(plans.nth(at)).toHaveAccessibleName(price);
      await expect(page.getByText(money)).toBeVisible();
      expect(t('consent.eusa.s11.p1')).toContain(money);
    });
  });
}

test(`continuing from the cost requires no payment [QCHECK-03] ${main}`, async ({
  page,
  questionnaire,
  signedIn,
}) => {
  await signedIn(draft());
  await questionnaire.open('checkout');
  await expect(page.getByText('You can go on without paying now.')).toBeVisible();
  await questionnaire.button('Back').click();
  await questionnaire.isAt('step8');
  await questionnaire.open('checkout');
  await questionnaire.button('Continue').click();
  await questionnaire.isAt('step9');
});

test(`a provider’s customer has no step for contacts and nothing to pay [QGEN-04, PROD-14] ${main}`, async ({
  page,
  questionnaire,
  signedIn,
  app,
}) => {
  await signedIn({ ...draft(), providerId: await provider(app.services) });
  await questionnaire.open('step7');
  const list = page.getByRole('navigation', { name: 'All steps' });
  await expect(list.getByRole('listitem')).toHaveCount(9);
  await expect(list.getByText('Trusted contacts')).toHaveCount(0);
  await questionnaire.button('Skip').click();
  await questionnaire.isAt('checkout');
  await expect(page.getByRole('main').getByText('Step 8 of 9')).toBeVisible();
  await expect(page.getByText('Your provider covers your plan')).toBeVisible();
  await expect(page.getByText('$49')).toHaveCount(0);
  await questionnaire.button('Back').click();
  await questionnaire.isAt('step7');
  await page.goto('/questionnaire/step8');
  await questionnaire.isAt('checkout');
});

test('a locked plan can be read and not changed [QGEN-05, PROD-04]', async ({
  page,
  questionnaire,
  signedIn,
  app,
}) => {
  const who = await signedIn(signed());
  await app.services.db.updateTable('acps').set({ locked: true }).where('id', '=', who.acpId).execute();
  await questionnaire.open('step1');
  await expect(page.getByText('This plan is locked')).toBeVisible();
  await expect(questionnaire.box('firstName')).toBeDisabled();
  await expect(questionnaire.option('hasHelp', 'Yes')).toBeDisabled();
  await expect(page.getByRole('button', { name: /Save/ })).toHaveCount(0);
  await questionnaire.button('Continue').click();
  await questionnaire.isAt('step2' satisfies StepId);
});

test('a person who writes for another one reads texts about that person, not about "I"', async ({
  page,
  questionnaire,
  signedIn,
}) => {
  await signedIn({ ...draft(), accountOwner: 'child' });
  await questionnaire.open('step5');
  await expect(page.getByText('You are writing for Margaret Doyle')).toBeVisible();
  await expect(
    page.getByRole('radiogroup', { name: 'If Margaret’s heart stops or Margaret stops breathing' }),
  ).toBeVisible();
  await expect(page.getByRole('checkbox', { name: 'Margaret would not want operations' })).toBeVisible();
  await expect(page.getByRole('radio', { name: /^I / })).toHaveCount(0);
});

test(
  'on a telephone the steps open from a button and work as links [QGEN-02]',
  { tag: phone },
  async ({ page, questionnaire, signedIn }) => {
    await signedIn(draft());
    await questionnaire.open('step3');
    await expect(page.getByText('Step 3 of 10').filter({ visible: true })).toHaveCount(1);
    await expect(page.getByRole('link', { name: /Care when I am dying/ })).toHaveCount(0);
    await page.getByRole('button', { name: 'All steps' }).tap();
    const dialog = page.getByRole('dialog', { name: 'All steps' });
    await dialog.getByRole('link', { name: /Care when I am dying/ }).tap();
    await expect(dialog).toBeHidden();
    await questionnaire.isAt('step6b');
  },
);
