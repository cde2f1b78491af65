import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SMTPServer } from 'smtp-server';
import { afterEach, expect, it, vi } from 'vitest';
import {
  beginUpload,
  directive,
  sendParts,
} from '../../../src/server/features/files/uploads/uploads.fixture.ts';
import { connectDatabase } from '../../../src/server/db/connection/connect.ts';
import { putInUse } from '../../../src/server/installation/installation.ts';
import { dataFolderStore } from '../../../src/server/ports/object-store/data-folder.ts';
import { TestClient } from '../../client.ts';
import { copyDatabase, createTestDatabase } from '../../database/database.ts';
import { freePort } from '../../processes/free-port.ts';
import { person } from '../../people.ts';
import { startApp, type TestApp } from '../../start-app.ts';

const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close();
});

/** Wait that is long enough for jobs and the nightly work to start, in milliseconds. */
const nightlyMs = 6_000;

async function startMailServer(port: number): Promise<string[]> {
  const received: string[] = [];
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS', 'AUTH'],
    onData(stream, session, callback) {
      stream.resume();
      stream.on('end', () => {
        received.push(...session.envelope.rcptTo.map(({ address }) => address));
        callback();
      });
    },
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  closing.push(() => new Promise<void>((resolve) => server.close(() => resolve())));
  return received;
}

const peopleIn = async (app: TestApp, ids: string[]) =>
  (await app.services.db.selectFrom('users').select('id').where('id', 'in', ids).execute()).length;

it(
  'a server on a restored dump, with the whole environment of the server in use, deletes, mails and charges nothing when nightly work is due, until it is put in use [S-81]',
  { timeout: 120_000 },
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'wattle-copied-'));
    closing.push(() => rmSync(folder, { recursive: true, force: true }));
    const database = await createTestDatabase();
    closing.push(() => database.drop());
    const port = await freePort();
    const start = async ({ url }: { url: string }): Promise<TestApp> => {
      const app = await startApp({
        beside: { databaseUrl: url, folder },
        env: { SMTP_URL: `smtp://127.0.0.1:${port}`, SMS_URL: 'http://127.0.0.1:1/' },
      });
      closing.push(() => app.close().catch(() => {}));
      return app;
    };
    const objects = () =>
      readdirSync(join(folder, 'files', 'files'), { recursive: true })
        .map(String)
        .toSorted();

    const before = await start(database);
    const [ann, ben] = [await person(before.services), await person(before.services)];
    const client = new TestClient(before.url);
    await client.signIn(ann.email, ann.password);
    const sent = directive();
    const { file } = await beginUpload(client, sent);
    await sendParts(client, file, sent.content);
    await new TestClient(before.url).post('/api/initiateForgotPassword', { email: ben.email });
    // Work that is due: an expired upload, an account to delete, and a mail in the queue.
    await before.services.db
      .updateTable('file_uploads')
      .set({ expires_at: new Date('2026-01-01') })
      .execute();
    await before.services.db
      .updateTable('users')
      .set({ delete_on: '2026-01-01' })
      .where('id', '=', ann.userId)
      .execute();
    await before.application.pool.query('update nights set night = night - 2, done_at = null');
    await before.close();
    const copy = await copyDatabase(database);
    closing.push(() => copy.drop());
    const kept = objects();
    expect(kept.length).toBeGreaterThan(0);
    const received = await startMailServer(port);
    // Opening of a card that the server in use has not recorded yet.
    const waiting = join(folder, 'late-openings');
    const installation = before.services.secrets.sign('late-openings', 'installation');
    const opening = { id: randomUUID(), user_id: ben.userId, opened_at: new Date().toISOString() };
    mkdirSync(waiting);
    const openingFile = join(waiting, `${installation.toString('hex', 0, 8)}-${opening.id}.json`);
    writeFileSync(openingFile, JSON.stringify(opening));

    const trial = await start(copy);
    await new Promise((resolve) => setTimeout(resolve, nightlyMs));
    expect(objects()).toEqual(kept);
    expect(received).toEqual([]);
    expect(existsSync(openingFile)).toBe(true);
    expect(await peopleIn(trial, [ann.userId, ben.userId])).toBe(2);
    expect(trial.services.payments).toBeNull();
    await expect(trial.services.objectStore.delete([])).rejects.toMatchObject({ code: 'refused' });
    const [key] = kept.filter((name) => name.includes('/'));
    await expect(trial.services.objectStore.delete([`files/${key}`])).rejects.toMatchObject({
      code: 'refused',
    });
    expect(objects()).toEqual(kept);
    // Users can sign in and read plans, which is the purpose of a trial restore.
    await new TestClient(trial.url).signIn(ben.email, ben.password);
    await trial.close();

    const { db, close } = connectDatabase({ url: copy.url, max: 2 });
    await putInUse(db, dataFolderStore(join(folder, 'files')));
    await close();
    const inUse = await start(copy);
    expect(inUse.services.payments).not.toBeNull();
    await vi.waitFor(
      async () => {
        expect(received).toContain(ben.email);
        expect(await peopleIn(inUse, [ann.userId])).toBe(0);
        expect(objects()).not.toEqual(kept);
        expect(existsSync(openingFile)).toBe(false);
      },
      { timeout: 60_000, interval: 200 },
    );
    expect((await start(database)).services.payments).toBeNull();
  },
);
