import { clinicalScopes } from '../clinical/scopes.ts';
import type { Action } from './access.ts';
import { kindOf } from './access.ts';
import type { MatrixActor } from './access-matrix.fixture.ts';
import type { Actor, PersonActor, Role } from './actors.ts';
import type { Subject } from './subjects.ts';

/**
 * The people and providers of the access matrix, by id. The house has the parent `root`, the child `ward` and the sibling
 * `beside`.
 */
export type MatrixPeople = Record<
  | 'customer'
  | 'otherCustomer'
  | 'contact'
  | 'otherContact'
  | 'administrator'
  | 'viewer'
  | 'admin'
  | 'staffMember'
  | 'clinicalClient',
  string
> &
  Record<'root' | 'house' | 'ward' | 'beside' | 'elsewhere', string>;

const all = { can_manage_acp: true, can_manage_all: true, can_manage_user: true };
const none = { can_manage_acp: false, can_manage_all: false, can_manage_user: false };

/** Returns a signed-in person for tests of access. */
export const personActor = (userId: string, role: Role, more: Partial<PersonActor> = {}): PersonActor => ({
  kind: 'person',
  userId,
  role,
  providerId: null,
  ...(role === 'provideradmin' && { permissionRoleId: 1 }),
  ...(role === 'providerview' && { permissionRoleId: 3 }),
  flags: all,
  actingStaffId: null,
  secondStepDue: false,
  consentDue: false,
  ...more,
});

const clinicalSystemActor = (clientId: string, providerId: string): Actor => ({
  kind: 'clinicalSystem',
  clientId,
  providerId,
  scopes: clinicalScopes,
});

/** Returns the actors of the access matrix. */
export function matrixActorsOf(people: MatrixPeople): Record<MatrixActor, Actor> {
  const { root, house, ward, beside, elsewhere } = people;
  const customer = personActor(people.customer, 'user', { providerId: house });
  const administrator = (providerId: string | null, flags = all) =>
    personActor(people.administrator, 'provideradmin', { providerId, flags });
  const viewer = (providerId: string | null) =>
    personActor(people.viewer, 'providerview', {
      providerId,
      flags: { ...none, can_manage_acp: true },
    });
  const admin = personActor(people.admin, 'admin');
  const clinicalSystem = (providerId: string): Actor =>
    clinicalSystemActor(people.clinicalClient, providerId);
  return {
    visitor: { kind: 'visitor' },
    'reader of this card': { kind: 'emergency', userId: people.customer },
    'reader of another card': { kind: 'emergency', userId: people.otherCustomer },
    system: { kind: 'system' },
    customer,
    'staff member in the account': { ...customer, actingStaffId: people.staffMember },
    'customer with staff beside': {
      ...customer,
      together: { staffId: people.staffMember, visitId: people.staffMember },
    },
    'another customer': personActor(people.otherCustomer, 'user', { providerId: elsewhere }),
    'administrator of the house': administrator(house),
    'administrator of a provider above': administrator(root),
    'administrator of a provider below': administrator(ward),
    'administrator of a provider beside': administrator(beside),
    'administrator of another tree': administrator(elsewhere),
    'administrator of no provider': administrator(null),
    'administrator of the house without flags': administrator(house, none),
    'viewer of the house': viewer(house),
    'viewer of a provider above': viewer(root),
    'viewer of a provider below': viewer(ward),
    'viewer of a provider beside': viewer(beside),
    'viewer of another tree': viewer(elsewhere),
    'viewer of no provider': viewer(null),
    admin,
    tlcadmin: { ...admin, role: 'tlcadmin' },
    sysadmin: { ...admin, role: 'sysadmin' },
    'administrator on their own': administrator(house),
    'viewer on their own': viewer(house),
    'admin on their own': admin,
    'contact of the customer': { kind: 'contact', contactId: people.contact, userId: people.customer },
    'contact of another customer': {
      kind: 'contact',
      contactId: people.otherContact,
      userId: people.otherCustomer,
    },
    'clinical system of the house': clinicalSystem(house),
    'clinical system of a provider above': clinicalSystem(root),
    'clinical system of a provider below': clinicalSystem(ward),
    'clinical system of a provider beside': clinicalSystem(beside),
    'clinical system of another tree': clinicalSystem(elsewhere),
  };
}

/** Returns the subject of an action for an actor of the matrix. */
export function matrixSubjectOf(action: Action, who: MatrixActor, people: MatrixPeople): Subject {
  const actor = matrixActorsOf(people)[who];
  const own = who.endsWith('on their own') && actor.kind === 'person';
  const ownerId = own ? actor.userId : people.customer;
  const role = own ? actor.role : 'user';
  const providerPath = own && actor.role === 'admin' ? [] : [people.root, people.house];
  switch (kindOf(action)) {
    case 'none':
      return null;
    case 'account':
      return { kind: 'account', ownerId };
    case 'plan':
      return { kind: 'plan', ownerId, readableBy: people.contact };
    case 'contact':
      return {
        kind: 'contact',
        ownerId,
        contactId: people.contact,
        standing: action === 'contact.answer' ? 'asked' : 'sharing',
      };
    case 'customer':
      return { kind: 'customer', ownerId, role, providerPath };
    case 'move':
      return {
        kind: 'move',
        customers: [{ kind: 'customer', ownerId, role, providerPath }],
        houses: [{ kind: 'provider', providerId: people.house, providerPath }],
      };
    case 'provider':
      return { kind: 'provider', providerId: people.house, providerPath };
    case 'place':
      return { kind: 'place', providerPath };
    case 'staff':
      return {
        kind: 'staff',
        ownerId: own ? actor.userId : people.staffMember,
        role: own ? actor.role : 'providerview',
        flags: none,
        permission_role_id: 3,
        status: 'active',
        provider_id: people.house,
        providerPath,
      };
    case 'earlierFiles':
      return { kind: 'earlierFiles', isNamed: true };
    case 'portrait':
      return { kind: 'portrait', ownerId, providerPath };
  }
}
