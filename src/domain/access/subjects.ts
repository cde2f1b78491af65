import type { AccountStatus } from '../customers/status.ts';
import type { Standing } from '../contacts/reading.ts';
import type { PersonActor, Role } from './actors.ts';

/**
 * What an action is done to, by kind. `ownerId` is the person whose it is; `providerPath` are the ids from the root provider down
 * to the provider it belongs to, both included.
 */
export type Subjects = {
  /** Nothing in particular. */
  none: null;
  /** What belongs to one person's account: settings, sessions, notifications, the emergency card, contacts. */
  account: { kind: 'account'; ownerId: string };
  /** One person's plan, with its earlier versions. `readableBy` is the contact to whom it is open now, where a contact asks. */
  plan: { kind: 'plan'; ownerId: string; readableBy?: string };
  /** A trusted contact, with how they stand to the person at this moment. */
  contact: { kind: 'contact'; ownerId: string; contactId: string; standing: Standing };
  /** A person as staff see them. `hasSignedPlan` is loaded where it decides. */
  customer: {
    kind: 'customer';
    ownerId: string;
    role: Role;
    providerPath: readonly string[];
    hasSignedPlan?: boolean;
  };
  /** Customers who are to be moved, and the houses that they are moved to. */
  move: {
    kind: 'move';
    customers: readonly Subjects['customer'][];
    houses: readonly Subjects['provider'][];
  };
  /** A provider. */
  provider: { kind: 'provider'; providerId: string; providerPath: readonly string[] };
  /** Where a provider is to stand: under the last provider of the path, or at the top where it is empty. */
  place: { kind: 'place'; providerPath: readonly string[] };
  /** A staff member of a provider or of the platform, with their role, its flags and the state of the account. */
  staff: {
    kind: 'staff';
    ownerId: string;
    role: Role;
    flags: PersonActor['flags'];
    permission_role_id: number;
    status: AccountStatus;
    /** The provider the person works for; null for staff of the platform. */
    provider_id: string | null;
    providerPath: readonly string[];
  };
  /** A person's portrait. */
  portrait: { kind: 'portrait'; ownerId: string; providerPath: readonly string[] };
};

export type SubjectKind = keyof Subjects;

/** A subject of any kind; null for actions on nothing in particular, and for a subject that is not there. */
export type Subject = Subjects[SubjectKind];
