import type { AccountStatus } from '../customers/status.ts';
import type { Standing } from '../contacts/reading.ts';
import type { PersonActor, Role } from './actors.ts';

/**
 * Subject of an action, by kind. `ownerId` is the person who owns it; `providerPath` are the ids from the root provider down to
 * the provider that it belongs to, both included.
 */
export type Subjects = {
  /** No subject. */
  none: null;
  /** Data of one person's account: settings, sessions, notifications, the emergency card, contacts. */
  account: { kind: 'account'; ownerId: string };
  /** One person's plan, with its earlier versions. `readableBy` is the contact with whom it is shared now, if a contact asks. */
  plan: { kind: 'plan'; ownerId: string; readableBy?: string };
  /** A trusted contact, with the present standing towards the person. */
  contact: { kind: 'contact'; ownerId: string; contactId: string; standing: Standing };
  /** A person as seen by staff. `hasSignedPlan` is loaded where the decision needs it. */
  customer: {
    kind: 'customer';
    ownerId: string;
    role: Role;
    providerPath: readonly string[];
    hasSignedPlan?: boolean;
  };
  /** Customers to be moved, and their new houses. */
  move: {
    kind: 'move';
    customers: readonly Subjects['customer'][];
    houses: readonly Subjects['provider'][];
  };
  /** A provider. */
  provider: { kind: 'provider'; providerId: string; providerPath: readonly string[] };
  /** New place of a provider: under the last provider of the path, or at the top if it is empty. */
  place: { kind: 'place'; providerPath: readonly string[] };
  /** A staff member of a provider or of the platform, with their role, its flags and the state of the account. */
  staff: {
    kind: 'staff';
    ownerId: string;
    role: Role;
    flags: PersonActor['flags'];
    permission_role_id: number;
    status: AccountStatus;
    /** The person's provider; null for staff of the platform. */
    provider_id: string | null;
    providerPath: readonly string[];
  };
  /** Files of the earlier system. `isNamed`: the caller has the address that the operator names for them (GAP-115). */
  earlierFiles: { kind: 'earlierFiles'; isNamed: boolean };
  /** A person's portrait. */
  portrait: { kind: 'portrait'; ownerId: string; providerPath: readonly string[] };
};

export type SubjectKind = keyof Subjects;

/** A subject of any kind; null for actions without a subject, and for a missing subject. */
export type Subject = Subjects[SubjectKind];
