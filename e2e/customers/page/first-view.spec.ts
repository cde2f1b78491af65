import { insertFile } from '../../../testing/customer-files.ts';
import { provider } from '../../../testing/people.ts';
import { isInOrder } from '../../axe.ts';
import { daniel, susan } from '../../screens/contacts-page.ts';
import { bothWidths, eachWidthOnce, expect, main, mainOnce, noteRequests, test } from '../../wattle.ts';
import { languages } from '../../words.ts';
import { margaret, name } from './margaret.ts';

/** A decision maker who has not answered, and a contact who agreed. */
const asked = { ...daniel, accepted: false };
const birthDate = { dob: '1943-05-14' };

for (const language of languages) {
  test.describe(`the first view of a customer, in ${language}`, () => {
    test.use({ language });

    test(
      `contains CPR, refusals, the decision maker who has not agreed, and whom to call, without scrolling [N-05] ${mainOnce(language)}`,
      {
        tag: bothWidths,
      },
      async ({ page, t, app, newCustomer, signedIn }) => {
        const providerId = await provider(app.services, 'Banksia Coast Care');
        const customer = await newCustomer({ ...margaret, contacts: [asked, susan], providerId });
        await signedIn({ role: 'provideradmin', providerId });
        await page.goto(`/provider/customers/${customer.userId}`);
        const main = page.getByRole('main');
        const says = main.getByRole('region', { name: t('customer.plan.says') });
        for (const shown of [
          page.getByRole('heading', { level: 1, name }),
          says.getByText(t('customer.recorded', { customer: 'Margaret' })),
          says.getByText(t('emergency.cpr.when.stopBreathing')),
          says.getByText(t('emergency.cpr.lead.doNotWant')),
          says.getByText(t('treatmentsSelected.short.breathingMachine')),
          says.getByText(t('customer.plan.speaksFor', { customer: 'Margaret' })),
          says.getByRole('link', { name: daniel.phone }),
          says.getByText(t('customer.plan.notAgreed')).first(),
        ])
          await expect(shown).toBeInViewport({ ratio: 1 });
        const missing = main.getByRole('region', { name: t('customer.missing.title') });
        await expect(missing.getByRole('listitem').first()).toContainText(
          t('customer.missing.answer.step', { contact: daniel.name }),
        );
        await isInOrder(page);
      },
    );

    test(
      `shows next to an unsigned draft that there is a directive, but not for a signed plan or a paper that staff added [UPLOAD-20] ${mainOnce(language)}`,
      { tag: eachWidthOnce(language) },
      async ({ page, t, app, newCustomer, signedIn }) => {
        const providerId = await provider(app.services, 'Banksia Coast Care');
        const names = { providerId, firstName: 'Robert', lastName: 'Hale' };
        const draft = { plan: { status: 'draft' as const, answers: {} } };
        const [alone, ofStaff, signed] = [
          await newCustomer({ ...names, ...draft }),
          await newCustomer({ ...names, ...draft }),
          await newCustomer({ ...margaret, providerId }),
        ];
        await insertFile(app.services, alone.userId);
        await insertFile(app.services, ofStaff.userId, { is_eol: true });
        await insertFile(app.services, signed.userId);
        await signedIn({ role: 'provideradmin', providerId });
        const says = page.getByRole('region', { name: t('customer.plan.says') });
        await page.goto(`/provider/customers/${alone.userId}`);
        await expect(says.getByText(t('customer.plan.draft'))).toBeVisible();
        await expect(says.getByText(t('customer.plan.directive', { customer: 'Robert' }))).toBeVisible();
        await isInOrder(page);
        for (const [customer, firstName] of [
          [ofStaff, 'Robert'],
          [signed, 'Margaret'],
        ] as const) {
          await page.goto(`/provider/customers/${customer.userId}`);
          await expect(says).toBeVisible();
          await expect(says.getByText(t('customer.plan.directive', { customer: firstName }))).toHaveCount(0);
        }
      },
    );

    test(
      `shows that there is no plan yet, what is missing and the next step, which it opens [N-05] [S-73] ${mainOnce(language)}`,
      {
        tag: bothWidths,
      },
      async ({ page, t, app, newCustomer, signedIn }) => {
        const providerId = await provider(app.services, 'Banksia Coast Care');
        const customer = await newCustomer({ providerId, firstName: 'Noor', lastName: 'Haddad' });
        const set = { status: 'invited' as const, invite_date: app.services.clock(), ...birthDate };
        await app.services.db.updateTable('users').set(set).where('id', '=', customer.userId).execute();
        await signedIn({ role: 'provideradmin', providerId });
        const opened = noteRequests(page, 'openCustomerPlan');
        await page.goto(`/provider/customers/${customer.userId}`);
        const main = page.getByRole('main');
        await expect(main).toContainText(t('customer.header.plan', { state: t('customers.acpStatus.none') }));
        await expect(main).not.toContainText(t('customer.plan.draft'));
        await expect(main.getByText(t('customer.recorded', { customer: 'Noor' }))).toHaveCount(0);
        const missing = main.getByRole('region', { name: t('customer.missing.title') });
        await expect(missing.getByRole('listitem').first()).toContainText(
          t('customer.missing.plan.invited', { customer: 'Noor' }),
        );
        await expect(missing).toBeInViewport();
        await isInOrder(page);
        await missing.getByRole('button', { name: t('customers.action.reminder') }).click();
        await expect(page.getByRole('alertdialog')).toContainText('Noor Haddad');
        expect(opened).toEqual([]);
      },
    );
  });
}

test(`reloading the page adds no line to the openings, and the trail has each one [N-05] [S-74] [D-17] ${main}`, async ({
  page,
  t,
  app,
  newCustomer,
  signedIn,
}) => {
  const providerId = await provider(app.services);
  const customer = await newCustomer({ ...margaret, providerId });
  await signedIn({ role: 'providerview', providerId, firstName: 'Tom', lastName: 'Wallace' });
  await page.goto(`/provider/customers/${customer.userId}`);
  const openings = page.getByRole('region', { name: t('customer.part.openings') });
  for (let times = 1; times <= 3; times += 1) {
    await expect(openings.getByRole('listitem')).toHaveText([/^Tom Wallace, staff/]);
    const trail = await app.services.db
      .selectFrom('audit_log')
      .select('seq')
      .where('chain', '=', customer.userId)
      .where('action', '=', 'openCustomerPlan')
      .execute();
    expect(trail).toHaveLength(times);
    await page.reload();
  }
});

test(`shows next to the decision maker that they have not yet agreed [S-71] ${main}`, async ({
  page,
  app,
  newCustomer,
  signedIn,
}) => {
  const providerId = await provider(app.services);
  const contact = {
    ...{
      name: 'Karen Campbell',
      email: 'karen@test.example',
      phone: '0491 570 156',
      relationship: 'Daughter',
    },
    ...{ accepted: false, substitutedDecisionMaker: true, enduringGuardian: false },
  };
  const customer = await newCustomer({ ...margaret, providerId, contacts: [contact] });
  await signedIn({ role: 'providerview', providerId });
  await page.goto(`/provider/customers/${customer.userId}`);
  const says = page.getByRole('main').getByRole('region', { name: 'What the plan says' });
  await expect(says).toContainText('Karen Campbell');
  await expect(says).toContainText('Has not yet agreed to be a contact');
});
