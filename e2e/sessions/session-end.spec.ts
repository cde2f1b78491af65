import { provider, type TestPerson, type TestPersonSpec } from '../../testing/people.ts';
import type { TestApp } from '../../testing/start-app.ts';
import { axeFindings, sidewaysBy } from '../axe.ts';
import { endSessions, signed } from '../saved-plan.ts';
import { cover, endsIn, expectCovered, openListening } from '../screens/session-page.ts';
import { eachWidthOnce, expect, mainOnce, test } from '../wattle.ts';
import { languages } from '../words.ts';

/** Time within which a page that the server notifies of the end is covered. */
const within = { timeout: 5_000 };

const customerPages = [
  '/dashboard',
  '/my-acp',
  '/questionnaire/step7?editStep=step7',
  '/settings/profile',
  '/settings/mfa',
  '/notifications',
  '/need-help',
];

/** A customer with a signed plan, and a staff member of the same provider. */
async function customerAndStaff(
  { services }: TestApp,
  newCustomer: (spec: TestPersonSpec) => Promise<TestPerson>,
): Promise<{ customer: TestPerson; staff: TestPerson }> {
  const providerId = await provider(services);
  const name = { firstName: 'Lin Mei', lastName: 'Overington' };
  return {
    customer: await newCustomer({ ...signed(), ...name, providerId }),
    staff: await newCustomer({ role: 'provideradmin', providerId, firstName: 'Priya' }),
  };
}

test('a session that is ended elsewhere covers every kind of page within five seconds [R-53, D-13]', async ({
  context,
  app,
  signedIn,
}) => {
  const who = await signedIn({ ...signed(), firstName: 'Wilhelmina', lastName: 'Overington' });
  const tabs = await Promise.all(
    customerPages.map(async (address) => {
      const tab = await context.newPage();
      await openListening(tab, address);
      return tab;
    }),
  );
  await endSessions(app, who);
  await Promise.all(tabs.map((tab) => expect(cover(tab)).toBeVisible(within)));
  for (const tab of tabs) await expectCovered(tab, ['Wilhelmina', 'Overington']);
});

test('without web sockets an idle page is covered within five seconds too [R-53, D-13]', async ({
  page,
  app,
  signedIn,
}) => {
  // As behind a proxy that blocks them: the page has only polling.
  await page.routeWebSocket('**/api/graphql', (socket) => socket.close({ code: 1013 }));
  const who = await signedIn({ ...signed(), firstName: 'Wilhelmina', lastName: 'Overington' });
  await page.goto('/my-acp');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  // Longer than the interval within which the page counts as active again.
  await page.waitForTimeout(20_000);
  await endSessions(app, who);
  await expect(cover(page)).toBeVisible(within);
  await expectCovered(page, ['Wilhelmina', 'Overington']);
});

test('a suspension, and a page of staff with a name on it, are covered as well [R-53, security 18]', async ({
  page,
  app,
  newCustomer,
  enter,
}) => {
  const { customer, staff } = await customerAndStaff(app, newCustomer);
  await enter(staff);
  await openListening(page, `/provider/customers/${customer.userId}`);
  await expect(page).toHaveTitle(/Overington/);
  await app.services.db
    .updateTable('users')
    .set({ status: 'suspended' })
    .where('id', '=', staff.userId)
    .execute();
  await expect(cover(page)).toBeVisible(within);
  await expectCovered(page, ['Lin Mei', 'Overington', 'Priya']);
});

test('a shared screen in a ward: the end of the session inside a customer’s account closes the account and leads back [R-53, D-14] [R-61]', async ({
  page,
  t,
  app,
  newCustomer,
  enter,
}) => {
  const { customer, staff } = await customerAndStaff(app, newCustomer);
  await enter(staff);
  await page.goto(`/provider/customers/${customer.userId}`);
  await page
    .getByRole('button', { name: t('lac.action') })
    .last()
    .click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: t('lac.confirm.reason') }).fill('She rang');
  await dialog.getByRole('textbox', { name: t('lac.confirm.password') }).fill(staff.password);
  await dialog.getByRole('button', { name: t('lac.confirm.button') }).click();
  await expect(page).toHaveURL('/dashboard');
  await app.services.db
    .updateTable('users')
    .set({ delete_on: '2031-12-24' })
    .where('id', '=', customer.userId)
    .execute();
  await openListening(page, '/my-acp');
  // Staff see the notice too, without customer-only buttons.
  const deletion = page.getByRole('region', { name: 'This account will be deleted on 24 December 2031' });
  await expect(deletion).toContainText('Only Lin Mei Overington can keep it.');
  await expect(deletion.getByRole('link')).toHaveCount(0);
  await app.services.db.deleteFrom('sessions').where('acting_staff_id', '=', staff.userId).execute();
  await expect(cover(page)).toBeVisible(within);
  await expect(page.locator('main')).toHaveCount(0);
  await expect(page.getByText('Overington')).toHaveCount(0);
  await expect(cover(page).getByRole('button')).toHaveText(t('lac.return'));
});

for (const language of languages) {
  test.describe(`the end of an idle session, in ${language}`, () => {
    test.use({ language });

    test(`a warning is shown two minutes before, with one button to stay, and then the page is covered ${eachWidthOnce(language)} [R-53] ${mainOnce(language)}`, async ({
      page,
      t,
      app,
      newCustomer,
      enter,
    }) => {
      const staff = await newCustomer({ role: 'admin', firstName: 'Wilhelmina' });
      await enter(staff);
      await page.clock.install();
      await openListening(page, '/admin/settings/email');
      const field = page.getByLabel(t('settings.admin.email.senderName'));
      await field.focus();

      await endsIn(app, staff.userId, 100);
      await page.clock.fastForward('28:20');
      const warning = page.getByRole('alertdialog', { name: t('system.sessionEnding.title') });
      await expect(warning).toContainText(t('system.sessionEnding.body', { count: 2 }));
      await expect(warning.getByRole('button')).toHaveCount(1);
      expect(await axeFindings(page)).toEqual([]);
      expect(await sidewaysBy(page)).toBe(0);
      await page.keyboard.press('Tab');
      await expect(warning.getByRole('button', { name: t('system.sessionEnding.stay') })).toBeFocused();
      await endsIn(app, staff.userId, 60, { seenMinutesAgo: 28 });
      // Escape keeps the session, as the button does.
      await page.keyboard.press('Escape');
      await expect(warning).toBeHidden();
      await expect(field).toBeFocused();
      await page.clock.fastForward('27:00');
      await expect(field).toBeVisible();

      await endsIn(app, staff.userId, 59);
      await page.clock.fastForward('02:00');
      await expect(warning).toContainText(t('system.sessionEnding.body', { count: 1 }));
      await endsIn(app, staff.userId, 0);
      await page.clock.fastForward('01:00');
      await expect(cover(page)).toContainText(t('system.sessionEnded.title'), within);
      await expectCovered(page, ['Wilhelmina']);
      expect(await axeFindings(page)).toEqual([]);
      expect(await sidewaysBy(page)).toBe(0);
    });
  });
}

test('staying returns focus, also where a slow browser paints before the page has removed the warning [R-53]', async ({
  page,
  t,
  app,
  signedIn,
}) => {
  const staff = await signedIn({ role: 'admin' });
  await page.clock.install();
  await openListening(page, '/admin/settings/email');
  const field = page.getByLabel(t('settings.admin.email.senderName'));
  await field.focus();
  await endsIn(app, staff.userId, 100, { seenMinutesAgo: 28 });
  await page.clock.fastForward('28:20');
  const stay = cover(page).getByRole('button', { name: t('system.sessionEnding.stay') });
  await expect(stay).toBeVisible();
  // Delay the page's deferred tasks from here on: in such a task React makes the content behind a dialog active again.
  await page.evaluate(`
    const post = MessagePort.prototype.postMessage;
    MessagePort.prototype.postMessage = function (...sent) {
      setTimeout(() => post.apply(this, sent), 100);
    };
  `);
  await stay.click();
  await expect(field).toBeFocused();
  await expect(cover(page)).toBeHidden();
});

test('typing counts as activity: the session is extended, with at most one request a minute [R-53]', async ({
  page,
  t,
  app,
  newCustomer,
  enter,
}) => {
  const staff = await newCustomer({ role: 'admin' });
  await enter(staff);
  await page.clock.install();
  await openListening(page, '/admin/settings/email');
  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/api/auth/session'))
      asked.push(request.headers()['wattle-unattended'] ?? 'no');
  });
  const field = page.getByLabel(t('settings.admin.email.senderName'));
  await field.pressSequentially('3');
  await page.clock.fastForward('01:30');
  await field.pressSequentially('280');
  await expect.poll(() => asked).toEqual(['no']);
  await page.clock.fastForward('28:00');
  await expect(page.getByRole('alertdialog')).toHaveCount(0);
  expect(
    await app.services.db.selectFrom('sessions').select('id').where('user_id', '=', staff.userId).execute(),
  ).toHaveLength(1);
});

test('signing out in one tab covers every tab, and going back restores nothing [R-53, security 18]', async ({
  page,
  context,
  t,
  signedIn,
}) => {
  await signedIn({ ...signed(), firstName: 'Wilhelmina' });
  await page.goto('/my-acp');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  const other = await context.newPage();
  await other.goto('/settings/profile');
  await expect(other.getByRole('heading', { level: 1 })).toBeVisible();
  await other.getByRole('button', { name: t('layout.signOut') }).click();
  await expect(cover(page)).toBeVisible(within);
  await expectCovered(page, ['Wilhelmina']);
  await expect(other.getByRole('banner').getByRole('link', { name: t('layout.signIn') })).toBeVisible();
  await other.goBack();
  await expect(other).toHaveURL(/\/login/);
  expect(await other.content()).not.toContain('Wilhelmina');
});
