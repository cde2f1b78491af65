import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { contextFor, fullAnswers, password, person } from '../../../../../testing/people.ts';
import { startServices, type TestServices } from '../../../../../testing/services.ts';
import { AppError } from '../../../../domain/errors.ts';
import { makeExport } from '../jobs.ts';
import { carryOutRequests } from '../nightly.ts';
import { requestDataExport } from './export-operations.ts';

describe('making a copy', () => {
  let test: TestServices;
  let broken: boolean;
  let pdfs: number;
  beforeAll(async () => {
    test = await startServices();
    test.services.makePdf = async () => {
      pdfs += 1;
      if (broken) throw new AppError('unavailable');
      return new Uint8Array(Buffer.from('%PDF-1.7'));
    };
  });
  beforeEach(() => {
    broken = false;
    pdfs = 0;
  });
  afterAll(() => test.close());

  async function asked() {
    const who = await person(test.services, { plan: { status: 'complete', answers: fullAnswers() } });
    await test.services.db.deleteFrom('outbox').execute();
    const { id } = await requestDataExport.call(contextFor(test.services, who.actor), { password });
    const stored = () =>
      test.services.db.selectFrom('data_exports').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
    const parts = () =>
      test.services.db
        .selectFrom('data_export_parts')
        .select(['attempt', 'number'])
        .where('export_id', '=', id)
        .orderBy('number')
        .execute();
    const events = async () =>
      (await test.services.db.selectFrom('outbox').select('type').orderBy('id').execute()).map(
        ({ type }) => type,
      );
    return { ...who, id, stored, parts, events };
  }

  it('makes one, and one event, for twenty simultaneous requests [D-19, fault 5]', async () => {
    const who = await person(test.services);
    await test.services.db.deleteFrom('outbox').execute();
    const rows = await Promise.all(
      Array.from({ length: 20 }, () =>
        requestDataExport
          .call(contextFor(test.services, who.actor), { password })
          .catch((error: AppError) => error.code),
      ),
    );
    const ids = new Set(rows.flatMap((row) => (typeof row === 'string' ? [] : [row.id])));
    expect(ids.size).toBe(1);
    const waiting = await test.services.db
      .selectFrom('data_exports')
      .select('id')
      .where('user_id', '=', who.userId)
      .execute();
    expect(waiting).toHaveLength(1);
    const events = await test.services.db.selectFrom('outbox').select('type').execute();
    expect(events).toEqual([{ type: 'account.export-wanted' }]);
  });

  it('continues after a failure, and makes one archive and one mail [D-19, fault 13]', async () => {
    const who = await asked();
    broken = true;
    await expect(makeExport(test.services, who.id)).rejects.toMatchObject({ code: 'unavailable' });
    expect(await who.stored()).toMatchObject({ status: 'waiting', archive_sealed: null, attempt: null });
    expect(await who.parts()).toEqual([]);
    broken = false;
    await makeExport(test.services, who.id);
    const first = await who.stored();
    expect(first.status).toBe('ready');
    await makeExport(test.services, who.id);
    expect((await who.stored()).attempt).toEqual(first.attempt);
    expect(await who.parts()).toEqual([{ attempt: first.attempt, number: 1 }]);
    expect(pdfs).toBe(2);
    expect(await who.events()).toEqual(['account.export-wanted', 'account.export-ready']);
  });

  it('makes one archive and one mail with two workers at once [D-19, fault 5]', async () => {
    const who = await asked();
    await Promise.all(Array.from({ length: 4 }, () => makeExport(test.services, who.id)));
    expect(await who.stored()).toMatchObject({ status: 'ready' });
    expect(await who.parts()).toEqual([{ attempt: (await who.stored()).attempt, number: 1 }]);
    expect((await who.events()).filter((type) => type === 'account.export-ready')).toHaveLength(1);
  });

  it('leaves nothing behind when it dies between the archive and the commit, and the next attempt succeeds [D-19, fault 10]', async () => {
    const who = await asked();
    await test.pool.query(`create function no_archive() returns trigger language plpgsql as $$
      begin raise exception 'the lights went out'; end $$`);
    await test.pool.query(
      `create trigger no_archive before insert on outbox for each row when (new.type = 'account.export-ready') execute function no_archive()`,
    );
    await expect(makeExport(test.services, who.id)).rejects.toThrow();
    expect(await who.stored()).toMatchObject({ status: 'waiting', archive_sealed: null, attempt: null });
    await test.pool.query('drop trigger no_archive on outbox');
    await makeExport(test.services, who.id);
    expect(await who.stored()).toMatchObject({ status: 'ready' });
    expect(await who.parts()).toEqual([{ attempt: (await who.stored()).attempt, number: 1 }]);
    expect((await who.events()).filter((type) => type === 'account.export-ready')).toHaveLength(1);
  });

  it('is given up after an hour; the person is notified and can request another [D-19]', async () => {
    const who = await asked();
    await test.services.db
      .updateTable('data_exports')
      .set({ requested_at: new Date(Date.now() - 61 * 60_000) })
      .where('id', '=', who.id)
      .execute();
    broken = true;
    await makeExport(test.services, who.id);
    expect(await who.stored()).toMatchObject({ status: 'failed', archive_sealed: null, attempt: null });
    expect(await who.parts()).toEqual([]);
    const next = await requestDataExport.call(contextFor(test.services, who.actor), { password });
    expect(next).toMatchObject({ status: 'waiting' });
    expect(next.id).not.toBe(who.id);
  });

  it('is given up after a day if no worker ever started it [D-19]', async () => {
    const who = await asked();
    await test.services.db
      .updateTable('data_exports')
      .set({ requested_at: new Date(Date.now() - 25 * 60 * 60_000) })
      .where('id', '=', who.id)
      .execute();
    await carryOutRequests(test.services, () => {});
    expect(await who.stored()).toMatchObject({ status: 'failed' });
  });

  it('for an account that is gone makes nothing and does not fail [D-19]', async () => {
    const who = await asked();
    await test.services.db.deleteFrom('users').where('id', '=', who.userId).execute();
    await expect(makeExport(test.services, who.id)).resolves.toBeUndefined();
  });
});
