import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TestClient } from '../../../../testing/client.ts';
import { fullAnswers, person, signingAnswers, type TestPerson } from '../../../../testing/people.ts';
import { startApp, type TestApp } from '../../../../testing/start-app.ts';
import { verifyAudit } from '../../audit.ts';

const readPlan = `query getActiveAcps($id: ID!) {
  getActiveAcps(id: $id) { id status version plan_version answers type locked completed_at created_at share_date }
}`;
const save = `mutation updateAnswers($id: ID!, $answers: JSON!, $status: AcpStatus!, $version: Int!, $step: String, $type: AcpType, $completed_at: DateTime, $key: String) {
  updateAnswers(id: $id, answers: $answers, status: $status, version: $version, step: $step, type: $type, completed_at: $completed_at, idempotency_key: $key) {
    returning { id status version plan_version answers completed_at created_at share_date }
  }
}`;

const step1 = { firstName: 'Ann', lastName: 'Lee', hasHelp: 'No' };

describe('plans over the API', () => {
  let app: TestApp;

  beforeAll(async () => {
    app = await startApp();
  });
  afterAll(() => app.close());

  async function signedIn(
    spec?: Parameters<typeof person>[1],
  ): Promise<{ who: TestPerson; client: TestClient }> {
    const who = await person(app.services, spec);
    const client = new TestClient(app.url);
    await client.signIn(who.email, who.password);
    return { who, client };
  }

  const complete = { plan: { status: 'complete' as const, answers: fullAnswers() } };

  async function planOf(client: TestClient, id: string) {
    const { data } = await client.graphql(readPlan, { id });
    return data.getActiveAcps[0];
  }

  it('stores a step of a draft, answers with the saved answers, and reads them back [QGEN-06, QGEN-07, API-01, API-04, API-07, ENT-01]', async () => {
    const { who, client } = await signedIn();
    const { data, errors } = await client.graphql(save, {
      id: who.acpId,
      answers: step1,
      status: 'draft',
      version: 0,
      step: 'step1',
    });
    expect(errors).toBeUndefined();
    expect(data.updateAnswers.returning[0]).toMatchObject({ status: 'draft', version: 1, answers: step1 });
    expect(Date.parse(data.updateAnswers.returning[0].completed_at)).not.toBeNaN();
    expect((await planOf(client, who.acpId)).answers).toEqual(step1);
  });

  it('keeps the answers of other steps, takes away what is null, and clears what no longer applies [QSTEP1-09]', async () => {
    const { who, client } = await signedIn();
    const first = { firstName: 'Ann', lastName: 'Lee', hasHelp: 'Yes', helperName: 'Bo Lin' };
    await client.graphql(save, { id: who.acpId, answers: first, status: 'draft', version: 0 });
    await client.graphql(save, { id: who.acpId, answers: { postcode: '3000' }, status: 'draft', version: 1 });
    const { data } = await client.graphql(save, {
      id: who.acpId,
      answers: { hasHelp: 'No', lastName: null },
      status: 'draft',
      version: 2,
    });
    expect(data.updateAnswers.returning[0].answers).toEqual({
      firstName: 'Ann',
      hasHelp: 'No',
      postcode: '3000',
    });
  });

  it.each([
    [
      'a first name with a digit',
      'step1',
      { ...step1, firstName: 'Ann3' },
      'firstName',
      'firstName.error.letters',
    ],
    [
      'no answer to "is someone helping"',
      'step1',
      { firstName: 'Ann', lastName: 'Lee' },
      'hasHelp',
      'hasHelp.error.required',
    ],
    [
      'a birth date in the future',
      'step2',
      { dob: '01/01/2090', gender: 'Male', postcode: '3000' },
      'dob',
      'dob.error.future',
    ],
    [
      'a postcode of three digits',
      'step2',
      { dob: '01/01/1950', gender: 'Male', postcode: '300' },
      'postcode',
      'postcode.error.length',
    ],
    ['an empty list', 'step3', { minimumQolList: [] }, 'minimumQolList', 'minimumQolList.error.required'],
    ['an option that is not one', 'step5', { cprStopBreathing: 'perhaps' }, 'cprStopBreathing', null],
  ] as const)(
    'refuses %s at its field, whatever the browser let through',
    async (_, step, answers, field, message) => {
      const { who, client } = await signedIn();
      const { errors } = await client.graphql(save, {
        id: who.acpId,
        answers,
        status: 'draft',
        version: 0,
        step,
      });
      expect(errors?.[0].extensions.code).toBe('invalid');
      const found = errors?.[0].extensions.fields.find((each: { field: string }) => each.field === field);
      expect(found).toBeDefined();
      if (message) expect(found.message).toBe(message);
      expect((await planOf(client, who.acpId)).version).toBe(0);
    },
  );

  it('takes no key that is not an answer: no status, role or date rides along', async () => {
    const { who, client } = await signedIn();
    const { errors } = await client.graphql(save, {
      id: who.acpId,
      answers: { completed_at: '2020-01-01', role: 'admin' },
      status: 'draft',
      version: 0,
    });
    expect(errors?.[0].extensions.code).toBe('invalid');
  });

  it('does not take a completed_at from the caller [QGEN-07]', async () => {
    const { who, client } = await signedIn();
    const { data } = await client.graphql(save, {
      id: who.acpId,
      answers: step1,
      status: 'draft',
      version: 0,
      completed_at: '2001-01-01T00:00:00.000Z',
    });
    expect(new Date(data.updateAnswers.returning[0].completed_at).getFullYear()).toBeGreaterThan(2020);
  });

  it('does not sign a plan that lacks answers', async () => {
    const { who, client } = await signedIn();
    const { errors } = await client.graphql(save, {
      id: who.acpId,
      answers: step1,
      status: 'complete',
      version: 0,
      step: 'step1',
    });
    expect(errors?.[0].extensions.code).toBe('invalid');
    expect((await planOf(client, who.acpId)).status).toBe('draft');
  });

  it('signs at step9, keeps completed_at afterwards, and counts versions of the signed plan [QSTEP9-16, QSTEP9-17, QSTEP9-18, PROD-03, PROD-04, ENT-03]', async () => {
    const { who, client } = await signedIn();
    const answers = { ...fullAnswers(), ...(await signingAnswers('Margaret Doyle', 1)) };
    const signed = await client.graphql(save, {
      id: who.acpId,
      answers,
      status: 'complete',
      version: 0,
      step: 'step9',
    });
    expect(signed.errors).toBeUndefined();
    const first = signed.data.updateAnswers.returning[0];
    expect(first).toMatchObject({ status: 'complete', plan_version: 1 });
    app.advance(60_000);
    const again = await client.graphql(save, {
      id: who.acpId,
      answers: { explanations: 'One more thing.' },
      status: 'complete',
      version: 1,
      step: 'step7',
    });
    expect(again.data.updateAnswers.returning[0]).toMatchObject({
      status: 'complete',
      plan_version: 2,
      completed_at: first.completed_at,
    });
  });

  it('keeps the signed state before a change as a revision, readable by its owner only [QEDIT-09, API-62]', async () => {
    const { who, client } = await signedIn(complete);
    const before = await planOf(client, who.acpId);
    const changed = await client.graphql(save, {
      id: who.acpId,
      answers: { explanations: 'New words.' },
      status: 'complete',
      version: before.version,
      type: 'revision',
    });
    expect(changed.data.updateAnswers.returning[0].created_at).toBe(before.created_at);
    const revisions = `query getRevisionAcps($user_id: ID!) { getRevisionAcps(user_id: $user_id) { type plan_version answers } }`;
    const { data } = await client.graphql(revisions, { user_id: who.userId });
    expect(data.getRevisionAcps).toHaveLength(1);
    expect(data.getRevisionAcps[0]).toMatchObject({
      type: 'revision',
      plan_version: 1,
      answers: { explanations: before.answers.explanations },
    });
    const stranger = await signedIn();
    const refused = await stranger.client.graphql(revisions, { user_id: who.userId });
    expect(refused.errors?.[0].extensions.code).toBe('not-found');
  });

  it('answers a stale save with conflict and both texts, and loses neither [fault 7]', async () => {
    const { who, client } = await signedIn();
    await client.graphql(save, {
      id: who.acpId,
      answers: { explanations: 'From the first tab' },
      status: 'draft',
      version: 0,
    });
    const { errors } = await client.graphql(save, {
      id: who.acpId,
      answers: { explanations: 'From the second tab' },
      status: 'draft',
      version: 0,
    });
    expect(errors?.[0].extensions).toMatchObject({
      code: 'conflict',
      details: { version: 1, answers: { explanations: 'From the first tab' } },
    });
    expect((await planOf(client, who.acpId)).answers.explanations).toBe('From the first tab');
  });

  it('has one effect and one answer for the same key fifty times at once [fault 5]', async () => {
    const { who, client } = await signedIn();
    const call = {
      id: who.acpId,
      answers: step1,
      status: 'draft',
      version: 0,
      step: 'step1',
      key: 'double-click-1',
    };
    const results = await Promise.all(Array.from({ length: 50 }, () => client.graphql(save, call)));
    const answers = new Set(results.map(({ data }) => JSON.stringify(data?.updateAnswers)));
    expect(results.every(({ errors }) => errors === undefined)).toBe(true);
    expect(answers.size).toBe(1);
    expect((await planOf(client, who.acpId)).version).toBe(1);
  });

  it('refuses a key that was used for other input [fault 6]', async () => {
    const { who, client } = await signedIn();
    const call = { id: who.acpId, status: 'draft', version: 0, key: 'same-key-other-body' };
    await client.graphql(save, { ...call, answers: step1 });
    const { errors } = await client.graphql(save, { ...call, answers: { ...step1, firstName: 'Bo' } });
    expect(errors?.[0].extensions.code).toBe('idempotency-mismatch');
  });

  it('lets exactly one of many different saves on one version win', async () => {
    const { who, client } = await signedIn();
    const saves = Array.from({ length: 12 }, (_, n) =>
      client.graphql(save, {
        id: who.acpId,
        answers: { explanations: `Save ${n}` },
        status: 'draft',
        version: 0,
      }),
    );
    const results = await Promise.all(saves);
    expect(results.filter(({ errors }) => !errors)).toHaveLength(1);
    expect(results.filter(({ errors }) => errors?.[0].extensions.code === 'conflict')).toHaveLength(11);
  });

  it('refuses to change a locked plan, and says so', async () => {
    const { who, client } = await signedIn();
    await app.services.db.updateTable('acps').set({ locked: true }).where('id', '=', who.acpId).execute();
    const { errors } = await client.graphql(save, {
      id: who.acpId,
      answers: step1,
      status: 'draft',
      version: 0,
    });
    expect(errors?.[0].extensions.code).toBe('locked');
  });

  it("shows another person's plan in no way: read, list, save or PDF look as if it were not there", async () => {
    const { who } = await signedIn(complete);
    const { client } = await signedIn();
    const read = await client.graphql(readPlan, { id: who.acpId });
    const list = await client.graphql(
      `query getActiveAcpsByUserId($id: ID!) { getActiveAcpsByUserId(user_id: $id) { id } }`,
      { id: who.userId },
    );
    const saved = await client.graphql(save, { id: who.acpId, answers: step1, status: 'draft', version: 1 });
    for (const { errors, data } of [read, list, saved]) {
      expect(errors?.[0].extensions.code).toBe('not-found');
      expect(data).toBeNull();
    }
    expect((await client.fetch('/api/acp/plan.pdf')).status).toBe(404);
  });

  it("reads one's plan by one's own id, with the account facts that go with it [API-22, ENT-02, ENT-08]", async () => {
    const { who, client } = await signedIn(complete);
    const query = `query getActiveAcpsByUserId($id: ID!) {
      getActiveAcpsByUserId(user_id: $id) {
        id status user { provider subscription_id stripe_price_id stripe_promotion_id first_name last_name dob pin share_id health_record_confirm_date }
      }
    }`;
    const { data } = await client.graphql(query, { id: who.userId });
    expect(data.getActiveAcpsByUserId).toHaveLength(1);
    expect(data.getActiveAcpsByUserId[0]).toMatchObject({
      id: who.acpId,
      status: 'complete',
      user: {
        subscription_id: null,
        stripe_price_id: null,
        first_name: 'Margaret',
        pin: who.pin,
        share_id: who.shareId,
      },
    });
  });

  it('gives a visitor nothing', async () => {
    const { who } = await signedIn(complete);
    const visitor = new TestClient(app.url);
    const { errors } = await visitor.graphql(readPlan, { id: who.acpId });
    expect(errors?.[0].extensions.code).toBe('unauthenticated');
    expect((await visitor.fetch('/api/acp/plan.pdf')).status).toBe(401);
  });

  it('keeps the trail whole, and finds a row that somebody changed [security 38]', async () => {
    await signedIn(complete);
    const { db, secrets } = app.services;
    expect((await verifyAudit(db, secrets)).faults).toEqual([]);
    const { sql } = await import('kysely');
    await sql`alter table audit_log disable trigger audit_log_no_change`.execute(db);
    const [row] = await db
      .selectFrom('audit_log')
      .selectAll()
      .where('action', '=', 'updateAnswers')
      .limit(1)
      .execute();
    await db
      .updateTable('audit_log')
      .set({ details: JSON.stringify({ step: 'other' }) })
      .where('chain', '=', row!.chain)
      .where('seq', '=', row!.seq)
      .execute();
    expect((await verifyAudit(db, secrets)).faults).toEqual([{ chain: row!.chain, seq: row!.seq }]);
    await db
      .updateTable('audit_log')
      .set({ details: JSON.stringify(row!.details) })
      .where('chain', '=', row!.chain)
      .where('seq', '=', row!.seq)
      .execute();
    expect((await verifyAudit(db, secrets)).faults).toEqual([]);
    await sql`alter table audit_log enable trigger audit_log_no_change`.execute(db);
    await expect(db.deleteFrom('audit_log').execute()).rejects.toThrow(/append-only/);
  });

  it('stores no answer, PIN or signature in clear [security 36]', async () => {
    const { who, client } = await signedIn();
    await client.graphql(save, {
      id: who.acpId,
      answers: { explanations: 'A sentence nobody else may read' },
      status: 'draft',
      version: 0,
      key: 'sealed-answer-1',
    });
    const { sql } = await import('kysely');
    const tables = await sql<{
      name: string;
    }>`select tablename as name from pg_tables where schemaname = 'public'`.execute(app.services.db);
    for (const { name } of tables.rows) {
      const { rows } = await sql<{ row: string }>`select t::text as row from ${sql.table(name)} t`.execute(
        app.services.db,
      );
      const text = rows.map((each) => each.row).join('\n');
      expect(text).not.toContain('A sentence nobody else may read');
      expect(text).not.toContain(Buffer.from('A sentence nobody else may read').toString('hex'));
    }
  });
});
