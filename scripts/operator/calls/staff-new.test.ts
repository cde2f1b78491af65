import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { TestClient } from '../../../testing/client.ts';
import { keepCompiled } from '../../../testing/processes/compiled.ts';
import { tokenIn } from '../../../testing/links.ts';
import { person } from '../../../testing/people.ts';
import { startApp, type TestApp } from '../../../testing/start-app.ts';
import { verifyAudit } from '../../../src/server/pipeline/audit/audit-verify.ts';
import { randomBytes } from 'node:crypto';

const key = `test:${randomBytes(32).toString('base64')}`;
let app: TestApp;
beforeAll(async () => {
  app = await startApp({ env: { WATTLE_KEYS: key } });
});
afterAll(() => app.close());

const run = (script: string, ...words: string[]) =>
  new Promise<{ code: number; printed: string; said: string }>((resolve) => {
    const env = {
      PATH: process.env['PATH'],
      ...keepCompiled,
      APP_ENV: 'test',
      WATTLE_KEYS: key,
      DATABASE_URL: app.databaseUrl,
      PUBLIC_URL: app.url,
    };
    execFile(
      process.execPath,
      [join(import.meta.dirname, '..', script), ...words],
      { env },
      (error, out, said) => resolve({ code: Number(error?.code ?? 0), printed: out.trim(), said }),
    );
  });

it('an operator creates a provider, a sub-provider, and staff who see their own part [R-64]', async () => {
  const { printed: root } = await run('provider-new.ts', 'Banksia Care');
  const { printed: house } = await run('provider-new.ts', 'Banksia House', '--under', root);
  const providers = await app.services.db
    .selectFrom('providers')
    .select(['id', 'name', 'path', 'parent_id'])
    .execute();
  expect(providers).toEqual(
    expect.arrayContaining([
      { id: root, name: 'Banksia Care', path: [root], parent_id: null },
      { id: house, name: 'Banksia House', path: [root, house], parent_id: root },
    ]),
  );
  const { code, printed: link } = await run(
    'staff-new.ts',
    'Nurse@Banksia.example',
    '--provider',
    house,
    '--role',
    'edit',
  );
  expect(code).toBe(0);
  const client = new TestClient(app.url);
  const chosen = { token: tokenIn(link), password: 'Ferry-Lantern-7' };
  expect((await client.post('/api/auth/reset-password', chosen)).body).toEqual({ ok: true });
  await client.signIn('nurse@banksia.example', 'Ferry-Lantern-7');
  const { data } = await client.graphql('{ currentUser { email provider_id } }');
  expect(data.currentUser).toEqual({ email: 'nurse@banksia.example', provider_id: house });
  const { db, secrets } = app.services;
  expect((await verifyAudit(db, secrets)).faults).toEqual([]);
  const trail = await db
    .selectFrom('audit_log')
    .select('action')
    .where('actor_kind', '=', 'system')
    .execute();
  expect(trail.map(({ action }) => action)).toEqual(expect.arrayContaining(['makeProvider', 'makeStaff']));
}, 30_000);

it.each<[script: string, words: string[], sentence: RegExp]>([
  ['provider-new.ts', [], /^Usage: npm run provider:new/],
  ['provider-new.ts', ['  '], /^A name has/],
  ['provider-new.ts', ['House', '--under', 'Banksia'], /^Usage/],
  ['provider-new.ts', ['House', '--under', '00000000-0000-4000-8000-000000000000'], /no provider of that id/],
  ['staff-new.ts', ['a@home.example', '--role', 'edit'], /^Usage: npm run staff:new/],
  [
    'staff-new.ts',
    ['a@home.example', '--provider', '00000000-0000-4000-8000-000000000000', '--role', 'sysadmin'],
    /^Usage/,
  ],
  [
    'staff-new.ts',
    ['a@home.example', '--provider', '00000000-0000-4000-8000-000000000000', '--role', 'view'],
    /no provider of that id/,
  ],
  ['staff-new.ts', ['a@home.example', '--all'], /^Usage/],
])(
  '%s with %j explains the error in a sentence and creates nothing [R-64]',
  async (script, words, sentence) => {
    const count = async () =>
      (await app.services.db.selectFrom('providers').select('id').execute()).length +
      (await app.services.db.selectFrom('users').select('id').execute()).length;
    const before = await count();
    const { code, printed, said } = await run(script, ...words);
    expect([code, printed]).toEqual([1, '']);
    expect(said).toMatch(sentence);
    expect(said).not.toMatch(/\n\s+at /);
    expect(await count()).toBe(before);
  },
);

it('an operator extracts the audit entries about a person into a new file, and checks it [S-89]', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'wattle-extract-'));
  try {
    const ann = await person(app.services, { firstName: 'Marigold' });
    const client = new TestClient(app.url);
    await client.signIn(ann.email, ann.password);
    await client.graphql('mutation { updateDateFormat(date_format: "YYYY-MM-DD") { id } }');
    const out = join(folder, 'extract.jsonl');
    const extract = (...words: string[]) => run('audit-extract.ts', ...words);
    const about = (userId: string, reason: string) => extract(userId, '--reason', reason, '--out', out);
    const unknown = '00000000-0000-4000-8000-000000000000';
    for (const [refused, sentence] of [
      [await extract(ann.userId, '--out', out), /^Usage: npm run audit:extract/],
      [await about(ann.userId, 'short'), /^The reason must have/],
      [await about(ann.userId, 'Asked for by Marigold herself'), /^The reason must have/],
      [await about(unknown, 'Supreme Court, order 2026/4711'), /no entries about a person/],
    ] as const) {
      expect([refused.code, refused.printed]).toEqual([1, '']);
      expect(refused.said).toMatch(sentence);
      expect(readdirSync(folder)).toEqual([]);
    }
    const made = await about(ann.userId, 'Supreme Court, order 2026/4711');
    expect([made.code, made.printed]).toEqual([
      0,
      expect.stringMatching(/^\d+ entries, chain intact\. SHA-256 /),
    ]);
    expect(statSync(out).mode & 0o777).toBe(0o600);
    expect((await extract('--check', out)).code).toBe(0);
    const again = await about(ann.userId, 'Supreme Court, order 2026/4711');
    expect([again.code, again.said]).toEqual([1, expect.stringContaining('There is a file of that name')]);
    writeFileSync(out, readFileSync(out, 'utf8').replace('updateDateFormat', 'updateDateFormed'));
    expect((await extract('--check', out)).code).toBe(1);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}, 120_000);
