import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TestClient } from '../../../../../testing/client.ts';
import { person, provider, type TestPerson } from '../../../../../testing/people.ts';
import { startApp, type TestApp } from '../../../../../testing/start-app.ts';
import { waitFor } from '../../../jobs/jobs.fixture.ts';
import { fitting, head, listOf } from './import.fixture.ts';

const insert = `mutation ($file: CustomerImportFile!) {
  insertCustomerImport(file: $file) { id state total preview { line first_name last_name email birth_date gender medicare_number customer_id problems } }
}`;
const one = `query ($id: ID!) {
  getCustomerImport(id: $id) { state total done failed problems { line first_name problems } }
}`;

describe('a list of customers that is uploaded over HTTP', () => {
  let app: TestApp;
  let providerId: string;
  let nurse: TestPerson;
  let client: TestClient;

  const clientOf = async ({ email, password }: TestPerson) => {
    const signedIn = new TestClient(app.url);
    await signedIn.signIn(email, password);
    return signedIn;
  };
  const post = (by: TestClient, list: string, type = 'text/csv', to = providerId) =>
    by.fetch(`/api/customer-imports?provider_id=${to}&name=list.csv`, {
      method: 'POST',
      body: list,
      headers: { 'content-type': type },
    });

  beforeAll(async () => {
    app = await startApp();
    providerId = await provider(app.services);
    nurse = await person(app.services, { role: 'provideradmin', providerId });
    client = await clientOf(nurse);
  });
  afterAll(() => app.close());

  it('becomes customers, invitations by mail, one notification, one mail and a report that can be mended [IMPORT-01] [GAP-109] [NOTIF-12] [S-47]', async () => {
    const list = `${listOf(fitting(1), '=cmd|calc,Lee,bo@example.org,14/05/1943,,,').trimEnd()}\n"Di, Ann",Poe,x,1/2/1940,,,'-7,more\n`;
    const { file } = (await (await post(client, list)).json()) as { file: object };
    const { data } = await client.graphql(insert, { file });
    const { id, preview } = data.insertCustomerImport;
    expect(preview.map(({ line }: { line: number }) => line)).toEqual([2, 3, 4]);
    expect(preview[2].problems).toBe('This line has 8 columns, not 7');
    await client.graphql('mutation ($id: ID!) { startCustomerImport(id: $id, send_now: true) { state } }', {
      id,
    });
    await waitFor(async () => {
      const { data: found } = await client.graphql(one, { id });
      expect(found.getCustomerImport).toMatchObject({ state: 'done', total: 3, done: 1, failed: 2 });
    });
    const { db } = app.services;
    await waitFor(async () => {
      const mails = await db.selectFrom('mail_outbox').select(['to_address', 'subject']).execute();
      expect(mails.map(({ to_address }) => to_address).toSorted()).toEqual(
        ['ann.lee1@example.org', nurse.email].toSorted(),
      );
      expect(mails.find(({ to_address }) => to_address === nurse.email)?.subject).toBe(
        '1 of 3 customers of your list were added',
      );
      const notices = await db.selectFrom('notifications').selectAll().execute();
      expect(notices).toMatchObject([
        {
          receiver_id: nurse.userId,
          template: 'CUSTOMER_IMPORT_UNSUCCESSFUL',
          metadata: { import_id: id, count: 1, total: 3, failed: 2 },
        },
      ]);
    });
    const report = await client.fetch(`/api/customer-imports/${id}/report.csv`);
    expect(report.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect((await report.text()).split('\r\n')).toEqual([
      `${head},problem_line,problem`,
      expect.stringMatching(/^'=cmd\|calc,Lee,bo@example\.org,14\/05\/1943,,,,3,/),
      `"Di, Ann",Poe,x,1/2/1940,,,'-7,4,"This line has 8 columns, not 7",more`,
      '',
    ]);
  });

  it('shows its effects, is decided, matched and taken back over the API [S-10]', async () => {
    const list = 'Surname;Given;DOB;Nr\nRoe;Cy;14/05/43;R-9\nRoe;Di;14/05/43;R-8\n';
    const { file } = (await (await post(client, list)).json()) as { file: object };
    const form = `form { encoding century short_year accent is_template columns { head target samples } }`;
    const read = (given: object | null) =>
      client.graphql(
        `mutation ($file: CustomerImportFile!, $form: CustomerImportFormInput) {
          insertCustomerImport(file: $file, form: $form) {
            id fresh addressless doubtful faulty open { kind lines undecided } ${form} } }`,
        { file, form: given },
      );
    const first = (await read(null)).data.insertCustomerImport;
    expect(first).toMatchObject({ fresh: 2, addressless: 2, doubtful: 0, faulty: 0, open: [] });
    expect(first.form).toMatchObject({
      ...{ encoding: 'utf-8', century: 19, short_year: '14/05/43', accent: null, is_template: false },
      columns: [
        { head: 'Surname', target: 'last_name', samples: ['Roe', 'Roe'] },
        { head: 'Given', target: 'first_name' },
        { head: 'DOB', target: 'birth_date' },
        { head: 'Nr', target: null },
      ],
    });
    const columns = ['last_name', 'first_name', 'birth_date', 'customer_id'];
    const { id } = (await read({ columns, century: 19 })).data.insertCustomerImport;
    await client.graphql('mutation ($id: ID!) { startCustomerImport(id: $id) { state } }', { id });
    const state = async () => {
      const { data } = await client.graphql(
        'query ($id: ID!) { getCustomerImport(id: $id) { state done kept updated invitations invitations_due_at taken_back } }',
        { id },
      );
      return data.getCustomerImport;
    };
    await waitFor(async () =>
      expect(await state()).toMatchObject({ state: 'done', done: 2, invitations: 'waiting' }),
    );
    const again = (await (await post(client, list)).json()) as { file: object };
    const { data } = await client.graphql(
      'mutation ($file: CustomerImportFile!) { insertCustomerImport(file: $file) { id open { kind lines undecided } } }',
      { file: again.file },
    );
    expect(data.insertCustomerImport.open).toEqual([{ kind: 'customer_id', lines: 2, undecided: 2 }]);
    const second = { id: data.insertCustomerImport.id };
    const lines = await client.graphql(
      `query ($id: ID!) { getCustomerImportLines(id: $id, show: decide) {
        line same decision person { name customer_id provider birth_date } } }`,
      second,
    );
    expect(lines.data.getCustomerImportLines[0]).toEqual({
      ...{ line: 2, same: 'customer_id', decision: null },
      person: { name: 'Cy Roe', customer_id: 'R-9', provider: 'Banksia House', birth_date: '1943-05-14' },
    });
    const decided = await client.graphql(
      `mutation ($id: ID!) { decideCustomerImportLines(id: $id, decision: skip, kind: customer_id) {
        open { undecided } } }`,
      second,
    );
    expect(decided.data.decideCustomerImportLines.open).toEqual([{ undecided: 0 }]);
    const back = await client.graphql(
      'mutation ($id: ID!) { takeBackCustomerImport(id: $id) { invitations } }',
      { id },
    );
    expect(back.data.takeBackCustomerImport).toEqual({ invitations: 'taken_back' });
    await waitFor(async () => expect(await state()).toMatchObject({ taken_back: 2 }));
  });

  it('is mended in place over the API, with its totals by house [S-10]', async () => {
    await provider(app.services, 'Lorikeet Lodge', providerId);
    const list =
      'Surname,Given name,DOB,House\nWest,Cy,31/02/1943,Lorikeet\nWest,Di,14/05/1943,Lorikeet Lodge\n';
    const { file } = (await (await post(client, list)).json()) as { file: object };
    const { data } = await client.graphql(
      `mutation ($file: CustomerImportFile!) {
        insertCustomerImport(file: $file) { id fresh faulty houses { name fresh } } }`,
      { file },
    );
    const { id, ...totals } = data.insertCustomerImport;
    expect(totals).toEqual({ fresh: 1, faulty: 1, houses: [{ name: 'Lorikeet Lodge', fresh: 1 }] });
    const lines = await client.graphql(
      `query ($id: ID!) { getCustomerImportLines(id: $id, show: mend, offset: 0, limit: 20) {
        line first_name last_name email birth_date gender medicare_number customer_id house problems same decision
        faults { column message } person { id name customer_id provider } } }`,
      { id },
    );
    expect(lines.data.getCustomerImportLines[0]).toMatchObject({
      ...{ line: 2, house: 'Lorikeet' },
      faults: [
        { column: 'birth_date', message: 'That date does not exist. Check the day and the month.' },
        { column: 'house', message: 'No house called “Lorikeet” is among those you add customers to' },
      ],
    });
    const asked = await client.graphql(
      'query ($id: ID!) { getCustomerImport(id: $id) { fresh houses { name } } }',
      { id },
    );
    expect(asked.data.getCustomerImport).toEqual({ fresh: 1, houses: [] });
    const mend = (cells: object) =>
      client.graphql(
        `mutation ($id: ID!, $cells: CustomerImportCellsInput!) {
          mendCustomerImportLine(id: $id, line: 2, cells: $cells) { fresh faulty houses { name fresh } } }`,
        { id, cells },
      );
    const refused = await mend({ birth_date: '28/02/1943', house: 'Lorikeet' });
    expect(refused.errors?.[0]?.extensions.fields).toEqual([
      { field: 'house', message: 'error.import.houseUnknown', params: { house: 'Lorikeet' } },
    ]);
    const mended = await mend({ birth_date: '28/02/1943', house: 'Lorikeet Lodge' });
    expect(mended.data.mendCustomerImportLine).toEqual({
      ...{ fresh: 2, faulty: 0 },
      houses: [{ name: 'Lorikeet Lodge', fresh: 2 }],
    });
  });

  it('is mended in its report and imported again, with formulas unchanged [GAP-109]', async () => {
    const report = `${head},problem_line,problem\r\nAnn,Lee,mended@example.org,14/05/1943,Female,,'-7,4,Wrong\r\n`;
    const { file } = (await (await post(client, report)).json()) as { file: object };
    const { data } = await client.graphql(insert, { file });
    expect(data.insertCustomerImport.preview).toEqual([
      {
        line: 2,
        ...{ first_name: 'Ann', last_name: 'Lee', email: 'mended@example.org', birth_date: '14/05/1943' },
        ...{ gender: 'Female', medicare_number: '', customer_id: '-7' },
        problems: 'The customer ID cannot begin with =, +, - or @',
      },
    ]);
  });

  it('is refused as another type, and when it is larger than 10 MB [IMPORT-03] [IMPORT-04] [IMPORT-06] [ERR-38]', async () => {
    for (const type of ['text/plain', 'application/json', 'application/vnd.ms-excel', 'text/csvx']) {
      const response = await post(client, listOf(fitting(1)), type);
      expect([type, response.status]).toEqual([type, 415]);
      expect(await response.json()).toMatchObject({ fields: [{ field: 'file', message: 'error.csvType' }] });
    }
    const large = await post(client, ','.repeat(10 * 1024 * 1024 + 1));
    expect(large.status).toBe(413);
    expect(await large.json()).toMatchObject({
      fields: [{ field: 'file', message: 'error.import.tooLarge' }],
    });
  });

  it('is refused under a name that uploads cannot have [S-47]', async () => {
    const named = async (name: string) => {
      const response = await client.fetch(
        `/api/customer-imports?${new URLSearchParams({ provider_id: providerId, name })}`,
        { method: 'POST', body: listOf(fitting(1)), headers: { 'content-type': 'text/csv' } },
      );
      return ((await response.json()) as { fields?: { message: string }[] }).fields?.[0]?.message;
    };
    expect(await named('../list.csv')).toBe('error.file.nameDots');
    expect(await named('lists/list.csv')).toBe('error.file.nameSlash');
    expect(await named('list\u202evsc.csv')).toBe('error.file_name_not_supported');
    expect(await named('')).toBe('error.file.nameEmpty');
    expect(await named(`${'x'.repeat(252)}.csv`)).toBe('error.file.nameTooLong');
    expect(await named('Résidents 11.csv')).toBeUndefined();
  });

  it('is aborted when it has not arrived after twenty seconds [IMPORT-05]', async () => {
    const { hostname, port, host } = new URL(app.url);
    const socket = connect(Number(port), hostname);
    await once(socket, 'connect');
    const begun = performance.now();
    socket.write(
      `POST /api/customer-imports?provider_id=${providerId}&name=slow.csv HTTP/1.1\r\nhost: ${host}\r\norigin: ${app.url}\r\n` +
        `cookie: ${client.cookieHeader()}\r\ncontent-type: text/csv\r\ncontent-length: 1000\r\n\r\nfirst_name`,
    );
    const [answer] = (await once(socket, 'data')) as [Buffer];
    expect(performance.now() - begun).toBeGreaterThan(19_000);
    expect(performance.now() - begun).toBeLessThan(25_000);
    expect(answer.toString()).toContain('error.import.timeout');
    socket.destroy();
    const left = await app.services.db
      .selectFrom('customer_imports')
      .select('id')
      .where('name', '=', 'slow.csv')
      .execute();
    expect(left).toEqual([]);
  }, 40_000);

  it('is not accessible for strangers: neither uploading it, nor its lines, its progress or its report [security 1] [security 4]', async () => {
    const { rows } = { rows: await app.services.db.selectFrom('customer_imports').select('id').execute() };
    const id = rows[0]!.id;
    const elsewhere = await provider(app.services, 'Grevillea Lodge');
    const people = await Promise.all([
      person(app.services, { role: 'provideradmin', providerId: elsewhere }),
      person(app.services, { role: 'providerview', providerId }),
      person(app.services, { providerId }),
    ]);
    for (const each of people) {
      const stranger = await clientOf(each);
      expect([403, 404]).toContain((await post(stranger, listOf(fitting(9)))).status);
      expect([403, 404]).toContain((await stranger.fetch(`/api/customer-imports/${id}/report.csv`)).status);
      expect((await stranger.graphql(one, { id })).data).toBeNull();
    }
    const visitor = new TestClient(app.url);
    expect((await post(visitor, listOf(fitting(9)))).status).toBe(401);
    expect((await visitor.fetch(`/api/customer-imports/${id}/report.csv`)).status).toBe(401);
  });

  it('has a template to start from [GAP-109]', async () => {
    const response = await client.fetch('/api/customer-imports/template.csv');
    expect(response.headers.get('content-disposition')).toContain('attachment');
    expect(await response.text()).toBe(`${head},room\r\n`);
  });
});
