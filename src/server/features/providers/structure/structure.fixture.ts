import { sql } from 'kysely';
import { AppError } from '../../../../domain/errors.ts';
import { contextFor, person, provider, type TestPerson } from '../../../../../testing/people.ts';
import { startServices, type TestServices } from '../../../../../testing/services.ts';

/** A tree of providers with staff and customers: Banksia > House > Ward, Lodge, and Acacia beside it. */
export type StructureTest = {
  test: TestServices;
  ids: Record<'banksia' | 'house' | 'ward' | 'lodge' | 'acacia', string>;
  who: Record<'admin' | 'tlc' | 'banksia' | 'house' | 'viewer' | 'acacia', TestPerson>;
};

export async function startStructure(): Promise<StructureTest> {
  const test = await startServices();
  const { services } = test;
  const banksia = await provider(services, 'Banksia Care');
  const house = await provider(services, 'Banksia House', banksia);
  const ward = await provider(services, 'North Ward', house);
  const lodge = await provider(services, 'Banksia Lodge', banksia);
  const acacia = await provider(services, 'Acacia Group');
  const staff = (role: 'provideradmin' | 'providerview', providerId: string) =>
    person(services, { role, providerId });
  return {
    test,
    ids: { banksia, house, ward, lodge, acacia },
    who: {
      admin: await person(services, { role: 'admin' }),
      tlc: await person(services, { role: 'tlcadmin' }),
      banksia: await staff('provideradmin', banksia),
      house: await staff('provideradmin', house),
      viewer: await staff('providerview', banksia),
      acacia: await staff('provideradmin', acacia),
    },
  };
}

export const as = ({ test, who }: StructureTest, name: keyof StructureTest['who']) =>
  contextFor(test.services, who[name].actor);

/** Returns the outcome of a call: `ok`, or the code of its refusal with the message. */
export const outcome = (call: Promise<unknown>): Promise<string> =>
  call.then(
    () => 'ok',
    (error: unknown) => {
      if (!(error instanceof AppError)) throw error;
      return [error.code, ...error.fields.map(({ field, message }) => `${field}: ${message}`)].join(' ');
    },
  );

export const versionOf = async ({ test }: Pick<StructureTest, 'test'>, id: string): Promise<number> => {
  const { version } = await test.services.db
    .selectFrom('providers')
    .select('version')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return version;
};

/**
 * Returns providers with an invalid place: a path that is not the parent's path plus the provider, a wrong root, an active
 * provider under an archived one, or more than seven levels.
 */
export async function brokenProviders({ test }: Pick<StructureTest, 'test'>): Promise<unknown[]> {
  const { rows } = await sql`
    select p.id, p.path, p.parent_id, parent.path as above from providers p
    left join providers parent on parent.id = p.parent_id
    where p.path <> coalesce(parent.path, '{}') || p.id
      or p.provider_root_id is distinct from p.path[1]
      or (parent.archived and not p.archived)
      or cardinality(p.path) > 7`.execute(test.services.db);
  return rows;
}
