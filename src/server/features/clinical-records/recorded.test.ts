import type { Bundle } from 'fhir/r4';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { TestClient } from '../../../../testing/client.ts';
import { insertFile } from '../../../../testing/customer-files.ts';
import { person, provider } from '../../../../testing/people.ts';
import { startApp, type TestApp } from '../../../../testing/start-app.ts';
import { clinicalClient } from '../clinical-access/clinical.fixture.ts';
import { changePlan, fhirOf, reading, resident } from './records.fixture.ts';

describe('readings of a clinical system', () => {
  let app: TestApp;
  let root: string;
  let house: string;
  beforeAll(async () => {
    app = await startApp();
    root = await provider(app.services, 'Banksia Group');
    house = await provider(app.services, 'Banksia House', root);
  });
  afterAll(() => app.close());

  const rowsOf = async (query: string, ...values: unknown[]) =>
    (await app.application.pool.query(query, values)).rows as Record<string, unknown>[];

  const trailOf = (userId: string) =>
    rowsOf(
      `select action, actor_id, details from audit_log where chain = $1 and actor_kind = 'clinicalSystem' order by seq`,
      userId,
    );

  const activitiesOf = (userId: string) =>
    rowsOf(
      `select actor_id, metadata from recent_activities where user_id = $1 and template = 'PLAN_READ_BY_SYSTEM' order by created_at`,
      userId,
    );

  async function signedIn({ email, password }: { email: string; password: string }) {
    const client = new TestClient(app.url);
    await client.signIn(email, password);
    return client;
  }

  it('are each in the trail of the person, also those that found nothing new [D-17, X-06]', async () => {
    const who = await resident(app, house);
    const { id } = await insertFile(app.services, who.userId);
    const { clientId, token } = await clinicalClient(app, root);
    const read = reading(app, token);
    const first = await read(`Bundle/${who.userId}.1`);
    const tag = first.headers.get('etag') ?? '';
    expect((await read(`Bundle/${who.userId}.1`, { 'if-none-match': tag })).status).toBe(304);
    for (const address of [
      `Patient/${who.userId}`,
      `Composition/${who.userId}.1`,
      `Binary/${who.userId}.1`,
      `DocumentReference/${who.userId}.1`,
      `DocumentReference?patient=${who.userId}`,
      `Consent?patient=${who.userId}`,
      `Consent/${id}`,
    ])
      expect([address, (await read(address)).status]).toEqual([address, 200]);
    expect((await read(`Bundle/${who.userId}.1`, {}, 'HEAD')).status).toBe(200);
    const bundle = { action: 'readClinicalPlan', details: { plan_version: 1, as: 'Bundle' } };
    const trail = [
      ...[bundle, bundle],
      { action: 'readClinicalPatient', details: {} },
      { action: 'readClinicalPlan', details: { plan_version: 1, as: 'Composition' } },
      { action: 'readClinicalPlan', details: { plan_version: 1, as: 'Binary' } },
      { action: 'readClinicalDocument', details: { plan_version: 1 } },
      { action: 'readClinicalDocuments', details: { plan: true } },
      { action: 'readClinicalConsents', details: { plan: true } },
      { action: 'readClinicalConsent', details: { file_id: id } },
      bundle,
    ];
    expect(await trailOf(who.userId)).toEqual(trail.map((entry) => ({ ...entry, actor_id: clientId })));
  });

  it('are one activity a day for each system and person, with the names of system and provider [D-17, X-06]', async () => {
    const who = await resident(app, house);
    const { clientId, token } = await clinicalClient(app, root);
    const read = reading(app, token);
    await Promise.all(
      ['Bundle', 'Composition', 'Binary', 'DocumentReference'].map((type) => read(`${type}/${who.userId}.1`)),
    );
    const facts = { client: clientId, system: 'Ward software', organisation: 'Banksia Group' };
    expect(await activitiesOf(who.userId)).toEqual([{ actor_id: null, metadata: facts }]);
    await reading(app, (await clinicalClient(app, house)).token)(`Bundle/${who.userId}.1`);
    expect(await activitiesOf(who.userId)).toHaveLength(2);
    app.advance(24 * 3_600_000);
    await app.services.db
      .updateTable('clinical_tokens')
      .set({ expires_at: new Date(app.services.clock().getTime() + 60_000) })
      .where('client_id', '=', clientId)
      .execute();
    for (let again = 0; again < 2; again += 1)
      expect((await read(`Composition/${who.userId}.1`)).status).toBe(200);
    expect(await activitiesOf(who.userId)).toHaveLength(3);
  });

  it('are one line a day in the list of who opened the plan, for the person and for staff [D-17, X-06]', async () => {
    const who = await resident(app, house);
    const { token } = await clinicalClient(app, root);
    for (const type of ['DocumentReference', 'Bundle', 'Binary'])
      await reading(app, token)(`${type}/${who.userId}.1`);
    const owner = await signedIn(who);
    const { data } = await owner.graphql(`{ planOpenings { count data { kind name provider receiver } } }`);
    const line = { kind: 'system', name: 'Ward software', provider: 'Banksia Group', receiver: null };
    expect(data).toEqual({ planOpenings: { count: 1, data: [line] } });
    const staff = await signedIn(await person(app.services, { role: 'provideradmin', providerId: house }));
    const page = await staff.graphql(
      'query ($id: ID!) { getCustomer(id: $id) { openings { data { kind name provider } } } }',
      { id: who.userId },
    );
    expect(page.data).toMatchObject({
      getCustomer: {
        openings: { data: [{ kind: 'system', name: 'Ward software', provider: 'Banksia Group' }] },
      },
    });
  });

  it('are in the report of who opened which plan, with the system in the place of a person [GAP-114, X-06]', async () => {
    const who = await resident(app, house);
    const { token } = await clinicalClient(app, root);
    for (const type of ['Composition', 'Binary']) await reading(app, token)(`${type}/${who.userId}.1`);
    await reading(app, token)(`Patient/${who.userId}`);
    const staff = await signedIn(await person(app.services, { role: 'admin' }));
    const { data } = await staff.graphql(
      'query ($id: String) { getAuditReport(user_id: $id) { data { event by person organisation plan_version } } }',
      { id: who.userId },
    );
    const { data: entries } = (data as { getAuditReport: { data: { by: string }[] } }).getAuditReport;
    const facts = { by: 'clinical', person: 'Ward software', organisation: 'Banksia Group', plan_version: 1 };
    expect(entries.filter(({ by }) => by === 'clinical')).toEqual([
      { ...facts, event: 'pdfDownloaded' },
      { ...facts, event: 'planOpened' },
    ]);
  });

  it('are no reading of a plan where there is none, and searches of the whole tree are lists [X-06]', async () => {
    const draft = await resident(app, house, { plan: { status: 'draft', answers: {} } });
    const { token } = await clinicalClient(app, root);
    const read = reading(app, token);
    for (const address of ['DocumentReference', 'Consent'])
      expect((await read(`${address}?patient=${draft.userId}`)).status).toBe(200);
    expect((await fhirOf<Bundle>(read('DocumentReference'))).type).toBe('searchset');
    expect(await activitiesOf(draft.userId)).toEqual([]);
    const owner = await signedIn(draft);
    const { data } = await owner.graphql('{ planOpenings { count } }');
    expect(data).toEqual({ planOpenings: { count: 0 } });
    expect((await trailOf(draft.userId)).map(({ details }) => details)).toEqual([
      { plan: false },
      { plan: false },
    ]);
    const [search] = await rowsOf(
      `select details from audit_log where chain = 'platform' and action = 'findClinicalDocuments' order by seq desc limit 1`,
    );
    expect(search?.['details']).toEqual({ found: expect.any(Number) });
  });

  it('send no mail [X-06]', async () => {
    const who = await resident(app, house);
    const { token } = await clinicalClient(app, root);
    const mails = () => rowsOf('select subject from mail_outbox where to_address = $1', who.email);
    await vi.waitFor(async () => expect((await mails()).length).toBeGreaterThan(0));
    const before = (await mails()).length;
    await reading(app, token)(`Bundle/${who.userId}.1`);
    const waiting = await rowsOf(`select type from outbox where payload->>'user_id' = $1`, who.userId);
    expect(waiting).toEqual([]);
    expect(await mails()).toHaveLength(before);
  });

  it('of a version are of that version, also while another one replaces it [X-06]', async () => {
    const who = await resident(app, house);
    const { token } = await clinicalClient(app, root);
    const read = reading(app, token);
    const [responses] = await Promise.all([
      Promise.all(Array.from({ length: 4 }, () => read(`Bundle/${who.userId}.1`))),
      changePlan(app, who, 'Replaced while it was read.'),
    ]);
    for (const response of responses) {
      const bundle = await fhirOf<Bundle>(response);
      expect(bundle.id).toBe(`${who.userId}.1`);
      expect(JSON.stringify(bundle)).not.toContain('Replaced while it was read.');
    }
  });
});
