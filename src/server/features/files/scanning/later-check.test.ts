import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TestClient } from '../../../../../testing/client.ts';
import { person } from '../../../../../testing/people.ts';
import { startApp, type TestApp } from '../../../../../testing/start-app.ts';
import { tidyFiles } from '../nightly.ts';
import { ownContext } from '../../../pipeline/own-context.ts';
import { VirusScanError } from '../../../ports/virus-scan/port.ts';
import { finishFileCheck } from './later-check.ts';
import { beginUpload, directive, sendPart, sendParts } from '../uploads/uploads.fixture.ts';

const hour = 60 * 60_000;

describe('an upload that a job checks', () => {
  let app: TestApp;
  let client: TestClient;

  beforeAll(async () => {
    app = await startApp();
    const who = await person(app.services, { plan: { status: 'draft', answers: {} } });
    client = new TestClient(app.url);
    await client.signIn(who.email, who.password);
    app.services.virusScan = {
      isClean: () => Promise.reject(new VirusScanError('No', { code: 'timeout' })),
    };
  });
  afterAll(() => app.close());

  /** Creates an upload that has waited for its check for `hours`. */
  async function waitingFor(hours: number): Promise<string> {
    const sent = directive();
    const { file } = await beginUpload(client, sent);
    await sendParts(client, file, sent.content);
    await app.services.db
      .updateTable('file_uploads')
      .set({ checking_since: new Date(Date.now() - hours * hour) })
      .where('file_id', '=', file.id)
      .execute();
    return file.id as string;
  }
  const problemOf = async (id: string) =>
    (
      await app.services.db
        .selectFrom('file_uploads')
        .select('problem')
        .where('file_id', '=', id)
        .executeTakeFirstOrThrow()
    ).problem;

  it('waits while the scanner gives no verdict, and is refused after a day [S-32]', async () => {
    const [fresh, old] = [await waitingFor(23), await waitingFor(25)];
    const check = (id: string) => finishFileCheck.call(ownContext(app.services), { id });
    await expect(check(fresh)).rejects.toMatchObject({ code: 'timeout' });
    expect(await problemOf(fresh)).toBeNull();
    expect(await check(old)).toBe(true);
    expect(await problemOf(old)).toBe('notChecked');
    expect(await check(old)).toBe(false);
  });

  it('has a deadline at its last try, so that a silent scanner does not hold up the nightly task [S-32]', async () => {
    const { virusScan } = app.services;
    const id = await waitingFor(25);
    // Without a signal this scanner never answers.
    app.services.virusScan = {
      isClean: (_, signal) =>
        signal ? Promise.reject(new VirusScanError('No', { code: 'timeout' })) : new Promise(() => {}),
    };
    expect(await finishFileCheck.call(ownContext(app.services), { id })).toBe(true);
    app.services.virusScan = virusScan;
    expect(await problemOf(id)).toBe('notChecked');
  });

  it('is refused when its parts are missing, instead of being checked endlessly [S-32]', async () => {
    const id = await waitingFor(1);
    await app.services.db.deleteFrom('file_objects').where('file_id', '=', id).execute();
    expect(await finishFileCheck.call(ownContext(app.services), { id })).toBe(true);
    expect(await problemOf(id)).toBe('broken');
  });

  it('is recorded under the staff member who added it in the account, when it becomes a file [S-32]', async () => {
    const id = await waitingFor(1);
    const staff = await person(app.services, { role: 'provideradmin' });
    await app.services.db.updateTable('files').set({ added_by: staff.userId }).where('id', '=', id).execute();
    const { virusScan } = app.services;
    app.services.virusScan = { isClean: async () => true };
    expect(await finishFileCheck.call(ownContext(app.services), { id })).toBe(true);
    app.services.virusScan = virusScan;
    const lines = await app.services.db
      .selectFrom('recent_activities')
      .select(['template', 'actor_id', 'metadata'])
      .where('template', '=', 'FILE_UPLOADED')
      .execute();
    expect(lines).toEqual([
      {
        template: 'FILE_UPLOADED',
        actor_id: staff.userId,
        metadata: { file: 'Directive 2026.pdf', inside: true },
      },
    ]);
    const { is_active, added_by } = await app.services.db
      .selectFrom('files')
      .select(['is_active', 'added_by'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    expect([is_active, added_by]).toEqual([true, staff.userId]);
  });

  it('accepts no part while it waits for its check, nor the end of one that began before [S-32]', async () => {
    const sent = directive();
    const { file } = await beginUpload(client, sent);
    await sendParts(client, file, sent.content);
    const objects = () =>
      app.services.db
        .selectFrom('file_objects')
        .select(['id', 'number'])
        .where('file_id', '=', file.id)
        .execute();
    const before = await objects();
    const { objectStore } = app.services;
    let written = 0;
    app.services.objectStore = {
      get: (key, range) => objectStore.get(key, range),
      delete: (keys) => objectStore.delete(keys),
      async put(...object) {
        written += 1;
        await objectStore.put(...object);
        await app.services.db
          .updateTable('file_uploads')
          .set({ checking_since: new Date() })
          .where('file_id', '=', file.id)
          .execute();
      },
    };
    const statuses: number[] = [];
    for (let time = 0; time < 2; time += 1)
      statuses.push((await sendPart(client, file.upload.url, 1, sent.content)).status);
    app.services.objectStore = objectStore;
    // The second one is refused before its bytes are stored.
    expect([statuses, written]).toEqual([[404, 404], 1]);
    expect(await objects()).toEqual(before);
  });

  it('is ignored by a job that runs after it was deleted [S-32]', async () => {
    const id = await waitingFor(1);
    const { errors } = await client.graphql('mutation ($id: ID!) { cancelUpload(id: $id) }', { id });
    expect(errors).toBeUndefined();
    expect(await finishFileCheck.call(ownContext(app.services), { id })).toBe(false);
  });

  it('is decided by the nightly task if its job failed permanently, and its reason is deleted after a week [S-32]', async () => {
    const lines: string[] = [];
    const [fresh, left] = [await waitingFor(1), await waitingFor(30)];
    await tidyFiles(app.services, (line) => lines.push(line));
    expect([await problemOf(fresh), await problemOf(left), lines]).toEqual([null, 'notChecked', []]);
    app.advance(8 * 24 * hour);
    await tidyFiles(app.services, (line) => lines.push(line));
    const rows = await app.services.db.selectFrom('files').select('id').where('id', '=', left).execute();
    expect(rows).toEqual([]);
  });
});
