import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { TestClient } from '../../../../testing/client.ts';
import { contextFor, fullAnswers, person, type TestPerson } from '../../../../testing/people.ts';
import { startApp, type TestApp } from '../../../../testing/start-app.ts';
import { updateAnswers } from '../acp/operations.ts';
import { pathTo, sendForm } from './shared-plan.fixture.ts';

const contact = (name: string, more: object = {}) => ({
  name,
  email: `${name.toLowerCase().replace(' ', '.')}@test.example`,
  phone: '0491 570 006',
  relationship: 'Son',
  ...more,
});

let app: TestApp;
let owner: TestPerson;
let client: TestClient;

const contactOf = async (name: string) => {
  const found = await app.services.db
    .selectFrom('trusted_contacts')
    .selectAll()
    .where('user_id', '=', owner.userId)
    .where('name', '=', name)
    .executeTakeFirst();
  return found;
};
const idOf = async (name: string) => (await contactOf(name))!.id;
const pathOf = async (kind: 'request' | 'view', name: string) => pathTo(app.services, kind, await idOf(name));
const activities = async () =>
  (
    await app.services.db
      .selectFrom('recent_activities')
      .select('template')
      .where('user_id', '=', owner.userId)
      .execute()
  ).map(({ template }) => template);

beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

beforeEach(async () => {
  client = new TestClient(app.url);
  owner = await person(app.services, {
    plan: { status: 'complete', answers: fullAnswers() },
    contacts: [
      contact('Pia Pending', { substitutedDecisionMaker: true }),
      contact('Adam Yes', { accepted: true }),
      contact('Zoe Yes', { accepted: true, substitutedDecisionMaker: true }),
    ],
  });
});

describe('the page that asks a contact for an answer', () => {
  it('says who asks and what yes and no mean, and nothing of the plan [GAP-66] [TC-08]', async () => {
    const response = await client.fetch(await pathOf('request', 'Pia Pending'));
    const html = await response.text();
    expect(response.status).toBe(200);
    expect(html).toContain('Margaret Doyle asks you to be a trusted contact');
    expect(html).toContain('This request is for Pia Pending.');
    expect(html).toContain('Saying yes here does not appoint you by law.');
    expect(html).toContain('Yes, I will be a trusted contact');
    expect(html).not.toContain('<script');
    for (const word of ['CPR', 'ventilat', owner.shareId, owner.pin]) expect(html).not.toContain(word);
  });

  it('is kept by none, found by no search engine and sends no address on [GAP-66]', async () => {
    for (const kind of ['request', 'view'] as const) {
      const name = kind === 'request' ? 'Pia Pending' : 'Adam Yes';
      const { headers } = await client.fetch(await pathOf(kind, name));
      expect(headers.get('cache-control')).toBe('no-store');
      expect(headers.get('x-robots-tag')).toContain('noindex');
      expect(headers.get('referrer-policy')).toBe('no-referrer');
      expect(headers.get('content-security-policy')).toContain("default-src 'none'");
    }
  });

  it('changes nothing when a mail scanner opens the link, the no and every other page before it [GAP-66]', async () => {
    const path = await pathOf('request', 'Pia Pending');
    for (const query of ['', '?decline=1', '?answer=yes', '?answer=no&lang=zh'])
      expect((await client.fetch(path + query)).status).toBe(200);
    expect((await client.fetch(path, { method: 'HEAD' })).status).toBe(200);
    expect(await contactOf('Pia Pending')).toMatchObject({ status: 'pending', accepted_at: null });
    const view = await pathOf('view', 'Adam Yes');
    for (const query of ['', '?leave=1', '?open=1']) await client.fetch(view + query);
    expect(await contactOf('Adam Yes')).toMatchObject({ status: 'accepted', last_opened_at: null });
    expect(await activities()).not.toContain('PLAN_OPENED');
  });

  it('takes a yes, once, and leads to the plan; a double click and a second tab end there too [TC-08] [GAP-66]', async () => {
    const path = await pathOf('request', 'Pia Pending');
    const clicks = await Promise.all([1, 2, 3].map(() => sendForm(client, path, { answer: 'yes' })));
    for (const { status, html } of clicks) {
      expect(status).toBe(200);
      expect(html).toContain('Thank you for saying yes');
      expect(html).toContain('Open the plan now');
    }
    expect(await contactOf('Pia Pending')).toMatchObject({ status: 'accepted' });
    const accepted = (await activities()).filter((each) => each === 'CONTACT_INVITATION_ACCEPTED');
    expect(accepted).toHaveLength(1);
    const [, viewPath = ''] = /href="(\/shared-plan\/[^"?]+)/.exec(clicks[0]!.html) ?? [];
    expect(viewPath).toBe(await pathOf('view', 'Pia Pending'));
    const acp = await app.services.db
      .selectFrom('acps')
      .select('share_date')
      .where('id', '=', owner.acpId)
      .executeTakeFirstOrThrow();
    expect(acp.share_date).not.toBeNull();
  });

  it('no longer shows the link to the plan half an hour after the yes, and mails it again [GAP-66]', async () => {
    const path = await pathOf('request', 'Pia Pending');
    await sendForm(client, path, { answer: 'yes' });
    app.advance(31 * 60_000);
    const html = await (await client.fetch(path)).text();
    expect(html).toContain('You said yes on');
    expect(html).not.toContain('/shared-plan/');
    const before = await pathOf('view', 'Pia Pending');
    expect((await sendForm(client, path, { send: '1' })).html).toContain(
      'If this address is a trusted contact, the link is on its way.',
    );
    // An old mail in wrong hands must not end a link that works.
    expect(await pathOf('view', 'Pia Pending')).toBe(before);
  });

  it('asks before a no, takes it, deletes the details, and says the same at a second click [GAP-66]', async () => {
    const path = await pathOf('request', 'Pia Pending');
    const question = await (await client.fetch(`${path}?decline=1`)).text();
    expect(question).toContain('Say no to this request?');
    expect(question).toContain('Margaret Doyle can ask you again.');
    const first = await sendForm(client, path, { answer: 'no' });
    expect(first.html).toContain('You said no');
    expect(first.html).toContain('We have told Margaret Doyle. Your details are deleted.');
    expect(await contactOf('Pia Pending')).toBeUndefined();
    expect(await activities()).toContain('contactDeclined');
    const second = await sendForm(client, path, { answer: 'no' });
    expect([second.status, second.html]).toEqual([200, expect.stringContaining('You said no')]);
    expect((await sendForm(client, path, { answer: 'yes' })).status).toBe(404);
  });

  it('is over after 30 days, for an older link, a forged one, and one of another purpose [GAP-66] [security 9]', async () => {
    const path = await pathOf('request', 'Pia Pending');
    const token = path.split('/').at(-1)!;
    const forged = [
      `/trusted-contact/${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}`,
      `/trusted-contact/${'A'.repeat(86)}`,
      '/trusted-contact/x',
      `/shared-plan/${token}`,
      (await pathOf('view', 'Adam Yes')).replace('shared-plan', 'trusted-contact'),
    ];
    for (const each of forged) {
      const response = await client.fetch(each);
      expect([each, response.status]).toEqual([each, 404]);
      expect(await response.text()).toContain('This link no longer works');
      expect((await sendForm(client, each, { answer: 'yes', open: '1' })).status).toBe(404);
    }
    app.advance(30 * 24 * 60 * 60_000 + 1_000);
    expect((await client.fetch(path)).status).toBe(404);
    expect((await sendForm(client, path, { answer: 'yes' })).status).toBe(404);
    expect(await contactOf('Pia Pending')).toMatchObject({ status: 'pending' });
  });

  it('takes no answer that another site sends [security 31]', async () => {
    const path = await pathOf('request', 'Pia Pending');
    for (const headers of [
      { 'sec-fetch-site': 'cross-site' },
      { origin: 'https://elsewhere.example' },
    ] as Record<string, string>[])
      expect((await sendForm(client, path, { answer: 'yes' }, headers)).status).toBe(403);
    expect(await contactOf('Pia Pending')).toMatchObject({ status: 'pending' });
  });

  it('speaks the language of who asks, or the one that is chosen [R-04]', async () => {
    const path = await pathOf('request', 'Pia Pending');
    const chinese = await (await client.fetch(`${path}?lang=zh`)).text();
    expect(chinese).toContain('<html lang="zh-Hans">');
    expect(chinese).toContain('Margaret Doyle想请您做信任的联系人');
    await app.services.db
      .updateTable('users')
      .set({ language: 'zh' })
      .where('id', '=', owner.userId)
      .execute();
    expect(await (await client.fetch(path)).text()).toContain('<html lang="zh-Hans">');
    expect(await (await client.fetch(`${path}?lang=en`)).text()).toContain('<html lang="en-AU">');
  });
});

describe('a contact’s own page', () => {
  const open = async (name: string) => {
    const path = await pathOf('view', name);
    const opened = await sendForm(client, path, { open: '1' });
    expect(opened.status).toBe(303);
    return { path, html: await (await client.fetch(path)).text() };
  };

  it('shows a button first, then the plan in force, its facts and its PDF [GAP-67] [SHARE-01]', async () => {
    const path = await pathOf('view', 'Zoe Yes');
    const cover = await (await client.fetch(path)).text();
    expect(cover).toContain('Shared with you by Margaret Doyle');
    expect(cover).not.toContain('Current plan');
    const { html } = await open('Zoe Yes');
    expect(html).toContain('Current plan: version 1');
    expect(html).toContain('You are named as substitute decision maker');
    expect(html).toContain('In an emergency, call 000 first.');
    expect(html).toContain('CPR');
    expect(html).toContain(`${path}/plan.pdf?language=en`);
    expect(html).not.toContain('<script');
    expect(html).not.toContain(owner.shareId);
  });

  it('is opened by its link and its cookie together, for thirty minutes [GAP-67] [security 9]', async () => {
    const { path } = await open('Adam Yes');
    const pdf = `${path}/plan.pdf`;
    const other = new TestClient(app.url);
    expect(await (await other.fetch(path)).text()).not.toContain('Current plan');
    expect((await other.fetch(pdf)).headers.get('content-type')).toContain('text/html');
    const zoe = await pathOf('view', 'Zoe Yes');
    expect(await (await client.fetch(zoe)).text()).not.toContain('Current plan');
    expect((await client.fetch(path)).headers.get('refresh')).not.toBeNull();
    app.advance(30 * 60_000 + 1_000);
    const html = await (await client.fetch(path)).text();
    expect(html).toContain('The page was closed after 30 minutes.');
    expect(html).not.toContain('Current plan');
  });

  it('tells the owner of every opening: activity, list, contact and trail [D-17] [GAP-67]', async () => {
    await open('Adam Yes');
    expect((await activities()).filter((each) => each === 'PLAN_OPENED')).toHaveLength(1);
    expect((await contactOf('Adam Yes'))!.last_opened_at).not.toBeNull();
    const signedIn = new TestClient(app.url);
    await signedIn.signIn(owner.email, owner.password);
    const { data } = await signedIn.graphql('{ planOpenings { count data { kind name } } }');
    expect(data.planOpenings).toEqual({ count: 1, data: [{ kind: 'contact', name: 'Adam Yes' }] });
    const events = await app.services.db.selectFrom('outbox').select(['type', 'payload']).execute();
    expect(JSON.stringify(events)).not.toContain('Adam');
  });

  it('shows nothing that the owner stopped sharing, at the very next look [GAP-68] [security 9]', async () => {
    const { path } = await open('Adam Yes');
    const id = await idOf('Adam Yes');
    const signedIn = new TestClient(app.url);
    await signedIn.signIn(owner.email, owner.password);
    const share = (plan: boolean) =>
      signedIn.graphql(
        `mutation ($id: ID!, $plan: Boolean!) {
          insertSharedFiles(shared_with: $id, file_ids: [], plan_shared: $plan, fullAccess: false) { plan_shared }
        }`,
        { id, plan },
      );
    expect((await share(false)).data.insertSharedFiles).toEqual({ plan_shared: false });
    const html = await (await client.fetch(path)).text();
    expect(html).toContain('The plan is not shared with you at the moment.');
    expect(html).not.toContain('Current plan');
    expect((await client.fetch(`${path}/plan.pdf`)).headers.get('content-type')).toContain('text/html');
    await share(true);
    expect(await (await client.fetch(path)).text()).toContain('Current plan');
    await signedIn.graphql('mutation ($id: ID!) { deleteTrustedContact(id: $id) }', { id });
    expect((await client.fetch(path)).status).toBe(404);
    expect((await client.fetch(`${path}/plan.pdf`)).status).toBe(404);
  });

  it('shows a plan that is shared while the page is open only behind the button, and records that opening [D-17] [GAP-67]', async () => {
    const keep = (plan_shared: boolean) =>
      app.services.db
        .updateTable('trusted_contacts')
        .set({ plan_shared })
        .where('user_id', '=', owner.userId)
        .execute();
    const openings = async () => (await activities()).filter((each) => each === 'PLAN_OPENED');
    await keep(false);
    const { path, html } = await open('Adam Yes');
    expect(html).toContain('The plan is not shared with you at the moment.');
    await keep(true);
    expect(await (await client.fetch(path)).text()).not.toContain('Current plan');
    expect((await client.fetch(`${path}/plan.pdf`)).headers.get('content-type')).toContain('text/html');
    expect(await (await client.fetch(`${path}?leave=1`)).text()).toContain('Stop being a trusted contact');
    expect(await openings()).toEqual([]);
    expect((await open('Adam Yes')).html).toContain('Current plan');
    expect(await openings()).toHaveLength(1);
  });

  it('opens nothing while the account is suspended or waits to be deleted, and again after it [GAP-66] [security 9]', async () => {
    const { path } = await open('Adam Yes');
    const set = (change: { status?: 'suspended' | 'active'; delete_on?: string | null }) =>
      app.services.db.updateTable('users').set(change).where('id', '=', owner.userId).execute();
    for (const [closed, opened] of [
      [{ status: 'suspended' }, { status: 'active' }],
      [{ delete_on: '2027-01-01' }, { delete_on: null }],
    ] as const) {
      await set(closed);
      expect((await client.fetch(path)).status).toBe(404);
      expect((await client.fetch(await pathOf('request', 'Pia Pending'))).status).toBe(404);
      expect((await sendForm(client, path, { open: '1' })).status).toBe(404);
      expect((await sendForm(client, path, { leave: '1' })).status).toBe(404);
      await set(opened);
      expect((await client.fetch(path)).status).toBe(200);
    }
  });

  it('says that the plan has changed since it was opened last, and never shows the version before [GAP-67]', async () => {
    const first = await open('Adam Yes');
    expect(first.html).not.toContain('The plan has changed');
    await updateAnswers.call(contextFor(app.services, owner.actor), {
      id: owner.acpId,
      answers: { explanations: 'Words of the second version.' },
      status: 'complete',
      version: 2,
      confirmed: ['explanations'],
    });
    const { html } = await open('Adam Yes');
    expect(html).toContain('The plan has changed since you last opened it.');
    expect(html).toContain('Current plan: version 2');
    expect(html).toContain('Words of the second version.');
    expect(html).not.toContain('version 1,');
    expect((await client.fetch(`${first.path}?version=1`)).status).toBe(200);
  });

  it('lets a contact step back: after a question, from an open page alone, and their details are gone [GAP-66]', async () => {
    const path = await pathOf('view', 'Adam Yes');
    expect((await sendForm(client, path, { leave: '1' })).html).not.toContain('no longer a trusted contact');
    expect(await contactOf('Adam Yes')).toBeDefined();
    await open('Adam Yes');
    const question = await (await client.fetch(`${path}?leave=1`)).text();
    expect(question).toContain('Stop being a trusted contact of Margaret Doyle?');
    const left = await sendForm(client, path, { leave: '1' });
    expect(left.html).toContain('You are no longer a trusted contact.');
    expect(await contactOf('Adam Yes')).toBeUndefined();
    expect((await sendForm(client, path, { leave: '1' })).html).toContain(
      'You are no longer a trusted contact.',
    );
    expect((await client.fetch(path)).status).toBe(404);
  });

  it('mails a new link in place of one that ran out, and tells everyone the same [GAP-66] [security 9]', async () => {
    const path = await pathOf('view', 'Adam Yes');
    app.advance(91 * 24 * 60 * 60_000);
    const over = await client.fetch(path);
    expect(over.status).toBe(404);
    expect(await over.text()).toContain('Email me a new link');
    const sent = await sendForm(client, path, { send: '1' });
    const forged = await sendForm(client, `/shared-plan/${'A'.repeat(86)}`, { send: '1' });
    expect(sent.html).toBe(forged.html);
    expect((await client.fetch(await pathOf('view', 'Adam Yes'))).status).toBe(200);
    expect((await client.fetch(path)).status).toBe(404);
    const again = await sendForm(client, path, { send: '1' });
    expect(again.html).toBe(sent.html);
  });

  it('can be closed by the contact [GAP-67]', async () => {
    const { path } = await open('Adam Yes');
    await sendForm(client, path, { close: '1' });
    expect(await (await client.fetch(path)).text()).not.toContain('Current plan');
  });
});
