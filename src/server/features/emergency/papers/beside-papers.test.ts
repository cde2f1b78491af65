import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { TestClient } from '../../../../../testing/client.ts';
import { insertFile } from '../../../../../testing/customer-files.ts';
import { contextFor, fullAnswers, person, type TestPerson } from '../../../../../testing/people.ts';
import { startApp, type TestApp } from '../../../../../testing/start-app.ts';
import { wordsOf } from '../../../pages/emergency/emergency.fixture.ts';
import { externalCustomer, removeEndOfLifeDocument } from '../../customers/page/plan/plan-operations.ts';
import { typePin } from '../emergency.fixture.ts';

describe('the card of a plan with papers', () => {
  let app: TestApp;
  let nurse: TestPerson;

  beforeAll(async () => {
    app = await startApp();
    nurse = await person(app.services, { role: 'admin' });
  });
  beforeEach(() => app.services.db.deleteFrom('attempts').execute());
  afterAll(() => app.close());

  const mark = (id: string, external: boolean) =>
    externalCustomer.call(contextFor(app.services, nurse.actor), { id, external });
  const pageOf = async (reader: TestClient, { shareId }: TestPerson, language = '') =>
    wordsOf(await (await reader.fetch(`/acp-login/${shareId}?v=1${language}`)).text());
  const openCard = async (owner: TestPerson) => {
    const reader = new TestClient(app.url);
    const { status } = await typePin(reader, owner.shareId, owner.pin);
    return { status, reader };
  };

  it('shows the signed answers below a line with the papers and their date, in both languages [S-04]', async () => {
    const owner = await person(app.services, { plan: { status: 'complete', answers: fullAnswers() } });
    const file_name = 'Advance care directive of Margaret from 2019, signed.pdf';
    await insertFile(app.services, owner.userId, { is_eol: true, file_name });
    const { reader } = await openCard(owner);
    const signed = await pageOf(reader, owner);
    await mark(owner.userId, true);
    const marked = await pageOf(reader, owner);
    expect(marked).toMatch(
      /\nPapers too, added on the day of the plan, \d+ \w+ \d{4}: Advance care directive of Margaret from….\nCPR\n/,
    );
    expect(marked).not.toContain('not written with our questions');
    expect(marked.replace(/Papers too.*\n/, '')).toBe(signed);
    expect(await pageOf(reader, owner, '&lang=zh')).toMatch(/另有文件，与计划同一天（.+）添加：/);
    expect((await reader.fetch(`/acp-login/${owner.shareId}/plan.pdf`)).status).toBe(200);
    await mark(owner.userId, false);
    expect(await pageOf(reader, owner)).toBe(signed);
    expect((await openCard(owner)).status).toBe(303);
  });

  it('opens when the papers of a plan that was not signed here are deleted, and shows that no plan is signed [S-04] [S-05]', async () => {
    const answers = { ...fullAnswers(), firstName: 'Secret draft name' };
    const owner = await person(app.services, { plan: { status: 'draft', answers } });
    const neverOpened = await person(app.services, { plan: { status: 'draft', answers } });
    expect((await openCard(neverOpened)).status).toBe(403);
    const { key } = await insertFile(app.services, owner.userId, { is_eol: true });
    await mark(owner.userId, true);
    const { reader, status } = await openCard(owner);
    expect(status).toBe(303);
    expect(await pageOf(reader, owner)).toContain('Read the papers below.');
    await removeEndOfLifeDocument.call(contextFor(app.services, nurse.actor), { user_id: owner.userId, key });
    expect((await openCard(owner)).status).toBe(303);
    const page = await pageOf(reader, owner);
    expect(page).toContain('has no signed plan here.');
    expect(page).not.toMatch(/Secret draft|CPR|Papers of/);
    expect(await pageOf(reader, owner, '&lang=zh')).toContain('在这里没有签过名的计划。');
  });
});
