import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { TestClient } from '../../../../../../testing/client.ts';
import { insertFile } from '../../../../../../testing/customer-files.ts';
import { person, type TestPerson } from '../../../../../../testing/people.ts';
import { wordsOf } from '../../../../pages/emergency/emergency.fixture.ts';
import { typePin } from '../../../emergency/emergency.fixture.ts';
import { refusalIn, upload } from '../../../files/uploads/uploads.fixture.ts';
import { pdfOf } from '../../../files/checks/sample-files.fixture.ts';
import { codeOf, startHouse, type House } from '../customer-page.fixture.ts';

const fields = 'files { id } papers_set_aside { id file_name set_aside_by }';
const setAside = (user: string, file: string) =>
  `mutation { setPaperAside(user_id: "${user}", file_id: "${file}") { ${fields} } }`;
const useAgain = (user: string, file: string) =>
  `mutation { usePaperAgain(user_id: "${user}", file_id: "${file}") { ${fields} } }`;
const confirm = (file: string) => `mutation { confirmPaper(id: "${file}") { id is_active set_aside_at } }`;
const hidden =
  /A directive was set aside on .+: staff said that it is about another person\. It is not shown\./;

describe('a directive about another person', () => {
  let house: House;
  let customer: TestPerson;
  let owner: TestClient;
  let paper: string;
  const content = pdfOf({ size: 5_000 });

  const add = async (client = owner, file_name = 'Directive.pdf') =>
    (await upload(client, { category: 'ACP', file_name, content })).file.id as string;

  beforeAll(async () => {
    house = await startHouse();
  });
  beforeEach(async () => {
    await house.db.deleteFrom('attempts').execute();
    await house.db.deleteFrom('emergency_attempts').execute();
    customer = await person(house.services, { providerId: house.ids.house });
    owner = await house.newClient(customer);
    paper = await add();
  });
  afterAll(() => house.close());

  const rowOf = (id: string) =>
    house.db
      .selectFrom('files')
      .select(['is_active', 'set_aside_at', 'set_aside_by', 'owner_confirmed_at'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
  async function open() {
    const reader = new TestClient(house.app.url);
    const { status } = await typePin(reader, customer.shareId, customer.pin);
    const page = async () => wordsOf(await (await reader.fetch(`/acp-login/${customer.shareId}`)).text());
    return { status, reader, page };
  }
  const templates = async () =>
    (
      await house.db
        .selectFrom('recent_activities')
        .select(['template', 'actor_id'])
        .where('user_id', '=', customer.userId)
        .orderBy('created_at')
        .execute()
    ).map(({ template, actor_id }) => `${template} ${actor_id === customer.userId ? 'own' : 'staff'}`);
  const eventsOf = async () => {
    const { rows } = await sql<{ event: string }>`
      select plan_entry_event(action, details) as event from audit_log
      where subject_id = ${customer.userId} and is_plan_entry(action, details)
        and action in ('setPaperAside', 'usePaperAgain', 'confirmPaper') order by seq`.execute(house.db);
    return rows.map(({ event }) => event);
  };

  it('is hidden from the emergency page at once, with a notice there, also where it was open before [UPLOAD-22]', async () => {
    const before = await open();
    expect(await before.page()).toContain('Directive.pdf');
    const { data, errors } = await house.nurseClient.graphql(setAside(customer.userId, paper));
    expect(errors).toBeUndefined();
    expect(data.setPaperAside).toEqual({
      files: [],
      papers_set_aside: [{ id: paper, file_name: 'Directive.pdf', set_aside_by: 'Priya Nair' }],
    });
    const words = await before.page();
    expect(words).not.toContain('Directive.pdf');
    expect(words).toMatch(hidden);
    const file = await before.reader.fetch(`/acp-login/${customer.shareId}/files/${paper}`);
    expect([file.headers.get('content-type'), file.headers.get('content-disposition')]).toEqual([
      'text/html; charset=utf-8',
      null,
    ]);
    // The card opens although it was never opened before the paper was set aside.
    await house.db.deleteFrom('emergency_mails').where('user_id', '=', customer.userId).execute();
    const after = await open();
    expect(after.status).toBe(303);
    expect(await after.page()).toMatch(hidden);
    const sheet = await house.nurseClient.fetch(`/api/customers/${customer.userId}/emergency`, {
      headers: { accept: 'text/html' },
    });
    expect(wordsOf(await sheet.text())).not.toContain('Directive.pdf');
  });

  it('is no longer read by staff, and by contacts who read everything [UPLOAD-22]', async () => {
    await house.nurseClient.graphql(setAside(customer.userId, paper));
    const file = await house.nurseClient.fetch(`/api/customers/${customer.userId}/files/${paper}`);
    expect(file.status).toBe(404);
    const { data } = await owner.graphql('{ getFiles(category: ACP) { id is_active shared_with_count } }');
    expect(data.getFiles).toEqual([{ id: paper, is_active: false, shared_with_count: 0 }]);
  });

  it('notifies the person, who says that it is theirs: it is in use again, and staff cannot set it aside again [UPLOAD-22]', async () => {
    await house.nurseClient.graphql(setAside(customer.userId, paper));
    await vi.waitFor(
      async () => {
        const mails = await house.db
          .selectFrom('mail_outbox')
          .select(['subject'])
          .where('to_address', '=', customer.email)
          .execute();
        expect(mails.map(({ subject }) => subject)).toContain('Please check: is this paper yours?');
        const notices = await house.db
          .selectFrom('notifications')
          .select(['receiver_id'])
          .where('template', '=', 'FILE_SET_ASIDE')
          .where('user_id', '=', customer.userId)
          .execute();
        const receivers = notices.map(({ receiver_id }) => receiver_id);
        expect(receivers).toContain(customer.userId);
        expect(receivers).toContain(house.viewer.userId);
      },
      { timeout: 15_000 },
    );
    const { data } = await owner.graphql(confirm(paper));
    expect(data.confirmPaper).toEqual({ id: paper, is_active: true, set_aside_at: null });
    expect(await (await open()).page()).toContain('Directive.pdf');
    const refused = await house.nurseClient.graphql(setAside(customer.userId, paper));
    expect(refusalIn(refused.errors)).toBe('file_id: customer.setAside.confirmed');
    expect((await rowOf(paper)).is_active).toBe(true);
    expect((await templates()).filter((line) => line.startsWith('FILE'))).toEqual([
      'FILE_UPLOADED own',
      'FILE_SET_ASIDE staff',
      'FILE_USED_AGAIN own',
    ]);
    expect(await eventsOf()).toEqual(['fileSetAside', 'fileUsedAgain']);
  });

  it('is used again if staff take their word back, and can be set aside later [UPLOAD-22]', async () => {
    await house.nurseClient.graphql(setAside(customer.userId, paper));
    const { data } = await house.nurseClient.graphql(useAgain(customer.userId, paper));
    expect(data.usePaperAgain).toEqual({ files: [{ id: paper }], papers_set_aside: [] });
    expect(await rowOf(paper)).toEqual({
      ...{ is_active: true, set_aside_at: null, set_aside_by: null, owner_confirmed_at: null },
    });
    const again = await house.nurseClient.graphql(setAside(customer.userId, paper));
    expect(again.errors).toBeUndefined();
  });

  it('is set aside once by a double press, and by two staff members at once [UPLOAD-22]', async () => {
    const calls = await Promise.all(
      [1, 2, 3].map(() => house.nurseClient.graphql(setAside(customer.userId, paper))),
    );
    expect(calls.map(codeOf)).toEqual([undefined, undefined, undefined]);
    expect((await templates()).filter((line) => line === 'FILE_SET_ASIDE staff')).toHaveLength(1);
    expect(await eventsOf()).toEqual(['fileSetAside']);
  });

  it('is not used again beside another directive that was added meanwhile [UPLOAD-22]', async () => {
    await house.nurseClient.graphql(setAside(customer.userId, paper));
    const newer = await add(owner, 'The right one.pdf');
    expect(refusalIn((await owner.graphql(confirm(paper))).errors)).toBe('id: error.file.otherInUse');
    expect(refusalIn((await house.nurseClient.graphql(useAgain(customer.userId, paper))).errors)).toBe(
      'file_id: customer.setAside.otherInUse',
    );
    expect((await rowOf(newer)).is_active).toBe(true);
    expect((await rowOf(paper)).is_active).toBe(false);
  });

  it('is set aside only if the person added it: no paper of the provider, no other file, none of another person [UPLOAD-22] [D-60]', async () => {
    const { services } = house;
    const eol = await insertFile(services, customer.userId, { is_eol: true });
    const letter = await insertFile(services, customer.userId, { category: 'ADDITIONAL_DOCUMENT' });
    const replaced = await insertFile(services, customer.userId, { is_active: false });
    const other = await insertFile(services, (await house.newCustomer()).userId);
    for (const { id } of [eol, letter, replaced, other]) {
      expect(codeOf(await house.nurseClient.graphql(setAside(customer.userId, id)))).toBe('not-found');
      expect(codeOf(await house.nurseClient.graphql(useAgain(customer.userId, id)))).toBe('not-found');
      expect((await rowOf(id)).set_aside_at).toBeNull();
    }
    expect(codeOf(await owner.graphql(confirm(paper)))).toBe('not-found');
  });

  it('is set aside only by staff who may change the customer [UPLOAD-22]', async () => {
    for (const [name, client, code] of await house.strangers()) {
      expect([name, codeOf(await client.graphql(setAside(customer.userId, paper)))]).toEqual([name, code]);
      expect([name, codeOf(await client.graphql(useAgain(customer.userId, paper)))]).toEqual([name, code]);
      const confirmed = codeOf(await client.graphql(confirm(paper)));
      expect([name, confirmed]).toEqual([name, code === 'unauthenticated' ? code : 'not-found']);
    }
    expect(codeOf(await house.viewerClient.graphql(setAside(customer.userId, paper)))).toBe('forbidden');
    await house.withoutFlag(async () => {
      expect(codeOf(await house.nurseClient.graphql(setAside(customer.userId, paper)))).toBe('forbidden');
    });
    expect((await rowOf(paper)).is_active).toBe(true);
  });

  it('is set aside at most ten times an hour for one person, so that their mailbox is not flooded [UPLOAD-22]', async () => {
    const codes: (string | undefined)[] = [];
    for (let time = 0; time < 11; time += 1) {
      codes.push(codeOf(await house.nurseClient.graphql(setAside(customer.userId, paper))));
      await house.nurseClient.graphql(useAgain(customer.userId, paper));
    }
    expect(codes).toEqual([...Array<undefined>(10).fill(undefined), 'rate-limited']);
    expect((await rowOf(paper)).is_active).toBe(true);
  });

  it('is a change of the card, so that a replica that lags is not used [UPLOAD-22] [C-01]', async () => {
    await house.nurseClient.graphql(setAside(customer.userId, paper));
    const { rows } = await sql`select 1 from card_changes where user_id = ${customer.userId}`.execute(
      house.db,
    );
    expect(rows).toHaveLength(1);
  });
});
