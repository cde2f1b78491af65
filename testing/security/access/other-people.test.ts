import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { can } from '../../../src/domain/access/access.ts';
import { actionOf, documentOf, idArgumentsOf, idKindOf, named, type Field, type Ids } from './calls.ts';
import type { Product } from '../product.ts';
import { platformRoles, staffRoles, startStrangers, type Strangers } from './strangers.ts';

/** Calls about a customer or a provider that some staff may make: login-as-customer.test.ts checks about which customers. */
function staffFor(field: Field): readonly string[] {
  if (field.name === 'getCustomer' || /^customers?\./.test(actionOf(field))) return staffRoles;
  return ['provider', 'invoice'].includes(idKindOf(field)) ? platformRoles : [];
}

/** Calls for visitors: one returns "no one" to them, the other accepts their message. */
const open = ['currentUser', 'writeToHelp'];

/** Ids of cards, prices and promotions at the payment company, which are not ids of ours. */
const ofPaymentCompany = /\.(paymentMethodId|initialPriceId|yearlyPriceId|promotionId|stripePromotionId)$/;

/** Objects of the platform, kept by its administrators: for all other callers, every id of them is forbidden. */
const isOfPlatform = (field: Field): boolean =>
  [
    'settings.mail',
    'subscriptions.change',
    'providers.bill',
    'earlierFiles.manage',
    'facilities.read',
    'facilities.change',
    'permissions.change',
  ].includes(actionOf(field));
const ofPlatform = named.filter(({ field }) => isOfPlatform(field)).map(({ name }) => name);

describe("another person's things", () => {
  let product: Product;
  let ids: Ids;
  let before: string;
  let clients: Strangers['clients'];
  let kept: Strangers['kept'];

  beforeAll(async () => {
    ({ product, ids, clients, kept } = await startStrangers());
  });
  beforeEach(async () => {
    before = await kept();
  });
  afterAll(() => product.close());

  /** Calls of a list that a provider filters: other providers' rows are not in it, as the tests of list scopes show. */
  const narrowed = [
    'getAcpCounts',
    'getAuditReport',
    'getCompanyReport',
    'getCompletionsReport',
    'getConversationsReport',
    'getNextConversations',
    'getCustomersReport',
    'getSubscriptionsReport',
    'getCustomerViews',
    'getChosenCustomers',
    'getCustomers',
    'getProviderTree',
    'getProviderUsers',
    'getProviderUsersCount',
    'getProviderTransactions',
    'getTransactions',
    ...ofPlatform,
  ];
  const takingIds = named.filter(
    ({ name, field }) => idArgumentsOf(field).length > 0 && !narrowed.includes(name),
  );

  it('are addressed by id in these calls, and in no other argument [security 2]', () => {
    expect(takingIds.map(({ field }) => `${field.name}(${idArgumentsOf(field).join()})`).sort()).toEqual([
      'activateEndOfLifeDocument(user_id)',
      'activateFile(id)',
      'addClinicalKey(client_id)',
      'addEndOfLifeDocument(user_id)',
      'addProvider(parent_id)',
      'answerConversation(id)',
      'archiveCustomer(user_id)',
      'archiveProvider(id,provider_id)',
      'attachCustomerProvider(user_id)',
      'cancelInvite(id)',
      'cancelUpload(id)',
      'changePhotographs(id)',
      'changeProviderLogo(id)',
      'checkProviderConnection(id)',
      'clinicalClients(provider_id)',
      'compareRecords(first_id)',
      'confirmDonor(user_id)',
      'confirmHealthRecord(user_id)',
      'confirmPaper(id)',
      'confirmProviderCard(provider_id)',
      'confirmProviderPayment(id)',
      'confirmStillRight(id)',
      'copyFileS3(file_id)',
      'createClinicalClient(provider_id)',
      'customerContacts(userId)',
      'decideCustomerImportLines(id)',
      'deleteFile(id)',
      'deleteProvider(provider_id,move_to)',
      'deleteProviderUser(id)',
      'deleteTrustedContact(id)',
      'deleteUser(id)',
      'designateEmail(userId)',
      'dismissContactSuggestion(id)',
      'endSession(id)',
      'endStaffSessions(id)',
      'externalCustomer(id)',
      'generateS3Url(file_id)',
      'getActiveAcps(id)',
      'getActiveAcpsByUserId(user_id)',
      'getContactChoices(provider_id)',
      'getCustomer(id)',
      'getCustomerConversations(id)',
      'getCustomerImport(id)',
      'getCustomerImportLines(id)',
      'getCustomerImports(provider_id)',
      'getEmergencyCard(user_id)',
      'getPaymentInformation(user_id)',
      'getProvider(id)',
      'getProviderBilling(id)',
      'getProviderBranch(id)',
      'getProviderByPk(id)',
      'getProviderConnection(id)',
      'getProviderForm(id)',
      'getProviderPaying(provider_id)',
      'getRevisionAcp(user_id)',
      'getRevisionAcps(user_id)',
      'getSharedFiles(shared_with)',
      'getTrustedContact(id)',
      'getTrustedContacts(user_id)',
      'getUserById(id)',
      'handOver(user_id)',
      'insertCustomerImport(provider_id)',
      'insertProviderUser(provider_id)',
      'insertSharedFiles(shared_with)',
      'inviteCustomer(provider_id)',
      'inviteProvider(parent_id)',
      'keepRecord(kept_id)',
      'lockCustomer(id)',
      'mailMyPlan(user_id)',
      'markBack(user_id)',
      'markLookedAgain(user_id)',
      'markTransactionPaid(id)',
      'markTransactionRefunded(id)',
      'mendCustomerImportLine(id)',
      'moveCustomers(provider_id)',
      'moveEachCustomer(provider_id)',
      'moveProvider(id,parent_id)',
      'nextBillingDate(id)',
      'openCustomerPlan(id)',
      'openEarlierRecordPlan(id)',
      'openPlanSharedWithMe(contact_id)',
      'payProviderInvoice(id)',
      'previewCustomerMove(provider_id)',
      'previewEmergency(user_id)',
      'previewMove(id,parent_id)',
      'reactivateProviderUser(id)',
      'recordConversation(user_id)',
      'remindTrustedContact(id)',
      'removeClinicalKey(id)',
      'removeClinicalWebhook(client_id)',
      'removeEndOfLifeDocument(user_id)',
      'removeProviderCard(provider_id)',
      'removeProviderConnection(id)',
      'removeProviderLogo(id)',
      'removeSecondStepPhone(id)',
      'removeStaffSecondStep(id)',
      'renewEmergencyCard(user_id)',
      'replaceClinicalSecret(client_id)',
      'resendStaffInvitation(id)',
      'resetCustomer(id)',
      'restoreProvider(id)',
      'reviewFiles(user_id)',
      'revokeClinicalClient(id)',
      'revokeHealthLink(id)',
      'rollbackACP(id)',
      'saveProviderCard(provider_id)',
      'saveProviderConnection(id)',
      'sendCustomerImportInvitations(id)',
      'sendReminder(id)',
      'setClinicalWebhook(client_id)',
      'setDuplicateAside(first_id)',
      'setPaperAside(user_id)',
      'startCustomerImport(id)',
      'suspendProviderUser(id)',
      'takeBackConversation(id)',
      'takeBackCustomerImport(id)',
      'takeCustomerBack(id)',
      'testClinicalWebhook(client_id)',
      'unarchiveCustomer(user_id)',
      'undoCustomerMove(id,user_id)',
      'undoDonor(user_id)',
      'undoHealthRecord(user_id)',
      'undoKeptRecord(archived_id)',
      'updateACP(id)',
      'updateACPStatus(id)',
      'updateAllNotifications(user_id)',
      'updateAnswers(id)',
      'updateCustomerId(id)',
      'updateLanguage(id)',
      'updateNotification(id)',
      'updateProvider(id)',
      'updateProviderFee(id)',
      'updateProviderSubscription(id)',
      'updateProviderUser(id)',
      'updateRevision(id)',
      'updateShareDate(user_id)',
      'updateTrustedContact(id)',
      'updateTrustedContactEmergency(id)',
      'updateUser(id)',
      'updateUserPermissionRole(id)',
      'updateUserStatus(id)',
      'usePaperAgain(user_id)',
    ]);
    const other = named
      .flatMap(({ field }) => field.args.map(({ name }) => `${field.name}.${name}`))
      .filter(
        (name) =>
          /id$/i.test(name) && !ofPaymentCompany.test(name) && !narrowed.includes(name.split('.')[0] ?? ''),
      );
    expect(other.every((name) => takingIds.some(({ field }) => name.startsWith(`${field.name}.`)))).toBe(
      true,
    );
  });

  it.each(takingIds)(
    'cannot be read or changed by $name, whatever the caller, and look as if they did not exist [security 2]',
    async ({ kind, field }) => {
      const own = ids[idKindOf(field)];
      expect(before).toContain(own);
      const [name = ''] = idArgumentsOf(field);
      for (const [who, client] of Object.entries(clients)) {
        if (staffFor(field).includes(who)) continue;
        const answers = [];
        for (const id of [own, randomUUID()]) {
          const { data, errors } = await client.graphql(documentOf(kind, field, { [name]: id }, 2));
          expect([who, data?.[field.name] ?? null]).toEqual([who, null]);
          answers.push(errors);
        }
        const expected =
          who.startsWith('a visitor') || who.startsWith('a reader') ? 'unauthenticated' : 'not-found';
        expect([who, answers[0]?.[0].extensions.code]).toEqual([who, expected]);
        // The id of a person and an unused id: the responses must not differ.
        expect([who, answers[0]]).toEqual([who, answers[1]]);
      }
      expect(await kept()).toBe(before);
    },
  );

  it('do not appear in responses of the two public calls [security 1]', async () => {
    const forAnybody = named.filter(
      ({ field }) => can({ kind: 'visitor' }, actionOf(field), null) === 'allow',
    );
    expect(forAnybody.map(({ name }) => name).sort()).toEqual(open);
    const answers = await Promise.all(
      forAnybody.map(({ kind, field }) => clients['a visitor']!.graphql(documentOf(kind, field, {}, 0))),
    );
    expect(answers.map(({ data, errors }) => [data, errors])).toEqual([
      [{ currentUser: null }, undefined],
      [{ writeToHelp: { ticket: expect.any(Number) } }, undefined],
    ]);
    expect(await kept()).toBe(before);
  });

  it.each(named.filter(({ name }) => !open.includes(name)))(
    '$name requires a signed-in caller [security 1]',
    async ({ kind, field }) => {
      const given = Object.fromEntries(idArgumentsOf(field).map((name) => [name, randomUUID()]));
      const { data, errors } = await clients['a visitor']!.graphql(documentOf(kind, field, given, 0));
      expect(data?.[field.name] ?? null).toBeNull();
      expect(errors?.[0].extensions.code).toBe('unauthenticated');
    },
  );

  it.each(named.filter(({ field }) => isOfPlatform(field)))(
    '$name is for platform administrators, and changes nothing for other callers [security 1]',
    async ({ kind, field }) => {
      const mails = () =>
        sql`
          select (select jsonb_agg(to_jsonb(m)) from mail_settings m) as settings,
            (select jsonb_agg(to_jsonb(t)) from mail_templates t) as templates,
            (select jsonb_agg(to_jsonb(f)) from customer_providers f) as facilities,
            (select jsonb_agg(to_jsonb(r)) from permission_roles r) as roles`.execute(product.services.db);
      const { rows } = await mails();
      for (const who of ['another customer', 'provideradmin', 'providerview']) {
        const given = Object.fromEntries(idArgumentsOf(field).map((name) => [name, randomUUID()]));
        const { data, errors } = await clients[who]!.graphql(documentOf(kind, field, given, 0));
        expect([who, data?.[field.name] ?? null]).toEqual([who, null]);
        expect([who, errors?.[0].extensions.code]).toEqual([who, 'forbidden']);
      }
      expect((await mails()).rows).toEqual(rows);
    },
  );

  it.each(['not a uuid', '', '*', "' or true --", '00000000-0000-0000-0000-000000000000', '[object Object]'])(
    'are not reached by an invalid id: %j [security 2, security 23]',
    async (id) => {
      for (const { kind, field } of takingIds) {
        const [name = ''] = idArgumentsOf(field);
        const { data, errors } = await clients['another customer']!.graphql(
          documentOf(kind, field, { [name]: id }, 2),
        );
        expect([field.name, data?.[field.name] ?? null]).toEqual([field.name, null]);
        expect([field.name, errors?.[0].extensions.code]).toSatisfy(
          ([, code]) => code === 'invalid' || code === 'not-found',
        );
      }
      expect(await kept()).toBe(before);
    },
  );
});
