import type { PlainTextKey } from '../../src/domain/i18n/texts.ts';
import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { inviteProvider } from '../../src/server/features/providers/registered/invite-operation.ts';
import { makeStaffMember } from '../../src/server/features/staff/api.ts';
import { staffInvitationLink } from '../../src/server/features/sign-up/invitations.ts';
import { contextFor, person, provider } from '../../testing/people.ts';
import { appCode } from '../../testing/second-step.ts';
import type { TestApp } from '../../testing/start-app.ts';
import { isInOrder } from '../axe.ts';
import { agreeToBoth } from '../screens/consent-dialog.ts';
import { errorSummary } from '../error-summary.ts';
import { inProduction } from '../in-production.ts';
import { linkFor } from '../mailed-link.ts';
import { shownSecret } from '../screens/second-step-dialog.ts';
import { eachWidthOnce, expect, mainOnce, test } from '../wattle.ts';
import { languages, rawKeysIn, saying } from '../words.ts';

const password = 'Ferry-Lantern-7';
let made = 0;

/** A provider whose contact person is invited by an administrator, with the link from the outbox. */
async function invited(app: TestApp) {
  const provider_name = `Correa Lodge ${(made += 1)} ${process.pid}`;
  const email = `${randomUUID()}@test.example`;
  const { actor } = await person(app.services, { role: 'admin' });
  const input = { first_name: 'Bridie', last_name: 'O’Brien', provider_name, email };
  const { id, contact_id } = await inviteProvider.call(contextFor(app.services, actor), {
    ...input,
    providerType: 'internal_provider',
  });
  app.services.eventsWaiting();
  return { id, userId: contact_id, email, provider: provider_name };
}

const heading = (page: Page) => page.getByRole('heading', { level: 1 });

for (const language of languages) {
  test.describe(`a staff invitation, in ${language}`, () => {
    test.use({ language });

    test(
      `leads from the mail to a password by the rules of sign-up, the texts and the dashboard, which names what is missing [GAP-90, GAP-91] ${mainOnce(language)}`,
      { tag: eachWidthOnce(language) },
      async ({ page, app, t }) => {
        const { provider: name, email } = await invited(app);
        await page.goto(await linkFor(page, email, 'invite'));
        await expect(heading(page)).toHaveText(t('invite.staff.title', { provider: name }));
        const main = page.getByRole('main');
        await expect(main).toContainText(t('invite.staff.body', { roleLabel: t('invite.staff.contact') }));
        await expect(main).toContainText(t('invite.staff.secondStep'));
        await expect(page.getByRole('textbox', { name: t('signup.email.label') })).toHaveValue(email);
        expect(rawKeysIn(await main.innerText())).toEqual([]);
        await isInOrder(page);
        const box = page.getByRole('textbox', { name: t('signup.password.label') });
        await box.fill('short');
        await box.press('Enter');
        await expect(box).toHaveAccessibleDescription(saying(t('field.password.tooShort')));
        // Only the server knows the common passwords; typed text stays.
        await box.fill('Password1');
        await box.press('Enter');
        await expect(box).toHaveAccessibleDescription(saying(t('field.password.common')));
        await expect(box).toHaveValue('Password1');
        await isInOrder(page);
        await box.fill(password);
        await page.getByRole('button', { name: t('invite.staff.submit') }).click();
        await expect(page).toHaveURL('/dashboard');
        await agreeToBoth(page, t);
        await expect(page.getByText(t('providers.stub.title', { provider: name }))).toBeVisible();
        await isInOrder(page);
        await page.getByRole('link', { name: t('providers.stub.open') }).click();
        await expect(page).toHaveURL('/provider/settings');
        await expect(page.getByText(t('providers.stub.body'))).toBeVisible();
        await isInOrder(page);
      },
    );

    test(
      'shows why a link is invalid, and whom to contact [GAP-90]',
      { tag: eachWidthOnce(language) },
      async ({ page, app, t }) => {
        const { services } = app;
        await page.goto('/invite');
        await expect(heading(page)).toHaveText(t('invite.linkBad.title'));
        await expect(page.getByRole('main')).toContainText(t('invite.linkBad.body'));
        await isInOrder(page);
        await page.goto('/invite#token=not-a-token');
        await expect(page.getByRole('main')).toContainText(t('invite.linkBad.body'));
        const { id, email, userId } = await invited(app);
        const link = await linkFor(page, email, 'invite');
        const says = async (key: PlainTextKey) => {
          await page.goto('/need-help');
          await page.goto(link);
          await expect(page.getByRole('main')).toContainText(t(key));
          await expect(heading(page)).toHaveText(t('invite.linkBad.title'));
        };
        const setUser = (values: object) =>
          services.db.updateTable('users').set(values).where('id', '=', userId).execute();
        const archive = (archived: boolean) =>
          services.db.updateTable('providers').set({ archived }).where('id', '=', id).execute();
        await archive(true);
        await says('error.invite.providerArchived');
        await archive(false);
        await setUser({ status: 'suspended' });
        await says('error.signup.tokenHeld');
        await setUser({ status: 'invited', invitation_id: randomUUID() });
        await says('error.signup.tokenOlder');
        await setUser({ status: 'active', email_verified_at: new Date() });
        await says('error.signup.tokenUsed');
        await isInOrder(page);
        await page.getByRole('link', { name: t('signup.toSignin') }).click();
        await expect(page).toHaveURL('/login');
      },
    );
  });
}

test('keeps the form when the connection is lost, and shows the result if the link was used meanwhile [GAP-90]', async ({
  page,
  app,
  t,
}) => {
  const { email } = await invited(app);
  const link = await linkFor(page, email, 'invite');
  await page.goto(link);
  const box = page.getByRole('textbox', { name: t('signup.password.label') });
  await box.fill(password);
  const path = '**/api/auth/accept-staff-invitation';
  // The response is lost on its way back.
  await page.route(path, async (route) => {
    await route.fetch();
    await route.abort();
  });
  await page.getByRole('button', { name: t('invite.staff.submit') }).click();
  await expect(errorSummary(page)).toBeVisible();
  await expect(box).toHaveValue(password);
  await page.unroute(path);
  await box.press('Enter');
  await expect(page.getByRole('main')).toContainText(t('error.signup.tokenUsed'));
  await page.getByRole('link', { name: t('signup.toSignin') }).click();
  await page.getByRole('textbox', { name: t('signin.email.label') }).fill(email);
  await page.getByRole('textbox', { name: t('signin.password.label') }).fill(password);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/dashboard');
});

test('warns on a shared device that another account is signed out, and signs in the invited person [GAP-90] [security 17]', async ({
  page,
  app,
  t,
  signedIn,
}) => {
  const other = await signedIn();
  const { provider: name, email } = await invited(app);
  await page.goto(await linkFor(page, email, 'invite'));
  await expect(page.getByText(t('invite.staff.otherAccount', { email: other.email }))).toBeVisible();
  await page.getByRole('textbox', { name: t('signup.password.label') }).fill(password);
  await page.keyboard.press('Enter');
  await agreeToBoth(page, t);
  await expect(page.getByText(t('dash.provider.lead', { provider: name }))).toBeVisible();
});

test('staff in production accept, set up the second step before anything else, agree to the texts and reach the dashboard [D-12] [GAP-90] [security 1]', async ({
  browser,
  t,
}) => {
  await inProduction(browser, async (product, context) => {
    const { services } = product;
    const house = await provider(services, 'Banksia House');
    const email = `${randomUUID()}@test.example`;
    const now = services.clock();
    const { userId, invitationId } = await services.db.transaction().execute((tx) =>
      makeStaffMember(
        { tx, services, now },
        {
          email,
          first_name: 'Mei',
          last_name: 'Ling',
          phone: null,
          role: 'nurse',
          language: 'en',
          permission_role_id: 3,
          provider_id: house,
          isExternal: false,
        },
      ),
    );
    const link = staffInvitationLink(services, now, {
      ...{ email, user_id: userId, provider_id: house, invitation_id: invitationId ?? '' },
    });
    const page = await context.newPage();
    await page.goto(link.replace(/^https?:\/\/[^/]+/, product.origin));
    await expect(heading(page)).toHaveText('Join Banksia House on Wattle');
    await expect(page.getByText('You are invited as Nurse. Make a password to start.')).toBeVisible();
    await page.getByRole('textbox', { name: t('signup.password.label') }).fill(password);
    await page.getByRole('button', { name: 'Accept and continue' }).click();
    await expect(page).toHaveURL('/provider/settings/mfa');
    await expect(page.getByText('Staff need a second step. Set it up to go on.')).toBeVisible();
    await page.goto('/dashboard');
    await expect(page).toHaveURL('/provider/settings/mfa');
    await page.getByRole('button', { name: 'Set up an app' }).click();
    await page.getByRole('textbox', { name: 'Current password' }).fill(password);
    await page.keyboard.press('Enter');
    const code = page.getByRole('textbox', { name: /Type the 6 numbers/ });
    await expect(code).toBeVisible();
    await code.fill(await appCode(await shownSecret(page), new Date()));
    await code.press('Enter');
    const codes = page.getByRole('dialog', { name: 'Your recovery codes' });
    await codes.getByRole('button', { name: 'I have kept them' }).click();
    await agreeToBoth(page, t);
    await page.goto('/dashboard');
    await expect(page.getByText(t('dash.provider.lead', { provider: 'Banksia House' }))).toBeVisible();
  });
});
