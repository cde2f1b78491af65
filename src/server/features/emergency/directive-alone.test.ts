import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { TestClient } from '../../../../testing/client.ts';
import { fullAnswers, person, type TestPerson } from '../../../../testing/people.ts';
import { startApp, type TestApp } from '../../../../testing/start-app.ts';
import { wordsOf } from '../../pages/emergency/emergency.fixture.ts';
import { pdfOf } from '../files/checks/sample-files.fixture.ts';
import { deleteFile, upload } from '../files/uploads/uploads.fixture.ts';
import { typePin } from './emergency.fixture.ts';

const cardQuery = '{ getEmergencyCard { full_name dob pin share_id url version of_directive completed_at } }';

describe('the card of a person with a directive and nothing signed here', () => {
  let app: TestApp;
  const content = pdfOf({ size: 40_000 });
  beforeAll(async () => {
    app = await startApp();
  });
  beforeEach(() => app.services.db.deleteFrom('attempts').execute());
  afterAll(() => app.close());

  const answers = { ...fullAnswers(), firstName: 'Draft name', otherCommentsOrWorries: 'draft words' };
  async function owner(plan: Parameters<typeof person>[1] = { plan: { status: 'draft', answers } }) {
    const who = await person(app.services, plan);
    const client = new TestClient(app.url);
    await client.signIn(who.email, who.password);
    return { who, client };
  }
  const add = async (
    client: TestClient,
    file_name = 'My directive.pdf',
    category: 'ACP' | 'ADDITIONAL_DOCUMENT' = 'ACP',
  ) => (await upload(client, { category, file_name, content })).file.id as string;
  async function open({ shareId }: Pick<TestPerson, 'shareId'>, pin: string) {
    const reader = new TestClient(app.url);
    const { status } = await typePin(reader, shareId, pin);
    const page = async (query = '') => (await reader.fetch(`/acp-login/${shareId}${query}`)).text();
    return { status, reader, page };
  }
  const cardOf = async (client: TestClient) => (await client.graphql(cardQuery)).data?.getEmergencyCard;

  it('is there as soon as the directive is stored, with the facts of the account, and not before [UPLOAD-20] [S-60]', async () => {
    const { who, client } = await owner();
    await add(client, 'A letter.pdf', 'ADDITIONAL_DOCUMENT');
    expect(await cardOf(client)).toBeNull();
    expect((await open(who, who.pin)).status).toBe(403);
    await app.services.db.deleteFrom('attempts').execute();
    await app.services.db.deleteFrom('emergency_attempts').execute();
    await add(client);
    expect(await cardOf(client)).toMatchObject({
      ...{ pin: who.pin, share_id: who.shareId, version: 0, of_directive: true },
      url: `${app.services.config.publicUrl}/acp-login/${who.shareId}`,
    });
    expect((await open(who, who.pin)).status).toBe(303);
  });

  it('opens the paper before whom to call, says that no answers were written here, and shows no answer of the draft [UPLOAD-20] [D-61]', async () => {
    const { who, client } = await owner();
    const id = await add(client);
    const { reader, page } = await open(who, who.pin);
    const html = await page();
    const words = wordsOf(html);
    expect(words).toMatch(/No answers were written here\. Read the directive that .+ added\./);
    expect(words.indexOf('My directive.pdf')).toBeGreaterThan(words.indexOf('No answers were written here'));
    expect(words.indexOf('My directive.pdf')).toBeLessThan(words.indexOf('No contact has agreed'));
    for (const hidden of ['Draft name', 'draft words', 'CPR', 'has no signed plan'])
      expect(words).not.toContain(hidden);
    expect(Buffer.byteLength(html)).toBeLessThan(14_336);
    expect(wordsOf(await page('?lang=zh'))).toContain('这里没有写下任何回答。');
    const paper = await reader.fetch(`/acp-login/${who.shareId}/files/${id}`);
    expect(Buffer.from(await paper.arrayBuffer()).equals(content)).toBe(true);
  });

  it('can be renewed, which closes the old one; the mail about an opening offers it [UPLOAD-20] [D-07]', async () => {
    const { who, client } = await owner();
    await add(client);
    const mutation = 'mutation { renewEmergencyCard { share_id pin of_directive } }';
    const renewed = (await client.graphql(mutation)).data?.renewEmergencyCard as {
      share_id: string;
      pin: string;
      of_directive: boolean;
    };
    expect(renewed.of_directive).toBe(true);
    expect((await open(who, who.pin)).status).toBe(403);
    expect((await open({ shareId: renewed.share_id }, renewed.pin)).status).toBe(303);
  });

  it('closes when the directive is deleted before anyone opened it; after that it says that nothing is signed [UPLOAD-20] [D-61]', async () => {
    const never = await owner();
    await deleteFile(never.client, await add(never.client));
    expect(await cardOf(never.client)).toBeNull();
    expect((await open(never.who, never.who.pin)).status).toBe(403);
    const once = await owner();
    const id = await add(once.client);
    const { page } = await open(once.who, once.who.pin);
    await deleteFile(once.client, id);
    expect(await page()).toContain('has no signed plan here.');
  });

  it('is that of the plan once the plan is signed, which says when the directive was added [UPLOAD-21] [D-60]', async () => {
    const { who, client } = await owner({ plan: { status: 'complete', answers: fullAnswers() } });
    expect(await cardOf(client)).toMatchObject({ version: 1, of_directive: false });
    await add(client);
    expect(await cardOf(client)).toMatchObject({ version: 1, of_directive: false });
    const { page } = await open(who, who.pin);
    expect(wordsOf(await page())).toMatch(
      /\nA directive too, added on the day of this plan, \d+ \w+ \d{4}: My directive\.pdf\. Read both\.\n/,
    );
    expect(wordsOf(await page('?lang=zh'))).toContain('另有指示文件，与计划同一天');
  });
});
