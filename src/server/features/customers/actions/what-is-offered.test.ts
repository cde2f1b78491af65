import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { actionRows, type ActionRow } from '../../../../domain/customers/actions/customer-actions.fixture.ts';
import { designateEmail } from './inviting/designate-operation.ts';
import { cancelInvite, resetCustomer, sendReminder } from './inviting/invitation-operations.ts';
import { deleteUser } from './removing/remove-operation.ts';
import {
  archiveCustomer,
  unarchiveCustomer,
  updateCustomerId,
  updateUserStatus,
} from './status-operations.ts';
import { outcomeOf, startHouse, type House } from './customers.fixture.ts';

type Context = ReturnType<House['as']>;

/** Calls of each action's operation. */
const calls: Record<string, (context: Context, id: string) => Promise<unknown>> = {
  suspend: (context, id) => updateUserStatus.call(context, { id, status: 'suspended' }),
  unsuspend: (context, id) => updateUserStatus.call(context, { id, status: 'active' }),
  archive: (context, id) => archiveCustomer.call(context, { user_id: id }),
  unarchive: (context, id) => unarchiveCustomer.call(context, { user_id: id }),
  remove: (context, id) => deleteUser.call(context, { id, type: 'delete' }),
  reminder: (context, id) => sendReminder.call(context, { id }),
  cancelInvitation: (context, id) => cancelInvite.call(context, { id }),
  reset: (context, id) => resetCustomer.call(context, { id }),
  addEmail: (context, userId) =>
    designateEmail.call(context, { userId, emailOf: 'mySelf', email: `${randomUUID()}@test.example` }),
  designateEmail: (context, userId) =>
    designateEmail.call(context, { userId, emailOf: 'mySelf', email: `${randomUUID()}@test.example` }),
  editId: (context, id) => updateCustomerId.call(context, { id, customer_id: randomUUID() }),
};

const kindOf = {
  'an own address': 'own',
  'an address that staff named': 'named',
  'no address': 'none',
} as const;

/**
 * Returns whether an operation accepts an action. Beyond the menu they accept removing by the icon (CACT-11), and an address for
 * an account on its page (GAP-79).
 */
function isTaken({ menu, status }: ActionRow, action: string): boolean {
  if (action === 'remove') return true;
  if (action === 'designateEmail' || action === 'addEmail')
    return status === 'active' || menu.includes('designateEmail') || menu.includes('editEmail');
  return (menu as string[]).includes(action);
}

describe('the server', () => {
  let it_: House;
  beforeAll(async () => {
    it_ = await startHouse();
  });
  afterAll(() => it_.close());

  it.each(actionRows)(
    'accepts and refuses what the table says, whatever a page shows: $side, $status, $email [CACT-03] [CACT-04] [CACT-05] [CACT-06] [CACT-07] [CACT-08] [CACT-09] [CACT-11] [CACT-12] [CACT-13]',
    async (row) => {
      const { services } = it_.test;
      const found: Record<string, string> = {};
      const expected: Record<string, string> = {};
      for (const [action, call] of Object.entries(calls)) {
        await services.db.deleteFrom('attempts').execute();
        const id = await it_.customer({ status: row.status, email: kindOf[row.email] });
        const before = await it_.stored(id);
        const context = it_.as(row.side === 'platform' ? it_.admin : it_.editor);
        const outcome = await outcomeOf(call(context, id));
        found[action] = outcome.replace(/:.*/, '');
        const isForPlatform = action === 'archive' || action === 'unarchive';
        const refusal = isForPlatform && row.side === 'provider' ? 'forbidden' : 'conflict';
        expected[action] = isTaken(row, action) ? 'done' : refusal;
        if (outcome !== 'done') expect([action, await it_.stored(id)]).toEqual([action, before]);
      }
      expect(found).toEqual(expected);
    },
  );

  it.each(['invited', 'active', 'suspended', 'archived'] as const)(
    'removes no customer of another system, and names that system: %s [CACT-17] [GAP-82]',
    async (status) => {
      for (const who of [it_.admin, it_.editor]) {
        const id = await it_.customer({ status, integrations: [{ type: 'BestMed' }] });
        expect(await outcomeOf(deleteUser.call(it_.as(who), { id, type: 'delete' }))).toBe(
          'conflict: error.customerLinkedExternal',
        );
        expect(await it_.stored(id)).toMatchObject({ status });
      }
    },
  );
});
