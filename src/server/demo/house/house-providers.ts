import type { Role } from '../../../domain/access/actors.ts';
import type { StaffJob } from '../../../domain/staff/jobs.ts';
import { daysAfter, melbourneDate } from '../../../domain/fields.ts';
import type { Services, Tx } from '../../pipeline/context.ts';
import { makePerson, makeProvider } from '../person-factory.ts';

/** One provider of the tree. Without `under` it is the root of its own tree; without `town` some of its details are missing. */
type Place = {
  name: string;
  under?: string;
  town?: string;
  state?: string;
  postcode?: string;
  beds?: number;
  archived?: true;
  type?: 'external_provider';
  /** Days until its trial ends; negative for one that has ended. */
  trialDays?: number;
};

/** The root of the tree; the demo people belong to it. */
export const rootName = 'Banksia House';

/** The demo person who manages it. */
const rootContact = 'provider@demo.example';

const places: readonly Place[] = [
  { name: rootName, town: 'Warrnambool', state: 'VIC', postcode: '3280' },
  { name: 'Banksia Coast', under: rootName, town: 'Warrnambool', state: 'VIC', postcode: '3280' },
  { name: 'Banksia City', under: rootName, town: 'Melbourne', state: 'VIC', postcode: '3000', trialDays: 20 },
  {
    name: 'Lorikeet Lodge',
    under: 'Banksia Coast',
    town: 'Warrnambool',
    state: 'VIC',
    postcode: '3280',
    beds: 24,
  },
  { name: 'Grevillea Court', under: 'Banksia Coast', state: 'SA', postcode: '5290', beds: 18, trialDays: 3 },
  {
    name: 'Jacaranda Place',
    under: 'Banksia City',
    town: 'Glen Waverley',
    state: 'VIC',
    postcode: '3150',
    beds: 40,
  },
  {
    name: 'Wattlebird Home Care',
    under: 'Banksia City',
    town: 'Surry Hills',
    state: 'NSW',
    postcode: '2010',
  },
  {
    name: 'Wisteria Cottage',
    under: 'Banksia City',
    town: 'Carlton',
    state: 'VIC',
    postcode: '3053',
    archived: true,
  },
  {
    name: 'Correa Community Care',
    town: 'Brisbane',
    state: 'QLD',
    postcode: '4101',
    trialDays: 5,
    type: 'external_provider',
  },
];

/** The providers of the residents. The archived house keeps some residents from before it was closed. */
export const homes = [
  'Lorikeet Lodge',
  'Jacaranda Place',
  'Grevillea Court',
  'Wattlebird Home Care',
  'Jacaranda Place',
  'Banksia Coast',
  'Lorikeet Lodge',
  rootName,
] as const;

type Template = 'organisation' | 'edit' | 'view';

/** The stored permission templates of a provider's staff (D-27). */
const templates: Readonly<Record<Template, { id: number; role: Role; job: StaffJob }>> = {
  organisation: { id: 1, role: 'provideradmin', job: 'manager' },
  edit: { id: 2, role: 'provideradmin', job: 'nurse' },
  view: { id: 3, role: 'providerview', job: 'personal-carer' },
};

export type HouseMember = {
  email: string;
  firstName: string;
  lastName: string;
  place: string;
  template: Template;
  status?: 'invited' | 'suspended';
};

const member = (
  place: string,
  template: Template,
  name: string,
  status?: HouseMember['status'],
): HouseMember => {
  const [firstName = '', lastName = ''] = name.split(' ');
  const email = `${firstName}.${lastName}@banksia.demo.example`.toLowerCase();
  return { email, firstName, lastName, place, template, ...(status && { status }) };
};

/** Staff in each role on each level, in addition to the demo people. */
export const houseStaff: readonly HouseMember[] = [
  member(rootName, 'edit', 'Ingrid Larsen'),
  member('Banksia Coast', 'organisation', 'Marcus Webb'),
  member('Banksia Coast', 'view', 'Bronwyn Hughes'),
  member('Banksia City', 'organisation', 'Mei Tanaka'),
  member('Banksia City', 'edit', 'Anil Kapoor'),
  member('Lorikeet Lodge', 'edit', 'Siobhan Keogh'),
  member('Lorikeet Lodge', 'view', 'Josephine Tui'),
  member('Grevillea Court', 'edit', 'Patrick Nolan'),
  member('Grevillea Court', 'view', 'Leila Haddad', 'invited'),
  member('Jacaranda Place', 'edit', 'Wen Zhao'),
  member('Jacaranda Place', 'view', 'Damien Cole'),
  member('Jacaranda Place', 'view', 'Ruby Marchetti', 'suspended'),
  member('Wattlebird Home Care', 'view', 'Oscar Delgado'),
  member('Wisteria Cottage', 'organisation', 'Fiona Baird'),
  member('Correa Community Care', 'organisation', 'Kirra Simmons'),
];

/** Creates the missing providers, and returns the ids of all by name. */
export async function makePlaces(tx: Tx, now: Date, rootId: string): Promise<ReadonlyMap<string, string>> {
  const ids = new Map([[rootName, rootId]]);
  const begins = melbourneDate(now);
  const known = await tx
    .selectFrom('providers')
    .select(['id', 'name'])
    .where(
      'name',
      'in',
      places.map(({ name }) => name),
    )
    .execute();
  for (const { id, name } of known) ids.set(name, id);
  for (const place of places) {
    const id =
      ids.get(place.name) ?? (await makeProvider(tx, place.name, ids.get(place.under ?? '') ?? null));
    ids.set(place.name, id);
    await tx
      .updateTable('providers')
      .set({
        address: '1 Example Street',
        location: place.town ?? null,
        state: place.state ?? null,
        postcode: place.postcode ?? null,
        phone_number: '03 7010 1234',
        no_of_beds: place.beds ?? null,
        type: place.type ?? 'internal_provider',
        external_id: place.type ? 'demo-correa' : null,
        subscription_start_date: begins,
        trial_expiry_date: place.trialDays === undefined ? null : daysAfter(begins, place.trialDays),
        archived: place.archived ?? false,
      })
      .where('id', '=', id)
      // Never overwrites later changes.
      .where('address', 'is', null)
      .execute();
  }
  const contact = await tx
    .selectFrom('users')
    .select(['id', 'email'])
    .where('email', '=', rootContact)
    .executeTakeFirst();
  if (contact)
    await tx
      .updateTable('providers')
      .set({ contact_id: contact.id, email: contact.email })
      .where('id', '=', rootId)
      .where('contact_id', 'is', null)
      .execute();
  return ids;
}

/** Creates a member of staff, as contact person of the provider if they manage it. Part of the caller's transaction. */
export async function makeMember(
  tx: Tx,
  services: Services,
  { email, firstName, lastName, place, template, status }: HouseMember,
  { providerId, passwordHash }: { providerId: string; passwordHash: string },
): Promise<void> {
  const { id, role, job } = templates[template];
  const now = services.clock();
  const spec = { email, firstName, lastName, role, job, providerId, passwordHash };
  const { userId } = await makePerson(tx, services, spec);
  await tx
    .updateTable('users')
    .set({
      permission_role_id: id,
      phone: '0491 570 006',
      invite_date: now,
      invite_accepted_date: status === 'invited' ? null : now,
      ...(status && { status }),
      ...(status === 'invited' && { password_hash: null, email_verified_at: null }),
    })
    .where('id', '=', userId)
    .execute();
  if (place !== rootName && template !== 'view')
    await tx
      .updateTable('providers')
      .set({ contact_id: userId, email })
      .where('id', '=', providerId)
      .where('contact_id', 'is', null)
      .execute();
}
