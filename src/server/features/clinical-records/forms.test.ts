import type { Binary, Consent } from 'fhir/r4';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TestClient } from '../../../../testing/client.ts';
import { provider } from '../../../../testing/people.ts';
import { startApp, type TestApp } from '../../../../testing/start-app.ts';
import { pdfOf } from '../files/checks/sample-files.fixture.ts';
import { directive, upload } from '../files/uploads/uploads.fixture.ts';
import { clinicalClient } from '../clinical-access/clinical.fixture.ts';
import { fhirOf, reading, refusalOf, resident } from './records.fixture.ts';

describe('the bytes of an uploaded form, for a clinical system', () => {
  let app: TestApp;
  let house: string;
  beforeAll(async () => {
    app = await startApp();
    house = await provider(app.services, 'Banksia House');
  });
  afterAll(() => app.close());

  const content = pdfOf({ size: 60_000 });

  /** Makes a resident who uploaded a directive. */
  async function withForm(bytes = content) {
    const who = await resident(app, house);
    const owner = new TestClient(app.url);
    await owner.signIn(who.email, who.password);
    const { file, refusal } = await upload(owner, directive(bytes));
    expect(refusal).toBeUndefined();
    return { who, owner, id: (file as { id: string }).id };
  }
  const newSystem = async () => {
    const system = await clinicalClient(app, house);
    return { ...system, read: reading(app, system.token) };
  };
  const bytesOf = async (response: Response) => Buffer.from(await response.arrayBuffer());

  it('are at the address in its Consent: as they were uploaded, and inside a Binary [X-06]', async () => {
    const { id } = await withForm();
    const { read } = await newSystem();
    const { sourceAttachment } = await fhirOf<Consent>(read(`Consent/${id}`));
    expect(sourceAttachment?.url).toBe(`Binary/${id}`);
    for (const accept of ['application/pdf', '*/*']) {
      const pdf = await read(`Binary/${id}`, { accept });
      expect(Object.fromEntries(pdf.headers)).toMatchObject({
        'content-type': 'application/pdf',
        'content-length': String(content.length),
        'content-disposition': `attachment; filename="file.pdf"; filename*=UTF-8''Directive%202026.pdf`,
        'cache-control': 'private, no-store',
        'x-content-type-options': 'nosniff',
        'x-security-context': `Consent/${id}`,
      });
      expect((await bytesOf(pdf)).equals(content)).toBe(true);
    }
    const binary = await fhirOf<Binary>(read(`Binary/${id}`, { accept: 'application/fhir+json' }));
    expect(binary).toMatchObject({
      resourceType: 'Binary',
      id,
      contentType: 'application/pdf',
      securityContext: { reference: `Consent/${id}` },
    });
    expect(Buffer.from(binary.data ?? '', 'base64').equals(content)).toBe(true);
    const rest = await read(`Binary/${id}`, { range: 'bytes=100-' });
    expect([rest.status, (await bytesOf(rest)).equals(content.subarray(100))]).toEqual([206, true]);
    expect((await read(`Binary/${id}`, {}, 'HEAD')).headers.get('content-length')).toBe(
      String(content.length),
    );
  });

  it('are too large for a Binary from 5 MB on, and are sent as they are [X-06]', async () => {
    const large = pdfOf({ size: 5 * 1024 * 1024 + 1 });
    const { id } = await withForm(large);
    const { read } = await newSystem();
    const asJson = read(`Binary/${id}`, { accept: 'application/fhir+json' });
    expect(await refusalOf(asJson, 406)).toBe('too-costly');
    expect((await bytesOf(await read(`Binary/${id}`))).equals(large)).toBe(true);
  });

  it('are recorded each time, as an opened file, with a line a day for the person [D-17, X-06]', async () => {
    const { who, owner, id } = await withForm();
    const { clientId, read } = await newSystem();
    for (let time = 0; time < 2; time += 1) await bytesOf(await read(`Binary/${id}`));
    const { rows } = await app.application.pool.query(
      `select action, actor_id, details, is_plan_entry(action, details) as listed, plan_entry_event(action, details) as event
       from audit_log where chain = $1 and actor_kind = 'clinicalSystem'`,
      [who.userId],
    );
    const entry = {
      ...{ action: 'openClinicalForm', actor_id: clientId, details: { file_id: id } },
      ...{ listed: true, event: 'fileOpened' },
    };
    expect(rows).toEqual([entry, entry]);
    const { data } = await owner.graphql('{ planOpenings { data { kind name provider } } }');
    expect(data).toEqual({
      planOpenings: { data: [{ kind: 'system', name: 'Ward software', provider: 'Banksia House' }] },
    });
  });

  it('are refused for a form that staff set aside, and when the person deleted it [UPLOAD-22, X-06]', async () => {
    const { who, owner, id } = await withForm();
    const { read } = await newSystem();
    await app.services.db
      .updateTable('files')
      .set({ set_aside_at: app.services.clock(), is_active: false })
      .where('id', '=', id)
      .execute();
    expect(await refusalOf(read(`Binary/${id}`), 404)).toBe('not-found');
    const other = await withForm();
    await other.owner.graphql('mutation ($id: ID!) { deleteFile(id: $id) }', { id: other.id });
    expect(await refusalOf(read(`Binary/${other.id}`), 404)).toBe('not-found');
    const { data } = await owner.graphql('{ planOpenings { count } }');
    expect([who.userId, data]).toEqual([who.userId, { planOpenings: { count: 0 } }]);
  });

  it('stop while they are sent, when the key of the system is removed [X-06] [security 35]', async () => {
    const large = pdfOf({ size: 20 * 1024 * 1024 });
    const { id } = await withForm(large);
    const { keyId, read } = await newSystem();
    const response = await read(`Binary/${id}`);
    const reader = response.body!.getReader();
    await reader.read();
    await app.services.db
      .updateTable('clinical_keys')
      .set({ removed_at: app.services.clock() })
      .where('id', '=', keyId)
      .execute();
    // Longer than the time after which access is checked again.
    await new Promise((resolve) => setTimeout(resolve, 1_300));
    const rest = (async () => {
      while (!(await reader.read()).done);
    })();
    await expect(rest).rejects.toThrow();
  });
});
