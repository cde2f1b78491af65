import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  fullAnswers,
  person,
  provider,
  signingAnswers,
  type TestPerson,
} from '../../../../testing/people.ts';
import { startApp, type TestApp } from '../../../../testing/start-app.ts';
import { placeholderEmail } from '../../../domain/customers/placeholder-email.ts';
import { visiting } from './impersonation.fixture.ts';

describe('starting a plan together with a customer without an address', () => {
  let app: TestApp;
  let actions: ReturnType<typeof visiting>;
  let staff: TestPerson;

  beforeAll(async () => {
    app = await startApp();
    actions = visiting(app, await provider(app.services));
    staff = await actions.newStaff();
  });
  beforeEach(() => app.services.db.deleteFrom('attempts').execute());
  afterAll(() => app.close());

  async function withoutAddress(more: Record<string, unknown> = {}) {
    const who = await actions.newCustomer();
    const email = placeholderEmail(who.userId);
    await actions.change(who.userId, { email, email_verified_at: null, password_hash: null, ...more });
    return who.userId;
  }
  const trailOf = (chain: string) =>
    app.services.db
      .selectFrom('audit_log')
      .select(['actor_id', 'details'])
      .where('chain', '=', chain)
      .where('action', '=', 'loginAsCustomer')
      .orderBy('seq', 'desc')
      .executeTakeFirst();

  it('requires her consent, which is recorded in the trail with both ids [S-44] [D-56]', async () => {
    const id = await withoutAddress();
    const client = await actions.browserOf(staff);
    for (const agreed of [undefined, false, 'true'])
      expect((await actions.enter(client, id, { agreed })).body.error).toBe('requiredEmailConfirmation');
    expect(await actions.visitOf(id)).toBeUndefined();
    const { status, body } = await actions.enter(client, id, { agreed: true });
    expect([status, body.acting.customer_id]).toEqual([200, id]);
    expect(await trailOf(id)).toEqual({
      actor_id: staff.userId,
      details: { visit: expect.any(String), consent_of: id, consent_to: staff.userId },
    });
  });

  it('saves her answers, and signs nothing [S-44] [D-56]', async () => {
    const id = await withoutAddress();
    const client = await actions.browserOf(staff);
    await actions.enter(client, id, { agreed: true });
    const acp = await app.services.db
      .selectFrom('acps')
      .select(['id', 'version'])
      .where('user_id', '=', id)
      .executeTakeFirstOrThrow();
    const save = (answers: object, status: string, version: number) =>
      client.graphql(
        `mutation save($id: ID!, $answers: JSON!, $version: Int!) {
          updateAnswers(id: $id, answers: $answers, status: ${status}, version: $version) { returning { version } } }`,
        { id: acp.id, answers, version },
      );
    expect((await save(fullAnswers(), 'draft', acp.version)).errors).toBeUndefined();
    const signing = await signingAnswers('Margaret Doyle', 1);
    const { errors } = await save(signing, 'complete', acp.version + 1);
    expect(errors?.[0].extensions.code).toBe('forbidden');
    const after = await app.services.db
      .selectFrom('acps')
      .select(['version', 'plan_version', 'status'])
      .where('user_id', '=', id)
      .executeTakeFirstOrThrow();
    expect(after).toEqual({ version: acp.version + 1, plan_version: 0, status: 'draft' });
  });

  it('is refused for suspended and archived customers, and to staff without access to the account [S-44]', async () => {
    const client = await actions.browserOf(staff);
    for (const status of ['suspended', 'archived']) {
      const answer = await actions.enter(client, await withoutAddress({ status }), { agreed: true });
      expect(answer.body.error).toBe('requiredAuthorization');
    }
    const invited = await actions.newCustomer({ status: 'invited', email_verified_at: null });
    expect((await actions.enter(client, invited.userId, { agreed: true })).body.error).toBe(
      'requiredEmailConfirmation',
    );
    const viewer = await person(app.services, { role: 'providerview', providerId: staff.actor.providerId! });
    const byViewer = await actions.browserOf(viewer);
    expect((await actions.enter(byViewer, await withoutAddress(), { agreed: true })).body.error).toBe(
      'requiredAuthorization',
    );
  });
});
