import type { Bundle, DocumentReference, Patient, QuestionnaireResponse } from 'fhir/r4';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TestClient } from '../../../../../testing/client.ts';
import { contextFor, fullAnswers, fullAnswersZh, person, provider } from '../../../../../testing/people.ts';
import { startApp, type TestApp } from '../../../../../testing/start-app.ts';
import { medicarePlace } from '../../../db/sealing/account-secrets.ts';
import { readPdf, compact } from '../../../documents/pdf-reader.fixture.ts';
import { visiting } from '../../impersonation/impersonation.fixture.ts';
import { updateAnswers } from '../operations.ts';

const path = '/api/acp/plan.fhir.json';
const medicare = '2950101201';

describe('the plan as a FHIR document to download', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startApp();
  });
  afterAll(() => app.close());

  async function signedIn(spec: Parameters<typeof person>[1] = {}) {
    const who = await person(app.services, { plan: { status: 'complete', answers: fullAnswers() }, ...spec });
    const { db, keyring } = app.services;
    await db
      .updateTable('users')
      .set({ medicare_sealed: keyring.seal(medicarePlace(who.userId), medicare) })
      .where('id', '=', who.userId)
      .execute();
    const client = new TestClient(app.url);
    await client.signIn(who.email, who.password);
    return { who, client };
  }

  async function staffMember(spec: Parameters<typeof person>[1]) {
    const who = await person(app.services, spec);
    const client = new TestClient(app.url);
    await client.signIn(who.email, who.password);
    return client;
  }

  async function trailOf(userId: string): Promise<{ acting_staff_id: string | null }[]> {
    const { rows } = await app.application.pool.query(
      `select actor_kind, actor_id, acting_staff_id, subject_id, details from audit_log
       where chain = $1 and action = 'getPlanFhir' order by seq`,
      [userId],
    );
    return rows;
  }

  const read = async (client: TestClient, query = '') => {
    const response = await client.fetch(path + query);
    expect(response.status).toBe(200);
    const bundle = (await response.json()) as Bundle;
    const find = <Type>(type: string) =>
      bundle.entry?.find(({ resource }) => resource?.resourceType === type)?.resource as Type;
    return { response, bundle, find };
  };

  it('is an attachment under the name of the plan, never cached, with the PDF inside [X-03]', async () => {
    const { client } = await signedIn();
    const { response, bundle, find } = await read(client);
    expect(response.headers.get('content-type')).toBe('application/fhir+json');
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(response.headers.get('content-disposition')).toMatch(
      /^attachment; filename="Margaret Doyle - advance care plan - version 1 - [-\d]+\.fhir\.json"; /,
    );
    expect([bundle.resourceType, bundle.type]).toEqual(['Bundle', 'document']);
    const { attachment } = find<DocumentReference>('DocumentReference').content[0]!;
    const pdf = Buffer.from(attachment.data!, 'base64');
    expect(pdf.length).toBe(attachment.size);
    expect(readPdf(pdf).text).toContain(compact('Margaret Doyle'));
    const { item = [] } = find<QuestionnaireResponse>('QuestionnaireResponse');
    expect(item.find(({ linkId }) => linkId === 'cprCatastrophic')?.answer).toEqual([
      { valueString: fullAnswers().cprCatastrophic },
    ]);
  });

  it('is of an earlier version on request, marked as replaced; of an unknown one it does not exist [X-03] [D-41]', async () => {
    const { who, client } = await signedIn();
    await updateAnswers.call(contextFor(app.services, who.actor), {
      id: who.acpId,
      answers: { explanations: 'Changed later.' },
      confirmed: ['explanations'],
      status: 'complete',
      version: 2,
    });
    const [earlier, now] = [await read(client, '?version=1'), await read(client)];
    expect(earlier.find<DocumentReference>('DocumentReference').status).toBe('superseded');
    expect(now.find<DocumentReference>('DocumentReference').status).toBe('current');
    expect(JSON.stringify(now.bundle)).toContain('Changed later.');
    expect(JSON.stringify(earlier.bundle)).not.toContain('Changed later.');
    const identifierIn = ({ bundle }: typeof now) => JSON.stringify(bundle.identifier);
    expect(JSON.stringify(now.find('DocumentReference'))).toContain(identifierIn(earlier));
    expect(identifierIn(earlier)).not.toBe(identifierIn(now));
    expect((await client.fetch(`${path}?version=9`)).status).toBe(404);
    expect((await client.fetch(`${path}?version=x`)).status).toBe(404);
  });

  it('has the same bytes when it is downloaded again, all but the PDF [X-01] [X-03]', async () => {
    const { client } = await signedIn({
      language: 'zh',
      plan: { status: 'complete', answers: fullAnswersZh() },
    });
    const textOf = async () => {
      const { bundle, find } = await read(client);
      const { attachment } = find<DocumentReference>('DocumentReference').content[0]!;
      delete attachment.data;
      delete attachment.size;
      return JSON.stringify(bundle);
    };
    expect(await textOf()).toBe(await textOf());
  });

  it('contains the signed words of a plan of an earlier definition, and no observations [X-01]', async () => {
    const { who, client } = await signedIn();
    const { db } = app.services;
    await db.updateTable('acps').set({ definition_version: 0 }).where('id', '=', who.acpId).execute();
    const { bundle, find } = await read(client);
    expect(find('Observation')).toBeUndefined();
    expect(JSON.stringify(bundle)).toContain('I do not want CPR');
    await db
      .updateTable('acps')
      .set({ snapshot_sha256: Buffer.alloc(32) })
      .where('id', '=', who.acpId)
      .execute();
    expect((await client.fetch(path)).status).toBe(500);
  });

  it('has the Medicare number for the person alone, and never in a plan on behalf; staff in the account are recorded [X-01] [X-03] [security 37]', async () => {
    const numberIn = async (client: TestClient) =>
      (await read(client)).find<Patient>('Patient').identifier?.[0]?.value;
    const providerId = await provider(app.services, 'Banksia House');
    const { who, client } = await signedIn({ providerId });
    expect(await numberIn(client)).toBe(medicare);
    const staff = await staffMember({ role: 'provideradmin', providerId });
    expect((await visiting(app, providerId).enter(staff, who.userId)).body.ok).toBe(true);
    expect(await numberIn(staff)).toBeUndefined();
    expect((await trailOf(who.userId)).map(({ acting_staff_id }) => acting_staff_id !== null)).toEqual([
      false,
      true,
    ]);
    const { db } = app.services;
    await db
      .updateTable('users')
      .set({ for_my_self: false, account_owner: 'child' })
      .where('id', '=', who.userId)
      .execute();
    expect(await numberIn(client)).toBeUndefined();
  });

  it('is recorded in the audit trail with the version, and without an answer [X-03]', async () => {
    const { who, client } = await signedIn();
    await read(client);
    expect(await trailOf(who.userId)).toEqual([
      {
        actor_kind: 'person',
        actor_id: who.userId,
        acting_staff_id: null,
        subject_id: who.userId,
        details: { plan_version: 1 },
      },
    ]);
  });

  it('is refused for visitors, does not exist for staff, for a draft, or for another person [X-03] [security 4]', async () => {
    const { client } = await signedIn({ plan: { status: 'draft', answers: fullAnswers() } });
    expect((await client.fetch(path)).status).toBe(404);
    const { who } = await signedIn();
    const visitor = new TestClient(app.url);
    expect((await visitor.fetch(path)).status).toBe(401);
    expect((await visitor.fetch(`/acp-login/${who.shareId}/plan.fhir.json`)).status).toBe(404);
    for (const role of ['admin', 'provideradmin'] as const) {
      const staff = await staffMember({ role });
      expect([role, (await staff.fetch(`${path}?user_id=${who.userId}`)).status]).toEqual([role, 404]);
    }
  });
});
