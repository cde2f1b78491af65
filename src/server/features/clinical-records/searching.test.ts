import type { Bundle, Patient } from 'fhir/r4';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { insertFile } from '../../../../testing/customer-files.ts';
import { provider } from '../../../../testing/people.ts';
import { startApp, type TestApp } from '../../../../testing/start-app.ts';
import { ownContext } from '../../pipeline/own-context.ts';
import { clinicalClient } from '../clinical-access/clinical.fixture.ts';
import { queueClinicalNotices } from '../clinical-access/notices/notice-operations.ts';
import {
  announced,
  changePlan,
  fhirOf,
  idsOf,
  nextOf,
  reading,
  refusalOf,
  resident,
} from './records.fixture.ts';

describe('searches of a clinical system', () => {
  let app: TestApp;
  let root: string;
  let house: string;
  let elsewhere: string;
  let read: ReturnType<typeof reading>;
  beforeAll(async () => {
    app = await startApp();
    root = await provider(app.services, 'Banksia Group');
    house = await provider(app.services, 'Banksia House', root);
    elsewhere = await provider(app.services, 'Wattle Lodge');
  });
  beforeEach(async () => {
    read = reading(app, (await clinicalClient(app, root)).token);
  });
  afterAll(() => app.close());

  const setUser = (id: string, values: Record<string, unknown>) =>
    app.services.db.updateTable('users').set(values).where('id', '=', id).execute();

  const patients = async (query: Record<string, string>) => {
    const found = await fhirOf<Bundle>(read(`Patient?${new URLSearchParams(query)}`));
    return idsOf(found);
  };

  it('find a patient by the customer id of the house that gave it, and no patient of another house [X-06]', async () => {
    const who = await resident(app, house);
    const other = await resident(app, elsewhere);
    const second = await resident(app, await provider(app.services, 'Banksia Lodge', root));
    for (const { userId } of [who, other, second]) await setUser(userId, { customer_id: 'R-100' });
    const systemOf = (id: string) => `${app.url}/fhir/sid/customer-id/${id}`;
    expect(await patients({ identifier: `${systemOf(house)}|R-100` })).toEqual([who.userId]);
    expect(await patients({ identifier: `${systemOf(house)}|R-10` })).toEqual([]);
    expect(await patients({ identifier: `${systemOf(elsewhere)}|R-100` })).toEqual([]);
    expect(await patients({ identifier: `${systemOf(root)}|R-100` })).toEqual([]);
  });

  it('find a patient by the whole name and the birth date, without regard to case and accents [X-06]', async () => {
    const dob = '17/05/1938';
    const who = await resident(app, house, { firstName: 'Zoë Ann', lastName: 'O’Brien-Müller', dob });
    const chinese = await resident(app, house, { firstName: '美玲', lastName: '陈', dob });
    await resident(app, elsewhere, { firstName: 'Zoë Ann', lastName: 'O’Brien-Müller', dob });
    await resident(app, house, { firstName: 'Zoë', lastName: 'O’Brien-Müller', dob });
    const birthdate = '1938-05-17';
    expect(await patients({ family: "O'BRIEN-MULLER", given: 'zoe  ann', birthdate })).toEqual([who.userId]);
    expect(await patients({ name: 'Zoe Ann O’Brien-Müller', birthdate })).toEqual([who.userId]);
    expect(await patients({ name: '陈美玲', birthdate })).toEqual([chinese.userId]);
    expect(await patients({ family: '陈', given: '美玲', birthdate })).toEqual([chinese.userId]);
    expect(await patients({ name: 'Zoe Ann O’Brien-Müller', birthdate: '1938-05-18' })).toEqual([]);
    expect(await patients({ name: 'O’Brien-Müller', birthdate })).toEqual([]);
  });

  it('are refused with 400 when they could list people, and repeat nothing of what was sent [X-06]', async () => {
    const birthdate = '1938-05-17';
    const long = 'a'.repeat(10_000);
    const refused: Record<string, string>[] = [
      {},
      { birthdate },
      { name: 'Margaret Doyle' },
      { family: 'Doyle', birthdate },
      { given: 'Margaret', birthdate },
      { name: 'D', birthdate },
      { family: 'Doyle', given: 'M', birthdate },
      { name: 'Marg*', birthdate },
      { name: 'Marg%', birthdate },
      { name: 'Marg_ret Doyle', birthdate },
      { 'name:contains': 'Doyle', birthdate },
      { 'family:exact': 'Doyle', given: 'Margaret', birthdate },
      { name: 'Margaret Doyle', birthdate: '1938' },
      { name: 'Margaret Doyle', birthdate: 'ge1938-05-17' },
      { name: 'Margaret Doyle', birthdate: '1938-02-30' },
      { name: 'Margaret\u202E Doyle', birthdate },
      { name: 'Margaret\u0000 Doyle', birthdate },
      { name: long, birthdate },
      { identifier: 'R-100' },
      { identifier: '|R-100' },
      { identifier: `${app.url}/fhir/sid/customer-id/${house}|` },
      { identifier: `${app.url}/fhir/sid/customer-id/${house}|R-1*` },
      { identifier: `${app.url}/fhir/sid/customer-id/${house}|R-1,R-2` },
      { identifier: `http://ns.electronichealth.net.au/id/medicare-number|2950101201` },
      { name: 'Margaret Doyle', birthdate, _sort: 'name' },
      { name: 'Margaret Doyle', birthdate, _count: '5' },
      { name: 'Margaret Doyle', birthdate, _revinclude: 'DocumentReference:subject' },
    ];
    for (const query of refused) {
      const response = await read(`Patient?${new URLSearchParams(query)}`);
      const words = await response.clone().text();
      expect(words).not.toMatch(/Marg|Doyle|1938|aaaa|R-1/);
      expect([query, response.status]).toEqual([query, 400]);
      expect(['invalid', 'not-supported', 'too-costly']).toContain(
        await refusalOf(Promise.resolve(response), 400),
      );
    }
    const twice = `Patient?name=Margaret+Doyle&birthdate=${birthdate}&birthdate=1939-01-01`;
    expect(await refusalOf(read(twice), 400)).toBe('not-supported');
  });

  it('are refused above twenty hits [X-06]', async () => {
    const place = await provider(app.services, 'Full house', root);
    const many = { firstName: 'Same', lastName: 'Name', dob: '01/02/1930', plan: undefined } as const;
    const query = 'Patient?name=same+name&birthdate=1930-02-01';
    for (let count = 0; count < 20; count += 1) await resident(app, place, { ...many, plan: draft });
    expect(idsOf(await fhirOf<Bundle>(read(query)))).toHaveLength(20);
    await resident(app, place, { ...many, plan: draft });
    expect(await refusalOf(read(query), 400)).toBe('too-costly');
  });

  const draft = { status: 'draft', answers: {} } as const;

  it('list all signed versions of the tree in pages, each once, over links for this system only [X-06]', async () => {
    const group = await provider(app.services, 'Grevillea Group');
    const below = await provider(app.services, 'Grevillea House', group);
    const { token } = await clinicalClient(app, group);
    const own = reading(app, token);
    const people = [];
    for (const place of [group, below, below, below, below]) people.push(await resident(app, place));
    await changePlan(app, people[0]!);
    const expected = people
      .flatMap(({ userId }, at) => (at === 0 ? [`${userId}.1`, `${userId}.2`] : [`${userId}.1`]))
      .toSorted();
    const pages: string[][] = [];
    let path: string | undefined = 'DocumentReference?_count=2';
    let link: string | undefined;
    while (path !== undefined) {
      const page: Bundle = await fhirOf<Bundle>(own(path));
      pages.push(idsOf(page));
      path = nextOf(app, page);
      link ??= path;
    }
    expect(pages.map(({ length }) => length)).toEqual([2, 2, 2]);
    expect(pages.flat()).toEqual(expected);
    expect(link!.length).toBeLessThan(500);
    const other = reading(app, (await clinicalClient(app, group)).token);
    expect(await refusalOf(other(link!), 400)).toBe('invalid');
    expect(await refusalOf(own(link!.replace(/.$/, (end) => (end === 'A' ? 'B' : 'A'))), 400)).toBe(
      'invalid',
    );
    expect(await refusalOf(own(`${link}&status=current`), 400)).toBe('not-supported');
    expect(idsOf(await fhirOf<Bundle>(own('DocumentReference?status=superseded')))).toEqual([
      `${people[0]!.userId}.1`,
    ]);
    app.advance(25 * 3_600_000);
    const later = reading(app, (await clinicalClient(app, group)).token);
    expect(await refusalOf(later(link!), 400)).toBe('invalid');
  });

  it('find what was signed, changed or moved in since an instant, for a system that keeps a copy [X-06]', async () => {
    const group = await provider(app.services, 'Hakea Group');
    const own = reading(app, (await clinicalClient(app, group)).token);
    const [first, second] = [await resident(app, group), await resident(app, group)];
    const incoming = await resident(app, elsewhere);
    await announced(app, first, second, incoming);
    const since = (await fhirOf<Bundle>(own('DocumentReference'))).meta!.lastUpdated!;
    const changedSince = async (value: string) =>
      idsOf(await fhirOf<Bundle>(own(`DocumentReference?_lastUpdated=${value}`)));
    expect(await changedSince(`gt${since}`)).toEqual([]);
    expect(new Set(await changedSince(`lt${since}`))).toEqual(
      new Set([`${first.userId}.1`, `${second.userId}.1`]),
    );
    app.advance(1_000);
    await changePlan(app, second);
    expect(await changedSince(`gt${since}`)).toEqual([`${second.userId}.1`, `${second.userId}.2`]);
    const until = new Date(Date.parse(since) + 86_400_000).toISOString();
    expect(await changedSince(`ge${since}&_lastUpdated=le${until}&status=current`)).toEqual([
      `${second.userId}.2`,
    ]);
    const { db, clock } = app.services;
    await setUser(incoming.userId, { provider_id: group });
    await db
      .insertInto('customer_moves')
      .values({ id: crypto.randomUUID(), user_id: incoming.userId, moved_at: clock() })
      .execute();
    expect(await changedSince(`gt${since}&status=current`)).toContain(`${incoming.userId}.1`);
    // A paper that is about another person, set aside by staff: the copy of the plan must no longer name it.
    const aside = { is_active: false, activated_timestamp: new Date(0), set_aside_at: clock() };
    await insertFile(app.services, first.userId, aside);
    expect(await changedSince(`gt${since}&status=current`)).toContain(`${first.userId}.1`);
    for (const value of ['2026', 'ne2026-01-01', 'gt2026-13-01', 'gt2026-01-01T00:00:00', 'yesterday', ''])
      expect([value, await refusalOf(own(`DocumentReference?_lastUpdated=${value}`), 400)]).toEqual([
        value,
        'invalid',
      ]);
    for (const query of [
      '_count=0',
      '_count=-1',
      '_count=x',
      'status=final',
      'patient=1',
      'subject=1',
      'patient:Patient=1',
    ])
      await refusalOf(own(`DocumentReference?${query}`), 400);
    expect(idsOf(await fhirOf<Bundle>(own('DocumentReference?_count=5000')))).toHaveLength(4);
  });

  it('find a lock that was removed and a paper that was deleted, since they were announced [X-06]', async () => {
    const group = await provider(app.services, 'Hakea Lodge');
    const own = reading(app, (await clinicalClient(app, group)).token);
    const who = await resident(app, group);
    await changePlan(app, who);
    await announced(app, who);
    const since = (await fhirOf<Bundle>(own('DocumentReference'))).meta!.lastUpdated!;
    const found = async () => idsOf(await fhirOf<Bundle>(own(`DocumentReference?_lastUpdated=gt${since}`)));
    expect(await found()).toEqual([]);
    app.advance(1_000);
    const input = { event_id: crypto.randomUUID(), user_id: who.userId, change: 'unlocked' } as const;
    await queueClinicalNotices.call(ownContext(app.services), input);
    expect(await found()).toEqual([`${who.userId}.2`]);
  });

  it('accept every bound of time and number that the standard allows, and refuse repeated parameters [X-06]', async () => {
    const group = await provider(app.services, 'Hakea House');
    const own = reading(app, (await clinicalClient(app, group)).token);
    const who = await resident(app, group);
    const bounds = ['0000-01-01', '0001-01-01', '1970-01-01', '9999-12-31', '9999-12-31T23:59:59-14:00'];
    for (const bound of [...bounds, '0000-01-01T00:00:00%2B14:00', '9999-12-31T23:59:59.999999999Z'])
      for (const comparison of ['', 'eq', 'gt', 'ge', 'lt', 'le']) {
        const address = `DocumentReference?_lastUpdated=${comparison}${bound}`;
        expect([address, (await own(address)).status]).toEqual([address, 200]);
      }
    for (const count of ['999999', '100'])
      expect(idsOf(await fhirOf<Bundle>(own(`DocumentReference?_count=${count}`)))).toHaveLength(1);
    const page = await fhirOf<Bundle>(own('DocumentReference?_count=1'));
    expect(nextOf(app, page)).toBeUndefined();
    const patient = `patient=${who.userId}`;
    for (const query of [
      `DocumentReference?${patient}&${patient}`,
      `DocumentReference?patient=${crypto.randomUUID()}&${patient}`,
      'DocumentReference?_count=1&_count=2',
      'DocumentReference?_count=9999999',
      'DocumentReference?_count=1e3',
      'DocumentReference?status=current&status=superseded',
      'DocumentReference?_lastUpdated=gt2020-01-01&_lastUpdated=lt2030-01-01&_lastUpdated=gt2020-01-01',
      'DocumentReference?_page=x&_page=y',
      `DocumentReference?_page=x&${patient}`,
      `Consent?${patient}&${patient}`,
      'Patient?birthdate=1941-03-12&birthdate=1941-03-13&name=Margaret+Doyle',
      `DocumentReference?patient=${who.userId},${who.userId}`,
      `DocumentReference?${patient}%00`,
      'DocumentReference?_lastUpdated=gt2026-01-01T24:30:00Z',
      'DocumentReference?_lastUpdated=gt2026-02-30',
      'DocumentReference?_has:Consent:patient:status=active',
      'DocumentReference?_include=DocumentReference:patient',
      'DocumentReference?_count=1%FF',
    ])
      expect([query, (await own(query)).status]).toEqual([query, 400]);
  });

  it('leave out a resident who was moved to another provider between two pages [X-06]', async () => {
    const group = await provider(app.services, 'Correa Group');
    const own = reading(app, (await clinicalClient(app, group)).token);
    const people = [];
    for (let count = 0; count < 3; count += 1) people.push((await resident(app, group)).userId);
    const [first, second, third] = people.toSorted();
    const page = await fhirOf<Bundle>(own('DocumentReference?_count=1'));
    expect(idsOf(page)).toEqual([`${first}.1`]);
    await setUser(second!, { provider_id: elsewhere });
    const next = await fhirOf<Bundle>(own(nextOf(app, page)!));
    expect(idsOf(next)).toEqual([`${third}.1`]);
    expect(nextOf(app, next)).toBeUndefined();
  });

  it('do not find sign-ups that wait for their mail [D-39, X-06]', async () => {
    const who = await resident(app, house, { dob: '09/09/1950', firstName: 'Wanda', lastName: 'Waiting' });
    const query = { name: 'Wanda Waiting', birthdate: '1950-09-09' };
    expect(await patients(query)).toEqual([who.userId]);
    await setUser(who.userId, { email_verified_at: null, invite_accepted_date: null });
    expect(await patients(query)).toEqual([]);
    expect(await refusalOf(read(`Patient/${who.userId}`), 404)).toBe('not-found');
  });

  it('say what they searched for, and each result where it is read [X-06]', async () => {
    const who = await resident(app, house, { dob: '02/02/1942', firstName: 'Selma', lastName: 'Self' });
    const found = await fhirOf<Bundle>(read('Patient?name=Selma+Self&birthdate=1942-02-02'));
    expect(found).toMatchObject({ type: 'searchset', total: 1 });
    expect(found.link).toEqual([
      { relation: 'self', url: `${app.url}/fhir/Patient?name=Selma+Self&birthdate=1942-02-02` },
    ]);
    expect(found.entry?.[0]?.fullUrl).toBe(`${app.url}/fhir/Patient/${who.userId}`);
    expect((found.entry![0]!.resource as Patient).name?.[0]?.family).toBe('Self');
  });
});
