import type { Actor } from './actors.ts';
import {
  anyone,
  contactWho,
  editorOfProvider,
  emergency,
  memberOfProvider,
  owner,
  ownerAlone,
  ownerInPerson,
  platform,
  platformAdministrators,
  product,
  reader,
  readerOfPortrait,
  self,
  selfAlone,
  selfInPerson,
  staff,
  staffInside,
  staffOfProvider,
  staffSelf,
  type Decision,
  type Rule,
} from './rules/rules.ts';
import {
  adderOfCustomers,
  editorOfCustomer,
  editorsOfCustomers,
  moverOfCustomers,
  platformOfCustomer,
  readerOfCustomer,
  readerOfHouse,
  removerOfCustomer,
  staffOfCustomers,
} from './rules/customer-rules.ts';
import {
  adderOfProviders,
  adderOfStaff,
  addersOfStaff,
  billerOfProvider,
  payerOfProvider,
  readerOfProviderBilling,
  managerOfCustomerLink,
  managerOfIntegration,
  managerOfProvider,
  managerOfRecords,
  managersOfProviders,
  managersOfRecords,
  managerOfStaff,
  platformOfStaff,
  readersOfPayments,
  readersOfStaff,
  superAdministrator,
  tlcAdministratorOfProvider,
} from './rules/organisation-rules.ts';
import { clinicalReader, clinicalSearcher } from './rules/clinical-rules.ts';
import { ownerOrContact } from './rules/plan-rules.ts';
import type { SubjectKind, Subjects } from './subjects.ts';

/**
 * The access rules: only this table decides. Every operation names an action of this table; an action without a rule does not
 * compile, a subject of another kind than its rule's does not either, and everything that no rule allows is refused.
 */
const rules = {
  'account.signUp': anyone,
  'account.signIn': anyone,
  'account.verifyEmail': anyone,
  'account.recover': anyone,
  'account.signOut': anyone,
  'account.readSession': anyone,
  'account.read': self,
  'account.update': self,
  'account.chooseLanguage': self,
  'account.leave': self,
  'account.enterCustomer': editorOfCustomer,
  'account.changePassword': selfAlone,
  'account.secondStep': selfAlone,
  'account.sessions': selfAlone,
  'account.consent': selfInPerson,
  'account.export': selfAlone,
  'account.delete': ownerAlone('account'),
  'account.carryOut': product,
  'account.readOpenings': owner('account'),
  'account.readVisits': ownerAlone('account'),
  'account.conversations': ownerAlone('account'),
  'picture.read': readerOfPortrait,
  'picture.change': selfAlone,
  'provider.read': staffOfProvider,
  'provider.readLogo': memberOfProvider,
  'provider.update': editorOfProvider,
  'providers.read': managersOfProviders,
  'providers.registered': platform,
  'provider.add': adderOfProviders,
  'provider.manage': managerOfProvider,
  'provider.changeContact': tlcAdministratorOfProvider,
  'provider.bill': billerOfProvider,
  'provider.readBilling': readerOfProviderBilling,
  'provider.pay': payerOfProvider,
  'providers.bill': platform,
  'subscriptions.change': platform,
  'providers.readBilling': managersOfProviders,
  'integration.read': managerOfIntegration,
  'integration.change': managerOfIntegration,
  'integration.readCustomer': managerOfCustomerLink,
  'integrations.read': platform,
  'clinicalClients.read': managerOfIntegration,
  'clinicalClients.change': managerOfIntegration,
  'clinicalToken.issue': anyone,
  'clinicalRecords.read': clinicalReader,
  'clinicalRecords.search': clinicalSearcher,
  'payments.read': readersOfPayments,
  'staff.read': readersOfStaff,
  'staff.add': adderOfStaff,
  'staff.choosePlace': addersOfStaff,
  'staff.change': managerOfStaff,
  'staff.secure': platformOfStaff,
  'permissions.read': readersOfStaff,
  'permissions.change': platform,
  'facilities.read': platform,
  'facilities.change': platform,
  'facilities.choose': editorsOfCustomers,
  'overview.read': staff,
  'customers.read': staffOfCustomers,
  'handover.print': readerOfHouse,
  'customers.add': adderOfCustomers,
  'customers.change': editorsOfCustomers,
  'customers.move': moverOfCustomers,
  'customers.duplicates': managersOfRecords,
  'customer.read': readerOfCustomer,
  'customer.readPlan': readerOfCustomer,
  'customer.change': editorOfCustomer,
  'customer.changePlan': editorOfCustomer,
  'customer.archive': platformOfCustomer,
  'customer.remove': removerOfCustomer,
  'customer.duplicates': managerOfRecords,
  'reports.company': managersOfProviders,
  'reports.platform': platform,
  'reports.audit': editorsOfCustomers,
  'status.read': platformAdministrators,
  'settings.notifications': staffSelf,
  'settings.columns': staffSelf,
  'settings.mail': platform,
  'help.write': anyone,
  'plan.read': owner('plan'),
  'plan.save': owner('plan'),
  'plan.sign': ownerInPerson('plan'),
  'plan.readPdf': reader,
  'plan.readFhir': ownerOrContact,
  'plan.mail': ownerAlone('plan'),
  'healthLinks.read': ownerAlone('account'),
  'healthLinks.change': ownerAlone('account'),
  'healthLink.open': anyone,
  'card.read': ownerAlone('account'),
  'card.renew': ownerAlone('account'),
  'guides.confirm': ownerAlone('account'),
  'contacts.read': owner('account'),
  'contacts.change': ownerAlone('account'),
  'contacts.suggest': staffInside,
  'contact.sharedWithMe': selfAlone,
  'contact.answer': contactWho('asked'),
  'contact.read': contactWho('sharing'),
  'contact.leave': contactWho('sharing'),
  'contact.askLink': contactWho('sharing', 'link-over'),
  'files.read': owner('account'),
  'files.add': owner('account'),
  'files.addDirective': ownerAlone('account'),
  'files.delete': ownerAlone('account'),
  'billing.read': owner('account'),
  'billing.pay': ownerAlone('account'),
  'activities.read': self,
  'notifications.read': self,
  'notifications.update': selfAlone,
  'earlierFiles.manage': superAdministrator,
  'emergency.read': emergency,
} as const satisfies Record<string, Rule>;

export type Action = keyof typeof rules;

/** Kind of subject of an action's rule. */
export type KindOf<A extends Action> = (typeof rules)[A]['kind'];

/** Subject of an action's rule. */
export type SubjectOf<A extends Action> = Subjects[KindOf<A>];

export const actions = Object.keys(rules) as Action[];

/** Returns the kind of subject of an action. */
export const kindOf = (action: Action): SubjectKind => rules[action].kind;

/** Actions allowed while a second step is due: sign in and out, read one's account, and set it up. */
const beforeSecondStep: ReadonlySet<Action> = new Set<Action>([
  'account.signUp',
  'account.signIn',
  'account.verifyEmail',
  'account.recover',
  'account.signOut',
  'account.readSession',
  'account.read',
  'account.update',
  'account.chooseLanguage',
  'account.secondStep',
  'account.changePassword',
  'healthLink.open',
  'clinicalToken.issue',
  'help.write',
]);

/**
 * Actions allowed to a person who has not agreed to the current texts: those of any visitor, reading the account, reading the
 * texts in their language and answering, and exporting or deleting their data, for which no agreement is needed.
 */
const beforeConsent: ReadonlySet<Action> = new Set<Action>([
  ...actions.filter((action) => rules[action] === anyone),
  'account.read',
  'account.chooseLanguage',
  'account.consent',
  'account.export',
  'account.delete',
]);

/** Additional actions of customers before they agree: reading, printing and downloading their own plan (S-34). */
const readingOwnPlan: ReadonlySet<Action> = new Set<Action>(['plan.read', 'plan.readPdf', 'contacts.read']);

/** Step required before anything else: set up a second step (D-12), or answer to the texts (GAP-71). */
export type DueFirst = 'second-step' | 'consent';

/** Returns the step required before a person may do an action; null for none. The second step comes before the texts. */
export function dueBefore(actor: Actor, action: Action): DueFirst | null {
  if (actor.kind !== 'person') return null;
  if (actor.secondStepDue && !beforeSecondStep.has(action)) return 'second-step';
  if (!actor.consentDue || beforeConsent.has(action)) return null;
  if (actor.role === 'user' && readingOwnPlan.has(action) && !actor.secondStepDue) return null;
  return actor.secondStepDue && action === 'account.secondStep' ? null : 'consent';
}

/**
 * Decides one action of one actor on one subject; null is a missing subject. Refusals distinguish unauthenticated actors,
 * forbidden actions, and subjects of other people, which must appear not to exist.
 */
export function can<A extends Action>(actor: Actor, action: A, subject: SubjectOf<A> | null): Decision {
  if (dueBefore(actor, action) !== null) return 'forbidden';
  const rule: Rule = rules[action];
  return rule.decide(actor, subject);
}
