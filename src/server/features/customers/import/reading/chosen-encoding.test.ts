import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startServices, type TestServices } from '../../../../../../testing/services.ts';
import type { ImportEncoding } from '../../../../../domain/customers/import/encodings.ts';
import { head, house, resultOf, send, system } from '../import.fixture.ts';
import { insertCustomerImport, startCustomerImport } from '../operations.ts';
import { runImport } from '../running/run-import.ts';

/** Returns a list of one resident, whose names are the given bytes. */
const listOfBytes = (line: string, last: readonly number[], first: readonly number[]) =>
  Buffer.concat([
    Buffer.from(`${line}\n`),
    Buffer.from(last),
    Buffer.from(','),
    Buffer.from(first),
    Buffer.from(',14/05/1943\n'),
  ]);

const heads = 'Surname,Given name,DOB';
const zoe = [0x5a, 0x6f, 0xeb];

describe('an encoding that staff choose', () => {
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

  const reader = async (bytes: Buffer) => {
    const file = await send(place.as, place.providerId, bytes);
    return (encoding?: ImportEncoding, columns = ['last_name', 'first_name', 'birth_date']) =>
      insertCustomerImport.call(place.as, {
        file,
        provider_id: place.providerId,
        ...(encoding && { form: { columns, century: 19, encoding } }),
      });
  };
  const names = async (id: string) => {
    await startCustomerImport.call(place.as, { id });
    await runImport(system(test.services), id);
    expect(await resultOf(place.as, id)).toMatchObject({ done: 1, failed: 0 });
    const rows = await test.services.db
      .selectFrom('users')
      .select(['last_name', 'first_name'])
      .where('permission_role_id', '=', 5)
      .execute();
    return rows.map(({ last_name, first_name }) => `${last_name} ${first_name}`);
  };

  it.each<[ImportEncoding, Buffer]>([
    ['gb18030', listOfBytes(heads, [0xcd, 0xf5], [0xd0, 0xa1, 0xc3, 0xf7])],
    ['big5', listOfBytes(heads, [0xa4, 0xfd], [0xa4, 0x70, 0xa9, 0xfa])],
  ])('changes the preview and is used by the import: %s [S-10]', async (encoding, bytes) => {
    const read = await reader(bytes);
    const guessed = await read();
    expect(guessed.found).toMatchObject({ encoding: 'windows-1252' });
    expect(guessed.found.accent).not.toContain('\u738B');
    const chosen = await read(encoding);
    expect(chosen.found).toMatchObject({ encoding, accent: '\u5C0F\u660E \u738B' });
    expect(await names(chosen.id)).toEqual(['\u738B \u5C0F\u660E']);
  });

  it('overrides the guess, also for the template [S-10]', async () => {
    const read = await reader(Buffer.from(`${head}\n\u00CAve,Lee,,,,,\n`));
    const chosen = await read('windows-1252', []);
    expect(chosen.found).toMatchObject({ encoding: 'windows-1252', is_template: true });
    expect(await names(chosen.id)).toEqual(['Lee \u00C3\u0160ve']);
  });

  it('that does not match the bytes results in lines to mend, and can be changed [S-10]', async () => {
    const read = await reader(listOfBytes(heads, [0x4c, 0x65, 0x65], zoe));
    const wrong = await read('utf-8');
    expect(wrong).toMatchObject({ fresh: 0, faulty: 1, found: { accent: 'Zo\uFFFD Lee' } });
    expect(wrong.preview[0]?.problems[0]).toMatchObject({ message: 'error.import.encoding' });
    const right = await read('windows-1252');
    expect(await names(right.id)).toEqual(['Lee Zo\u00EB']);
  });

  it('that makes the list unreadable is refused at the file, and the previous reading stays [S-10]', async () => {
    const read = await reader(listOfBytes(heads, [0x4c, 0x65, 0x65], zoe));
    const { id } = await read();
    await expect(read('utf-16be')).rejects.toMatchObject({
      code: 'invalid',
      fields: [{ field: 'file', message: 'error.import.header' }],
    });
    expect(await names(id)).toEqual(['Lee Zo\u00EB']);
  });
});
