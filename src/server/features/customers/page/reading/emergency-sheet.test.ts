import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { TestClient } from '../../../../../../testing/client.ts';
import { insertFile } from '../../../../../../testing/customer-files.ts';
import { fullAnswers, person } from '../../../../../../testing/people.ts';
import { catalogue } from '../../../../../domain/i18n/catalogue.ts';
import { translatorOf } from '../../../../../domain/i18n/translator.ts';
import { wordsOf } from '../../../../pages/emergency/emergency.fixture.ts';
import { planPage } from '../../../../pages/emergency/plan-page/plan-page.ts';
import { findEmergencyPlan, findEmergencyPlanOf } from '../../../emergency/store.ts';
import { readView } from '../../../emergency/api.ts';
import { codeOf, startHouse, type House } from '../customer-page.fixture.ts';

/** Headers of a browser in which a person opens an address. */
const opened = { headers: { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' } };

/** Expects that a page contains all of the texts, in this order. */
function isInOrder(page: string, texts: readonly string[]): void {
  const places = texts.map((words) => page.indexOf(words));
  expect(places).not.toContain(-1);
  expect(places).toEqual(places.toSorted((a, b) => a - b));
}

describe('the emergency sheet of staff', () => {
  let house: House;

  beforeAll(async () => {
    house = await startHouse();
  });
  beforeEach(() => house.db.deleteFrom('attempts').execute());
  afterAll(() => house.close());

  const sheetOf = async (userId: string): Promise<string> => {
    const sheet = await house.nurseClient.fetch(`/api/customers/${userId}/emergency`, opened);
    expect([sheet.status, sheet.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    return wordsOf(await sheet.text());
  };
  const setExternal = (userId: string) =>
    house.db.updateTable('acps').set({ external: true }).where('user_id', '=', userId).execute();

  it('shows the signed answers beside documents, below a line with the documents and which of both is newer [S-04]', async () => {
    const customer = await house.newCustomer();
    const before = await sheetOf(customer.userId);
    await insertFile(house.services, customer.userId, { file_name: 'directive.pdf', is_eol: true });
    await setExternal(customer.userId);
    const after = (name: string, days: number) =>
      house.db
        .updateTable('files')
        .set({ activated_timestamp: new Date(house.services.clock().getTime() + days * 24 * 60 * 60_000) })
        .where('user_id', '=', customer.userId)
        .where('file_name', '=', name)
        .execute();
    await after('directive.pdf', 2);
    const page = await sheetOf(customer.userId);
    expect(page).toMatch(/Papers too, and they are newer: directive\.pdf, added .+\. Plan: .+\.\nCPR\n/);
    const signed = before.slice(before.indexOf('CPR\n'), before.indexOf('Care provider'));
    for (const line of signed.split('\n')) expect(page).toContain(line);
    expect(page).not.toContain('not written with our questions');
    await insertFile(house.services, customer.userId, { file_name: 'old.pdf', is_eol: true });
    for (const name of ['directive.pdf', 'old.pdf']) await after(name, name === 'old.pdf' ? -400 : -300);
    expect(await sheetOf(customer.userId)).toMatch(
      /Papers too, but the plan is newer: .+\. Papers: directive\.pdf and older ones, added .+\.\nCPR\n/,
    );
    expect(
      codeOf(
        await house.nurseClient.graphql(
          `mutation { openCustomerPlan(id: "${customer.userId}") { plan_version } }`,
        ),
      ),
    ).toBeUndefined();
    expect((await house.nurseClient.fetch(`/api/customers/${customer.userId}/plan.pdf`)).status).toBe(200);
  });

  it('names the document beside a signed plan even if the person has five newer files [S-04]', async () => {
    const customer = await house.newCustomer();
    await insertFile(house.services, customer.userId, { file_name: 'directive.pdf', is_eol: true });
    await setExternal(customer.userId);
    for (let at = 1; at <= 5; at += 1)
      await insertFile(house.services, customer.userId, {
        file_name: `own ${at}.pdf`,
        activated_timestamp: new Date(house.services.clock().getTime() + at),
      });
    expect(await sheetOf(customer.userId)).toMatch(/Papers too.+directive\.pdf/);
  });

  it('shows for a resident without a signed plan the emergency contacts and the documents, and nothing of a draft [S-05]', async () => {
    await house.db
      .updateTable('providers')
      .set({ phone_number: '(03) 5550 0100' })
      .where('id', '=', house.ids.house)
      .execute();
    const contacts = ['Daniel Chen', 'Paul Chen'].map((name) => ({
      ...{
        name,
        email: `${name.slice(0, 4).toLowerCase()}@test.example`,
        phone: '0491 570 156',
        relationship: 'Son',
      },
      ...{ accepted: name === 'Daniel Chen', substitutedDecisionMaker: true, enduringGuardian: true },
    }));
    const answers = { ...fullAnswers(), firstName: 'Secret draft name' };
    const draft = await house.newCustomer({ plan: { status: 'draft', answers }, contacts });
    const paper = { file_name: 'my form.pdf', is_eol: true };
    await insertFile(house.services, draft.userId, paper);
    const page = await sheetOf(draft.userId);
    isInOrder(page, [
      'Lin Mei has no signed plan here.',
      'Daniel Chen',
      'Care provider: Banksia House',
      'my form.pdf',
    ]);
    expect(page).toContain('Call (03) 5550 0100');
    expect(page).not.toMatch(/Paul Chen|CPR|would not want|Secret draft|in this plan|is told/);
    const empty = await house.newCustomer({ plan: { status: 'draft', answers: {} } });
    expect(await sheetOf(empty.userId)).toContain('No contact has agreed to be called yet.');
    await house.db.deleteFrom('acps').where('user_id', '=', empty.userId).execute();
    expect(await sheetOf(empty.userId)).toContain('Lin Mei has no signed plan here.');
    const { data } = await house.nurseClient.graphql(
      `{ getCustomer(id: "${draft.userId}") { openings { count } } }`,
    );
    expect(data.getCustomer.openings.count).toBe(0);
  });

  it('shows a directive that the resident added before whom to call, and nothing of a draft [UPLOAD-20]', async () => {
    const answers = { ...fullAnswers(), firstName: 'Secret draft name' };
    const draft = await house.newCustomer({ plan: { status: 'draft', answers } });
    await insertFile(house.services, draft.userId, { file_name: 'my form.pdf' });
    const page = await sheetOf(draft.userId);
    isInOrder(page, [
      'No answers were written here. Read the directive that Lin Mei added.',
      'my form.pdf',
      'No contact has agreed to be called yet.',
      'Care provider: Banksia House',
    ]);
    expect(page).not.toMatch(/no signed plan|CPR|would not want|Secret draft/);
  });

  it('shows the room, with and without a signed plan; the page that a card opens does not [N-09]', async () => {
    const room = 'Banksia 12B <b>';
    const signed = await house.newCustomer();
    const draft = await house.newCustomer({ plan: { status: 'draft', answers: {} } });
    for (const { userId } of [signed, draft]) {
      expect(await sheetOf(userId)).not.toContain('Room:');
      await house.db.updateTable('users').set({ room }).where('id', '=', userId).execute();
      expect(await sheetOf(userId)).toContain(`Room: ${room}`);
    }
    const { share_id } = await house.db
      .selectFrom('users')
      .select('share_id')
      .where('id', '=', signed.userId)
      .executeTakeFirstOrThrow();
    const plan = await findEmergencyPlan(house.db, house.services, share_id);
    const at = { language: 'en', scanned: null } as const;
    const now = new Date('2026-11-28T00:00:00Z');
    const opened = await readView(house.db, house.services, plan!, {
      ...at,
      openedAt: now,
      closesAt: now,
      now,
    });
    expect(JSON.stringify(opened)).not.toContain('12B');
  });

  it('shows all needs of an answer about CPR while there is room, and counts the others in a long plan [S-77]', async () => {
    const answers = {
      ...fullAnswers(),
      cprStopBreathing: 'only if minimum quality of life is expected',
      minimumQolList: [
        'Being able to speak and communicate with others',
        'Having my family around me',
        'Eating good food',
        'Being pain free, or without too much pain',
        'Having a laugh',
        'Sleeping well',
        'Other',
      ],
      other_qolList: 'Hearing the sea, and having my dog Biscuit near me',
    };
    const usual = await house.newCustomer({ plan: { status: 'complete', answers } });
    const sheet = await sheetOf(usual.userId);
    expect(sheet).not.toMatch(/more needs?/);
    const box = sheet.slice(sheet.indexOf('Only if'), sheet.indexOf('would not want'));
    expect(box).toContain('Biscuit');
    const note = 'My reasons are these. '.repeat(90).trim();
    const long = { ...answers, treatmentsSelected_note: note };
    const full = await house.newCustomer({ plan: { status: 'complete', answers: long } });
    expect(await sheetOf(full.userId)).toMatch(/and \d more needs?/);
  });

  it('shows each paper with its kind, its day, and who checked it; the page of the card names no staff [S-77]', async () => {
    const { userId } = await house.newCustomer();
    const added = (day: string, more: object) =>
      insertFile(house.services, userId, { activated_timestamp: new Date(`${day}T02:00:00Z`), ...more });
    await added('2026-03-01', { file_name: 'own.pdf' });
    const checked = await added('2026-03-02', { file_name: 'kept.pdf', is_eol: true });
    await house.db
      .updateTable('files')
      .set({ reviewed_at: new Date('2026-03-05T02:00:00Z'), reviewed_by: house.nurse.userId })
      .where('id', '=', checked.id)
      .execute();
    const sheet = await sheetOf(userId);
    expect(sheet).toMatch(
      /own\.pdf, added 1 March 2026\s*Directive that Margaret added\.\s*Not checked yet\./,
    );
    expect(sheet).toMatch(
      /kept\.pdf, added 2 March 2026\s*End-of-life document that staff added\.\s*Checked by Priya Nair on 5 March 2026\./,
    );
    await house.db.updateTable('files').set({ reviewed_by: null }).where('id', '=', checked.id).execute();
    expect(await sheetOf(userId)).toContain('Checked by Someone on 5 March 2026.');
    const plan = await findEmergencyPlanOf(house.db, house.services, userId);
    const now = new Date('2026-11-28T00:00:00Z');
    const times = { scanned: null, openedAt: now, closesAt: now, now };
    const { view } = await readView(house.db, house.services, plan!, { language: 'en', ...times });
    const options = { view, t: translatorOf('en', catalogue.en), sections: [], filesAddress: '/files/' };
    const card = wordsOf(
      planPage({ ...options, query: { language: 'en', all: false }, pdf: { address: '/pdf' } }),
    );
    expect(card).toContain('kept.pdf');
    expect(card).not.toMatch(/Checked by|Not checked/);
  });

  it('says that a plan of documents has no document [S-05]', async () => {
    const { userId } = await house.newCustomer({ plan: { status: 'draft', answers: {} } });
    await setExternal(userId);
    const page = await sheetOf(userId);
    expect(page).toContain('no paper is here. Call the people below.');
    expect(page).not.toContain('Read the papers below');
  });

  it('and every other address return errors to browsers as a page in both languages, and to scripts as JSON [S-05]', async () => {
    const draft = await house.newCustomer({ plan: { status: 'draft', answers: {} } });
    const elsewhere = await person(house.services, { providerId: house.ids.elsewhere });
    const addresses: [House['nurseClient'], string, number, string][] = [
      [house.nurseClient, `/api/customers/${draft.userId}/plan.pdf`, 404, 'This is not here'],
      [
        house.nurseClient,
        `/api/customers/${draft.userId}/files/${crypto.randomUUID()}`,
        404,
        '这里没有这一页',
      ],
      [house.nurseClient, `/api/customers/${elsewhere.userId}/emergency`, 404, 'This is not here'],
      [house.nurseClient, '/api/no-such-address', 404, 'This is not here'],
      [new TestClient(house.app.url), `/api/customers/${draft.userId}/emergency`, 401, 'You are signed out'],
      [new TestClient(house.app.url), '/api/lists/customers.csv', 401, 'You are signed out'],
    ];
    for (const [client, path, status, words] of addresses) {
      const page = await client.fetch(path, opened);
      const html = await page.text();
      expect([path, page.status, page.headers.get('content-type')]).toEqual([
        path,
        status,
        'text/html; charset=utf-8',
      ]);
      expect(html).toContain(words);
      expect(html).not.toMatch(/<script|not-found|unauthenticated/);
      const toScript = await client.fetch(path);
      expect([path, toScript.headers.get('content-type')]).toEqual([path, 'application/json; charset=utf-8']);
    }
    const forbidden = await house.withoutFlag(() =>
      house.nurseClient.fetch(`/api/customers/${draft.userId}/emergency`, opened),
    );
    expect([forbidden.status, await forbidden.text()]).toEqual([
      403,
      expect.stringContaining('您不能打开这一页'),
    ]);
  });
});
