import { randomUUID } from 'node:crypto';
import { melbourneDate } from '../../../src/domain/fields.ts';
import type { GraphQLField, GraphQLObjectType } from 'graphql';
import type { Action } from '../../../src/domain/access/access.ts';
import { operations as allOperations } from '../../../src/server/features.ts';
import { publicJwk } from '../../../src/server/features/clinical-access/client-row.fixture.ts';
import { schema } from '../../../src/server/graphql/schema.ts';
import { testConsents } from '../../consents.ts';
import { password } from '../../people.ts';

export type Field = GraphQLField<unknown, unknown>;

export const fieldsOf = (type: unknown): Field[] => Object.values((type as GraphQLObjectType).getFields());

/** All object types, with the queries and the mutations. */
export const objects = Object.values(schema.getTypeMap()).filter(
  (type): type is GraphQLObjectType => 'getFields' in type && !type.name.startsWith('__'),
);

export const mutations = fieldsOf(schema.getMutationType());

/** Every operation of the schema, as query or as mutation. */
export const named = Object.entries({ query: fieldsOf(schema.getQueryType()), mutation: mutations }).flatMap(
  ([kind, fields]) => fields.map((field) => ({ name: field.name, kind, field })),
);

/** Arguments that are ids, with those required first. */
export const idArgumentsOf = (field: Field): string[] =>
  field.args
    .filter(({ type }) => /^ID!?$/.test(String(type)))
    .toSorted((a, b) => Number(String(b.type) === 'ID!') - Number(String(a.type) === 'ID!'))
    .map(({ name }) => name);

/** Schema names of operations that have another name in the schema. */
const operationNames: Record<string, string> = { trusted_contacts: 'getMyTrustedContacts' };

/** Returns the name of a call in the access rules. */
export function actionOf({ name }: Field): Action {
  const operation = allOperations.find((each) => each.name === (operationNames[name] ?? name));
  if (!operation) throw new Error(`No operation is called ${name}`);
  return operation.action;
}

/** An image of one pixel. */
const dot =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

/** Email address of the contact in the calls below: it cannot be changed. */
export const contactEmail = 'daniel@test.example';

const mail = 'template: "welcome", language: "en"';
const mailWords = `${mail}, subject: "Welcome", body: "Hello\\n\\n{button}"`;

const contactFacts = (email: string) =>
  `name: "Ann Lee", email: "${email}", phone: "0491 570 110", relationship: "Daughter", substitutedDecisionMaker: false, enduringGuardian: false`;

const planTerms =
  'name: "Beds", fee: 4900, customer_type_id: 4, duration: "monthly", start_date: "2099-01-01"';

const staffFacts = 'first_name: "Ann", last_name: "Lee", phone: "", role: "nurse"';

const clinicalKey = JSON.stringify(JSON.stringify(publicJwk));

/** Arguments besides ids, valid so that only the id or the caller can be the reason for a refusal. */
const otherArguments: Record<string, string> = {
  findResidents: 'typed: "Margaret"',
  createHealthLink: 'reader: "Dr Pham", days: "30"',
  getCustomerImportLines: 'show: decide',
  decideCustomerImportLines: 'decision: skip',
  mendCustomerImportLine: 'line: 2, cells: { first_name: "Ann" }',
  inviteCustomer:
    'registration_type: "invite_account", first_name: "Ann", last_name: "Lee", email: "ann.lee@test.example"',
  recordConversation: `outcome: "talked", held_on: "${melbourneDate(new Date())}"`,
  answerConversation: 'answer: right',
  handOver: 'receiver: "ambulance"',
  compareRecords: 'second_id: "00000000-0000-4000-8000-000000000001"',
  keepRecord: 'archived_id: "00000000-0000-4000-8000-000000000001", seen: "another"',
  setDuplicateAside: 'second_id: "00000000-0000-4000-8000-000000000001", set_aside: true',
  openEarlierRecordPlan: 'record_id: "00000000-0000-4000-8000-000000000001"',
  updateCustomerId: 'customer_id: "R-7"',
  updateUserStatus: 'status: "suspended"',
  deleteUser: 'type: "delete"',
  lockCustomer: 'locked: false',
  externalCustomer: 'external: false',
  updateACP: 'locked: false, version: 0',
  rollbackACP: 'plan_version: 1, version: 0',
  removeEndOfLifeDocument: 'key: "00000000-0000-4000-8000-000000000001"',
  setPaperAside: 'file_id: "00000000-0000-4000-8000-000000000001"',
  usePaperAgain: 'file_id: "00000000-0000-4000-8000-000000000001"',
  reviewFiles: 'file_ids: ["00000000-0000-4000-8000-000000000001"]',
  addEndOfLifeDocument: 'file_name: "directive.pdf", size: 1000',
  activateEndOfLifeDocument: 'file_id: "00000000-0000-4000-8000-000000000001"',
  designateEmail: 'email: "ann.doyle@test.example", emailOf: "mySelf"',
  sendReminders: 'ids: []',
  checkChosenCustomers: 'ids: [], action: "reminder"',
  archiveCustomers: 'ids: []',
  undoCustomerArchives: 'ids: []',
  moveEachCustomer: 'ids: []',
  undoCustomerMoves: 'ids: []',
  previewEmergency: 'language: en',
  previewCustomerMove: 'ids: ["00000000-0000-4000-8000-000000000001"]',
  moveCustomers: 'ids: ["00000000-0000-4000-8000-000000000001"]',
  updateAnswers:
    'answers: { explanations: "written by another person" }, status: draft, version: $version, step: null',
  updateRevision: 'answers: { explanations: "written by another person" }, version: $version',
  updateACPStatus: 'status: complete, version: $version',
  confirmStillRight: 'plan_version: 1',
  relinkEarlierFile: 'email: "ann@test.example"',
  migrateEOLFiles: 'ids: ["00000000-0000-4000-8000-000000000001"]',
  getRevisionAcp: 'plan_version: 1',
  updateUser: 'postcode: "9999"',
  updateLanguage: 'language: "zh"',
  updateDateFormat: 'date_format: "YYYY-MM-DD"',
  updateProfile: 'postcode: "9998"',
  changePicture: `data_url: "${dot}"`,
  agreeToConsent: `document: "eusa", version: "${testConsents.eusa}"`,
  declineConsent: 'document: "eusa"',
  requestDataExport: `password: "${password}"`,
  requestDeletion: `confirm: "DELETE", password: "${password}"`,
  endSession: `password: "${password}"`,
  endOtherSessions: `password: "${password}"`,
  addSecondStepPhone: `phone: "0491 570 156", password: "${password}"`,
  confirmSecondStepPhone: 'session: "none", code: "123456"',
  removeSecondStepPhone: `password: "${password}"`,
  startSecondStepApp: `password: "${password}"`,
  confirmSecondStepApp: 'code: "123456"',
  removeSecondStepApp: `password: "${password}"`,
  newRecoveryCodes: `password: "${password}"`,
  turnOffSecondStep: `password: "${password}"`,
  changePassword: 'current: "Wrong-horse-7", password: "Ferry-Lantern-7"',
  updateNotificationSettings:
    'new_customers: false, new_users: true, acp_completed: true, acp_updated: true, frequency: "all", email_frequency: "never"',
  addProvider:
    'name: "Written by another person", address: "1 Heath Street", state: "VIC", postcode: "3280", location: "Warrnambool", phone_number: "03 5550 0140", type: "internal_provider", subscription_start_date: "2024-07-01"',
  createClinicalClient: `name: "Ward software", keys: ${clinicalKey}`,
  addClinicalKey: `keys: ${clinicalKey}`,
  setClinicalWebhook: `address: "https://ward.example.com/"`,
  replaceClinicalSecret: `seen: "00000000-0000-4000-8000-000000000000"`,
  removeProviderConnection: 'version: 0',
  saveProviderConnection:
    'version: 0, issuer: "https://login.test.example", client_id: "wattle", client_secret: "secret"',
  updateProviderFee: 'no_of_beds: 12, fee: 58800',
  insertSubscription: planTerms,
  updateSubscription: planTerms,
  saveProviderCard: `card_token: "pm_card_visa", idempotency_key: "${randomUUID()}"`,
  confirmProviderCard: 'client_secret: "seti_1_secret_1"',
  payProviderInvoice: `idempotency_key: "${randomUUID()}"`,
  markTransactionPaid: 'paid_on: "21/11/2026"',
  markTransactionRefunded: 'amount: "49", reason: "Paid twice", refunded: 0',
  updateProviderSubscription: 'subscription_id: "00000000-0000-4000-8000-000000000001"',
  updateProvider:
    'version: 0, name: "Written by another person", address: "1 Heath Street", state: "VIC", postcode: "3280", location: "Warrnambool", phone_number: "03 5550 0140", email: ""',
  moveProvider: 'version: 0',
  changeProviderLogo: `data_url: "${dot}"`,
  updateMailSettings: 'version: 0, sender_name: "Another sender", reply_to: ""',
  updateMailTemplate: `${mailWords}, version: 0`,
  resetMailTemplate: mail,
  previewMailTemplate: mailWords,
  sendTestMail: mailWords,
  writeToHelp:
    'name: "Ann Lee", email: "ann@test.example", topic: "plan", message: "How do I print it?", language: "en"',
  addTrustedContact: `${contactFacts('ann@test.example')}, permissionConfirmation: true`,
  suggestTrustedContact: contactFacts('zoe@test.example'),
  updateTrustedContact: contactFacts(contactEmail),
  updateTrustedContactEmergency: 'on_emergency_page: false',
  insertSharedFiles: 'file_ids: [], plan_shared: true, fullAccess: true',
  insertFile: 'category: WISHES, file_name: "wishes.mp4", size: 1000',
  beginPhotographs: 'file_name: "directive.pdf"',
  changePhotographs: 'pages: []',
  getStripePromotion: 'stripePromotionId: "WELCOME10"',
  stripeAddCard: `card_token: "pm_card_visa", idempotency_key: "${randomUUID()}"`,
  confirmCard: 'client_secret: "seti_1_secret_1"',
  stripeCheckout: `yearlyPriceId: "price_wattle_care", idempotency_key: "${randomUUID()}"`,
  subscribeCustomer: `yearlyPriceId: "price_wattle_care", paymentMethodId: "pm_card_visa", idempotency_key: "${randomUUID()}"`,
  insertCustomerImport: 'file: { name: "list.csv", path: "imports/none", storage_key: "imports/none/none" }',
  inviteProvider:
    'first_name: "Ann", last_name: "Lee", provider_name: "Correa Lodge", email: "bea.lee@test.example", providerType: "internal_provider"',
  insertProviderUser: `${staffFacts}, email: "cara.lee@test.example", permission_role_id: 3`,
  updateProviderUser: `${staffFacts}, email: "ann.lee@test.example"`,
  updateUserPermissionRole: 'permission_role_id: 1',
  endStaffSessions: `password: "${password}"`,
  removeStaffSecondStep: `password: "${password}"`,
  addCustomerProvider: 'provider_name: "Written by another person"',
  updateCustomerProvider: 'version: 0, provider_name: "Written by another person"',
  getPermissionRoleUsers: 'id: "3"',
  updatePermissionRole:
    'id: 3, version: 0, can_manage_acp: true, can_manage_all: false, can_manage_user: false',
  payOverdue: `paymentMethodId: "pm_card_visa", idempotency_key: "${randomUUID()}"`,
};

/** Ids of objects of one person and of a provider. */
export type Ids = Record<
  'person' | 'plan' | 'session' | 'phone' | 'notification' | 'contact' | 'file' | 'provider' | 'invoice',
  string
>;

/** Kinds of object that ids of calls refer to, where it is not a person. */
const idKinds: Record<string, keyof Ids> = {
  revokeHealthLink: 'contact',
  getActiveAcps: 'plan',
  updateAnswers: 'plan',
  updateRevision: 'plan',
  updateACPStatus: 'plan',
  confirmStillRight: 'plan',
  endSession: 'session',
  removeSecondStepPhone: 'phone',
  updateNotification: 'notification',
  getTrustedContact: 'contact',
  updateTrustedContact: 'contact',
  updateTrustedContactEmergency: 'contact',
  deleteTrustedContact: 'contact',
  remindTrustedContact: 'contact',
  // A suggested contact has the same id as the contact.
  dismissContactSuggestion: 'contact',
  getSharedFiles: 'contact',
  insertSharedFiles: 'contact',
  openPlanSharedWithMe: 'contact',
  activateFile: 'file',
  changePhotographs: 'file',
  copyFileS3: 'file',
  confirmPaper: 'file',
  deleteFile: 'file',
  cancelUpload: 'file',
  generateS3Url: 'file',
  getProvider: 'provider',
  getProviderByPk: 'provider',
  inviteCustomer: 'provider',
  inviteProvider: 'provider',
  insertProviderUser: 'provider',
  addProvider: 'provider',
  getProviderForm: 'provider',
  getProviderConnection: 'provider',
  checkProviderConnection: 'provider',
  saveProviderConnection: 'provider',
  removeProviderConnection: 'provider',
  // A clinical system and its key have the same id as the provider.
  clinicalClients: 'provider',
  createClinicalClient: 'provider',
  addClinicalKey: 'provider',
  removeClinicalKey: 'provider',
  setClinicalWebhook: 'provider',
  replaceClinicalSecret: 'provider',
  removeClinicalWebhook: 'provider',
  testClinicalWebhook: 'provider',
  revokeClinicalClient: 'provider',
  getContactChoices: 'provider',
  updateProvider: 'provider',
  updateProviderFee: 'provider',
  updateProviderSubscription: 'provider',
  changeProviderLogo: 'provider',
  removeProviderLogo: 'provider',
  getProviderBranch: 'provider',
  previewCustomerMove: 'provider',
  moveCustomers: 'provider',
  moveEachCustomer: 'provider',
  previewMove: 'provider',
  moveProvider: 'provider',
  archiveProvider: 'provider',
  restoreProvider: 'provider',
  deleteProvider: 'provider',
  getProviderBilling: 'provider',
  getProviderPaying: 'provider',
  getProviderCardRecord: 'provider',
  saveProviderCard: 'provider',
  confirmProviderCard: 'provider',
  removeProviderCard: 'provider',
  payProviderInvoice: 'invoice',
  confirmProviderPayment: 'invoice',
  markTransactionPaid: 'invoice',
  markTransactionRefunded: 'invoice',
};

export const idKindOf = ({ name }: Field): keyof Ids => idKinds[name] ?? 'person';

/** Returns a selection for a field's type: none for a scalar, or the first field that every object has. */
function selectionOf(field: Field): string {
  const inner = String(field.type).replace(/[![\]]/g, '');
  const type = schema.getType(inner) as GraphQLObjectType | undefined;
  if (!type || !('getFields' in type)) return '';
  const [first] = fieldsOf(type);
  const plain = fieldsOf(type).find(
    ({ type: fieldType }) =>
      !('getFields' in (schema.getType(String(fieldType).replace(/[![\]]/g, '')) ?? {})),
  );
  return plain ? `{ ${plain.name} }` : `{ ${first!.name} ${selectionOf(first!)} }`;
}

/** Returns a call with these values of its id arguments. `version` is the version of the plan on which a save is based. */
export function documentOf(kind: string, field: Field, ids: Record<string, string>, version: number): string {
  const given = Object.entries(ids).map(([name, id]) => `${name}: "${id}"`);
  const rest = otherArguments[field.name]?.replace('$version', String(version));
  const list = [...given, ...(rest ? [rest] : [])].join(', ');
  return `${kind} { ${field.name}${list && `(${list})`} ${selectionOf(field)} }`;
}
