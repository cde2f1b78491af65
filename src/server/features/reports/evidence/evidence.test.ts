import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TestClient } from '../../../../../testing/client.ts';
import { fullAnswers, person, provider, type TestPerson } from '../../../../../testing/people.ts';
import { startApp, type TestApp } from '../../../../../testing/start-app.ts';
import { compact, readPdf } from '../../../documents/pdf-reader.fixture.ts';
import { operationCalls } from '../../../../../testing/operations/operation-calls.ts';

describe('the evidence for an assessor', () => {
  let app: TestApp;
  let house: string;
  let ward: string;
  let other: string;
  const residents: TestPerson[] = [];
  const staff: Record<string, TestClient> = {};
  const firstNames = ['Annabel', 'Bertrand', 'Cordelia', 'Desmond', 'Eleonora', 'Ferdinand'];

  beforeAll(async () => {
    app = await startApp();
    const { services } = app;
    house = await provider(services, 'Banksia House');
    ward = await provider(services, 'Banksia North', house);
    other = await provider(services, 'Grevillea Lodge');
    const plan = { status: 'complete', answers: fullAnswers() } as const;
    for (const firstName of firstNames)
      residents.push(await person(services, { providerId: house, firstName, lastName: 'Elwoodson', plan }));
    const draft = await person(services, { providerId: ward, firstName: 'Guinevere', lastName: 'Elwoodson' });
    residents.push(draft);
    await services.db
      .insertInto('recent_activities')
      .values(
        Array.from({ length: 6 }, () => ({ template: 'reminder', user_id: draft.userId, metadata: '{}' })),
      )
      .execute();
    const enter = async (name: string, spec: Parameters<typeof person>[1]) => {
      const who = await person(services, spec);
      staff[name] = new TestClient(app.url);
      await staff[name].signIn(who.email, who.password);
    };
    await enter('head', {
      role: 'provideradmin',
      providerId: house,
      firstName: 'Ruth',
      lastName: 'Okafor',
    });
    await enter('ward', { role: 'provideradmin', providerId: ward });
    await enter('other', { role: 'provideradmin', providerId: other });
    await enter('viewer', { role: 'providerview', providerId: house });
    await enter('admin', { role: 'tlcadmin' });
    await enter('customer', {});
    for (const { userId } of residents.slice(0, 6))
      await staff['head']!.graphql('mutation open($id: ID!) { openCustomerPlan(id: $id) { id } }', {
        id: userId,
      });
  }, 60_000);
  afterAll(() => app.close());

  const fetchPack = (who: string, query = '') => staff[who]!.fetch(`/api/reports/evidence.pdf${query}`);
  const read = async (who: string, query = '') => {
    const response = await fetchPack(who, query);
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/pdf']);
    return readPdf(new Uint8Array(await response.arrayBuffer()));
  };

  it('has the conversations of each house by outcome, under the actions of the standards, without small numbers and without those that residents say are not right [N-07, D-52]', async () => {
    const talked = residents.slice(0, 6).map(({ userId: user_id }) => ({
      ...{ user_id, provider_id: house, outcome: 'talked' as const, held_on: '2026-11-02' },
      recorded_at: new Date(),
    }));
    const notRight = talked.map((row) => ({
      ...{ ...row, held_on: '2026-11-03', answer: 'not_right' as const },
      answered_at: new Date(),
    }));
    const few = { ...talked[0]!, outcome: 'declined' as const };
    const earlier = { ...talked[0]!, held_on: '2020-11-02' };
    await app.services.db
      .insertInto('conversations')
      .values([...talked, ...notRight, few, earlier])
      .execute();
    const words = compact(
      (await read('admin', `?provider_id=${house}&period_from=2026-11-01&period_to=2026-11-30`)).text,
    );
    for (const action of ['3.1.6', '5.7.2'])
      expect(words).toContain(compact(`aged care standards, ${action}`));
    expect(words).toContain(compact('HouseOfferedTalkedNot nowDeclined'));
    expect(words).toContain(compact('Banksia Housefewer than 56fewer than 5fewer than 5'));
    expect(words).toContain(compact('Banksia Northfewer than 5fewer than 5fewer than 5fewer than 5'));
  });

  it('is a tagged PDF with letterhead, period, maker, policy, numbers and examples [GAP-114, PROD-05]', async () => {
    const { raw, text } = await read('head');
    expect(raw).toContain('<pdfuaid:part>1</pdfuaid:part>');
    expect(raw).toMatch(/\/S \/TH\b/);
    const words = compact(text);
    for (const part of [
      'ABN',
      'Period',
      'Made by',
      'Ruth Okafor',
      'Banksia House, with all below',
      'How Wattle works',
      '6 of 7 residents have a complete plan, 86%.',
      'Banksia North',
      'Residents reminded6',
      'Plans completed6',
      'Staff66',
      'Resident A',
      'Resident C',
    ])
      expect(words).toContain(compact(part));
  });

  it('has no answer, and no name, PIN, Medicare number, address or id of a resident [GAP-120]', async () => {
    for (const query of ['', `?provider_id=${ward}`]) {
      const words = compact((await read('head', query)).text);
      const secrets = residents.flatMap(({ userId, email, shareId }) => [userId, email, shareId]);
      const rows = await app.services.db
        .selectFrom('users')
        .select(['first_name', 'last_name', 'customer_id'])
        .where('provider_id', 'in', [house, ward])
        .where('first_name', 'in', [...firstNames, 'Guinevere'])
        .execute();
      expect(rows).toHaveLength(7);
      for (const row of rows) for (const value of Object.values(row)) if (value !== null) secrets.push(value);
      for (const answer of Object.values(fullAnswers()))
        if (typeof answer === 'string' && answer.length > 12) secrets.push(answer);
      expect(secrets.length).toBeGreaterThan(40);
      for (const secret of secrets) expect(words).not.toContain(compact(secret));
    }
  });

  it('shows no number below five, also to those who see the residents by name, and then no examples [D-52]', async () => {
    const words = compact((await read('head', `?provider_id=${ward}`)).text);
    expect(words).toContain(compact('The numbers are too small to be shown without names.'));
    expect(words).toContain(compact('Banksia Northfewer than 5fewer than 5--'));
    expect(words).toContain(compact('There are no examples'));
    expect(words).not.toContain(compact('Resident A'));
    // The other house is withheld too: the sum of both would reveal the small one.
    const both = compact((await read('head')).text);
    expect(both).toContain(compact('Banksia Housenot shownnot shown'));
    expect(both).toContain(compact('Banksia Northfewer than 5fewer than 5'));
  });

  it('gives nothing about another provider, by its id [security 4, D-46]', async () => {
    for (const id of [house, ward]) expect((await fetchPack('other', `?provider_id=${id}`)).status).toBe(404);
    expect((await fetchPack('ward', `?provider_id=${house}`)).status).toBe(404);
    const own = compact((await read('other')).text);
    for (const name of ['Banksia', 'Elwoodson']) expect(own).not.toContain(compact(name));
    expect(compact((await read('ward')).text)).not.toContain(compact('Banksia House'));
  });

  it('is refused to everyone without the permission to see who read a plan [D-46, security 2]', async () => {
    for (const who of ['viewer', 'customer'])
      expect([who, (await fetchPack(who)).status]).toEqual([who, 403]);
    expect((await fetch(`${app.url}/api/reports/evidence.pdf`)).status).toBe(401);
    expect(operationCalls).toHaveProperty('makeEvidence');
  });

  it('asks administrators of the platform for a provider, and has the chosen one [D-46]', async () => {
    const without = await fetchPack('admin');
    expect(without.status).toBe(400);
    expect(await without.text()).toContain('provider_id');
    expect(compact((await read('admin', `?provider_id=${house}`)).text)).toContain(
      compact('Banksia House, with all below'),
    );
  });

  it('is recorded in the audit trail with its provider and period [GAP-114]', async () => {
    await read('head', `?provider_id=${ward}&below=without`);
    const { details } = await app.services.db
      .selectFrom('audit_log')
      .select('details')
      .where('action', '=', 'makeEvidence')
      .orderBy('at', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow();
    expect(details).toMatchObject({ provider_id: ward, below: 'without' });
    expect(details).toHaveProperty('from');
  });
});
