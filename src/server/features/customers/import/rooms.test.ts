import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startServices, type TestServices } from '../../../../../testing/services.ts';
import { decideCustomerImportLines } from './checking/line-operations.ts';
import { mendCustomerImportLine } from './checking/mend-operations.ts';
import { check, head, house, system } from './import.fixture.ts';
import { startCustomerImport } from './operations.ts';
import { runImport } from './running/run-import.ts';

describe('rooms in a list of customers', () => {
  let test: TestServices;
  let place: Awaited<ReturnType<typeof house>>;
  beforeAll(async () => {
    test = await startServices();
  });
  afterAll(() => test.close());
  beforeEach(async () => {
    await test.services.db.deleteFrom('users').where('permission_role_id', '=', 5).execute();
    place = await house(test.services);
  });

  const run = async (id: string) => {
    await startCustomerImport.call(place.as, { id, send_now: true });
    await runImport(system(test.services), id);
  };
  const rooms = async () => {
    const { db } = test.services;
    const people = await db
      .selectFrom('users')
      .select(['first_name', 'room'])
      .where('permission_role_id', '=', 5)
      .orderBy('first_name')
      .execute();
    return people.map(({ first_name, room }) => `${first_name}: ${room}`);
  };
  const inTemplate = (...lines: string[]) => [`${head},room`, ...lines, ''].join('\n');

  it('are added, found by the name of their column, and mended if they are too long [N-09]', async () => {
    const list =
      'Surname;Given;DOB;Room/Bed\nRoe;Cy;14/05/1943; 12B \nRoe;Di;14/05/1943;\nRoe;Ed;14/05/1943;';
    const checked = await check(place.as, place.providerId, `${list}${'x'.repeat(40)}\n`);
    expect(checked).toMatchObject({ fresh: 2, faulty: 1 });
    expect(checked.preview.map(({ cells }) => cells.room)).toEqual(['12B', '', 'x'.repeat(40)]);
    expect(checked.preview[2]?.problems).toEqual([{ field: 'room', message: 'error.customer.roomTooLong' }]);
    await mendCustomerImportLine.call(place.as, { id: checked.id, line: 4, cells: { room: '3' } });
    await run(checked.id);
    expect(await rooms()).toEqual(['Cy: 12B', 'Di: null', 'Ed: 3']);
  });

  it('are a column of the template, which lists of earlier templates do not have [N-09]', async () => {
    const { id } = await check(place.as, place.providerId, inTemplate('Ann,Lee,,14/05/1943,,,A-1,7'));
    await run(id);
    const old = await check(place.as, place.providerId, `${head}\nBo,Ray,,02/11/1939,,,B-1\n`);
    expect(old).toMatchObject({ fresh: 1, faulty: 0 });
    expect(await rooms()).toEqual(['Ann: 7']);
  });

  it('of existing customers are updated by the list, and kept where the list has none [N-09]', async () => {
    const first = await check(
      place.as,
      place.providerId,
      inTemplate('Ann,Lee,,14/05/1943,,,A-1,7', 'Bo,Ray,,02/11/1939,,,B-1,8'),
    );
    await run(first.id);
    const next = await check(
      place.as,
      place.providerId,
      inTemplate('Ann,Lee,,14/05/1943,,,A-1,9', 'Bo,Ray,,02/11/1939,,,B-1,'),
    );
    expect(next).toMatchObject({ doubtful: 2 });
    await decideCustomerImportLines.call(place.as, { id: next.id, decision: 'update', kind: 'customer_id' });
    await run(next.id);
    expect(await rooms()).toEqual(['Ann: 9', 'Bo: 8']);
  });
});
