import {
  cpSync,
  existsSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { typePin } from '../../../src/server/features/emergency/emergency.fixture.ts';
import { linkTo, listFiles } from '../../../src/server/features/files/uploads/uploads.fixture.ts';
import { finishFileCheck } from '../../../src/server/features/files/scanning/later-check.ts';
import { ownContext } from '../../../src/server/pipeline/own-context.ts';
import { TestClient } from '../../client.ts';
import { createTestDatabase } from '../../database/database.ts';
import { newKeys } from '../../new-keys.ts';
import type { TestPerson } from '../../people.ts';
import {
  content,
  createFixture,
  fillForBackup,
  filesUnder,
  keys,
  query,
  run,
  signAgain,
  stateOf,
  tableCount,
  type Run,
  type Target,
} from './backups.ts';

describe('a backup by the command', () => {
  const { closing, newFolder, newTarget, start } = createFixture();

  let source: Target;
  let backups: string;
  let made: Run;
  let owner: TestPerson;
  let state: Record<string, unknown>;

  beforeAll(async () => {
    const database = await createTestDatabase();
    closing.push(() => database.drop());
    source = { url: database.url, folder: newFolder() };
    backups = newFolder();
    const app = await start(source);
    owner = await fillForBackup(app);
    await app.close();
    await query(
      source.url,
      `insert into jobs.job (name, data, start_after, priority) values ('mails', '{"event": "a \\\\ b"}', now() + interval '9 days', 3)`,
    );
    state = await stateOf(source.url);
    made = await run('backup', source, ['--to', backups, '--name', 'first']);
  }, 120_000);
  afterAll(async () => {
    for (const close of closing.splice(0).toReversed()) await close();
  });

  /** Copy of the backup for a test to damage. */
  const copyOfBackup = (name = 'copy') => {
    const folder = join(newFolder(), name);
    cpSync(join(backups, 'first'), folder, { recursive: true });
    return folder;
  };
  async function refusal(target: Target, from: string, wattleKeys = keys): Promise<string> {
    const { code, printed, said } = await run('restore', target, ['--from', from], wattleKeys);
    expect({ code, printed }).toEqual({ code: 1, printed: '' });
    return said;
  }
  it(
    'and a restore by the command bring back everything in an empty database and folder: the card opens, the file is identical, and the database is a copy until it is put in use [S-81] [fault 25]',
    { timeout: 120_000 },
    async () => {
      expect(made).toMatchObject({ code: 0, said: '' });
      const target = await newTarget();
      const restored = await run('restore', target, ['--from', join(backups, 'first')]);
      expect(restored).toMatchObject({ code: 0, said: '' });
      expect(restored.printed).toContain('npm run installation:use');

      // All rows and definitions are the same, except the parts of the upload that was in progress.
      await query(
        source.url,
        `delete from file_objects where file_id in (select file_id from file_uploads where checking_since is null)`,
      );
      expect(await stateOf(target.url)).toEqual(await stateOf(source.url));
      expect(filesUnder(join(target.folder, 'files'))).toHaveLength(2);
      const [job] = await query(target.url, `select name, data, priority, retry_limit, state from jobs.job`);
      expect(job).toEqual({
        name: 'mails',
        data: { event: 'a \\ b' },
        priority: 3,
        retry_limit: 2,
        state: 'created',
      });

      const checked = await run('restore-check', target);
      expect(checked).toMatchObject({ code: 0, said: '' });
      expect(checked.printed).toContain('Objects: 2 referenced, 0 missing.');

      const copy = await start(target);
      expect(copy.services.payments).toBeNull();
      await copy.close();
      expect((await run('installation-use', target)).code).toBe(0);

      const app = await start(target);
      expect(app.services.payments).not.toBeNull();
      const opened = await typePin(new TestClient(app.url), owner.shareId, owner.pin);
      expect(opened.status).toBe(303);
      const client = new TestClient(app.url);
      await client.signIn(owner.email, owner.password);
      const files = await listFiles(client);
      const file = files.find(({ file_name }) => file_name === 'Directive 2026.pdf');
      // The upload that was being checked is not lost: the check continues, and its bytes are identical too.
      const waiting = files.find(({ file_name }) => file_name === 'Waiting.pdf');
      const context = ownContext(app.services);
      expect(await finishFileCheck.call(context, { id: waiting?.id ?? '' })).toBe(true);
      for (const { id = '' } of [file ?? {}, waiting ?? {}]) {
        const { link } = await linkTo(client, id);
        expect(Buffer.from(await (await client.fetch(link.url)).arrayBuffer()).equals(content)).toBe(true);
      }
      // The upload that was in progress is sent again from its first part.
      const begun = files.find(({ file_name }) => file_name === 'Begun.pdf');
      expect(begun?.upload.parts).toEqual([]);
    },
  );

  it('is one folder that only its owner can read, contains no key, and never overwrites another backup [S-81]', async () => {
    const folder = join(backups, 'first');
    expect(readdirSync(backups)).toEqual(['first']);
    for (const file of ['', ...readdirSync(folder, { recursive: true }).map(String)]) {
      const found = statSync(join(folder, file));
      expect(found.mode & 0o777).toBe(found.isDirectory() ? 0o700 : 0o600);
    }
    const manifest = readFileSync(join(folder, 'manifest.json'), 'utf8');
    const secret = keys.split(':')[1] ?? '';
    expect(manifest).not.toContain(secret);
    expect(manifest).not.toContain(Buffer.from(secret, 'base64').toString('hex'));
    expect(JSON.parse(manifest)).toMatchObject({
      name: 'first',
      keys: { fingerprints: [{ id: 'test', fingerprint: expect.stringMatching(/^[0-9a-f]{64}$/) }] },
      objects: { count: 2, missing: 0 },
    });
    const again = await run('backup', source, ['--to', backups, '--name', 'first']);
    expect(again).toMatchObject({
      code: 1,
      said: expect.stringContaining('There is a backup of the name first'),
    });
    expect((await run('backup', source, ['--to', backups, '--name', '../x'])).code).toBe(1);
    expect(readdirSync(backups)).toEqual(['first']);
  });

  describe('is refused', () => {
    const expectUntouched = async ({ url, folder }: Target) =>
      expect([await tableCount(url), filesUnder(folder)]).toEqual([0, []]);

    it.each([
      ['a table that was changed', 'database/public.users.copy.gz', 'change', 'users.copy.gz was changed'],
      ['a table that was cut short', 'database/public.acps.copy.gz', 'truncate', 'acps.copy.gz has'],
      ['a missing table', 'database/public.acps.copy.gz', 'remove', 'acps.copy.gz is missing'],
      ['an object that was changed', 'objects', 'change', 'was changed'],
      ['a list of objects that was cut short', 'objects.list', 'truncate', 'objects.list has'],
      [
        'a manifest that was cut short',
        'manifest.json',
        'truncate',
        'The manifest of the backup is cut short or damaged.',
      ],
      ['a missing manifest', 'manifest.json', 'remove', 'The folder has no manifest.json'],
      [
        'a manifest that was changed',
        'manifest.json',
        'edit',
        'The manifest was changed after the backup was made.',
      ],
    ])('with %s, and nothing is written [S-81]', async (_, name, damage, sentence) => {
      const backup = copyOfBackup();
      const file =
        name === 'objects' ? join(backup, name, filesUnder(join(backup, name))[0] ?? '') : join(backup, name);
      if (damage === 'remove') rmSync(file);
      if (damage === 'truncate') truncateSync(file, Math.floor(statSync(file).size / 2));
      if (damage === 'edit')
        writeFileSync(file, readFileSync(file, 'utf8').replace('"rows": 1,', '"rows": 2,'));
      if (damage === 'change') {
        const bytes = readFileSync(file);
        bytes[bytes.length - 9]! ^= 1;
        writeFileSync(file, bytes);
      }
      const target = await newTarget();
      expect(await refusal(target, backup)).toContain(sentence);
      await expectUntouched(target);
    });

    it('without its key, when it was not finished, and on a database or folder that is in use, and nothing is written [S-81]', async () => {
      const target = await newTarget();
      const backup = join(backups, 'first');
      expect(await refusal(target, backup, newKeys())).toContain('Missing: test.');
      expect(await refusal(target, copyOfBackup('x.part'))).toContain('This backup was not finished');
      await expectUntouched(target);

      writeFileSync(join(target.folder, 'other'), '');
      const inUse = { ...target, folder: source.folder };
      const before = filesUnder(source.folder);
      expect(await refusal(inUse, backup)).toContain('The bucket or data folder holds files already');
      expect([await tableCount(target.url), filesUnder(source.folder)]).toEqual([0, before]);

      const rows = await stateOf(source.url);
      const empty = newFolder();
      expect(await refusal({ url: source.url, folder: empty }, backup)).toContain(
        'The database is not empty',
      );
      expect([await stateOf(source.url), filesUnder(empty)]).toEqual([rows, []]);
    });

    it('when a later version of Wattle made it, and the message names the version [S-81]', async () => {
      const target = await newTarget();
      const backup = copyOfBackup();
      signAgain(backup, (manifest) => {
        manifest.migrations.push({ number: 9_999, name: '9999_later.sql', checksum: 'x' });
        manifest.wattle = '9.9.9';
      });
      expect(await refusal(target, backup)).toContain(
        'it has the migration 9999_later.sql. Use Wattle 9.9.9 or later. Nothing was written.',
      );
      await expectUntouched(target);
    });
  });

  it('leaves neither rows nor objects when the restore fails while it loads the database [S-81]', async () => {
    const target = await newTarget();
    const backup = copyOfBackup();
    signAgain(backup, ({ tables }) => {
      tables.findLast(({ schema }) => schema === 'public')!.rows += 1_000;
    });
    expect(await refusal(target, backup)).toMatch(/The table \w+ has \d+ rows instead of 1\d{3}\./);
    expect([await tableCount(target.url), filesUnder(target.folder)]).toEqual([0, []]);
  });

  it('restores only the database when the bucket or folder was not lost [S-81]', async () => {
    const target = await newTarget();
    const before = filesUnder(source.folder);
    const beside = { url: target.url, folder: source.folder };
    const { code } = await run('restore', beside, ['--from', join(backups, 'first'), '--database-only']);
    expect(code).toBe(0);
    expect((await stateOf(target.url))['rows']).toEqual(state['rows']);
    expect(filesUnder(source.folder)).toEqual(before);
    expect((await run('restore-check', beside)).code).toBe(0);
  });

  it('is checked after the restore: the check names every missing object, missing key and changed audit entry [S-81]', async () => {
    const target = await newTarget();
    expect((await run('restore', target, ['--from', join(backups, 'first')])).code).toBe(0);
    const [object = ''] = filesUnder(join(target.folder, 'files'));
    truncateSync(join(target.folder, 'files', object), 100);
    await query(
      target.url,
      `insert into file_objects (id, key, file_id, number, size)
       select id, 'files/' || id || '/' || id, (select file_id from file_objects where number = 1 limit 1), 2, 10
       from (select gen_random_uuid() as id) as made`,
    );
    const [added] = await query<{ key: string }>(target.url, 'select key from file_objects where number = 2');
    await query(target.url, `alter table audit_log disable trigger user`);
    const [entry] = await query<{ chain: string }>(
      target.url,
      `update audit_log set action = 'other' where (chain, seq) = (select chain, seq from audit_log order by chain limit 1) returning chain`,
    );
    const { code, printed, said } = await run('restore-check', target);
    expect(code).toBe(1);
    expect(printed).toContain('Objects: 3 referenced, 2 missing.');
    for (const words of [object, added?.key, `chain ${entry?.chain}, from entry`])
      expect(said).toContain(words);

    const otherKey = await run('restore-check', target, [], newKeys().replace('test', 'other'));
    expect(otherKey.code).toBe(1);
    expect(otherKey.said).toContain(
      'WATTLE_KEYS lacks the key "test", which sealed values of users.pin_sealed.',
    );
    expect(otherKey.said).toContain('acps.answers_sealed');
  });

  it('names objects that the store lacks, and fails although it keeps the other objects [S-81]', async () => {
    const broken = newFolder();
    const { code, said } = await run('backup', { url: source.url, folder: broken }, [
      '--to',
      backups,
      '--name',
      'without',
    ]);
    closing.push(() => rmSync(join(backups, 'without'), { recursive: true }));
    expect(code).toBe(1);
    expect(said).toContain('Missing in the store, and so in the backup: 2 objects.');
    expect(existsSync(join(backups, 'without', 'manifest.json'))).toBe(true);
  });
});
