import { randomUUID } from 'node:crypto';
import type { Locator, Page } from '@playwright/test';
import { stepIds } from '../../src/domain/questionnaire/answers.ts';
import { createSignupToken } from '../../src/server/features/sign-up/invitations.ts';
import { isInOrder } from '../axe.ts';
import { SignupForm } from '../screens/signup-form.ts';
import { eachWidthOnce, expect, mainOnce, test } from '../wattle.ts';
import { beginning, exactly, languages } from '../words.ts';

/** Texts that a person who writes for another one reads. */
const words = {
  en: {
    banner: 'You are writing for another person',
    noDirective: 'This is a record of wishes. Nobody can make an advance care directive for another person.',
    sentences: [
      'Write what the person has told you, or what you know the person would want. Do not write what you would want yourself.',
      'If the person can still decide, ask the person to make a plan of their own.',
    ],
    first: 'First name of the person',
    last: 'Last name of the person',
    born: 'Date of birth of the person',
    missing: ['Enter the first name of the person', 'Enter the last name of the person'],
    named: 'You are writing for Margaret Doyle',
    step2: 'Margaret’s details',
    plan: 'Plan for the person',
    signUpRule: 'Nobody can make one for another person',
    signUpBoxes: [
      'Your own email',
      'Password',
      'Date of birth of the person',
      'Medicare number of the person',
    ],
    signUpNames: ['First name of the person', 'Last name of the person'],
    gender: 'Gender of the person',
    child: 'Child (son or daughter)',
  },
  zh: {
    banner: '您正在代别人记录',
    noDirective: '这是对意愿的记录。任何人都不能替别人立预先护理指示。',
    sentences: [
      '请写对方对您说过的话，或您知道的对方的想法，不要写您自己的想法。',
      '如果对方还能自己做决定，请让对方自己来写计划。',
    ],
    first: '对方的名字',
    last: '对方的姓',
    born: '对方的出生日期',
    missing: ['请填写对方的名字', '请填写对方的姓'],
    named: '您正在代Margaret Doyle记录',
    step2: 'Margaret的资料',
    plan: '对方的计划',
    signUpRule: '任何人都不能替别人立',
    signUpBoxes: ['您自己的电子邮箱', '密码', '对方的出生日期', '对方的 Medicare 卡号'],
    signUpNames: ['对方的名', '对方的姓'],
    gender: '对方的性别',
    child: '子女',
  },
} as const;

/** Words that would ask the writer about themselves. */
const ofTheWriter = { en: /\b(I|my|me|you|your)\b/, zh: /[我您]/ };

/** The names of all questions and answers on a page, with its title and the list of steps. */
async function askedOn(page: Page): Promise<string[]> {
  const main = page.getByRole('main');
  const parts: Locator[] = [
    page.getByRole('heading', { level: 1 }),
    page.getByRole('navigation').getByRole('listitem').filter({ visible: true }),
    main.locator('legend'),
    main.locator('label'),
  ];
  const read = await Promise.all(parts.map((part) => part.allInnerTexts()));
  return read.flat().map((text) => text.replaceAll(/you are here|您在这里/g, ''));
}

const unnamed = { firstName: null as unknown as string, lastName: null as unknown as string };

for (const language of languages) {
  const said = words[language];

  test.describe(`writing for another person, in ${language}`, () => {
    test.use({ language });

    test(`${eachWidthOnce(language)} every page refers to that person generally while no name is stored, and by name afterwards [R-31] [D-02]`, async ({
      page,
      t,
      questionnaire,
      signedIn,
    }) => {
      await signedIn({ ...unnamed, accountOwner: 'child' });
      await page.goto('/dashboard');
      await expect(page.getByText(said.banner)).toBeVisible();
      await page.goto('/my-acp');
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(said.plan);
      await page.goto('/questionnaire');
      for (const sentence of [said.banner, said.noDirective, ...said.sentences])
        await expect(page.getByRole('main').getByText(sentence)).toBeVisible();
      for (const step of stepIds.filter((id) => id !== 'step9' && id !== 'step9b')) {
        await page.goto(`/questionnaire/${step}`);
        await expect(page.getByRole('main').getByText(said.banner)).toBeVisible();
        // Explanations are read with the line above them; questions and answers must be clear without it.
        for (const asked of await askedOn(page)) expect(asked, step).not.toMatch(ofTheWriter[language]);
        await isInOrder(page);
      }
      await page.goto('/questionnaire/step9');
      await expect(page.getByRole('main').getByText(said.banner)).toBeVisible();
      await expect(page.getByRole('heading', { name: t('onBehalf.step9.sign.title') })).toBeVisible();
      await expect(
        page.getByRole('textbox', { name: t('onBehalf.confirmName.label'), exact: true }),
      ).toBeVisible();

      const isNarrow = page.viewportSize()!.width < 1024;
      await page.goto('/questionnaire/step1');
      const first = page.getByRole('textbox', { name: said.first, exact: true });
      const last = page.getByRole('textbox', { name: said.last, exact: true });
      await expect(first).toHaveAttribute('autocomplete', 'off');
      await questionnaire.save();
      await expect(questionnaire.problems.getByRole('link')).toHaveText([
        ...(language === 'zh' ? said.missing.toReversed() : said.missing),
        t('onBehalf.hasHelp.error.required'),
        // On a small screen both steps about the person are on one page.
        ...(isNarrow ? [t('onBehalf.postcode.error.required')] : []),
      ]);
      await first.fill('Margaret');
      await last.fill('Doyle');
      await page.getByRole('radio', { name: t('hasHelp.option.no'), exact: true }).check();
      if (isNarrow)
        await page.getByRole('textbox', { name: t('onBehalf.postcode.label'), exact: true }).fill('3280');
      await questionnaire.save();
      if (isNarrow) {
        await expect(page).toHaveURL(/step3$/);
        await page.goto('/questionnaire/step2');
      }
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(said.step2);
      await expect(page.getByRole('main').getByText(said.named)).toBeVisible();
    });

    test('the sign-up page and its dialog say whose address, birth date, number and gender they ask for [R-31]', async ({
      page,
      t,
    }) => {
      const asks = async (form: SignupForm, names: readonly string[]) => {
        await form.forWhom('no').check();
        await expect(form.root.getByText(said.signUpRule)).toBeVisible();
        for (const name of [...names, ...said.signUpBoxes])
          await expect(form.root.getByRole('textbox', { name: beginning(name) })).toBeVisible();
        await expect(form.root.getByRole('radiogroup', { name: exactly(said.gender) })).toBeVisible();
        for (const own of [t('signup.firstName.label'), t('signup.birthDate.label')])
          await expect(form.root.getByRole('textbox', { name: exactly(own) })).toHaveCount(0);
      };
      await asks(await SignupForm.open(page, t), []);
      await page.goto('/login');
      await page.getByRole('link', { name: t('signin.toSignup') }).click();
      const dialog = page.getByRole('dialog', { name: t('signup.modal.title') });
      await asks(new SignupForm(dialog, t), said.signUpNames);
    });

    test(`from an invitation to the first step, it is always clear whose name is asked for, and the data given is filled in [R-31] [R-34] ${mainOnce(language)}`, async ({
      page,
      t,
      app,
    }) => {
      const email = `${randomUUID()}@invited.example`;
      const { secrets, clock } = app.services;
      const token = createSignupToken(secrets, clock(), 'signup-token', { email });
      const form = await SignupForm.open(page, t, `/signup#token=${token}`);
      await form.forWhom('no').check();
      await form.root.getByRole('combobox').selectOption({ label: said.child });
      await form.fill({ password: 'Tea-and-biscuits-4', birthDate: '14/05/1943' });
      await form.gender('female').check();
      for (const box of await form.root.getByRole('checkbox').all()) await box.check();
      await form.submit();
      await expect(page).toHaveURL('/dashboard');
      await expect(page.getByText(said.banner)).toBeVisible();
      await page.getByRole('link', { name: t('dash.startBehalf'), exact: true }).click();
      await expect(page.getByText(said.noDirective)).toBeVisible();
      await page.getByRole('link', { name: t('intro.start'), exact: true }).click();
      await expect(page.getByRole('textbox', { name: said.first, exact: true })).toHaveValue('');
      await page.goto('/questionnaire/step2');
      await expect(page.getByRole('textbox', { name: said.born, exact: true })).toHaveValue('14/05/1943');
      await expect(page.getByRole('radio', { name: t('gender.option.female'), exact: true })).toBeChecked();
    });
  });
}
