import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  contextFor,
  fullAnswers,
  person,
  provider,
  type TestPerson,
} from '../../../../../../testing/people.ts';
import { startApp, type TestApp } from '../../../../../../testing/start-app.ts';
import { visiting } from '../../../impersonation/impersonation.fixture.ts';
import { livingSessions } from '../../../sessions/current-session.ts';
import { moveCustomers, undoCustomerMove } from './move-operations.ts';

describe('a move while staff are in the account', () => {
  let app: TestApp;
  let [banksia, correa] = ['', ''];
  let [head, editor]: TestPerson[] = [];
  let actions: ReturnType<typeof visiting>;

  beforeAll(async () => {
    app = await startApp();
    const root = await provider(app.services, 'Coast Care');
    banksia = await provider(app.services, 'Banksia House', root);
    correa = await provider(app.services, 'Correa Lodge', root);
    actions = visiting(app, banksia);
    head = await person(app.services, { role: 'provideradmin', providerId: root });
    editor = await actions.newStaff();
  });
  afterAll(() => app.close());
  beforeEach(() => app.services.db.deleteFrom('attempts').execute());

  const sessionOf = async (customerId: string) =>
    (
      await app.services.db
        .selectFrom('sessions')
        .select('id')
        .where('user_id', '=', customerId)
        .where('acting_staff_id', 'is not', null)
        .executeTakeFirstOrThrow()
    ).id;

  it('ends the visit of staff of the earlier house at once and permanently, but not the customer’s own session [S-46] [D-63] [D-14]', async () => {
    const plan = { status: 'complete', answers: fullAnswers() } as const;
    const customer = await person(app.services, { providerId: banksia, plan });
    const own = await actions.browserOf(customer);
    const inside = await actions.browserOf(editor!);
    expect((await actions.enter(inside, customer.userId)).status).toBe(200);
    const session = await sessionOf(customer.userId);
    const byHead = contextFor(app.services, head!.actor);
    const { id } = await moveCustomers.call(byHead, { ids: [customer.userId], provider_id: correa });
    expect(await actions.whoIs(inside)).toBeNull();
    const plans = '{ getActiveAcps(id: "' + customer.acpId + '") { id } }';
    expect((await inside.graphql(plans)).errors?.[0].extensions.code).toBe('unauthenticated');
    expect((await livingSessions(app.services, [session])).size).toBe(0);
    expect((await actions.visitOf(customer.userId))!.ended_at).not.toBeNull();
    expect((await actions.whoIs(own)).id).toBe(customer.userId);
    // The ended visit leads back to the staff member's own account.
    await undoCustomerMove.call(byHead, { id });
    expect(await actions.whoIs(inside)).toBeNull();
    expect((await actions.goBack(inside)).body).toMatchObject({ ok: true, user: { id: editor!.userId } });
    expect((await actions.enter(inside, customer.userId)).status).toBe(200);
  });

  it('keeps the visit of staff who manage both houses', async () => {
    const customer = await actions.newCustomer();
    const inside = await actions.browserOf(head!);
    expect((await actions.enter(inside, customer.userId)).status).toBe(200);
    const byHead = contextFor(app.services, head!.actor);
    await moveCustomers.call(byHead, { ids: [customer.userId], provider_id: correa });
    expect((await actions.whoIs(inside)).id).toBe(customer.userId);
  });
});
