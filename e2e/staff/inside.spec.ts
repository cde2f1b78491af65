import type { Page } from '@playwright/test';
import {
  refusedToStaffInside,
  staffLimits,
  type LimitedAction,
} from '../../src/domain/access/staff-limits.ts';
import type { PlainTextKey, Translate } from '../../src/domain/i18n/texts.ts';
import { pageRules } from '../../src/domain/menu/pages.ts';
import { stepIds } from '../../src/domain/questionnaire/answers.ts';
import { operations } from '../../src/server/features.ts';
import { provider, type TestPerson, type TestPersonSpec } from '../../testing/people.ts';
import { axeFindings, sidewaysBy } from '../axe.ts';
import { payFor, payUpToBank } from '../paid-plan.ts';
import { draft, signed } from '../saved-plan.ts';
import { daniel, susan } from '../screens/contacts-page.ts';
import { staffInside } from '../staff-visit.ts';
import { eachWidthOnce, expect, takeOver, test as base } from '../wattle.ts';
import { beginning, languages, rawKeysIn } from '../words.ts';

const name = 'Margaret Doyle';

/** Control of a refused operation: its page, and the button or link. */
type Control = readonly [path: string, label: PlainTextKey];

const secondStep = (label: PlainTextKey): Control => ['/settings/mfa', label];

/** For each operation that the rules refuse to staff in a customer's account, its control. */
const controls: Readonly<Record<string, Control>> = {
  getEmergencyCard: ['/dashboard', 'dash.manage.card'],
  renewEmergencyCard: ['/my-acp', 'card.renew'],
  mailMyPlan: ['/my-acp', 'myAcp.phone.mail'],
  healthLinks: ['/my-acp', 'healthLink.make'],
  createHealthLink: ['/my-acp', 'healthLink.make'],
  revokeHealthLink: ['/my-acp', 'healthLink.revoke'],
  // Only on the customer's own dashboard: staff see the reason on My plan.
  confirmStillRight: ['/my-acp', 'dash.signed.stillRight'],
  addTrustedContact: ['/trusted-contacts', 'contacts.page.add'],
  updateTrustedContact: ['/trusted-contacts', 'contacts.page.noSpeakerAdd'],
  deleteTrustedContact: ['/trusted-contacts', 'contacts.row.cancel'],
  remindTrustedContact: ['/trusted-contacts', 'contacts.row.remind'],
  updateTrustedContactEmergency: ['/trusted-contacts', 'contacts.row.leaveOff'],
  insertSharedFiles: ['/trusted-contacts', 'fileAccess.save'],
  dismissContactSuggestion: ['/trusted-contacts', 'contacts.suggest.notNow'],
  getPlansSharedWithMe: ['/dashboard', 'contactView.manyTitle'],
  openPlanSharedWithMe: ['/dashboard', 'contactView.manyTitle'],
  confirmHealthRecord: ['/my-health-record', 'health.record.confirmButton'],
  undoHealthRecord: ['/my-health-record', 'health.undo'],
  confirmDonor: ['/my-health-record?guide=donor', 'health.donor.confirmButton'],
  undoDonor: ['/my-health-record?guide=donor', 'health.undo'],
  updateAllNotifications: ['/notifications', 'notification.page.markAll'],
  updateLastViewedNotifications: ['/notifications', 'notification.page.markAll'],
  updateNotification: ['/notifications', 'notification.page.mark_one'],
  newRecoveryCodes: secondStep('settings.mfa.recoveryNew'),
  secondStep: secondStep('settings.mfa.phoneAdd'),
  turnOffSecondStep: secondStep('settings.mfa.turnOff'),
  addSecondStepPhone: secondStep('settings.mfa.phoneAdd'),
  confirmSecondStepPhone: secondStep('settings.mfa.phoneAdd'),
  removeSecondStepPhone: secondStep('common.remove'),
  startSecondStepApp: secondStep('settings.mfa.appAdd'),
  confirmSecondStepApp: secondStep('settings.mfa.appAdd'),
  removeSecondStepApp: secondStep('settings.mfa.appRemove'),
  sessions: secondStep('settings.mfa.sessionEnd'),
  endSession: secondStep('settings.mfa.sessionEnd'),
  endOtherSessions: secondStep('settings.mfa.sessionEndAll'),
  changePassword: ['/settings/password', 'settings.password.save'],
  agreeToConsent: ['/settings/privacy', 'settings.privacy.withdraw'],
  declineConsent: ['/settings/privacy', 'settings.privacy.withdraw'],
  changePicture: ['/settings/profile', 'settings.profile.pictureAdd'],
  removePicture: ['/settings/profile', 'settings.profile.pictureRemove'],
  dataExports: ['/settings/privacy', 'settings.privacy.export.button'],
  downloadDataExport: ['/settings/privacy', 'settings.privacy.export.button'],
  requestDataExport: ['/settings/privacy', 'settings.privacy.export.button'],
  requestDeletion: ['/settings/privacy', 'settings.privacy.delete.button'],
  staffVisits: ['/settings/privacy', 'settings.privacy.visit.why'],
  getMyConversations: ['/settings/privacy', 'conversation.isRight'],
  answerConversation: ['/settings/privacy', 'conversation.isRight'],
  keepAccount: ['/settings/privacy', 'settings.privacy.delete.keep'],
};

const billing = (label: PlainTextKey): Control => ['/account-and-billing', label];

/** Controls about paying: a customer of a provider has none, so the test uses a customer without a provider. */
const payments: Readonly<Record<string, Control>> = {
  subscribeCustomer: billing('billing.plan.choose'),
  stripeCheckout: billing('billing.plan.choose'),
  cancelSubscription: billing('billing.cancel.open'),
  resumeSubscription: billing('billing.cancel.takeBack'),
  stripeAddCard: billing('billing.card.add'),
  confirmCard: billing('billing.card.replace'),
  payOverdue: billing('checkout.saved.useOther'),
  confirmPayment: billing('billing.open.goOn'),
  abandonPayment: billing('billing.open.giveUp'),
};

/** Operations whose controls are in a dialog, which has a test of its own. */
const inDialogs = ['beginPhotographs', 'changePhotographs', 'confirmPaper', 'deleteFile', 'readPhotograph'];

/** Operations of the API that no page calls (API-62): the pages use equivalent ones. */
const ofApiOnly = ['updateACPStatus', 'updateRevision', 'updateShareDate'];

/** Every page that a customer can open while signed in, from the table of pages. */
const pagesOfCustomers = pageRules
  .filter(
    ([, { for: audience, texts, frame }]) =>
      texts !== undefined &&
      frame !== 'none' &&
      audience !== 'visitors' &&
      (typeof audience === 'string' || audience.includes('user')),
  )
  .flatMap(([path]) =>
    path === '/questionnaire/$step' ? stepIds.map((step) => `/questionnaire/${step}`) : [path],
  );

const test = base.extend<{
  inside: (spec: TestPersonSpec, by?: 'provideradmin' | 'tlcadmin') => Promise<TestPerson>;
}>({
  /** Enters a customer's account as a staff member, in the browser of the test. */
  inside: ({ app, context, newCustomer }, use) =>
    use(async (spec, by = 'provideradmin') => {
      const of = by === 'provideradmin' && { providerId: await provider(app.services) };
      const customer = await newCustomer({ ...of, firstName: 'Margaret', lastName: 'Doyle', ...spec });
      const staff = await newCustomer({ role: by, ...of, firstName: 'Priya' });
      await takeOver(await staffInside(app, staff, customer), context);
      await expect
        .poll(() =>
          app.services.db
            .selectFrom('notifications')
            .select('id')
            .where('receiver_id', '=', customer.userId)
            .executeTakeFirst(),
        )
        .toBeDefined();
      return customer;
    }),
});

/** Waits until a page has loaded its content. */
async function opened(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
  await expect(page.locator('.spin')).toHaveCount(0);
}

const refused = operations.filter(({ action }) => refusedToStaffInside.has(action));

/** Checks that a page explains why staff cannot use some of its controls, and that none of these is enabled. */
async function expectExplanation(
  page: Page,
  t: Translate,
  path: string,
  among: typeof controls,
): Promise<void> {
  await opened(page, path);
  for (const { name: operation, action } of refused) {
    const [where, label] = among[operation] ?? [];
    if (where !== path || label === undefined) continue;
    const reason = t(staffLimits[action as LimitedAction], { customer: name });
    await expect(page.getByRole('main').getByText(reason).first(), operation).toBeVisible();
    const live = page.getByRole('main').locator('a, button:not([aria-disabled=true])');
    await expect(live.filter({ hasText: beginning(t(label)) }), operation).toHaveCount(0);
  }
  expect(await axeFindings(page)).toEqual([]);
  expect(await sidewaysBy(page)).toBeLessThanOrEqual(0);
  expect(rawKeysIn(await page.locator('body').innerText())).toEqual([]);
}

for (const language of languages) {
  test.describe(`staff in a customer's account, in ${language}`, () => {
    test.use({ language });

    test(`each page explains in advance what they cannot do there, and its controls are disabled [R-37] [D-42] ${eachWidthOnce(language)}`, async ({
      page,
      t,
      inside,
    }) => {
      expect(refused.map((each) => each.name).toSorted()).toEqual(
        [...Object.keys({ ...controls, ...payments }), ...inDialogs, ...ofApiOnly].toSorted(),
      );
      await inside({ ...signed(), contacts: [daniel, susan] });
      const paths = [...new Set(Object.values(controls).map(([path]) => path))];
      for (const path of paths) await expectExplanation(page, t, path, controls);
    });

    test(`the page of payments explains it for a customer without a provider, before and after they paid [R-37] [D-42] ${eachWidthOnce(language)}`, async ({
      page,
      t,
      app,
      inside,
    }) => {
      const customer = await inside(signed(), 'tlcadmin');
      await expectExplanation(page, t, '/account-and-billing', payments);
      await payFor(app, customer);
      await expectExplanation(page, t, '/account-and-billing', payments);
      await expect(page.getByText(t('billing.status.paid'), { exact: true })).toBeVisible();
    });

    test('a payment that waits for the customer’s bank can be neither continued nor cancelled by staff [R-37] [D-42]', async ({
      page,
      t,
      app,
      inside,
    }) => {
      await payUpToBank(app, await inside(draft(), 'tlcadmin'));
      for (const path of [
        '/questionnaire/checkout-success',
        '/questionnaire/checkout',
        '/account-and-billing',
      ]) {
        await opened(page, path);
        await expect(page).toHaveURL(path);
        const main = page.getByRole('main');
        await expect(main.getByText(t('lac.only.billing', { customer: name })).first()).toBeVisible();
        for (const label of ['billing.open.goOn', 'billing.open.giveUp'] as const)
          await expect(main.getByRole('button', { name: t(label) })).toHaveCount(0);
      }
    });

    test('the content of a signed plan can be read, and not changed: neither its answers nor the profile [R-37] [D-42]', async ({
      page,
      t,
      inside,
    }) => {
      await inside(signed());
      const reason = t('lac.only.sign', { customer: name });
      for (const path of ['/questionnaire/step3', '/my-acp', '/my-acp/edit', '/settings/profile']) {
        await opened(page, path);
        await expect(page.getByText(reason)).toBeVisible();
        await expect(page.locator('main').locator('button[type=submit]')).toHaveCount(0);
        await expect(page.getByRole('link', { name: t('myAcp.edit') })).toHaveCount(0);
        expect(await axeFindings(page)).toEqual([]);
      }
      await opened(page, '/questionnaire/step3?editStep=step3');
      await expect(page).toHaveURL('/questionnaire/step3');
      await expect(page.getByRole('textbox').first()).toBeDisabled();
      await opened(page, '/questionnaire/step9');
      await expect(page.getByRole('link', { name: beginning(t('common.change')) })).toHaveCount(0);
      await expect(page.getByText(reason)).toBeVisible();
    });
  });
}

/** Enabled controls of a page. */
const liveButtons = (page: Page) =>
  page.locator(
    'main button:not([aria-disabled=true], :disabled), [role=dialog] button:not([aria-disabled=true], :disabled)',
  );

for (const [state, spec] of [
  ['signed', signed()],
  ['draft', draft()],
] as const)
  test(`every enabled button works, and no page asks for a password, with a ${state} plan [R-37] [D-42]`, async ({
    page,
    inside,
  }) => {
    test.setTimeout(600_000);
    await inside(spec);
    const refusals: string[] = [];
    let doing = '';
    let pressed = 0;
    page.on('response', async (response) => {
      if (!response.url().includes('/api/')) return;
      const said = await response.text().catch(() => '');
      if (response.status() === 403 || /"(forbidden|not-found)"/.test(said))
        refusals.push(`${doing}: ${said}`);
    });
    for (const path of pagesOfCustomers) {
      doing = path;
      await opened(page, path);
      await expect(page.locator('input[type=password]')).toHaveCount(0);
      const count = await liveButtons(page).count();
      for (let at = 0; at < count; at += 1) {
        if (at > 0) await opened(page, path);
        const button = liveButtons(page).nth(at);
        if (!(await button.isVisible().catch(() => false))) continue;
        doing = `${path}, ${await button.innerText()}`;
        await button.click();
        pressed += 1;
        await page.waitForLoadState('networkidle');
        expect(await page.locator('input[type=password]').count(), doing).toBe(0);
      }
    }
    expect(pressed).toBeGreaterThan(10);
    expect(refusals).toEqual([]);
  });
