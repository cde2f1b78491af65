import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TestClient } from '../../../../../testing/client.ts';
import { fullAnswers, person, provider, type TestPerson } from '../../../../../testing/people.ts';
import { startApp, type TestApp } from '../../../../../testing/start-app.ts';
import { compact, readPdf } from '../../../documents/pdf-reader.fixture.ts';

const papers = [
  'company',
  'acp-completions',
  'conversations',
  'customers',
  'subscriptions',
  'acp-audit',
] as const;

describe('a report on paper', () => {
  let app: TestApp;
  let house: string;
  let other: string;
  const staff: Record<string, TestClient> = {};

  beforeAll(async () => {
    app = await startApp();
    const { services } = app;
    house = await provider(services, 'Banksia House');
    other = await provider(services, 'Grevillea Lodge');
    const plan = { status: 'complete', answers: fullAnswers() } as const;
    await person(services, { providerId: house, firstName: 'Ann', lastName: 'Lee', plan });
    await person(services, { providerId: house, firstName: 'Bob', lastName: 'Elwood' });
    const enter = async (name: string, who: TestPerson) => {
      staff[name] = new TestClient(app.url);
      await staff[name].signIn(who.email, who.password);
    };
    await enter('admin', await person(services, { role: 'tlcadmin', firstName: 'Ruth', lastName: 'Okafor' }));
    await enter('second', await person(services, { role: 'tlcadmin' }));
    await enter('head', await person(services, { role: 'provideradmin', providerId: house }));
    await enter('other', await person(services, { role: 'provideradmin', providerId: other }));
    await enter('viewer', await person(services, { role: 'providerview', providerId: house }));
    await enter('customer', await person(services, {}));
  });
  afterAll(() => app.close());

  const paper = async (who: string, name: string, query = '') =>
    staff[who]!.fetch(`/api/reports/report-${name}.pdf${query}`);
  const read = async (who: string, name: string, query = '') => {
    const response = await paper(who, name, query);
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/pdf']);
    return readPdf(new Uint8Array(await response.arrayBuffer()));
  };

  it.each(papers)(
    '%s is a tagged PDF with letterhead, period, who made it and when [GAP-114, PROD-05]',
    async (name) => {
      const { raw, text } = await read('admin', name);
      expect(raw).toContain('<pdfuaid:part>1</pdfuaid:part>');
      expect(raw).toMatch(/\/S \/H1\b/);
      const words = compact(text);
      for (const part of ['ABN', 'Period', 'Made by', 'Ruth Okafor', 'Made on', 'All providers'])
        expect(words).toContain(compact(part));
    },
  );

  it('has the sentence, the months and the rows of its page [GAP-114]', async () => {
    const { raw, text } = await read('admin', 'company', `?provider_id=${house}`);
    const words = compact(text);
    expect(words).toContain(compact('1 of 2 customers have a complete plan, 50%.'));
    expect(words).toContain(compact('Banksia House, with all below'));
    expect(words).not.toContain(compact('Grevillea'));
    expect(raw).toMatch(/\/S \/TH\b/);
    expect(compact((await read('admin', 'customers', `?provider_id=${house}`)).text)).toContain(
      compact('Bob Elwood'),
    );
  });

  it('has the conversations of each house under the actions of the standards, and no name of a resident [N-07]', async () => {
    const words = compact((await read('admin', 'conversations', `?provider_id=${house}`)).text);
    for (const action of ['3.1.6', '5.7.2'])
      expect(words).toContain(compact(`aged care standards, ${action}`));
    // Two residents, and no conversation with either of them.
    expect(words).toContain(compact('With none yet Banksia House 2 2'));
    expect(words).not.toContain(compact('Bob Elwood'));
  });

  it('has nothing of another provider, by id or name [security 4, D-46]', async () => {
    for (const name of ['company', 'conversations', 'acp-audit']) {
      const words = compact((await read('other', name, `?provider_id=${house}`)).text);
      expect(words).not.toContain(compact('Banksia'));
      expect(words).not.toContain(compact('Ann Lee'));
    }
  });

  it('has the customer, the staff member and the event of the filters in its letterhead, and no name that the caller does not see [GAP-114, security 4]', async () => {
    const { services } = app;
    const idOf = async (first_name: string) =>
      (
        await services.db
          .selectFrom('users')
          .select('id')
          .where('first_name', '=', first_name)
          .executeTakeFirstOrThrow()
      ).id;
    const query = `?user_id=${await idOf('Ann')}&actor_id=${await idOf('Ruth')}&event=planOpened`;
    const words = compact((await read('second', 'acp-audit', query)).text);
    for (const part of ['Customer Ann Lee', 'Staff member Ruth Okafor', 'What was done Plan opened'])
      expect(words).toContain(compact(part));
    expect(words).toContain(compact('No entry matches these filters in this time.'));
    const others = compact((await read('other', 'acp-audit', query)).text);
    expect(others).toContain(compact('Customer -- Staff member --'));
    for (const name of ['Ann Lee', 'Ruth']) expect(others).not.toContain(compact(name));
    const { details } = await services.db
      .selectFrom('audit_log')
      .select('details')
      .where('action', '=', 'printReport')
      .where(sql<boolean>`details->>'event' is not null`)
      .executeTakeFirstOrThrow();
    expect(details).toMatchObject({ report: 'audit', user_id: await idOf('Ann'), event: 'planOpened' });
  });

  it('is refused to everyone who does not have its page [D-46, security 2]', async () => {
    const statusOf = async (who: string, name: string) => (await paper(who, name)).status;
    for (const name of papers) {
      for (const who of ['viewer', 'customer'])
        expect([who, name, await statusOf(who, name)]).toEqual([who, name, 403]);
      expect((await fetch(`${app.url}/api/reports/report-${name}.pdf`)).status).toBe(401);
    }
    for (const name of ['acp-completions', 'customers', 'subscriptions'])
      expect([name, await statusOf('head', name)]).toEqual([name, 403]);
  });

  it('is recorded in the audit trail [GAP-114]', async () => {
    const entries = await app.services.db
      .selectFrom('audit_log')
      .select('details')
      .where('action', '=', 'printReport')
      .execute();
    expect(entries.map(({ details }) => (details as { report: string }).report)).toContain('completions');
  });

  it('has no answer, Medicare number or PIN [GAP-120]', async () => {
    for (const name of papers) {
      const words = (await read('second', name, `?provider_id=${house}`)).text;
      for (const answer of Object.values(fullAnswers()))
        if (typeof answer === 'string' && answer.length > 12) expect(words).not.toContain(answer);
    }
  });
});
