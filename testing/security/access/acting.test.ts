import { getNamedType, isEnumType, type GraphQLField, type GraphQLObjectType } from 'graphql';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { melbourneDate } from '../../../src/domain/fields.ts';
import {
  insertClientRow,
  publicJwk,
} from '../../../src/server/features/clinical-access/client-row.fixture.ts';
import { schema } from '../../../src/server/graphql/schema.ts';
import type { TestClient } from '../../client.ts';
import { fullAnswers, password, person, provider, signingAnswers, type TestPerson } from '../../people.ts';
import { addContactAndFile } from './contact-and-file.ts';
import { startProduct, trialVariables, type Product } from '../product.ts';

type Field = GraphQLField<unknown, unknown>;

const fieldsOf = (type: unknown): Field[] => Object.values((type as GraphQLObjectType).getFields());
const mutations = fieldsOf(schema.getMutationType());

/** The mutations that a staff member may make in a customer's account: the ones staff are asked to help with. */
const allowed = [
  'activateFile',
  'cancelUpload',
  'copyFileS3',
  'generateS3Url',
  'insertFile',
  'suggestTrustedContact',
  'updateAnswers',
  'updateDateFormat',
  'updateLanguage',
  'updateProfile',
  'updateUser',
  'writeToHelp',
];

/** Queries: what controls access to the account and the card, and information about the person, is for the person alone. */
const privateQueries = [
  'dataExports',
  'getEmergencyCard',
  'getMyConversations',
  'healthLinks',
  'secondStep',
  'sessions',
  'staffVisits',
];

/** Values that are valid except for the staff session. By argument; by operation where the name is not enough. */
const values: Record<string, unknown> = {
  idempotency_key: 'a-key-of-one-call',
  current: password,
  password,
  code: '123456',
  session: 'x'.repeat(43),
  phone: '0491 570 156',
  document: 'eusa',
  confirm: 'DELETE',
  data_url:
    'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==',
  language: 'en',
  version: 1,
  frequency: 'all',
  email_frequency: 'monthly',
  reply_to: 'care@banksia.example',
  phone_number: '0391 570 156',
  postcode: '3000',
  state: 'VIC',
};
/** An id that belongs to nothing. */
const planTerms = {
  ...{ name: 'Beds', fee: 4_900, customer_type_id: 4, duration: 'monthly', start_date: '2099-01-01' },
};

const noId = '00000000-0000-4000-8000-000000000001';

const contactFacts = {
  name: 'Zoe Lee',
  email: 'zoe@test.example',
  phone: '0491 570 156',
  relationship: 'Friend',
};

const valuesOf: Record<string, Record<string, unknown>> = {
  addTrustedContact: contactFacts,
  updateTrustedContact: contactFacts,
  insertSharedFiles: { file_ids: [noId] },
  createHealthLink: { reader: 'Dr Pham', days: '30' },
  changePhotographs: { pages: [] },
  changePassword: { password: 'Ferry-Lantern-7' },
  agreeToConsent: { version: '1.0' },
  activateEndOfLifeDocument: { file_id: noId },
  addEndOfLifeDocument: { file_name: 'directive.pdf', size: 1_000 },
  createClinicalClient: { name: 'Ward software', keys: JSON.stringify(publicJwk) },
  addClinicalKey: { keys: JSON.stringify(publicJwk) },
  setClinicalWebhook: { address: 'https://ward.example.com/' },
  replaceClinicalSecret: { seen: noId },
  saveProviderConnection: {
    version: 0,
    issuer: 'https://login.test.example',
    client_id: 'wattle',
    client_secret: 'secret',
  },
  deleteUser: { type: 'delete' },
  designateEmail: { email: 'ann@test.example', emailOf: 'mySelf' },
  insertCustomerImport: {
    file: { name: 'list.csv', path: 'imports/none', storage_key: 'imports/none/none' },
  },
  mendCustomerImportLine: { line: 2, cells: { first_name: 'Ann' } },
  inviteCustomer: {
    registration_type: 'invite_account',
    first_name: 'Ann',
    last_name: 'Lee',
    email: 'ann@test.example',
  },
  addProvider: { parent_id: noId, type: 'internal_provider', subscription_start_date: '2024-07-01' },
  updateProviderFee: { no_of_beds: 1 },
  saveProviderCard: { card_token: 'pm_card_visa' },
  confirmProviderCard: { client_secret: 'seti_1_secret_1' },
  payProviderInvoice: { idempotency_key: 'a-key-of-a-call' },
  markTransactionPaid: { paid_on: '21/11/2026' },
  markTransactionRefunded: { amount: '49', reason: 'Paid twice', refunded: 0 },
  insertSubscription: planTerms,
  updateSubscription: planTerms,
  updateProviderSubscription: { subscription_id: noId },
  inviteProvider: {
    ...{ first_name: 'Ann', last_name: 'Lee', provider_name: 'Correa Lodge' },
    ...{ email: 'ann@test.example', providerType: 'internal_provider' },
  },
  insertProviderUser: { first_name: 'Ann', last_name: 'Lee', email: 'ann@test.example', role: 'nurse' },
  updateProviderUser: { first_name: 'Ann', last_name: 'Lee', email: 'ann@test.example', role: 'nurse' },
  removeEndOfLifeDocument: { key: noId },
  reviewFiles: { file_ids: [noId] },
  setPaperAside: { file_id: noId },
  usePaperAgain: { file_id: noId },
  sendReminders: { ids: [noId] },
  checkChosenCustomers: { ids: [noId], action: 'reminder' },
  archiveCustomers: { ids: [noId] },
  undoCustomerArchives: { ids: [noId] },
  moveEachCustomer: { ids: [noId] },
  undoCustomerMoves: { ids: [noId] },
  previewCustomerMove: { ids: [noId] },
  moveCustomers: { ids: [noId] },
  handOver: { receiver: 'ambulance' },
  compareRecords: { second_id: noId },
  keepRecord: { archived_id: noId, seen: 'another' },
  setDuplicateAside: { second_id: noId },
  openEarlierRecordPlan: { record_id: noId },
  recordConversation: { outcome: 'talked', held_on: melbourneDate(new Date()) },
  updateUserStatus: { status: 'suspended' },
  updateRevision: { answers: {} },
  migrateEOLFiles: { ids: [noId] },
};

const literal = (value: unknown): string => {
  if (Array.isArray(value)) return `[${value.map(literal).join(', ')}]`;
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  const fields = Object.entries(value).map(([name, each]) => `${name}: ${literal(each)}`);
  return `{ ${fields.join(', ')} }`;
};

function valueFor(operation: string, name: string, type: string, ids: Record<string, string>): unknown {
  const own = valuesOf[operation]?.[name] ?? values[name];
  if (own !== undefined && !(name === 'version' && type.startsWith('String') && !valuesOf[operation]))
    return own;
  if (type.startsWith('ID')) return ids[operation] ?? ids['person'];
  if (type.startsWith('Boolean')) return true;
  if (type.startsWith('Int')) return 1;
  return 'words';
}

function selectionOf(field: Field): string {
  const type = schema.getType(String(field.type).replace(/[![\]]/g, '')) as GraphQLObjectType | undefined;
  if (!type || !('getFields' in type)) return '';
  const first = fieldsOf(type).find(
    ({ type: inner }) => !('getFields' in (schema.getType(String(inner).replace(/[![\]]/g, '')) ?? {})),
  );
  return first ? `{ ${first.name} }` : '{ __typename }';
}

function documentOf(field: Field, kind: string, ids: Record<string, string>): string {
  const list = field.args
    .filter(({ name, type }) => String(type).endsWith('!') || valuesOf[field.name]?.[name] !== undefined)
    .map(({ name, type }) => {
      const inner = getNamedType(type);
      const value = valuesOf[field.name]?.[name];
      if (isEnumType(inner) && value === undefined) return `${name}: ${inner.getValues()[0]!.name}`;
      return `${name}: ${literal(valueFor(field.name, name, String(type), ids))}`;
    })
    .join(', ');
  return `${kind} { ${field.name}${list && `(${list})`} ${selectionOf(field)} }`;
}

describe("a staff member in a customer's account", () => {
  let product: Product;
  let customer: TestPerson;
  let inside: TestClient;
  let before: string;
  let ids: Record<string, string>;

  /** Returns what controls access to the account, the consents and requests, and the plan. */
  async function kept(): Promise<string> {
    const { userId } = customer;
    const { rows } = await sql<{ all: string }>`
      select concat(
        (select to_jsonb(u) from users u where id = ${userId}),
        (select jsonb_agg(to_jsonb(a) order by id) from acps a where user_id = ${userId}),
        (select jsonb_agg(to_jsonb(f) order by id) from second_factors f where user_id = ${userId}),
        (select jsonb_agg(to_jsonb(r) order by id) from recovery_codes r where user_id = ${userId}),
        (select jsonb_agg(to_jsonb(e) order by id) from data_exports e where user_id = ${userId}),
        (select jsonb_agg(to_jsonb(p) order by id) from pictures p where user_id = ${userId}),
        (select jsonb_agg(to_jsonb(c) order by id) from trusted_contacts c where user_id = ${userId}),
        (select jsonb_agg(to_jsonb(f) order by id) from files f where user_id = ${userId}),
        (select jsonb_agg(to_jsonb(n) order by id) from notifications n where receiver_id = ${userId}),
        (select jsonb_agg(to_jsonb(p) order by id) from payment_attempts p where user_id = ${userId}),
        (select jsonb_agg(to_jsonb(c)) from payment_cards c where user_id = ${userId}),
        (select count(*) from sessions s where user_id = ${userId})) as all`.execute(product.services.db);
    return rows[0]!.all;
  }

  beforeAll(async () => {
    product = await startProduct(trialVariables());
    const providerId = await provider(product.services);
    customer = await person(product.services, {
      providerId,
      plan: { status: 'complete', answers: fullAnswers() },
    });
    const { contact, file } = await addContactAndFile(product.services, customer.userId);
    ids = {
      person: customer.userId,
      confirmPaper: file,
      deleteFile: file,
      changePhotographs: file,
      dismissContactSuggestion: contact,
      ...Object.fromEntries(
        mutations.filter(({ name }) => name.includes('TrustedContact')).map(({ name }) => [name, contact]),
      ),
      insertSharedFiles: contact,
      revokeHealthLink: contact,
      addClinicalKey: providerId,
      removeClinicalKey: providerId,
      setClinicalWebhook: providerId,
      replaceClinicalSecret: providerId,
      removeClinicalWebhook: providerId,
      testClinicalWebhook: providerId,
      revokeClinicalClient: providerId,
    };
    await insertClientRow(product.services, { id: providerId, providerId });
    const staff = await person(product.services, { role: 'provideradmin', providerId });
    inside = product.client();
    await inside.signIn(staff.email, staff.password);
    const { body } = await inside.post('/api/auth/login-as-customer', {
      customerId: customer.userId,
      reason: 'To help with a form',
      password,
    });
    expect(body.ok).toBe(true);
    // A job notifies the customer; nothing else may change while this test compares.
    await vi.waitFor(async () => {
      const notices = await product.services.db
        .selectFrom('notifications')
        .select('id')
        .where('receiver_id', '=', customer.userId)
        .execute();
      expect(notices).toHaveLength(1);
    }, 10_000);
  });
  beforeEach(async () => {
    before = await kept();
  });
  afterAll(() => product.close());

  const forbidden = mutations.map(({ name }) => name).filter((name) => !allowed.includes(name));

  it.each(forbidden)('may not %s [D-14, GAP-15] [security 8]', async (name) => {
    const field = mutations.find((each) => each.name === name)!;
    const { errors } = await inside.graphql(documentOf(field, 'mutation', ids));
    expect(errors?.map(({ extensions }) => extensions.code)).toEqual([
      expect.stringMatching(/^(forbidden|not-found)$/),
    ]);
    expect(await kept()).toBe(before);
  });

  it.each(privateQueries)('may not read %s [D-14] [security 8]', async (name) => {
    const field = fieldsOf(schema.getQueryType()).find((each) => each.name === name)!;
    const { errors } = await inside.graphql(documentOf(field, 'query', {}));
    expect(errors?.[0].extensions.code).toBe('forbidden');
  });

  const planOf = (userId: string) =>
    product.services.db
      .selectFrom('acps')
      .select(['id', 'version', 'status', 'plan_version'])
      .where('user_id', '=', userId)
      .where('type', '=', 'active')
      .executeTakeFirstOrThrow();
  const saveAs = async (client: TestClient, userId: string, answers: object, status: string) => {
    const { id, version } = await planOf(userId);
    return client.graphql(
      `mutation ($id: ID!, $answers: JSON!, $version: Int!) {
        updateAnswers(id: $id, answers: $answers, status: ${status}, version: $version) { returning { version } } }`,
      { id, answers, version },
    );
  };

  it('does not change the text above an existing signature, the signature, or its name [D-14] [security 8]', async () => {
    const other = await signingAnswers('Another Person', 2);
    for (const [answers, status] of [
      [{ cprStopBreathing: 'I do not want CPR' }, 'draft'],
      [{ whatMakesMeHappy: 'Something that the customer never wrote' }, 'complete'],
      [{ explanations: 'Words of a staff member' }, 'draft'],
      [{ signatureImage: other.signatureImage }, 'draft'],
      [{ confirmName: 'Another Person' }, 'complete'],
    ] as const) {
      const { errors } = await saveAs(inside, customer.userId, answers, status);
      expect(errors?.[0].extensions.code).toMatch(/^(forbidden|invalid)$/);
      expect(await kept()).toBe(before);
    }
    const said = await saveAs(inside, customer.userId, { explanations: 'Words of a staff member' }, 'draft');
    expect(said.errors?.[0].extensions.code).toBe('forbidden');
    const name = await inside.graphql('mutation { updateProfile(first_name: "Maggie") { id } }');
    expect(name.errors?.[0].extensions.code).toBe('forbidden');
    expect(await kept()).toBe(before);
  });

  it('writes in an unsigned plan, but does not sign it [D-14] [security 8]', async () => {
    const providerId = await provider(product.services);
    const writing = await person(product.services, {
      providerId,
      plan: { status: 'draft', answers: fullAnswers() },
    });
    const staff = await person(product.services, { role: 'provideradmin', providerId });
    const client = product.client();
    await client.signIn(staff.email, staff.password);
    await client.post('/api/auth/login-as-customer', {
      customerId: writing.userId,
      reason: 'To help with a form',
      password,
    });
    const saved = await saveAs(client, writing.userId, { explanations: 'As she said to me' }, 'draft');
    expect(saved.errors).toBeUndefined();
    for (const status of ['draft', 'complete']) {
      const answers = await signingAnswers('Margaret Doyle', 1);
      const { errors } = await saveAs(client, writing.userId, answers, status);
      expect(errors?.[0].extensions.code).toBe('forbidden');
    }
    expect(await planOf(writing.userId)).toMatchObject({ status: 'draft', plan_version: 0 });
  });

  it('may read the plan and change the details [D-14, GAP-15]', async () => {
    const read = await inside.graphql(
      `{ getActiveAcpsByUserId(user_id: "${customer.userId}") { status answers } getUserById(id: "${customer.userId}") { email } }`,
    );
    expect(read.errors).toBeUndefined();
    const { data } = await inside.graphql('mutation { updateUser(postcode: "3280") { postcode } }');
    expect(data.updateUser.postcode).toBe('3280');
  });

  it('may not get the document, the export or the picture through another route [security 8]', async () => {
    const answers = await Promise.all([
      inside.fetch('/api/data-exports/00000000-0000-4000-8000-000000000000.zip'),
      inside.post('/api/auth/login-as-customer', { customerId: customer.userId, reason: 'x', password }),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([expect.any(Number), 403]);
    expect(answers[0].status).toBeGreaterThanOrEqual(400);
  });
});
