import { contextFor, fullAnswers, person, provider, type TestPerson } from '../../../../testing/people.ts';
import type { TestServices } from '../../../../testing/services.ts';

/** Noon of 20 November 2026 in Melbourne. */
export const now = new Date('2026-11-20T01:00:00Z');

const plan = { status: 'complete', answers: fullAnswers() } as const;

/**
 * Creates Banksia House with a ward, and another house. Banksia has six customers: two with plans, of August and November, and one
 * draft; the ward has one with a plan. All were added on 1 June, the other house's one on 1 November.
 */
export async function reportHouses({ services }: TestServices) {
  services.clock = () => now;
  const house = await provider(services, 'Banksia House');
  const ward = await provider(services, 'Banksia North', house);
  const other = await provider(services, 'Grevillea Lodge');
  const set = (who: TestPerson, values: Record<string, unknown>) =>
    services.db.updateTable('users').set(values).where('id', '=', who.userId).execute();
  const add = async (providerId: string, firstName: string, added: string, signed: string | null) => {
    const at = services.clock;
    if (signed !== null) services.clock = () => new Date(signed);
    const who = await person(services, { providerId, firstName, ...(signed !== null && { plan }) });
    services.clock = at;
    await set(who, { created_at: new Date(added) });
    return who;
  };
  const june = '2026-06-01T02:00:00Z';
  const ann = await add(house, 'Ann', june, '2026-08-10T02:00:00Z');
  const customers = {
    ann,
    bob: await add(house, 'Bob', june, '2026-11-10T02:00:00Z'),
    cho: await add(house, 'Cho', june, null),
    dee: await add(house, 'Dee', june, null),
    eli: await add(house, 'Eli', june, null),
    flo: await add(house, 'Flo', june, null),
    gus: await add(ward, 'Gus', june, '2026-06-03T02:00:00Z'),
    hal: await add(other, 'Hal', '2026-11-01T02:00:00Z', null),
  };
  await services.db
    .updateTable('acps')
    .set({ version: 1 })
    .where('user_id', '=', customers.cho.userId)
    .execute();
  // The database notes the day by its own clock.
  await services.db
    .updateTable('customer_milestones')
    .set({ started_on: '2026-11-05' })
    .where('user_id', '=', customers.cho.userId)
    .execute();
  await set(customers.flo, { status: 'invited' });
  const staff: Record<string, TestPerson> = {};
  for (const [name, role, providerId] of [
    ['head', 'provideradmin', house],
    ['ward', 'provideradmin', ward],
    ['other', 'provideradmin', other],
    ['viewer', 'providerview', house],
    ['lost', 'provideradmin', undefined],
    ['admin', 'admin', undefined],
    ['tlc', 'tlcadmin', undefined],
  ] as const)
    staff[name] = await person(services, { role, ...(providerId && { providerId }) });
  /** The context of a staff member, with the given flags only. */
  const as = (who: string, flags?: Partial<TestPerson['actor']['flags']>) => {
    const { actor } = staff[who]!;
    const none = { can_manage_acp: false, can_manage_all: false, can_manage_user: false };
    return contextFor(services, flags ? { ...actor, flags: { ...none, ...flags } } : actor);
  };
  return { house, ward, other, customers, staff, as, set };
}

export type ReportHouses = Awaited<ReturnType<typeof reportHouses>>;
