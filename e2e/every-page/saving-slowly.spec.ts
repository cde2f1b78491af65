import type { Page } from '@playwright/test';
import { fileAccessPart } from '../../src/domain/contacts/file-access-path.ts';
import { daniel, idsOf, savedContacts } from '../screens/contacts-page.ts';
import { openProfile } from '../screens/profile-page.ts';
import { draft, savedPerson, savedPlan, signed } from '../saved-plan.ts';
import { asks, expect, test } from '../wattle.ts';
import { exactly, saying } from '../words.ts';

/** Delays the response to an operation. Returns a function that releases it. */
async function holdBack(page: Page, operation: string): Promise<() => void> {
  let letGo = () => {};
  const held = new Promise<void>((resolve) => (letGo = resolve));
  await page.route('**/api/graphql', async (route) => {
    if (asks(operation)(route.request())) await held;
    await route.fallback();
  });
  return letGo;
}

test('a step saved after its person went back does not navigate further [QGEN-13, QGEN-14]', async ({
  page,
  t,
  questionnaire,
  signedIn,
  app,
}) => {
  const who = await signedIn(draft());
  await questionnaire.open('step7');
  const letGo = await holdBack(page, 'updateAnswers');
  await questionnaire.save();
  await expect(questionnaire.saveButton).toHaveText(t('submit.saving'));
  await questionnaire.button(t('common.back')).click();
  await questionnaire.isAt('step6b');
  letGo();
  await expect(page.getByText(t('common.saved'), { exact: true })).toBeVisible();
  await questionnaire.isAt('step6b');
  expect((await savedPlan(app, who)).version).toBe(2);
});

test('text typed while a step is saved stays in its field, and leaving asks about it [QGEN-13]', async ({
  page,
  t,
  questionnaire,
  signedIn,
  app,
}) => {
  const who = await signedIn(draft());
  await questionnaire.open('step7');
  const letGo = await holdBack(page, 'updateAnswers');
  await questionnaire.box('explanations').fill('Sent');
  await questionnaire.save();
  await expect(questionnaire.saveButton).toHaveText(t('submit.saving'));
  await questionnaire.box('explanations').fill('Sent, and more');
  letGo();
  const question = page.getByRole('alertdialog', { name: t('save.leave.title') });
  await question.getByRole('button', { name: t('save.leave.stay') }).click();
  await expect(questionnaire.box('explanations')).toHaveValue('Sent, and more');
  expect((await savedPlan(app, who)).answers).toMatchObject({ explanations: 'Sent' });
  await questionnaire.save();
  await questionnaire.isAt('step8');
  expect((await savedPlan(app, who)).answers).toMatchObject({ explanations: 'Sent, and more' });
});

test('text typed while the profile is saved stays in its field, and is saved next [SET-01, CONST-01]', async ({
  page,
  t,
  signedIn,
  app,
}) => {
  const who = await signedIn({
    firstName: 'Margaret',
    lastName: 'Doyle',
    dob: '14/05/1943',
    gender: 'Female',
    postcode: '3280',
  });
  const profile = await openProfile(page, t);
  const letGo = await holdBack(page, 'updateProfile');
  await profile.birthDate.fill('4.5.1944');
  await profile.save.click();
  await expect(profile.save).toHaveText(t('common.saving'));
  await profile.postcode.fill('7000');
  letGo();
  await expect(profile.save).toHaveText(t('common.saved'));
  await expect(profile.postcode).toHaveValue('7000');
  await expect(profile.birthDate).toHaveValue('04/05/1944');
  expect(await savedPerson(app, who)).toMatchObject({ postcode: '3280', dob: '1944-05-04' });
  await expect(profile.save).toHaveText(t('settings.profile.save'));
  await profile.save.click();
  await expect.poll(async () => (await savedPerson(app, who)).postcode).toBe('7000');
});

test('an option chosen for a contact during a save is not shown as saved [SHARE-02]', async ({
  page,
  t,
  signedIn,
  app,
}) => {
  const who = await signedIn({ ...signed(), contacts: [daniel] });
  await page.goto(`/manage-file-access/${fileAccessPart(await idsOf(app, who, daniel.name))}`);
  const main = page.getByRole('main');
  const full = main.getByRole('switch', { name: saying(t('fileAccess.full.label')) });
  const plan = main.getByRole('switch', { name: saying(t('fileAccess.row.plan')) });
  const words = ['save', 'saving', 'saved'] as const;
  const save = main.getByRole('button', { name: exactly(...words.map((key) => t(`fileAccess.${key}`))) });
  const letGo = await holdBack(page, 'insertSharedFiles');
  await plan.uncheck();
  await save.click();
  await expect(save).toHaveText(t('fileAccess.saving'));
  await full.check();
  letGo();
  await expect(save).toHaveText(t('fileAccess.saved'));
  expect((await savedContacts(app, who))[0]).toMatchObject({ plan_shared: false, fullAccess: false });
  await main.getByRole('link', { name: t('fileAccess.back') }).click();
  const question = page.getByRole('alertdialog', { name: t('save.leave.title') });
  await question.getByRole('button', { name: t('save.leave.stay') }).click();
  await expect(full).toBeChecked();
});
