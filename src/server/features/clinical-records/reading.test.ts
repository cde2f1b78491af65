import type { Binary, Bundle, Composition, Consent, DocumentReference, Patient } from 'fhir/r4';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { insertFile } from '../../../../testing/customer-files.ts';
import { provider } from '../../../../testing/people.ts';
import { startApp, type TestApp } from '../../../../testing/start-app.ts';
import { medicarePlace } from '../../db/sealing/account-secrets.ts';
import { compact, readPdf } from '../../documents/pdf-reader.fixture.ts';
import { clinicalClient } from '../clinical-access/clinical.fixture.ts';
import { announced, changePlan, fhirOf, idsOf, reading, refusalOf, resident } from './records.fixture.ts';

describe('what a clinical system reads of a resident', () => {
  let app: TestApp;
  let house: string;
  let read: ReturnType<typeof reading>;
  beforeAll(async () => {
    app = await startApp();
    const root = await provider(app.services, 'Banksia Group');
    house = await provider(app.services, 'Banksia House', root);
    read = reading(app, (await clinicalClient(app, root)).token);
  });
  afterAll(() => app.close());

  it('is the person as staff see them, without the Medicare number, addresses and telephones [X-06]', async () => {
    const who = await resident(app, house, { dob: '12/03/1941', gender: 'Female', postcode: '3056' });
    const { db, keyring } = app.services;
    await db
      .updateTable('users')
      .set({ customer_id: 'R-17', phone: '0400 000 009' })
      .set({ medicare_sealed: keyring.seal(medicarePlace(who.userId), '2950101201') })
      .where('id', '=', who.userId)
      .execute();
    const patient = await fhirOf<Patient>(read(`Patient/${who.userId}`));
    expect(patient).toMatchObject({
      ...{ id: who.userId, active: true, gender: 'female', birthDate: '1941-03-12' },
      identifier: [{ system: `${app.url}/fhir/sid/customer-id/${house}`, value: 'R-17' }],
      name: [{ text: 'Margaret Doyle', family: 'Doyle', given: ['Margaret'] }],
      address: [{ state: 'VIC', postalCode: '3056' }],
      managingOrganization: { display: 'Banksia House' },
    });
    const words = JSON.stringify(patient);
    for (const secret of ['2950101201', '0400 000 009', who.email]) expect(words).not.toContain(secret);
  });

  it('is each signed version, under an id that stays when another one replaces it [X-06]', async () => {
    const who = await resident(app, house);
    const first = `${who.userId}.1`;
    const before = await fhirOf<DocumentReference>(read(`DocumentReference/${first}`));
    expect(before).toMatchObject({ status: 'current', docStatus: 'final' });
    await changePlan(app, who);
    const listed = await fhirOf<Bundle>(read(`DocumentReference?patient=${who.userId}`));
    expect(idsOf(listed)).toEqual([first, `${who.userId}.2`]);
    const statuses = listed.entry?.map(({ resource }) => (resource as DocumentReference).status);
    expect(statuses).toEqual(['superseded', 'current']);
    const only = async (status: string) =>
      idsOf(await fhirOf<Bundle>(read(`DocumentReference?patient=Patient/${who.userId}&status=${status}`)));
    expect(await only('current')).toEqual([`${who.userId}.2`]);
    expect(await only('superseded')).toEqual([first]);
    const bundle = await fhirOf<Bundle>(read(`Bundle/${first}`));
    expect(bundle.identifier?.value).toBe(before.masterIdentifier?.value);
    const inside = bundle.entry?.find(({ resource }) => resource?.resourceType === 'DocumentReference');
    expect((inside!.resource as DocumentReference).status).toBe('superseded');
    expect(JSON.stringify(bundle)).not.toContain('I changed this.');
    expect(JSON.stringify(await fhirOf(read(`Bundle/${who.userId}.2`)))).toContain('I changed this.');
  });

  it('is the document of a version in words and as a PDF, by the addresses that its reference gives [X-06]', async () => {
    const who = await resident(app, house);
    const id = `${who.userId}.1`;
    const { content } = await fhirOf<DocumentReference>(read(`DocumentReference/${id}`));
    const [pdfAddress = '', bundleAddress = ''] = content.map(({ attachment }) => attachment.url ?? '');
    const pathOf = (address: string) => address.slice(`${app.url}/fhir/`.length);
    const bundle = await fhirOf<Bundle>(read(pathOf(bundleAddress)));
    expect(bundle).toMatchObject({ resourceType: 'Bundle', type: 'document', id });
    const paper = bundle.entry?.find(({ resource }) => resource?.resourceType === 'DocumentReference');
    const inside = (paper!.resource as DocumentReference).content[0]!.attachment;
    expect(readPdf(Buffer.from(inside.data!, 'base64')).text).toContain(compact('Margaret Doyle'));
    const composition = await fhirOf<Composition>(read(`Composition/${id}`));
    expect(composition).toMatchObject({
      id,
      subject: { reference: `Patient/${who.userId}` },
      status: 'final',
    });
    expect(composition.section).toEqual((bundle.entry![0]!.resource as Composition).section);
    const plain = await read(pathOf(pdfAddress), { accept: 'application/pdf' });
    expect(plain.headers.get('content-type')).toBe('application/pdf');
    expect(plain.headers.get('cache-control')).toBe('private, no-store');
    expect(readPdf(Buffer.from(await plain.arrayBuffer())).text).toContain(compact('Margaret Doyle'));
    const binary = await fhirOf<Binary>(read(`Binary/${id}`, { accept: 'application/fhir+json' }));
    expect(binary).toMatchObject({ id, contentType: 'application/pdf' });
    expect(Buffer.from(binary.data!, 'base64').subarray(0, 5).toString()).toBe('%PDF-');
  });

  it('is only what is signed: no draft, and no version that does not exist [X-06]', async () => {
    const draft = await resident(app, house, {
      plan: { status: 'draft', answers: { explanations: 'Draft.' } },
    });
    expect(idsOf(await fhirOf<Bundle>(read(`DocumentReference?patient=${draft.userId}`)))).toEqual([]);
    const who = await resident(app, house);
    for (const id of [
      `${draft.userId}.1`,
      `${who.userId}.2`,
      `${who.userId}.0`,
      `${who.userId}.01`,
      who.acpId,
    ])
      for (const type of ['DocumentReference', 'Bundle', 'Composition', 'Binary'])
        expect([type, id, await refusalOf(read(`${type}/${id}`), 404)]).toEqual([type, id, 'not-found']);
  });

  it('has uploaded forms with their standing, and says beside a plan that there is one [D-60, X-06]', async () => {
    const who = await resident(app, house);
    const { services } = app;
    const { id } = await insertFile(services, who.userId, { file_name: 'Form \u202Efdp.pdf' });
    const old = await insertFile(services, who.userId, { is_active: false, file_name: 'Old form.pdf' });
    await insertFile(services, who.userId, { category: 'WISHES', file_name: 'film.mp4' });
    // A paper that staff set aside is about another person.
    const aside = await insertFile(services, who.userId, { is_active: false, set_aside_at: new Date() });
    const listed = await fhirOf<Bundle>(read(`Consent?patient=${who.userId}`));
    const states = listed.entry?.map(({ resource }) => [resource?.id, (resource as Consent).status]);
    expect(new Map(states as [string, string][])).toEqual(
      new Map([
        [id, 'active'],
        [old.id, 'inactive'],
      ]),
    );
    expect((await read(`Consent/${aside.id}`)).status).toBe(404);
    const consent = await fhirOf<Consent>(read(`Consent/${id}`));
    expect(consent.sourceAttachment).toMatchObject({ title: 'Form fdp.pdf', contentType: 'application/pdf' });
    expect(consent.provision).toBeUndefined();
    const reference = await fhirOf<DocumentReference>(read(`DocumentReference/${who.userId}.1`));
    expect(reference.description).toMatch(/^A paper from elsewhere is beside this plan\. .*may be newer/);
    const unsigned = await resident(app, house, { plan: { status: 'draft', answers: {} } });
    await insertFile(services, unsigned.userId);
    const { entry = [] } = await fhirOf<Bundle>(read(`DocumentReference?patient=${unsigned.userId}`));
    expect(entry.map(({ search, resource }) => [search?.mode, resource?.resourceType])).toEqual([
      ['outcome', 'OperationOutcome'],
    ]);
  });

  it('says of the version in force that it is marked as external, and of no other [D-51, X-06]', async () => {
    const who = await resident(app, house);
    await changePlan(app, who);
    await app.services.db
      .updateTable('acps')
      .set({ external: true })
      .where('user_id', '=', who.userId)
      .where('type', '=', 'active')
      .execute();
    const descriptionOf = async (version: number) =>
      (await fhirOf<DocumentReference>(read(`DocumentReference/${who.userId}.${version}`))).description;
    expect(await descriptionOf(2)).toBe(
      'Staff marked this plan as external: there is a plan that was made elsewhere.',
    );
    expect(await descriptionOf(1)).toBeUndefined();
  });

  it('stays readable while the account is suspended or archived, as staff see it [X-06]', async () => {
    for (const status of ['suspended', 'archived'] as const) {
      const who = await resident(app, house);
      await app.services.db.updateTable('users').set({ status }).where('id', '=', who.userId).execute();
      const { active } = await fhirOf<Patient>(read(`Patient/${who.userId}`));
      expect([status, active]).toEqual([status, status === 'suspended']);
      expect((await fhirOf<Bundle>(read(`Bundle/${who.userId}.1`))).type).toBe('document');
    }
  });

  it('has an entity tag that changes with the content, and is not sent again to a reader who has it [X-06]', async () => {
    const who = await resident(app, house);
    await announced(app, who);
    for (const path of [
      `Patient/${who.userId}`,
      ...['DocumentReference', 'Composition', 'Bundle', 'Binary'].map((type) => `${type}/${who.userId}.1`),
    ]) {
      const first = await read(path, { accept: 'application/fhir+json' });
      const tag = first.headers.get('etag') ?? '';
      const { meta } = (await first.json()) as Patient;
      expect([path, tag]).toEqual([path, `W/"${meta?.versionId}"`]);
      expect(new Date(first.headers.get('last-modified') ?? '').getTime()).toBe(
        Math.floor(Date.parse(meta?.lastUpdated ?? '') / 1_000) * 1_000,
      );
      const again = await read(path, { 'if-none-match': `"other", ${tag}` });
      expect([path, again.status, await again.text()]).toEqual([path, 304, '']);
      const head = await read(path, {}, 'HEAD');
      expect([path, head.status, await head.text()]).toEqual([path, 200, '']);
    }
    const path = `Bundle/${who.userId}.1`;
    const before = (await read(path)).headers.get('etag') ?? '';
    await changePlan(app, who);
    expect((await read(path, { 'if-none-match': before })).status).toBe(200);
  });

  it('is JSON of FHIR R4 only, and cannot be changed [X-06]', async () => {
    const who = await resident(app, house);
    const path = `Patient/${who.userId}`;
    for (const accept of ['application/fhir+xml', 'text/html', 'application/fhir+json; fhirVersion=5.0'])
      expect([accept, await refusalOf(read(path, { accept }), 406)]).toEqual([accept, 'not-supported']);
    expect(await refusalOf(read(`${path}?_format=xml`), 406)).toBe('not-supported');
    for (const format of ['json', 'application/fhir+json', 'application/json'])
      expect((await fhirOf<Patient>(read(`${path}?_format=${format}`))).id).toBe(who.userId);
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
      const response = await read(path, { 'content-type': 'application/fhir+json' }, method);
      expect([method, response.headers.get('allow')]).toEqual([method, 'GET, HEAD']);
      expect(await refusalOf(Promise.resolve(response), 405)).toBe('not-supported');
    }
    expect(await refusalOf(read('Patient/_search', {}, 'POST'), 405)).toBe('not-supported');
  });
});
