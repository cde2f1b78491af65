import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { toPublicErrors } from '../../../graphql/errors.ts';
import { startHouse, type House } from './customers.fixture.ts';
import { deleteUser } from './removing/remove-operation.ts';
import { archiveCustomer } from './status-operations.ts';

let h: House;
beforeAll(async () => {
  h = await startHouse();
  // Raises a fault whose message quotes a value of the row, as database errors do.
  await h.test.pool.query(`
    create function fail_with_name() returns trigger language plpgsql as
      $$ begin raise exception 'The row of % is broken', old.email; end $$;
    create trigger fail_with_name before update of status, removal_requested_at or delete on users
      for each row execute function fail_with_name();
    alter table users disable trigger fail_with_name;`);
});
afterAll(() => h.close());

describe('a customer whose change fails', () => {
  it.each([
    ['archiving', (id: string) => archiveCustomer.call(h.as(h.admin), { user_id: id })],
    ['removing', (id: string) => deleteUser.call(h.as(h.admin), { id, type: 'delete' })],
  ])(
    'stays unchanged, and the fault of %s is only logged, without personal details [ERR-27]',
    async (_, change) => {
      const id = await h.customer();
      const before = (await h.stored(id)) as { email: string };
      await h.test.pool.query('alter table users enable trigger fail_with_name');
      const fault: unknown = await change(id).catch((error: unknown) => error);
      await h.test.pool.query('alter table users disable trigger fail_with_name');
      const logged: unknown[] = [];
      const publicErrors = toPublicErrors([fault], { error: (line) => void logged.push(line) }, 'request-1');
      expect(publicErrors.map(({ message, extensions }) => ({ message, ...extensions }))).toEqual([
        { message: 'general_error', code: 'general_error', requestId: 'request-1' },
      ]);
      expect(logged).toEqual([{ err: expect.objectContaining({ code: 'P0001' }) }]);
      expect(JSON.stringify([publicErrors, logged])).not.toContain(before.email);
      expect(await h.stored(id)).toEqual(before);
      const trail = await h.test.services.db
        .selectFrom('audit_log')
        .select('action')
        .where('chain', '=', id)
        .where('action', 'in', ['archiveCustomer', 'deleteUser'])
        .execute();
      expect(trail).toEqual([]);
    },
  );
});
