import type { Action } from './access.ts';
import type { Decision } from './rules/rules.ts';

/**
 * Expected decisions for every action and actor, written by hand from the requirements and not from the rules, which are compared
 * with it.
 *
 * The subject is a customer of a house (or the house itself, or one of its staff with only read access). The actors, from left to
 * right:
 * - a visitor; a reader with the PIN of this card; a reader with the PIN of another card; the system's own jobs
 * - the customer; a staff member who acts in the customer's account; the customer with a staff member beside them (N-08); another
 *   customer, of another provider
 * - provider administrators with every flag: of the house, of a provider above it, of one below it, of one beside it, of another
 *   tree, of none; and one of the house without flags
 * - provider viewers, who may only read customers: of the house, above it, below it, beside it, of another tree, of none
 * - an admin, a tlcadmin, a sysadmin
 * - staff on their own account, portrait and provider: a provider administrator, a viewer, an admin
 *
 * A means allowed, U unauthenticated, F forbidden, N not found.
 */
const columns = [
  'visitor',
  'reader of this card',
  'reader of another card',
  'system',
  'customer',
  'staff member in the account',
  'customer with staff beside',
  'another customer',
  'administrator of the house',
  'administrator of a provider above',
  'administrator of a provider below',
  'administrator of a provider beside',
  'administrator of another tree',
  'administrator of no provider',
  'administrator of the house without flags',
  'viewer of the house',
  'viewer of a provider above',
  'viewer of a provider below',
  'viewer of a provider beside',
  'viewer of another tree',
  'viewer of no provider',
  'admin',
  'tlcadmin',
  'sysadmin',
  'administrator on their own',
  'viewer on their own',
  'admin on their own',
] as const;

/** Trusted contacts with the link that we mailed to them: of the customer, and of another one. */
const contactColumns = ['contact of the customer', 'contact of another customer'] as const;

/** Clinical systems with a token: of the house, of a provider above it, of one below it, of one beside it, of another tree. */
const clinicalColumns = [
  'clinical system of the house',
  'clinical system of a provider above',
  'clinical system of a provider below',
  'clinical system of a provider beside',
  'clinical system of another tree',
] as const;

export type MatrixActor =
  | (typeof columns)[number]
  | (typeof contactColumns)[number]
  | (typeof clinicalColumns)[number];

export const matrixActors: readonly MatrixActor[] = [...columns, ...contactColumns, ...clinicalColumns];

/** Additional permissions of a contact, beyond those of everyone: all other actions ask them to sign in. */
const ofContacts: Partial<Record<Action, string>> = {
  'plan.readPdf': 'A N',
  'plan.readFhir': 'A N',
  'contact.answer': 'A N',
  'contact.read': 'A N',
  'contact.leave': 'A N',
  'contact.askLink': 'A N',
};

/** The permissions of a clinical system, beyond those of everyone: all other actions ask it to sign in. */
const ofClinicalSystems: Partial<Record<Action, string>> = {
  'clinicalRecords.read': 'A A N N N',
  'clinicalRecords.search': 'A A A A A',
};

const table: Record<Action, string> = {
  'account.signUp': 'A A A A | A A A A | A A A A A A A | A A A A A A | A A A | A A A',
  'account.signIn': 'A A A A | A A A A | A A A A A A A | A A A A A A | A A A | A A A',
  'account.verifyEmail': 'A A A A | A A A A | A A A A A A A | A A A A A A | A A A | A A A',
  'account.recover': 'A A A A | A A A A | A A A A A A A | A A A A A A | A A A | A A A',
  'account.signOut': 'A A A A | A A A A | A A A A A A A | A A A A A A | A A A | A A A',
  'account.readSession': 'A A A A | A A A A | A A A A A A A | A A A A A A | A A A | A A A',
  'account.read': 'U U U U | A A A N | N N N N N N N | N N N N N N | N N N | A A A',
  'account.update': 'U U U U | A A A N | N N N N N N N | N N N N N N | N N N | A A A',
  'account.chooseLanguage': 'U U U U | A A A N | N N N N N N N | N N N N N N | N N N | A A A',
  'account.leave': 'U U U U | A A A N | N N N N N N N | N N N N N N | N N N | A A A',
  'account.enterCustomer': 'U U U U | N N N N | A A N N N N F | F F N N N N | A A A | N N N',
  'account.changePassword': 'U U U U | A F F N | N N N N N N N | N N N N N N | N N N | A A A',
  'account.secondStep': 'U U U U | A F F N | N N N N N N N | N N N N N N | N N N | A A A',
  'account.sessions': 'U U U U | A F F N | N N N N N N N | N N N N N N | N N N | A A A',
  'account.consent': 'U U U U | A F A N | N N N N N N N | N N N N N N | N N N | A A A',
  'account.export': 'U U U U | A F F N | N N N N N N N | N N N N N N | N N N | A A A',
  'account.delete': 'U U U N | A F F N | N N N N N N N | N N N N N N | N N N | N N N',
  'account.carryOut': 'U U U A | F F F F | F F F F F F F | F F F F F F | F F F | F F F',
  'account.readOpenings': 'U U U N | A A A N | N N N N N N N | N N N N N N | N N N | N N N',
  'account.readVisits': 'U U U N | A F F N | N N N N N N N | N N N N N N | N N N | N N N',
  'account.conversations': 'U U U N | A F F N | N N N N N N N | N N N N N N | N N N | N N N',
  'picture.read': 'U U U U | A A A N | A A N N N N A | A A N N N N | A A A | A A A',
  'picture.change': 'U U U U | A F F N | N N N N N N N | N N N N N N | N N N | A A A',
  'provider.read': 'U U U U | N N N N | A A N N N N A | A A N N N N | A A A | A A A',
  'provider.readLogo': 'U U U U | A A A N | A A N N N N A | A A N N N N | A A A | A A A',
  'provider.update': 'U U U U | N N N N | A A N N N N F | F F N N N N | A A A | A F A',
  'providers.read': 'U U U U | F F F F | A A A A A A F | F F F F F F | A A A | A F A',
  'providers.registered': 'U U U U | F F F F | F F F F F F F | F F F F F F | A A A | F F A',
  'subscriptions.change': 'U U U U | F F F F | F F F F F F F | F F F F F F | A A A | F F A',
  'providers.readBilling': 'U U U U | F F F F | A A A A A A F | F F F F F F | A A A | A F A',
  'provider.add': 'U U U U | N N N N | A A N N N N F | F F N N N N | A A A | A F A',
  'provider.manage': 'U U U U | N N N N | F A N N N N F | F F N N N N | A A A | F F A',
  'provider.changeContact': 'U U U U | N N N N | F F N N N N F | F F N N N N | F A F | F F F',
  'provider.bill': 'U U U U | N N N N | F F N N N N F | F F N N N N | A A A | F F A',
  'provider.readBilling': 'U U U U | N N N N | A A N N N N F | F F N N N N | A A A | A F A',
  'provider.pay': 'U U U U | N N N N | A F N N N N F | F F N N N N | F F F | A F F',
  'providers.bill': 'U U U U | F F F F | F F F F F F F | F F F F F F | A A A | F F A',
  'integration.read': 'U U U U | N N N N | A A N N N N F | F F N N N N | A A A | A F A',
  'integration.change': 'U U U U | N N N N | A A N N N N F | F F N N N N | A A A | A F A',
  'integration.readCustomer': 'U U U U | N N N N | A A N N N N F | F F N N N N | A A A | N N N',
  'integrations.read': 'U U U U | F F F F | F F F F F F F | F F F F F F | A A A | F F A',
  'clinicalClients.read': 'U U U U | N N N N | A A N N N N F | F F N N N N | A A A | A F A',
  'clinicalClients.change': 'U U U U | N N N N | A A N N N N F | F F N N N N | A A A | A F A',
  'clinicalToken.issue': 'A A A A | A A A A | A A A A A A A | A A A A A A | A A A | A A A',
  'clinicalRecords.read': 'U U U U | U U U U | U U U U U U U | U U U U U U | U U U | U U U',
  'clinicalRecords.search': 'U U U U | U U U U | U U U U U U U | U U U U U U | U U U | U U U',
  'payments.read': 'U U U U | A A A A | A A A A A A F | F F F F F F | A A A | A F A',
  'staff.read': 'U U U U | F F F F | A A A A A A F | F F F F F F | A A A | A F A',
  'staff.add': 'U U U U | N N N N | A A N N N N F | F F N N N N | A A A | A F A',
  'staff.choosePlace': 'U U U U | F F F F | A A A A A A F | F F F F F F | A A A | A F A',
  'staff.change': 'U U U U | N N N N | A A N N N N F | F F N N N N | A A A | F F F',
  'staff.secure': 'U U U U | N N N N | F F N N N N F | F F N N N N | A A A | F F F',
  'permissions.read': 'U U U U | F F F F | A A A A A A F | F F F F F F | A A A | A F A',
  'permissions.change': 'U U U U | F F F F | F F F F F F F | F F F F F F | A A A | F F A',
  'facilities.read': 'U U U U | F F F F | F F F F F F F | F F F F F F | A A A | F F A',
  'facilities.change': 'U U U U | F F F F | F F F F F F F | F F F F F F | A A A | F F A',
  'facilities.choose': 'U U U U | F F F F | A A A A A A F | F F F F F F | A A A | A F A',
  'overview.read': 'U U U U | F F F F | A A A A A A A | A A A A A A | A A A | A A A',
  'customers.read': 'U U U U | F F F F | A A A A A A F | A A A A A A | A A A | A A A',
  'handover.print': 'U U U U | N N N N | A A N N N N F | A A N N N N | A A A | A A A',
  'customers.add': 'U U U U | N N N N | A A N N N N F | F F N N N N | A A A | A F A',
  'customers.change': 'U U U U | F F F F | A A A A A A F | F F F F F F | A A A | A F A',
  'customers.duplicates': 'U U U U | F F F F | A A A A A A F | F F F F F F | A A A | A F A',
  'customers.move': 'U U U U | N N N N | A A N N N N F | F F N N N N | A A A | N N N',
  'customer.read': 'U U U U | N N N N | A A N N N N F | A A N N N N | A A A | N N N',
  'customer.readPlan': 'U U U U | N N N N | A A N N N N F | A A N N N N | A A A | N N N',
  'customer.change': 'U U U U | N N N N | A A N N N N F | F F N N N N | A A A | N N N',
  'customer.changePlan': 'U U U U | N N N N | A A N N N N F | F F N N N N | A A A | N N N',
  'customer.remove': 'U U U U | N N N N | A A N N N N F | F F N N N N | A A A | N N N',
  'customer.duplicates': 'U U U U | N N N N | A A N N N N F | F F N N N N | A A A | N N N',
  'customer.archive': 'U U U U | N N N N | F F N N N N F | F F N N N N | A A A | N N N',
  'reports.company': 'U U U U | F F F F | A A A A A A F | F F F F F F | A A A | A F A',
  'reports.platform': 'U U U U | F F F F | F F F F F F F | F F F F F F | A A A | F F A',
  'reports.audit': 'U U U U | F F F F | A A A A A A F | F F F F F F | A A A | A F A',
  'status.read': 'U U U U | F F F F | F F F F F F F | F F F F F F | A A F | F F A',
  'settings.notifications': 'U U U U | F F F F | N N N N N N N | N N N N N N | N N N | A A A',
  'settings.columns': 'U U U U | F F F F | N N N N N N N | N N N N N N | N N N | A A A',
  'settings.mail': 'U U U U | F F F F | F F F F F F F | F F F F F F | A A A | F F A',
  'healthLink.open': 'A A A A | A A A A | A A A A A A A | A A A A A A | A A A | A A A',
  'help.write': 'A A A A | A A A A | A A A A A A A | A A A A A A | A A A | A A A',
  'plan.read': 'U U U N | A A A N | N N N N N N N | N N N N N N | N N N | N N N',
  'plan.save': 'U U U N | A A A N | N N N N N N N | N N N N N N | N N N | N N N',
  'plan.sign': 'U U U N | A F A N | N N N N N N N | N N N N N N | N N N | N N N',
  'plan.mail': 'U U U N | A F F N | N N N N N N N | N N N N N N | N N N | N N N',
  'plan.readPdf': 'U A N N | A A A N | N N N N N N N | N N N N N N | N N N | N N N',
  'plan.readFhir': 'U U U N | A A A N | N N N N N N N | N N N N N N | N N N | N N N',
  'healthLinks.read': 'U U U N | A F F N | N N N N N N N | N N N N N N | N N N | N N N',
  'healthLinks.change': 'U U U N | A F F N | N N N N N N N | N N N N N N | N N N | N N N',
  'card.read': 'U U U N | A F F N | N N N N N N N | N N N N N N | N N N | N N N',
  'card.renew': 'U U U N | A F F N | N N N N N N N | N N N N N N | N N N | N N N',
  'guides.confirm': 'U U U N | A F F N | N N N N N N N | N N N N N N | N N N | N N N',
  'contacts.read': 'U U U N | A A A N | N N N N N N N | N N N N N N | N N N | N N N',
  'contacts.change': 'U U U N | A F F N | N N N N N N N | N N N N N N | N N N | N N N',
  'contacts.suggest': 'U U U N | F A A N | N N N N N N N | N N N N N N | N N N | N N N',
  'contact.sharedWithMe': 'U U U U | A F F N | N N N N N N N | N N N N N N | N N N | A A A',
  'contact.answer': 'U U U U | U U U U | U U U U U U U | U U U U U U | U U U | U U U',
  'contact.read': 'U U U U | U U U U | U U U U U U U | U U U U U U | U U U | U U U',
  'contact.leave': 'U U U U | U U U U | U U U U U U U | U U U U U U | U U U | U U U',
  'contact.askLink': 'U U U U | U U U U | U U U U U U U | U U U U U U | U U U | U U U',
  'files.read': 'U U U N | A A A N | N N N N N N N | N N N N N N | N N N | N N N',
  'files.add': 'U U U N | A A A N | N N N N N N N | N N N N N N | N N N | N N N',
  'files.addDirective': 'U U U N | A F F N | N N N N N N N | N N N N N N | N N N | N N N',
  'files.delete': 'U U U N | A F F N | N N N N N N N | N N N N N N | N N N | N N N',
  'billing.read': 'U U U N | A A A N | N N N N N N N | N N N N N N | N N N | N N N',
  'billing.pay': 'U U U N | A F F N | N N N N N N N | N N N N N N | N N N | N N N',
  'activities.read': 'U U U U | A A A N | N N N N N N N | N N N N N N | N N N | A A A',
  'notifications.read': 'U U U U | A A A N | N N N N N N N | N N N N N N | N N N | A A A',
  'notifications.update': 'U U U U | A F F N | N N N N N N N | N N N N N N | N N N | A A A',
  'earlierFiles.manage': 'U U U U | F F F F | F F F F F F F | F F F F F F | F F A | F F F',
  'emergency.read': 'U A N U | U U U U | U U U U U U U | U U U U U U | U U U | U U U',
};

const words: Readonly<Record<string, Decision>> = {
  A: 'allow',
  U: 'unauthenticated',
  F: 'forbidden',
  N: 'not-found',
};

/** Returns the decisions of the hand-written matrix for an action, for every actor. */
export function expectedDecisions(action: Action): Record<MatrixActor, Decision> {
  const row = table[action].split(/[\s|]+/);
  if (row.length !== columns.length) throw new Error(`The row of ${action} has ${row.length} cells`);
  const contacts = ofContacts[action] ?? (row[0] === 'A' ? 'A A' : 'U U');
  const systems = ofClinicalSystems[action] ?? (row[0] === 'A' ? 'A A A A A' : 'U U U U U');
  const cells = [...row, ...contacts.split(' '), ...systems.split(' ')];
  const decisions = matrixActors.map((who, at) => [who, words[cells[at] ?? ''] ?? 'missing']);
  return Object.fromEntries(decisions) as Record<MatrixActor, Decision>;
}
