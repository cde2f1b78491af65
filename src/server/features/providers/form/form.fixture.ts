import { afterAll, beforeAll } from 'vitest';
import { contextFor, person, provider, type TestPerson } from '../../../../../testing/people.ts';
import { startServices, type TestServices } from '../../../../../testing/services.ts';
import { AppError, type FieldError } from '../../../../domain/errors.ts';

/** Valid input for a provider. */
export const good = {
  name: 'Seagrass House',
  address: '12 Heath Street',
  state: 'VIC',
  postcode: '3280',
  location: 'Warrnambool',
  phone_number: '(03) 5550 0140',
  email: '',
  type: 'internal_provider',
  subscription_start_date: '2024-07-01',
};

/** Creates a tree with a root, a house in it and a ward in that; another tree; and staff. */
export async function makeTrees({ services }: Pick<TestServices, 'services'>) {
  const root = await provider(services, 'Banksia Care');
  const house = await provider(services, 'Banksia House', root);
  const ward = await provider(services, 'Banksia North', house);
  const elsewhere = await provider(services, 'Grevillea Lodge');
  const one = (role: 'provideradmin' | 'providerview' | 'user', providerId: string) =>
    person(services, { role, providerId });
  const who = {
    above: await one('provideradmin', root),
    head: await one('provideradmin', house),
    reader: await one('providerview', house),
    other: await one('provideradmin', elsewhere),
    customer: await one('user', house),
    stranger: await one('user', elsewhere),
    admin: await person(services, { role: 'admin' }),
    tlc: await person(services, { role: 'tlcadmin' }),
    sys: await person(services, { role: 'sysadmin' }),
  } satisfies Record<string, TestPerson>;
  return { root, house, ward, elsewhere, who };
}

/** Creates the trees in a database of their own, for all tests of a file. */
export function withTrees() {
  let test: TestServices;
  let trees: Awaited<ReturnType<typeof makeTrees>>;
  beforeAll(async () => {
    test = await startServices();
    trees = await makeTrees(test);
  });
  afterAll(() => test.close());
  return {
    services: () => test.services,
    trees: () => trees,
    as: (name: keyof typeof trees.who) => contextFor(test.services, trees.who[name].actor),
    findProvider: (id: string) =>
      test.services.db.selectFrom('providers').selectAll().where('id', '=', id).executeTakeFirstOrThrow(),
  };
}

/** Returns the code and the fields of a refusal; nothing when the call succeeded. */
export const refusalOf = (
  call: Promise<unknown>,
): Promise<{ code?: string; fields: Partial<FieldError>[] }> =>
  call.then(
    () => ({ fields: [] }),
    (error: unknown) => {
      if (!(error instanceof AppError)) throw error;
      const fields = error.fields.map(({ field, message }) => ({ field, message }));
      return { code: error.code, fields };
    },
  );
