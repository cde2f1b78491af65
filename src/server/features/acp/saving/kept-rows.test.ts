import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '../../../../../testing/start-app.ts';
import { verifyAudit } from '../../../pipeline/audit/audit-verify.ts';
import { complete, plansOn, save } from '../acp.fixture.ts';

describe('plans over the API', () => {
  let app: TestApp;
  const { signedIn } = plansOn(() => app);

  beforeAll(async () => {
    app = await startApp();
  });
  afterAll(() => app.close());

  it('keeps the trail complete, and detects a row that was changed [security 38]', async () => {
    await signedIn(complete);
    const { db, secrets } = app.services;
    expect((await verifyAudit(db, secrets)).faults).toEqual([]);
    const { sql } = await import('kysely');
    await sql`alter table audit_log disable trigger audit_log_no_change`.execute(db);
    const [row] = await db
      .selectFrom('audit_log')
      .selectAll()
      .where('action', '=', 'updateAnswers')
      .limit(1)
      .execute();
    await db
      .updateTable('audit_log')
      .set({ details: JSON.stringify({ step: 'other' }) })
      .where('chain', '=', row!.chain)
      .where('seq', '=', row!.seq)
      .execute();
    expect((await verifyAudit(db, secrets)).faults).toEqual([{ chain: row!.chain, seq: row!.seq }]);
    await db
      .updateTable('audit_log')
      .set({ details: JSON.stringify(row!.details) })
      .where('chain', '=', row!.chain)
      .where('seq', '=', row!.seq)
      .execute();
    expect((await verifyAudit(db, secrets)).faults).toEqual([]);
    await sql`alter table audit_log enable trigger audit_log_no_change`.execute(db);
    await expect(db.deleteFrom('audit_log').execute()).rejects.toThrow(/append-only/);
  });

  it('stores no answer, PIN or signature in clear [security 36]', async () => {
    const { who, client } = await signedIn();
    await client.graphql(save, {
      id: who.acpId,
      answers: { explanations: 'A private sentence' },
      status: 'draft',
      version: 0,
      key: 'sealed-answer-1',
    });
    const { sql } = await import('kysely');
    const tables = await sql<{
      name: string;
    }>`select tablename as name from pg_tables where schemaname = 'public'`.execute(app.services.db);
    for (const { name } of tables.rows) {
      const { rows } = await sql<{ row: string }>`select t::text as row from ${sql.table(name)} t`.execute(
        app.services.db,
      );
      const text = rows.map((each) => each.row).join('\n');
      expect(text).not.toContain('A private sentence');
      expect(text).not.toContain(Buffer.from('A private sentence').toString('hex'));
    }
  });
});
