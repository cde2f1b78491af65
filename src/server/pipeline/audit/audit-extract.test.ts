import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TestClient } from '../../../../testing/client.ts';
import { person, type TestPerson } from '../../../../testing/people.ts';
import { startApp, type TestApp } from '../../../../testing/start-app.ts';
import { extractAudit, isUnchangedExtract } from './audit-extract.ts';
import { verifyAudit } from './audit-verify.ts';

let app: TestApp;
let ann: TestPerson;
beforeAll(async () => {
  app = await startApp();
  ann = await person(app.services);
  const client = new TestClient(app.url);
  await client.signIn(ann.email, ann.password);
  for (const format of ['DD/MM/YYYY', 'YYYY-MM-DD'])
    await client.graphql(`mutation { updateDateFormat(date_format: "${format}") { id } }`);
  await person(app.services);
});
afterAll(() => app.close());

const reason = 'Supreme Court, order 2026/4711';

async function extract(userId: string) {
  const lines: string[] = [];
  const made = await extractAudit(app.services, {
    ...{ userId, reason },
    write: async (line) => void lines.push(line),
  });
  return {
    made,
    text: lines.join(''),
    lines: lines.map((line) => JSON.parse(line) as Record<string, unknown>),
  };
}

describe('an extract of the audit trail', () => {
  it('contains every entry about one person in order and no other, and is itself the last of them [S-89]', async () => {
    const { made, lines } = await extract(ann.userId);
    const stored = await app.services.db
      .selectFrom('audit_log')
      .select('action')
      .where('chain', '=', ann.userId)
      .orderBy('seq')
      .execute();
    expect(made).toMatchObject({ entries: stored.length, isIntact: true });
    expect(lines[0]).toMatchObject({ extract_of: ann.userId, reason });
    const entries = lines.slice(1, -1);
    expect(entries.map(({ action }) => action)).toEqual(stored.map(({ action }) => action));
    expect(entries.at(-1)).toMatchObject({
      ...{ action: 'extractAudit', actor_kind: 'system', details: { reason } },
    });
    expect((await verifyAudit(app.services.db, app.services.secrets)).faults).toEqual([]);
  });

  it('has a seal that a change of any byte invalidates, and that no other installation can make [S-89]', async () => {
    const { text } = await extract(ann.userId);
    const { secrets } = app.services;
    expect(isUnchangedExtract(secrets, text)).toBe(true);
    expect(isUnchangedExtract(secrets, text.replace('updateDateFormat', 'updateDateformat'))).toBe(false);
    const lines = text.split('\n');
    expect(isUnchangedExtract(secrets, [...lines.slice(0, 2), ...lines.slice(3)].join('\n'))).toBe(false);
    for (const other of ['', 'no extract', '{"seal":1}'])
      expect(isUnchangedExtract(secrets, other)).toBe(false);
    const elsewhere = await startApp();
    expect(isUnchangedExtract(elsewhere.services.secrets, text)).toBe(false);
    await elsewhere.close();
  });

  it('reports that a chain was tampered with [S-89]', async () => {
    const ben = await person(app.services);
    const client = new TestClient(app.url);
    await client.signIn(ben.email, ben.password);
    await client.graphql('mutation { updateDateFormat(date_format: "YYYY-MM-DD") { id } }');
    expect((await extract(ben.userId)).made.isIntact).toBe(true);
    await app.services.db.transaction().execute(async (tx) => {
      await sql`alter table audit_log disable trigger audit_log_no_change`.execute(tx);
      await sql`update audit_log set action = 'changed' where chain = ${ben.userId} and seq = 1`.execute(tx);
      await sql`alter table audit_log enable trigger audit_log_no_change`.execute(tx);
    });
    expect((await extract(ben.userId)).made.isIntact).toBe(false);
  });

  it('is refused for a person without a chain in the trail, and nothing is recorded [S-89]', async () => {
    const unknown = '00000000-0000-4000-8000-000000000000';
    await expect(extract(unknown)).rejects.toMatchObject({ code: 'not-found' });
    const rows = await app.services.db
      .selectFrom('audit_log')
      .select('seq')
      .where('chain', '=', unknown)
      .execute();
    expect(rows).toEqual([]);
  });
});
