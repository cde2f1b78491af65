import { beforeEach, describe, expect, it } from 'vitest';
import { TestClient } from '../../../../../testing/client.ts';
import { contextFor, type TestPerson } from '../../../../../testing/people.ts';
import type { TestApp } from '../../../../../testing/start-app.ts';
import { medicarePlace } from '../../../db/sealing/account-secrets.ts';
import { updateAnswers } from '../../acp/operations.ts';
import { sendForm } from '../shared-plan.fixture.ts';
import { ownerWithContacts } from '../owner-with-contacts.fixture.ts';

let app: TestApp;
let owner: TestPerson;
let client: TestClient;

const scene = ownerWithContacts();
const { contactOf, idOf, pathOf, activities } = scene;

beforeEach(() => {
  ({ app, owner, client } = scene.now());
});

describe('a contact’s own page', () => {
  const open = async (name: string) => {
    const path = await pathOf('view', name);
    const opened = await sendForm(client, path, { open: '1' });
    expect(opened.status).toBe(303);
    return { path, html: await (await client.fetch(path)).text() };
  };

  it('shows a button first, then the current plan, its facts and its PDF [GAP-67] [SHARE-01]', async () => {
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

  it('has a PDF with the referrer policy of its page, so that the link in the address is not sent anywhere [S-23]', async () => {
    const { path } = await open('Adam Yes');
    const answers = [await client.fetch(path), await client.fetch(`${path}/plan.pdf`)];
    expect(answers[1]!.headers.get('content-type')).toBe('application/pdf');
    expect(answers.map(({ headers }) => headers.get('referrer-policy'))).toEqual([
      'no-referrer',
      'no-referrer',
    ]);
  });

  it('has the plan for a health service too, recorded with the contact, and without the Medicare number [X-03]', async () => {
    const { keyring, db } = app.services;
    await db
      .updateTable('users')
      .set({ medicare_sealed: keyring.seal(medicarePlace(owner.userId), '2950101201') })
      .where('id', '=', owner.userId)
      .execute();
    const { path, html } = await open('Adam Yes');
    expect(html).toContain(`${path}/plan.fhir.json`);
    const response = await client.fetch(`${path}/plan.fhir.json`);
    expect(response.headers.get('content-type')).toBe('application/fhir+json');
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(response.headers.get('referrer-policy')).toBe('no-referrer');
    const bundle = await response.text();
    expect(JSON.parse(bundle)).toMatchObject({ resourceType: 'Bundle', type: 'document' });
    expect(bundle).not.toContain('2950101201');
    const { rows } = await app.application.pool.query(
      `select actor_kind, details from audit_log where chain = $1 and action = 'getPlanFhir'`,
      [owner.userId],
    );
    expect(rows).toEqual([{ actor_kind: 'contact', details: { plan_version: 1 } }]);
  });

  it('is opened by its link and its cookie together, for thirty minutes [GAP-67] [security 9]', async () => {
    const { path } = await open('Adam Yes');
    const pdf = `${path}/plan.pdf`;
    const fhir = `${path}/plan.fhir.json`;
    const other = new TestClient(app.url);
    expect(await (await other.fetch(path)).text()).not.toContain('Current plan');
    for (const closed of [pdf, fhir])
      expect((await other.fetch(closed)).headers.get('content-type')).toContain('text/html');
    const zoe = await pathOf('view', 'Zoe Yes');
    expect(await (await client.fetch(zoe)).text()).not.toContain('Current plan');
    expect((await client.fetch(path)).headers.get('refresh')).not.toBeNull();
    app.advance(30 * 60_000 + 1_000);
    const html = await (await client.fetch(path)).text();
    expect(html).toContain('The page was closed after 30 minutes.');
    expect(html).not.toContain('Current plan');
  });

  it('records every opening for the owner: activity, list, contact and trail [D-17] [GAP-67]', async () => {
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

  it('shows nothing that the owner stopped sharing, on the very next request [GAP-68] [security 9]', async () => {
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
    for (const file of ['plan.pdf', 'plan.fhir.json'])
      expect((await client.fetch(`${path}/${file}`)).headers.get('content-type')).toContain('text/html');
    await share(true);
    expect(await (await client.fetch(path)).text()).toContain('Current plan');
    await signedIn.graphql('mutation ($id: ID!) { deleteTrustedContact(id: $id) }', { id });
    expect((await client.fetch(path)).status).toBe(404);
    for (const file of ['plan.pdf', 'plan.fhir.json'])
      expect((await client.fetch(`${path}/${file}`)).status).toBe(404);
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

  it('opens nothing while the account is suspended, archived or about to be deleted, and opens again afterwards [GAP-66] [security 9]', async () => {
    const { path } = await open('Adam Yes');
    const set = (change: { status?: 'suspended' | 'archived' | 'active'; delete_on?: string | null }) =>
      app.services.db.updateTable('users').set(change).where('id', '=', owner.userId).execute();
    for (const [closed, opened] of [
      [{ status: 'suspended' }, { status: 'active' }],
      [{ status: 'archived' }, { status: 'active' }],
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

  it('shows that the plan has changed since the last opening, and never the previous version [GAP-67]', async () => {
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

  it('lets a contact step back: after a confirmation, only from an open page, and their details are deleted [GAP-66]', async () => {
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

  it('mails a new link to replace an expired one, and shows everyone the same answer [GAP-66] [security 9]', async () => {
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
