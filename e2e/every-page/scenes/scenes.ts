import type { Page } from '@playwright/test';
import type { Translate } from '../../../src/domain/i18n/texts.ts';
import { stepIds } from '../../../src/domain/questionnaire/answers.ts';
import { fullAnswers, halfAnswers } from '../../../testing/people.ts';
import type { TestPerson, TestPersonSpec } from '../../../testing/people.ts';
import type { TestApp } from '../../../testing/start-app.ts';
import type { QuestionnairePage } from '../../questionnaire-page.ts';
import { FilesPage, paper } from '../../screens/files-page.ts';
import { endSessions, saveElsewhere } from '../../saved-plan.ts';
import { SignupForm } from '../../screens/signup-form.ts';
import { errorSummary } from '../../error-summary.ts';

/** Role of the person who opens a scene. */
export const audiences = {
  new: {},
  draft: { plan: { status: 'draft', answers: fullAnswers() } },
  half: {
    plan: {
      status: 'draft',
      answers: {
        ...halfAnswers().step1,
        ...halfAnswers().step2,
        ...halfAnswers().step3,
        ...halfAnswers().step4,
      },
    },
  },
  signed: {
    plan: { status: 'complete', answers: fullAnswers() },
    contacts: [
      {
        name: 'Daniel Doyle',
        email: 'daniel@scenes.example',
        phone: '0491 570 006',
        relationship: 'Son',
        substitutedDecisionMaker: true,
        accepted: true,
      },
      { name: 'Susan Doyle', email: 'susan@scenes.example', phone: '0491 570 157', relationship: 'Daughter' },
    ],
  },
  admin: { role: 'tlcadmin' },
} as const satisfies Record<string, TestPersonSpec>;

type Stage = { page: Page; t: Translate; questionnaire: QuestionnairePage; app: TestApp; who: TestPerson };

/** One state of one page: its address, its role, and the actions before it is checked. */
export type Scene = {
  name: string;
  address: string;
  who?: keyof typeof audiences;
  /** Where it can be opened, if not everywhere. */
  only?: 'large';
  /** The scene changes saved data, so it needs a person of its own. */
  alone?: true;
  show?: (stage: Stage) => Promise<unknown>;
};

const modal = (page: Page, role: 'dialog' | 'alertdialog' = 'dialog') => page.getByRole(role).waitFor();

/** The pages before signing in, with their dialogs and errors. */
export const accountScenes: readonly Scene[] = [
  { name: 'sign in', address: '/login' },
  {
    name: 'sign in, refused',
    address: '/login',
    show: async ({ page, t }) => {
      await page.getByRole('button', { name: t('signin.submit') }).click();
      await errorSummary(page).waitFor();
    },
  },
  {
    name: 'sign up in a dialog',
    address: '/login',
    show: async ({ page, t }) => {
      await page.getByRole('link', { name: t('signin.toSignup') }).click();
      await modal(page);
    },
  },
  {
    name: 'forgotten password in a dialog',
    address: '/login',
    show: async ({ page, t }) => {
      await page.getByRole('link', { name: t('signin.forgot') }).click();
      await modal(page);
    },
  },
  { name: 'sign up', address: '/signup' },
  {
    name: 'sign up for someone else, refused',
    address: '/signup',
    show: async ({ page, t }) => {
      const form = new SignupForm(page.getByRole('main'), t);
      await form.forWhom('no').check();
      await form.fill({ password: 'tea' });
      await form.submit();
      await form.problems.waitFor();
    },
  },
  {
    name: 'a text to agree to',
    address: '/signup',
    show: async ({ page, t }) => {
      await page.getByRole('button', { name: t('signup.consent.privacyLink') }).click();
      await modal(page);
    },
  },
  { name: 'look into the inbox', address: '/verify-email' },
  { name: 'forgotten password', address: '/forgot-password' },
  { name: 'new password', address: '/reset-password#token=some-token' },
  { name: 'bad link', address: '/reset-password' },
  { name: 'account of the earlier system', address: '/legacyuser' },
  { name: 'no such page', address: '/nowhere' },
];

/** The questionnaire: its beginning, and the initial state of every step. */
export const stepScenes: readonly Scene[] = [
  { name: 'beginning', address: '/questionnaire', who: 'new' },
  ...stepIds.map((step): Scene => ({ name: step, address: `/questionnaire/${step}`, who: 'draft' })),
];

/** Other states of a step, and the layers over it. */
export const questionnaireScenes: readonly Scene[] = [
  {
    name: 'step 4, refused',
    address: '/questionnaire/step4',
    who: 'half',
    show: async ({ questionnaire }) => {
      await questionnaire.save();
      await questionnaire.problems.waitFor();
    },
  },
  {
    name: 'step 9 with steps missing',
    address: '/questionnaire/step9',
    who: 'half',
    show: ({ page, t }) => page.getByRole('region', { name: t('incomplete.title') }).waitFor(),
  },
  { name: 'a signed plan in step 5', address: '/questionnaire/step5', who: 'signed' },
  {
    name: 'a note',
    address: '/questionnaire/step4',
    who: 'draft',
    show: async ({ page, questionnaire }) => {
      await questionnaire.note('cannotSee').click();
      await modal(page);
    },
  },
  {
    name: 'the signature pad',
    address: '/questionnaire/step9',
    who: 'draft',
    show: async ({ page, t }) => {
      await page.getByRole('button', { name: t('signatureImage.open') }).click();
      await modal(page);
    },
  },
  {
    name: 'the typed signature',
    address: '/questionnaire/step9',
    who: 'draft',
    show: async ({ page, t }) => {
      await page.getByRole('button', { name: t('signatureImage.open') }).click();
      await page
        .getByRole('dialog')
        .getByRole('button', { name: t('signature.useTyped') })
        .click();
      await page.getByRole('dialog').getByRole('textbox').waitFor();
    },
  },
  {
    name: 'two answers to the same question',
    address: '/questionnaire/step4',
    who: 'draft',
    alone: true,
    show: async ({ page, questionnaire, app, who }) => {
      await questionnaire.option('cannotTalk', 'Life is still worth living').check();
      await saveElsewhere(app, who, { cannotTalk: 'Life is not worth living' });
      await questionnaire.save();
      await modal(page);
    },
  },
  {
    name: 'leaving without saving',
    address: '/questionnaire/step7',
    who: 'draft',
    show: async ({ page, questionnaire, t }) => {
      await questionnaire.box('explanations').fill('…');
      await page.getByRole('link', { name: t('layout.logoAlt') }).click();
      await modal(page, 'alertdialog');
    },
  },
  {
    name: 'a session that ended',
    address: '/questionnaire/step7',
    who: 'draft',
    alone: true,
    show: async ({ page, questionnaire, app, who }) => {
      await questionnaire.box('explanations').fill('…');
      await endSessions(app, who);
      await questionnaire.save();
      await modal(page, 'alertdialog');
    },
  },
  {
    name: 'a save that failed',
    address: '/questionnaire/step7',
    who: 'draft',
    show: async ({ page, questionnaire }) => {
      await page.route('**/api/graphql', (route) => route.abort());
      await questionnaire.box('explanations').fill('…');
      await questionnaire.save();
      await page.getByRole('alert').first().waitFor();
    },
  },
  {
    name: 'all done',
    address: '/questionnaire/step9',
    who: 'draft',
    alone: true,
    show: async ({ page, questionnaire }) => {
      await questionnaire.confirmAs('Margaret Doyle');
      await questionnaire.signByTyping('Margaret Doyle');
      await questionnaire.save();
      await modal(page);
    },
  },
];

/** Dashboard, plan and card, with their dialogs and menus. */
export const planScenes: readonly Scene[] = [
  { name: 'dashboard of a visitor', address: '/dashboard' },
  { name: 'the questions before signing up', address: '/questions' },
  { name: 'dashboard before the first step', address: '/dashboard', who: 'new' },
  { name: 'dashboard half way', address: '/dashboard', who: 'half' },
  { name: 'dashboard with a signed plan', address: '/dashboard', who: 'signed' },
  { name: 'dashboard of an administrator', address: '/dashboard', who: 'admin' },
  {
    name: 'the card over the dashboard',
    address: '/dashboard',
    who: 'signed',
    show: async ({ page, t }) => {
      await page.getByRole('button', { name: t('dash.manage.card') }).click();
      await page.getByRole('dialog').getByRole('img').first().waitFor();
    },
  },
  {
    name: 'documents that were chosen, and one that was dropped',
    address: '/dashboard',
    who: 'signed',
    show: async ({ page, t }) => {
      const files = new FilesPage(page, t);
      await files.opener.click();
      await files.choose(paper('Will.pdf'), { ...paper(), name: 'Beach holiday.heic' });
      await files.row('Beach holiday.heic').waitFor();
    },
  },
  {
    name: 'the account menu',
    address: '/dashboard',
    who: 'signed',
    only: 'large',
    show: async ({ page, t }) => {
      await page.getByRole('button', { name: t('avatar.label') }).click();
      await page.getByRole('menu').waitFor();
    },
  },
  { name: 'my plan before signing', address: '/my-acp', who: 'draft' },
  { name: 'my plan', address: '/my-acp', who: 'signed' },
  {
    name: 'a new code and PIN',
    address: '/my-acp',
    who: 'signed',
    show: async ({ page, t }) => {
      await page.getByRole('button', { name: t('card.renew') }).click();
      await modal(page, 'alertdialog');
    },
  },
  { name: 'changing my plan', address: '/my-acp/edit', who: 'signed' },
  {
    name: 'confirming a change',
    address: '/questionnaire/step7?editStep=step7',
    who: 'signed',
    show: async ({ page, t, questionnaire }) => {
      await questionnaire.box('explanations').fill('Changed');
      await questionnaire.save();
      await page.getByRole('button', { name: t('editStep.confirm.button') }).waitFor();
    },
  },
  { name: 'care plan', address: '/care-plan', who: 'signed' },
  { name: 'a page of a later release', address: '/trusted-contacts', who: 'signed' },
];
