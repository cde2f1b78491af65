import { action, signed } from '../screens/dashboard-page.ts';
import { expect, main, noteRequests, test } from '../wattle.ts';

test('the three uploads count the existing files, without the signed plan itself, and a confirmed health record shows its date [DASH-12, DASH-16]', async ({
  page,
  signedIn,
  app,
}) => {
  const { userId } = await signedIn(signed());
  const { db } = app.services;
  const file = { user_id: userId, file_name: 'a.pdf', is_active: true, is_uploaded: true };
  await db
    .insertInto('files')
    .values([
      { ...file, category: 'ACP' },
      { ...file, category: 'ACP' },
      { ...file, category: 'ACP', is_active: false },
      { ...file, category: 'WISHES' },
    ])
    .execute();
  await page.goto('/dashboard');
  await expect(action(page, 'Advance care directive')).toHaveAccessibleName(/2 files$/);
  await expect(action(page, 'Additional documents')).toHaveAccessibleName(/0 files$/);
  await expect(action(page, 'Record and share wishes')).toHaveAccessibleName(/1 file$/);
  const confirm = page.getByRole('main').getByRole('link', { name: 'My Health Record' });
  await expect(confirm).toHaveAttribute('href', '/my-health-record');
  // Half past midnight in Melbourne, when the UTC date is one day earlier.
  await db
    .updateTable('users')
    .set({ health_record_confirm_date: new Date('2026-03-11T13:30:00Z') })
    .where('id', '=', userId)
    .execute();
  await page.reload();
  await expect(page.getByText('Added to My Health Record on 12/03/26')).toBeVisible();
  await expect(confirm).toHaveCount(0);
});

test(`recent activity has the four newest lines, with a saved change first [API-08, DASH-17, DASH-18] ${main}`, async ({
  page,
  questionnaire,
  signedIn,
  app,
}) => {
  const { userId } = await signedIn(signed());
  const { db } = app.services;
  const made = new Date(Date.now() - 3_600_000);
  await db.updateTable('recent_activities').set({ created_at: made }).where('user_id', '=', userId).execute();
  const templates = ['accountOpened', 'ACP_OPENED', 'contactDeclined', 'cardRenewed', 'contactDeleted'];
  const at = (index: number) => new Date(made.getTime() + (index + 1) * 1000);
  const own = { metadata: '{"contact":"Daniel"}', user_id: userId, actor_id: userId };
  await db
    .insertInto('recent_activities')
    .values(templates.map((template, index) => ({ ...own, template, created_at: at(index) })))
    .execute();
  const sent = noteRequests(page, 'recentActivities');
  await page.goto('/dashboard');
  const lines = page.getByRole('region', { name: 'Recent activity' }).getByRole('listitem');
  const newest = [
    'You removed Daniel from your trusted contacts',
    'You made a new code and PIN',
    'Daniel said no to being your trusted contact',
    'Your emergency page was opened with your card and PIN',
  ];
  for (const [index, words] of newest.entries()) await expect(lines.nth(index)).toContainText(words);
  await expect(lines).toHaveCount(4);
  expect(sent.map(({ variables }) => variables)).toEqual([{ limit: 4 }]);

  await page.getByRole('link', { name: 'Go to the questionnaire' }).click();
  await page.getByRole('link', { name: 'Edit: Anything else' }).click();
  await questionnaire.box('explanations').fill('I changed my mind about one thing.');
  await questionnaire.save();
  await page.getByRole('button', { name: 'Confirm my change' }).click();
  await expect(page.getByText('Your plan is updated')).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByRole('link', { name: 'Wattle, go to the dashboard' }).click();
  await expect(lines.first()).toContainText('You changed your plan');
  await expect(lines).toHaveCount(4);
  expect(sent.length).toBeGreaterThan(1);
  expect(sent.every(({ variables }) => variables['limit'] === 4)).toBe(true);
});
