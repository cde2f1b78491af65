import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AppError } from '../../../../domain/errors.ts';
import { newKeys } from '../../../../../testing/new-keys.ts';
import { parseKeys, createKeyring } from '../../../db/sealing/seal.ts';
import { resealAll } from '../../../db/sealing/reseal.ts';
import { sealedColumns } from '../../../db/sealing/sealed-columns.ts';
import {
  outcomeOf,
  resident,
  simulatedWords,
  startIntegrations,
  type IntegrationTest,
} from '../integrations.fixture.ts';
import { getSystemCleanup, undoCleanUp } from '../links/cleanup-operations.ts';
import { unlinkResident } from '../links/link-operations.ts';
import { openConnection } from './connected.ts';
import {
  checkCredentials,
  getSystemConfig,
  removeSystemConfig,
  saveSystemConfig,
} from './connection-operations.ts';
import { isPublicHttps } from '../../../ports/public-name.ts';

let it_: IntegrationTest;
beforeAll(async () => {
  it_ = await startIntegrations();
});
afterAll(() => it_.close());

const mine = () => it_.as(it_.manager);
const present = async () => (await getSystemConfig.call(mine(), {})).connection;
const version = async () => (await present())?.version ?? null;
const save = async (more: object = {}) =>
  saveSystemConfig.call(mine(), { ...simulatedWords, version: await version(), ...more });

/** Every text that the database has, in all tables. */
async function dump(): Promise<string> {
  const { db } = it_.test.services;
  const { rows: tables } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`.execute(
    db,
  );
  const texts = await Promise.all(
    tables.map(async ({ name }) => {
      const { rows } = await sql<{ text: string }>`select t::text as text from ${sql.table(name)} t`.execute(
        db,
      );
      return rows.map(({ text }) => text).join('\n');
    }),
  );
  return texts.join('\n');
}

describe('the connection of a provider', () => {
  it('is saved, and its secret is in no answer and sealed in the database [INTEG-05, GAP-110, D-16]', async () => {
    expect(await present()).toBeNull();
    const saved = await save({ secret: 'Very-secret-9' });
    expect(saved).toMatchObject({
      connection: { address: simulatedWords.address, state: 'notChecked', simulated: true, version: 0 },
      simulated_available: true,
    });
    const answers = [saved, await checkCredentials.call(mine(), {}), await getSystemConfig.call(mine(), {})];
    expect(JSON.stringify(answers)).not.toContain('Very-secret-9');
    const stored = await dump();
    expect(stored).toContain(simulatedWords.address);
    for (const form of ['Very-secret-9', Buffer.from('Very-secret-9').toString('hex'), 'wattle:Very'])
      expect(stored).not.toContain(form);
  });

  it('says that the system refuses the credentials, and then that it accepts them [INTEG-05, GAP-110]', async () => {
    expect(await present()).toMatchObject({ state: 'failed', failure: 'credentials' });
    await save({ secret: simulatedWords.secret });
    expect(await present()).toMatchObject({ state: 'notChecked', failure: null });
    const { connection } = await checkCredentials.call(mine(), {});
    expect(connection).toMatchObject({ state: 'connected', failed_at: null });
    expect(connection?.checked_at).toBeInstanceOf(Date);
  });

  it.each([
    ['lost', 'unreachable'],
    ['error', 'unexpected'],
    ['unauthorised', 'credentials'],
  ] as const)('shows the fault %s of the system as %s [INTEG-05, GAP-110]', async (fault, failure) => {
    it_.standIn.breakCalls(fault);
    expect((await checkCredentials.call(mine(), {})).connection).toMatchObject({ state: 'failed', failure });
    it_.standIn.breakCalls(null);
    expect((await checkCredentials.call(mine(), {})).connection).toMatchObject({ state: 'connected' });
  });

  it('keeps the secret if it is empty, but never for another address [INTEG-05, GAP-110]', async () => {
    const before = await present();
    await save({ secret: '', user_name: 'wattle' });
    expect((await present())?.secret_saved_at).toEqual(before?.secret_saved_at);
    expect((await checkCredentials.call(mine(), {})).connection).toMatchObject({ state: 'connected' });
    const elsewhere = { address: 'https://care.provider.com.au', secret: '' };
    expect(await outcomeOf(save(elsewhere))).toBe('invalid secret error.integration.addressSecret');
  });

  it.each([
    'http://care.provider.com.au',
    'https://localhost/',
    'https://127.0.0.1/',
    'https://2130706433/',
    'https://0x7f.1/',
    'https://[::1]/',
    'https://10.1.2.3/api',
    'https://care.internal/',
    'https://care/',
    'https://user:secret@care.provider.com.au',
    'https://care.provider.com.au?x=1',
    'nonsense',
  ])('refuses the address %s at its field [INTEG-05, GAP-110]', async (address) => {
    expect(await outcomeOf(save({ address }))).toBe('invalid address error.integration.address');
  });

  it('accepts public names over https only [GAP-110]', () => {
    expect(isPublicHttps('https://ecase.provider.com.au/api')).toBe(true);
    expect(isPublicHttps('https://xn--fsq.xn--0zwm56d')).toBe(true);
    expect(isPublicHttps('ftp://ecase.provider.com.au')).toBe(false);
    expect(isPublicHttps('https://care.home.arpa')).toBe(false);
  });

  it('refuses the simulated system where there is none, as in production [GAP-110]', async () => {
    const { services } = it_.test;
    services.hasSimulatedCare = false;
    expect(await getSystemConfig.call(mine(), {})).toMatchObject({ simulated_address: null });
    expect(await outcomeOf(save())).toBe('invalid address error.integration.address');
    services.hasSimulatedCare = true;
  });

  it('names every missing field, and refuses a change based on an older state [INTEG-05, D-18]', async () => {
    const empty = { address: '', facility_code: ' ', user_name: 7, secret: '' };
    const refusal = await save(empty).catch((error: unknown) => error);
    expect((refusal as AppError).fields.map(({ field }) => field)).toEqual([
      ...['address', 'facility_code', 'user_name', 'secret'],
    ]);
    expect(await outcomeOf(save({ version: 0 }))).toBe('conflict form error.changedMeanwhile');
    expect(await outcomeOf(removeSystemConfig.call(mine(), { version: 0 }))).toMatch(/^conflict/);
  });

  it('opens its secret after the keys were rotated [INTEG-05, D-16]', async () => {
    const { services } = it_.test;
    const { db } = services;
    const id = (await db.selectFrom('provider_integrations').select('id').executeTakeFirstOrThrow()).id;
    const [fresh] = parseKeys(newKeys().replace(/^[^:]+:/, 'next:'));
    const both = createKeyring([fresh!, ...services.config.keys]);
    await resealAll(db, both, sealedColumns);
    const opened = await openConnection({ db, keyring: createKeyring([fresh!]) }, id);
    expect(opened?.secret).toBe(simulatedWords.secret);
    services.keyring = both;
  });

  it('ends all links when its address changes, and gives them back only under the address of before: ids mean other people there [INTEG-05, D-49]', async () => {
    const userId = await it_.customer();
    it_.list(resident('R-1'));
    await it_.load();
    await it_.link('R-1', userId);
    await save({ address: 'https://care.provider.com.au', secret: 'other' });
    expect(await it_.entriesOf(userId)).toEqual([]);
    const doneNow = async () => (await getSystemCleanup.call(mine(), {})).done;
    expect(await doneNow()).toEqual([]);
    const { id: cleanup_id } = await it_.test.services.db
      .selectFrom('integration_cleanups')
      .select('id')
      .executeTakeFirstOrThrow();
    const undo = () => outcomeOf(undoCleanUp.call(mine(), { cleanup_id }));
    expect(await undo()).toBe('conflict form error.integration.cleanupGone');
    expect(await it_.entriesOf(userId)).toEqual([]);
    await save();
    expect(await doneNow()).toMatchObject([{ cleanup_id, count: 1 }]);
    expect(await undo()).toBe('done');
    expect(await it_.entriesOf(userId)).toEqual([{ type: 'ecase', resident_id: 'R-1' }]);
    await unlinkResident.call(mine(), { resident_id: 'R-1' });
  });

  it('is removed with its links and residents, and customers stay [INTEG-05, CACT-17]', async () => {
    const { db } = it_.test.services;
    await save();
    await it_.load();
    const userId = await it_.customer({ lastName: 'Moss' });
    await it_.link('R-1', userId);
    expect(await it_.entriesOf(userId)).toEqual([{ type: 'ecase', resident_id: 'R-1' }]);
    expect(await removeSystemConfig.call(mine(), { version: await version() })).toMatchObject({
      connection: null,
    });
    expect(await it_.entriesOf(userId)).toEqual([]);
    for (const table of ['integration_links', 'integration_residents', 'provider_integrations'] as const)
      expect(await db.selectFrom(table).selectAll().execute()).toEqual([]);
    expect(await outcomeOf(removeSystemConfig.call(mine(), { version: 0 }))).toBe(
      'invalid provider_id error.integration.notConnected',
    );
  });

  it('leaves audit rows with ids only [INTEG-05, security 39]', async () => {
    const { rows } = await sql<{ action: string; row: string }>`
      select action, t::text as row from audit_log t`.execute(it_.test.services.db);
    const actions = new Set(rows.map(({ action }) => action));
    for (const action of ['saveSystemConfig', 'checkCredentials', 'removeSystemConfig', 'linkResident'])
      expect(actions).toContain(action);
    for (const { row } of rows) expect(row).not.toMatch(/simulated|Very-secret|Lee|R-1/);
  });
});
