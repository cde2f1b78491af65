import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { insertClientRow } from '../../../src/server/features/clinical-access/client-row.fixture.ts';
import { testConsents } from '../../consents.ts';
import { person, provider, type TestPerson } from '../../people.ts';
import { addContactAndFile } from './contact-and-file.ts';
import { actionOf, documentOf, idArgumentsOf, idKindOf, mutations, type Field, type Ids } from './calls.ts';
import { startProduct, trialVariables, type Product } from '../product.ts';

/**
 * Calls that need something the person does not have: a code, a second step that is on, a signed plan, a payment plan, a pending
 * payment, a file with its bytes, another person's plan, a pending invitation, or to be archived or suspended. */
const needMore = new Set([
  // For platform administrators.
  'updateProviderSubscription',
  'insertSubscription',
  'updateSubscription',
  'setSubscriptionExpired',
  'updateProviderFee',
  'markTransactionPaid',
  'markTransactionRefunded',
  // Need a plan of the payment company, and an invoice there.
  'saveProviderCard',
  'confirmProviderCard',
  'payProviderInvoice',
  'confirmProviderPayment',
  // Needs another target provider, or an archived one.
  'moveProvider',
  'deleteProvider',
  'restoreProvider',
  'changePassword',
  'endSession',
  'confirmSecondStepPhone',
  'confirmSecondStepApp',
  'removeSecondStepPhone',
  'newRecoveryCodes',
  'confirmHealthRecord',
  'createHealthLink',
  'copyFileS3',
  // Need a clinical system that is not revoked, and a request to its address.
  'setClinicalWebhook',
  'replaceClinicalSecret',
  'testClinicalWebhook',
  // Needs a connection.
  'removeProviderConnection',
  // Needs a staff member inside the account.
  'suggestTrustedContact',
  // The id is that of a file, not of an upload.
  'cancelUpload',
  'changePhotographs',
  'openPlanSharedWithMe',
  'cancelSubscription',
  'resumeSubscription',
  'confirmCard',
  'confirmPayment',
  'payOverdue',
  'cancelInvite',
  'resetCustomer',
  'sendReminder',
  'unarchiveCustomer',
  'takeCustomerBack',
  'takeBackConversation',
  'keepRecord',
  'undoKeptRecord',
  'setDuplicateAside',
  'openEarlierRecordPlan',
  'markBack',
  'markLookedAgain',
  'answerConversation',
  'moveCustomers',
  'undoCustomerMove',
  'openCustomerPlan',
  'insertCustomerImport',
  'startCustomerImport',
  'decideCustomerImportLines',
  'mendCustomerImportLine',
  'sendCustomerImportInvitations',
  'takeBackCustomerImport',
  // For the system administrator whom the operator names.
  'relinkEarlierFile',
  'activateLegacyFile',
  'migrateEOLFiles',
  'deleteEarlierFile',
  'rollbackACP',
  'updateACPStatus',
  'confirmStillRight',
  'updateRevision',
  'updateShareDate',
  'removeEndOfLifeDocument',
  'reviewFiles',
  // No paper is set aside.
  'setPaperAside',
  'usePaperAgain',
  'confirmPaper',
  'activateEndOfLifeDocument',
  'updateProviderUser',
  'resendStaffInvitation',
  'reactivateProviderUser',
  'removeStaffSecondStep',
  'updateCustomerProvider',
  'deleteCustomerProvider',
  'attachCustomerProvider',
  // These operations call the issuer, which does not exist here.
  'checkProviderConnection',
  'saveProviderConnection',
]);

describe('undeclared arguments and fields', () => {
  const privileged = {
    role: '"admin"',
    permission_role_id: '4',
    provider_id: `"${randomUUID()}"`,
    status: '"active"',
    version: '9',
    plan_version: '9',
    completed_at: '"2020-01-01T00:00:00.000Z"',
    locked: 'false',
    email: '"thief@example.org"',
    email_verified_at: '"2020-01-01T00:00:00.000Z"',
    password_hash: '"x"',
    pin: '"000000"',
    share_id: '"known"',
    price: '0',
    subscription_id: `"${randomUUID()}"`,
    can_manage_all: 'true',
    parent_id: `"${randomUUID()}"`,
    contact_id: `"${randomUUID()}"`,
    receiver_id: `"${randomUUID()}"`,
    delete_on: '"2020-01-01"',
    actingStaffId: 'null',
    user: '{ role: "admin" }',
  };
  let product: Product;
  let ids: Omit<Ids, 'contact' | 'file'>;
  let who: TestPerson;
  const callers: Record<string, TestPerson> = {};

  beforeAll(async () => {
    product = await startProduct(trialVariables());
    const { db } = product.services;
    const providerId = await provider(product.services);
    who = await person(product.services);
    await insertClientRow(product.services, { id: providerId, providerId });
    callers['customer'] = who;
    callers['provideradmin'] = await person(product.services, { role: 'provideradmin', providerId });
    callers['admin'] = await person(product.services, { role: 'admin' });
    const { userId, acpId } = who;
    const { id: notification } = await db
      .insertInto('notifications')
      .values({ template: 'TEST', receiver_id: userId })
      .returning('id')
      .executeTakeFirstOrThrow();
    ids = {
      person: userId,
      plan: acpId,
      notification,
      provider: providerId,
      invoice: randomUUID(),
      session: randomUUID(),
      phone: randomUUID(),
    };
  });
  afterAll(() => product.close());

  /** Returns the caller who may make the call: the person, staff of the provider, or administrators for the platform. */
  function callerOf(field: Field): TestPerson {
    const action = actionOf(field);
    const ofPlatform = ['settings.mail', 'customer.archive', 'provider.manage'].includes(action);
    if (ofPlatform || /^(facilities|permissions|staff)\./.test(action)) return callers['admin']!;
    return callers[
      /^(provider|clinicalClients|settings|customers?)\./.test(action) ? 'provideradmin' : 'customer'
    ]!;
  }

  /** Returns all that a call could change beyond its purpose: accounts, providers, mails, and ownership. */
  async function kept(): Promise<string> {
    const { rows } = await sql<{ all: string }>`
      select concat(
        (select jsonb_agg(to_jsonb(u) order by id) from users u),
        (select jsonb_agg(to_jsonb(p) order by id) from providers p),
        (select jsonb_agg(to_jsonb(n) order by id) from notifications n where id = ${ids.notification}),
        (select jsonb_agg(to_jsonb(s) order by user_id) from notification_settings s),
        (select jsonb_agg(to_jsonb(p) order by id) from pictures p),
        (select jsonb_agg(to_jsonb(m)) from mail_settings m),
        (select jsonb_agg(to_jsonb(t) order by template, language) from mail_templates t),
        (select jsonb_agg(id order by id) from data_exports),
        (select jsonb_agg(to_jsonb(c) order by id) from trusted_contacts c),
        (select jsonb_agg(to_jsonb(f) order by id) from files f),
        (select jsonb_agg(to_jsonb(s) order by id) from shared_files s),
        (select count(*) from help_messages)) as all`.execute(product.services.db);
    return rows[0]!.all;
  }

  /** Number of payment events that are not handled yet, and will change the person after the call. */
  async function paymentEventsWaiting(): Promise<number> {
    const { rows } = await sql<{ waiting: number }>`
      select (select count(*) from stripe_stand_in.events where next_try_at is not null)::integer
        + (select count(*) from payment_events where handled_at is null)::integer as waiting`.execute(
      product.services.db,
    );
    return rows[0]!.waiting;
  }

  it.each(mutations)('in $name are refused, and change nothing [security 7]', async (field) => {
    const { email, password } = callerOf(field);
    const client = product.client();
    await client.signIn(email, password);
    // An earlier call may have deleted the contact or the file.
    await product.services.db.deleteFrom('trusted_contacts').where('user_id', '=', who.userId).execute();
    const all: Ids = { ...ids, ...(await addContactAndFile(product.services, who.userId)) };
    // Staff change their own customers, who may be deleted by it.
    if (actionOf(field).startsWith('customer.'))
      all.person = (await person(product.services, { providerId: ids.provider })).userId;
    if (['staff.change', 'staff.secure'].includes(actionOf(field)))
      all.person = (
        await person(product.services, { role: 'providerview', providerId: ids.provider })
      ).userId;
    if (actionOf(field) === 'provider.manage') all.provider = await provider(product.services);
    await expect.poll(paymentEventsWaiting).toBe(0);
    const before = await kept();
    const given = Object.fromEntries(idArgumentsOf(field).map((name) => [name, all[idKindOf(field)]]));
    const call = documentOf('mutation', field, given, 0);
    for (const [name, value] of Object.entries(privileged)) {
      if (field.args.some((argument) => argument.name === name)) continue;
      const more = `${field.name}(${name}: ${value}, `;
      const { data, errors } = await client.graphql(
        call.includes(`${field.name}(`)
          ? call.replace(`${field.name}(`, more)
          : call.replace(field.name, `${more})`),
      );
      expect([name, data, errors?.[0].extensions.code]).toEqual([name, null, 'invalid']);
    }
    expect(await kept()).toBe(before);
    if (!needMore.has(field.name)) expect((await client.graphql(call)).errors).toBeUndefined();
    // Withdrawing a consent blocks most other calls (GAP-71).
    if (field.name === 'declineConsent')
      await product.services.db
        .updateTable('users')
        .set({ eusa_read_version: testConsents.eusa })
        .where('email', '=', email)
        .execute();
  });

  it.each([
    'sign-out',
    'verify-email',
    'resend-verification',
    'reset-password',
    'signup-token',
    'staff-invitation',
    'accept-staff-invitation',
    'email-password',
    'email-password-file',
  ])('in POST /api/auth/%s give no account more rights [security 7]', async (route) => {
    const other = product.client();
    await other.signIn(who.email, who.password);
    const row = () =>
      product.services.db
        .selectFrom('users')
        .selectAll()
        .where('id', '=', who.userId)
        .executeTakeFirstOrThrow();
    const { last_login_at: _, ...before } = await row();
    const sent = {
      email: who.email,
      type: 'login',
      role: 'admin',
      status: 'archived',
      permission_role_id: 4,
      userId: who.userId,
      id: who.userId,
      emailProven: true,
    };
    const { status } = await other.post(`/api/auth/${route}`, sent);
    expect(status).toBeLessThan(500);
    const { last_login_at: __, ...after } = await row();
    expect(after).toEqual(before);
  });
});
