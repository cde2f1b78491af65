import * as z from 'zod/mini';
import { can } from '../../../../domain/access/access.ts';
import { isPlatformRole, type Actor } from '../../../../domain/access/actors.ts';
import { scopeOf } from '../../../../domain/access/scope.ts';
import { controlPanelFor, type ControlState } from '../../../../domain/customers/actions/control-panel.ts';
import { operation } from '../../../pipeline/operation.ts';
import { findCustomer, type Customer } from '../../../pipeline/subjects.ts';

import type { Services, Tx } from '../../../pipeline/context.ts';
import { findActivitiesOf } from '../../notifications/api.ts';
import { findOpenings, findRemoval, openingId, type PendingRemoval } from '../../privacy/api.ts';
import { findRecentMove, type RecentMove } from '../actions/moving/recent-move.ts';
import { findContacts, type TrustedContact } from '../../sharing/api.ts';
import { findPapersSetAside, type PaperSetAside } from './papers/set-aside-store.ts';
import {
  findFiles,
  findPlan,
  findVersions,
  findWaitingDocuments,
  getPerson,
  type CustomerFile,
  type CustomerPerson,
  type CustomerPlan,
  type WaitingDocument,
} from './store.ts';

const id = z.string().check(z.uuid());

/** A customer's page: the person, the state of the plan, the documents, the contacts, and the available actions. */
export type CustomerPage = CustomerPerson & {
  plan: CustomerPlan | null;
  files: CustomerFile[];
  waiting_documents: WaitingDocument[];
  papers_set_aside: PaperSetAside[];
  trusted_contacts: TrustedContact[];
  control: ControlState[];
  /** Set when staff removed the customer; null otherwise. */
  removal: PendingRemoval | null;
  /** The newest move to another house, while the caller can undo it (D-63). */
  move: RecentMove | null;
};

/** Returns whether the caller can change a customer, and the caller's side. */
const staffOf = (actor: Actor, subject: Customer) =>
  ({
    side: actor.kind === 'person' && isPlatformRole(actor.role) ? 'platform' : 'provider',
    isEditor: can(actor, 'customer.changePlan', subject) === 'allow',
  }) as const;

/** Loads the page of a customer, for staff who have access to it. */
export async function getCustomerPage(
  tx: Tx,
  services: Services,
  actor: Actor,
  subject: Customer,
): Promise<CustomerPage> {
  const userId = subject.ownerId;
  const person = await getPerson(tx, userId);
  const [
    plan,
    files,
    waiting_documents,
    papers_set_aside,
    trusted_contacts,
    { count: versions },
    removal,
    move,
  ] = await Promise.all([
    findPlan(tx, services, person),
    findFiles(tx, userId),
    findWaitingDocuments(tx, userId),
    findPapersSetAside(tx, userId),
    findContacts(tx, userId),
    findVersions(tx, userId, { offset: 0, limit: 1 }),
    findRemoval(tx, services, userId),
    findRecentMove(tx, services, actor, userId),
  ]);
  const { customer_status: status, placeholder_email, designated_email } = person;
  const control = controlPanelFor(staffOf(actor, subject), {
    status,
    placeholderEmail: placeholder_email,
    designatedEmail: designated_email,
    isDuplicate: person.is_duplicate,
    plan: plan ?? { status: 'draft', locked: false, external: false },
    versions,
    documents: files.filter(({ eol }) => eol).length,
  });
  return {
    ...person,
    plan,
    files,
    waiting_documents,
    papers_set_aside,
    trusted_contacts,
    control,
    removal,
    move,
  };
}

/** Loads a customer and the state of the plan, without the answers (CDET-01, GAP-87). */
export const getCustomer = operation({
  name: 'getCustomer',
  kind: 'read',
  input: z.strictObject({ id }),
  access: { action: 'customer.read', subject: (input, loading) => findCustomer(input.id, loading) },
  run: ({ subject, actor, tx, services }) => getCustomerPage(tx, services, actor, subject),
});

const offset = z.nullish(z.int().check(z.gte(0), z.lte(100_000)));
const limit = z.nullish(z.int().check(z.gte(1), z.lte(50)));
const pageSize = 10;

const windowOf = (input: z.output<typeof page>) => ({
  offset: input.offset ?? 0,
  limit: input.limit ?? pageSize,
});
const page = z.strictObject({ id, offset, limit });

/** Loads earlier signed versions of a customer's plan, without the answers. */
export const getCustomerVersions = operation({
  name: 'customer.versions',
  kind: 'read',
  input: page,
  access: { action: 'customer.read', subject: (input, loading) => findCustomer(input.id, loading) },
  run: ({ input, tx }) => findVersions(tx, input.id, windowOf(input)),
});

/** Lists who opened a customer's plan, from the audit trail (D-17). */
export const getCustomerOpenings = operation({
  name: 'customer.openings',
  kind: 'read',
  input: z.strictObject({ id, offset, limit, before: z.nullish(openingId) }),
  access: { action: 'customer.read', subject: (input, loading) => findCustomer(input.id, loading) },
  run: ({ input, tx }) => findOpenings(tx, input.id, { ...windowOf(input), before: input.before }),
});

/** Loads the latest activities of a customer's account and plan. */
export const getCustomerActivities = operation({
  name: 'customer.activities',
  kind: 'read',
  input: z.strictObject({ id, limit }),
  access: { action: 'customer.read', subject: (input, loading) => findCustomer(input.id, loading) },
  run: ({ input, actor, tx }) => findActivitiesOf(tx, scopeOf(actor), input.id, input.limit ?? pageSize),
});
