import { afterAll, beforeAll, expect, it } from 'vitest';
import { TestClient } from '../../../../../testing/client.ts';
import { person, type TestPerson } from '../../../../../testing/people.ts';
import { startApp, type TestApp } from '../../../../../testing/start-app.ts';
import { pdfOf } from '../../files/checks/sample-files.fixture.ts';
import { upload } from '../../files/uploads/uploads.fixture.ts';
import { pathTo, sendForm } from '../shared-plan.fixture.ts';

const contact = (name: string) => ({
  name,
  email: `${name.toLowerCase()}@test.example`,
  phone: '0491 570 006',
  relationship: 'Son',
  accepted: true,
});
const content = pdfOf({ size: 300_000 });

let app: TestApp;
let owner: TestPerson;
let signedIn: TestClient;
let directive: string;
let letter: string;
const ids: Record<string, string> = {};

beforeAll(async () => {
  app = await startApp();
  owner = await person(app.services, { contacts: [contact('Adam'), contact('Zoe')] });
  const rows = await app.services.db
    .selectFrom('trusted_contacts')
    .select(['id', 'name'])
    .where('user_id', '=', owner.userId)
    .execute();
  for (const { id, name } of rows) ids[name] = id;
  signedIn = new TestClient(app.url);
  await signedIn.signIn(owner.email, owner.password);
  directive = (await upload(signedIn, { category: 'ACP', file_name: 'directive.pdf', content })).file.id;
  const paper = { category: 'ADDITIONAL_DOCUMENT', file_name: 'letter.pdf', content } as const;
  letter = (await upload(signedIn, paper)).file.id;
});
afterAll(() => app.close());

async function share(name: string, file_ids: string[], fullAccess = false): Promise<void> {
  const { errors } = await signedIn.graphql(
    `mutation ($id: ID!, $file_ids: [ID!]!, $fullAccess: Boolean!) {
      insertSharedFiles(shared_with: $id, file_ids: $file_ids, plan_shared: true, fullAccess: $fullAccess) { id }
    }`,
    { id: ids[name], file_ids, fullAccess },
  );
  expect(errors).toBeUndefined();
}

/** Returns a contact with their page open, in a new browser. */
async function opened(name: string) {
  const client = new TestClient(app.url);
  const path = await pathTo(app.services, 'view', ids[name]!);
  await sendForm(client, path, { open: '1' });
  const html = async () => (await client.fetch(path)).text();
  return { client, path, html };
}

it('shows a contact the files that are shared with them, as downloads [SHARE-01] [GAP-67] [FILE-01]', async () => {
  await share('Adam', [letter]);
  const { client, path, html } = await opened('Adam');
  expect(await html()).toContain(`${path}/files/${letter}`);
  expect(await html()).toContain('Shared on');
  expect(await html()).not.toContain('directive.pdf');
  const response = await client.fetch(`${path}/files/${letter}`);
  expect(response.status).toBe(200);
  expect(response.headers.get('content-disposition')).toContain('attachment');
  expect(response.headers.get('referrer-policy')).toBe('no-referrer');
  expect(Buffer.from(await response.arrayBuffer()).equals(content)).toBe(true);
  const part = await client.fetch(`${path}/files/${letter}`, { headers: { range: 'bytes=10-19' } });
  expect([part.status, (await part.arrayBuffer()).byteLength]).toEqual([206, 10]);
  const trail = await app.services.db
    .selectFrom('audit_log')
    .select(['actor_kind', 'actor_id', 'details'])
    .where('chain', '=', owner.userId)
    .where('action', '=', 'openSharedFile')
    .execute();
  expect(trail).toEqual([
    {
      actor_kind: 'contact',
      actor_id: ids['Adam'],
      details: { contact_id: ids['Adam'], file_id: letter },
    },
  ]);
});

it('records a file that is read from its middle, once in an opening of the page, and limits simultaneous requests of a contact [GAP-67] [security 34]', async () => {
  await share('Zoe', [letter]);
  const { client, path } = await opened('Zoe');
  const middle = () => client.fetch(`${path}/files/${letter}`, { headers: { range: 'bytes=1-' } });
  expect((await middle()).status).toBe(206);
  expect((await middle()).status).toBe(206);
  const trail = await app.services.db
    .selectFrom('audit_log')
    .select('details')
    .where('actor_id', '=', ids['Zoe']!)
    .where('action', '=', 'openSharedFile')
    .execute();
  expect(trail).toEqual([{ details: { contact_id: ids['Zoe'], file_id: letter } }]);
  const many = await Promise.all(Array.from({ length: 150 }, async () => (await middle()).status));
  expect(new Set(many)).toEqual(new Set([206, 429]));
});

it('returns no file that is not shared, none to another contact, and none without an open page [SHARE-02] [security 9]', async () => {
  await share('Adam', [letter]);
  await share('Zoe', []);
  const adam = await opened('Adam');
  const zoe = await opened('Zoe');
  const refused = async (client: TestClient, address: string) => {
    const response = await client.fetch(address);
    expect(response.headers.get('content-type')).toContain('text/html');
    expect(await response.text()).not.toContain('%PDF');
  };
  await refused(adam.client, `${adam.path}/files/${directive}`);
  await refused(zoe.client, `${zoe.path}/files/${letter}`);
  await refused(zoe.client, `${adam.path}/files/${letter}`);
  await refused(new TestClient(app.url), `${adam.path}/files/${letter}`);
  for (const id of ['x', '..%2f..', owner.userId]) await refused(adam.client, `${adam.path}/files/${id}`);
  expect(await zoe.html()).toContain('No files are shared with you.');
});

it('shows all files, also later ones, to a contact who can see all, and nothing once that is withdrawn [GAP-67] [GAP-68] [security 9]', async () => {
  await share('Zoe', [], true);
  const { client, path, html } = await opened('Zoe');
  for (const name of ['directive.pdf', 'letter.pdf']) expect(await html()).toContain(name);
  const paper = { category: 'ADDITIONAL_DOCUMENT', file_name: 'later.pdf', content } as const;
  const { id } = (await upload(signedIn, paper)).file;
  expect(await html()).toContain('later.pdf');
  expect((await client.fetch(`${path}/files/${id}`)).headers.get('content-type')).toBe('application/pdf');
  await share('Zoe', []);
  expect(await html()).not.toContain('later.pdf');
  expect((await client.fetch(`${path}/files/${id}`)).status).toBe(404);
});

it('replaces a shared directive by its successor, and never returns the previous one [SHARE-01] [GAP-67]', async () => {
  await share('Adam', [directive]);
  const next = { category: 'ACP', file_name: 'new-directive.pdf', content } as const;
  const { id } = (await upload(signedIn, next)).file;
  const { client, path, html } = await opened('Adam');
  expect(await html()).toContain('new-directive.pdf');
  expect(await html()).not.toContain('>directive.pdf');
  expect((await client.fetch(`${path}/files/${id}`)).status).toBe(200);
  expect((await client.fetch(`${path}/files/${directive}`)).status).toBe(404);
});

it('never shows a replaced directive, not even to a contact who can see all files [SHARE-01] [GAP-67]', async () => {
  await share('Adam', [], true);
  const send = async (file_name: string): Promise<string> =>
    (await upload(signedIn, { category: 'ACP', file_name, content })).file.id;
  const [replaced, current] = [await send('spring.pdf'), await send('summer.pdf')];
  const { client, path, html } = await opened('Adam');
  expect(await html()).toContain('summer.pdf');
  expect(await html()).not.toContain('spring.pdf');
  expect((await client.fetch(`${path}/files/${current}`)).status).toBe(200);
  expect((await client.fetch(`${path}/files/${replaced}`)).status).toBe(404);
});
