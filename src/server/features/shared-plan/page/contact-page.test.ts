import { beforeEach, describe, expect, it } from 'vitest';
import { TestClient } from '../../../../../testing/client.ts';
import { fullAnswers, fullAnswersZh, person, type TestPersonSpec } from '../../../../../testing/people.ts';
import type { TestApp } from '../../../../../testing/start-app.ts';
import { makeProvider } from '../../../demo/person-factory.ts';
import { ownerWithContacts } from '../owner-with-contacts.fixture.ts';
import { pathTo, sendForm } from '../shared-plan.fixture.ts';

let app: TestApp;

const scene = ownerWithContacts();

beforeEach(() => {
  ({ app } = scene.now());
});

const adam = {
  name: 'Adam Yes',
  email: 'adam.yes@test.example',
  phone: '0491 570 006',
  relationship: 'Son',
  substitutedDecisionMaker: true,
  accepted: true,
};

const signed = () => ({ status: 'complete' as const, answers: fullAnswers() });

/** Makes an owner with the contact Adam Yes, and returns the page as Adam opens it. */
async function pageOf(
  spec: TestPersonSpec = {},
  language: 'en' | 'zh' = 'en',
  change: { phone?: string; provider_id?: string } = {},
) {
  const owner = await person(app.services, { plan: signed(), contacts: [adam], ...spec });
  const { db } = app.services;
  if (Object.keys(change).length > 0)
    await db.updateTable('users').set(change).where('id', '=', owner.userId).execute();
  const { id } = await db
    .selectFrom('trusted_contacts')
    .select('id')
    .where('user_id', '=', owner.userId)
    .executeTakeFirstOrThrow();
  const path = await pathTo(app.services, 'view', id);
  const client = new TestClient(app.url);
  await sendForm(client, path, { open: '1' });
  return {
    owner,
    read: async () => (await client.fetch(`${path}?lang=${language}`)).text(),
    html: await (await client.fetch(`${path}?lang=${language}`)).text(),
  };
}

/** Returns the texts between two tags of these names, without markup. */
const textsOf = (html: string, tags: string): string[] =>
  [...html.matchAll(new RegExp(`<(${tags})[ >].*?</\\1>`, 'gs'))].map(([text]) =>
    text.replaceAll(/<[^>]*>/g, '').trim(),
  );

const inOrder = (html: string, parts: readonly string[]) => {
  const places = parts.map((part) => html.indexOf(part));
  expect(places).not.toContain(-1);
  expect(places).toEqual(places.toSorted((a, b) => a - b));
};

const dialled = (html: string) => [...html.matchAll(/href="tel:([^"]*)"/g)].map(([, number]) => number);

describe('the opened page of a contact', () => {
  it('says who shares it, what the contact is asked to be and what to do if a hospital calls, then shows the plan, CPR and refusals first [GAP-67]', async () => {
    const house = await makeProvider(app.services.db, 'Banksia House');
    await app.services.db
      .updateTable('providers')
      .set({ phone_number: '(03) 5550 0100' })
      .where('id', '=', house)
      .execute();
    const { html } = await pageOf({}, 'en', { phone: '0491 570 156', provider_id: house });
    inOrder(html, [
      'Shared with you by Margaret Doyle</h1>',
      'Margaret Doyle named you as a trusted contact, and you said yes on ',
      'You are named as substitute decision maker: you speak for Margaret Doyle',
      'Being named here does not appoint you by law.',
      'If a hospital calls you',
      'Tell them that there is a plan. Read it to them, or send the PDF.',
      'In an emergency, call 000 first.',
      'href="tel:0491570156"',
      'Banksia House',
      'href="tel:0355500100"',
      'Current plan: version 1',
      '<dd class="lead words">I want CPR only if my minimum quality of life is expected</dd>',
      'Margaret would not want:',
      '<li>breathing machine (ventilator)</li>',
      '<li class="words">Having my family around me</li>',
      'Margaret has not refused:',
      'Download PDF',
      'About me',
      'If my health changed',
      'My signature',
      'Files',
    ]);
  });

  it.each(['en', 'zh'] as const)(
    'shows no sentence and no question twice, in %s [GAP-67]',
    async (language) => {
      const answers = language === 'zh' ? fullAnswersZh() : fullAnswers();
      const { html } = await pageOf({ language, plan: { status: 'complete', answers } }, language);
      const main = html.slice(html.indexOf('<main'));
      const said = textsOf(main, 'h1|h2|p|li|dt').filter((text) => text !== '');
      expect(said.length).toBeGreaterThan(30);
      // The name is a question of both the person's and the signature's step.
      const name = language === 'zh' ? '姓名' : 'Name';
      expect(said.filter((text, at) => said.indexOf(text) !== at && text !== name)).toEqual([]);
    },
  );

  it('offers the telephone of the person who records the plan of another, under the name of the recorder [GAP-67]', async () => {
    const plan = { status: 'draft' as const, answers: { ...fullAnswers(), confirmName: 'Daniel Doyle' } };
    const { html } = await pageOf({ accountOwner: 'Child', plan }, 'en', { phone: '0491 570 156' });
    expect(html).toContain('Daniel Doyle (Child) named you as a trusted contact, and you said yes on ');
    expect(html).toContain(
      '<div class="call"><p><b>Daniel Doyle</b></p><a class="btn two" href="tel:0491570156">',
    );
  });

  it('has no number while the plan is not shared, and none of a contact [GAP-67] [security 9]', async () => {
    const { owner, read, html } = await pageOf({}, 'en', { phone: '0491 570 156' });
    expect(dialled(html)).toEqual(['0491570156']);
    expect(html).not.toContain('570 006');
    await app.services.db
      .updateTable('trusted_contacts')
      .set({ plan_shared: false })
      .where('user_id', '=', owner.userId)
      .execute();
    const withheld = await read();
    expect(withheld).toContain('The plan is not shared with you at the moment.');
    expect(dialled(withheld)).toEqual([]);
    expect(withheld).not.toContain('570 156');
  });

  it('has no call without a known number [GAP-67]', async () => {
    const house = await makeProvider(app.services.db, 'House without a telephone');
    const { html } = await pageOf({}, 'en', { provider_id: house, phone: ' ' });
    expect(dialled(html)).toEqual([]);
    expect(html).not.toContain('House without a telephone');
  });

  it('does not ask a contact to read a plan that is not signed yet, withheld or in papers [GAP-67]', async () => {
    const { db } = app.services;
    const readIt = 'Read it to them';
    const { owner, html, read } = await pageOf({ plan: { status: 'draft', answers: fullAnswers() } });
    expect(html).toContain('There is no finished plan yet.');
    expect(html).toContain('Say what Margaret Doyle would want');
    expect(html).not.toContain(readIt);
    expect(html).not.toContain('CPR');
    await db.updateTable('acps').set({ external: true }).where('user_id', '=', owner.userId).execute();
    const papers = await read();
    expect(papers).toContain('The plan is in the papers below.');
    expect(papers).not.toContain(readIt);
  });

  it('shows nothing of a plan that the owner took back after the page was opened [GAP-67] [security 9]', async () => {
    const { owner, html, read } = await pageOf();
    expect(html).toContain('I do not want CPR');
    await app.services.db
      .updateTable('acps')
      .set({ status: 'draft' })
      .where('user_id', '=', owner.userId)
      .execute();
    const after = await read();
    expect(after).toContain('There is no finished plan yet.');
    expect(after).not.toContain('I do not want CPR');
  });
});
