import { person, provider, type TestPerson } from '../../../../testing/people.ts';
import { startHouse, type House } from '../customers/actions/customers.fixture.ts';
import { keepRecord, undoKeptRecord } from './keep-operations.ts';
import { compareRecords, getCustomerDuplicates } from './operations.ts';

type Details = Parameters<typeof person>[1];

/** An organisation with two houses, in which a person may have a record in each. `nurse` may only read. */
export type Records = {
  at: House;
  root: string;
  north: string;
  south: string;
  manager: TestPerson;
  nurse: TestPerson;
  /** Returns a birth date that no other test of the file has, as DD/MM/YYYY. */
  nextBirth: () => string;
  record: (providerId: string, more?: Details) => Promise<TestPerson>;
  /** Makes a record in the north and one in the south with the same name and birth date. */
  pairOf: (more?: Details) => Promise<readonly [TestPerson, TestPerson]>;
  seenBy: (who: TestPerson, one: TestPerson, other: TestPerson) => ReturnType<typeof compareRecords.call>;
  keep: (who: TestPerson, kept: TestPerson, archived: TestPerson) => ReturnType<typeof keepRecord.call>;
  undo: (who: TestPerson, archived: TestPerson) => ReturnType<typeof undoKeptRecord.call>;
  pageOf: (who: TestPerson, of: TestPerson) => ReturnType<typeof getCustomerDuplicates.call>;
};

export async function startRecords(): Promise<Records> {
  const at = await startHouse();
  const { services } = at.test;
  const root = await provider(services, 'Banksia Group');
  const north = await provider(services, 'Banksia North', root);
  const south = await provider(services, 'Banksia South', root);
  const manager = await at.staff('provideradmin', root);
  const nurse = await at.staff('providerview', root);
  let born = 1;
  const nextBirth = () => `${String((born++ % 27) + 1).padStart(2, '0')}/06/${1900 + born}`;
  const record: Records['record'] = (providerId, more = {}) =>
    person(services, { providerId, firstName: 'Margaret', lastName: 'Doyle', ...more });
  const seenBy: Records['seenBy'] = (who, one, other) =>
    compareRecords.call(at.as(who), { first_id: one.userId, second_id: other.userId });
  return {
    ...{ at, root, north, south, manager, nurse, nextBirth, record, seenBy },
    async pairOf(more = {}) {
      const dob = nextBirth();
      return [await record(north, { dob, ...more }), await record(south, { dob, ...more })];
    },
    keep: async (who, kept, archived) =>
      keepRecord.call(at.as(who), {
        ...{ kept_id: kept.userId, archived_id: archived.userId },
        seen: (await seenBy(who, kept, archived)).version,
      }),
    undo: (who, archived) => undoKeptRecord.call(at.as(who), { archived_id: archived.userId }),
    pageOf: (who, of) => getCustomerDuplicates.call(at.as(who), { id: of.userId }),
  };
}
