import { sealedColumns } from '../../db/sealed-columns.ts';
import { randomUUID } from 'node:crypto';
import { strFromU8, unzipSync } from 'fflate';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fullAnswers, person, type TestPerson } from '../../../../testing/people.ts';
import { startServices, type TestServices } from '../../../../testing/services.ts';
import { personalTables } from '../../db/personal-columns.ts';
import { place } from '../../db/sealed-columns.ts';
import { archiveOf } from './archive.fixture.ts';
import { removeAccount } from './api.ts';

type Marks = Map<string, string>;
type Table = keyof typeof personalTables;

/** Tables whose rows belong to a person by a column with the person's id. Plans are compared by the names of their fields. */
const marked = (Object.keys(personalTables) as Table[]).filter((table) => {
  const entry = personalTables[table];
  return entry !== 'none' && entry.onDeletion === 'delete' && !['acps', 'mail_outbox'].includes(table);
});

describe('what is kept about a person', () => {
  let test: TestServices;
  let who: TestPerson;

  beforeAll(async () => {
    test = await startServices();
    test.services.makePdf = () => Promise.resolve(new Uint8Array(Buffer.from('%PDF-1.7')));
    who = await person(test.services, {
      plan: { status: 'complete', answers: fullAnswers() },
      contacts: [{ name: 'Dan', email: 'dan@test.example', phone: '0491 570 006', relationship: 'Son' }],
    });
    await addRows();
  });
  afterAll(() => test.close());

  /** A row in each table that has none yet. */
  async function addRows(): Promise<void> {
    const { db, keyring } = test.services;
    const user_id = who.userId;
    const some = Buffer.from('x');
    const later = new Date('2030-01-01T00:00:00Z');
    const ids = {
      visit: randomUUID(),
      phone: randomUUID(),
      help: randomUUID(),
      copy: randomUUID(),
      part: randomUUID(),
      link: randomUUID(),
    };
    const sealed = keyring.seal;
    await db.insertInto('notifications').values({ template: 't', receiver_id: user_id }).execute();
    await db.insertInto('notification_settings').values({ user_id }).execute();
    await db.insertInto('emergency_mails').values({ user_id }).execute();
    await db
      .insertInto('known_devices')
      .values({ user_id, device: 'd', first_seen_at: later, last_seen_at: later })
      .execute();
    await db
      .insertInto('sessions')
      .values({ user_id, token_hash: some, idle_expires_at: later, absolute_expires_at: later })
      .execute();
    await db
      .insertInto('one_time_tokens')
      .values({
        id: ids.link,
        purpose: 'verify-email',
        user_id,
        expires_at: later,
        medicare_sealed: sealed(
          place('one_time_tokens', 'medicare_sealed', ids.link),
          'one_time_tokens.medicare_sealed',
        ),
      })
      .execute();
    await db
      .insertInto('second_factors')
      .values({
        id: ids.phone,
        user_id,
        kind: 'sms',
        value_sealed: sealed(
          place('second_factors', 'value_sealed', ids.phone),
          'second_factors.value_sealed',
        ),
        confirmed_at: later,
      })
      .execute();
    await db.insertInto('recovery_codes').values({ user_id, code_hash: some }).execute();
    await db
      .insertInto('second_step_challenges')
      .values({ token_hash: some, user_id, purpose: 'sign-in', expires_at: later })
      .execute();
    await db
      .insertInto('staff_visits')
      .values({
        id: ids.visit,
        customer_id: user_id,
        reason_sealed: sealed(
          place('staff_visits', 'reason_sealed', ids.visit),
          'staff_visits.reason_sealed',
        ),
        started_at: new Date('2026-01-01T00:00:00Z'),
        ends_at: later,
      })
      .execute();
    await db
      .insertInto('staff_visit_changes')
      .values({ visit_id: ids.visit, customer_id: user_id, field: 'staff_visit_field', at: later })
      .execute();
    await db
      .insertInto('help_messages')
      .values({
        id: ids.help,
        user_id,
        topic: 't',
        language: 'en',
        message_sealed: keyring.sealJson(
          place('help_messages', 'message_sealed', ids.help),
          'help_messages.message_sealed',
        ),
      })
      .execute();
    await db
      .insertInto('data_exports')
      .values({
        id: ids.copy,
        user_id,
        archive_sealed: sealed(
          place('data_exports', 'archive_sealed', ids.copy),
          'data_exports.archive_sealed',
        ),
      })
      .execute();
    await db
      .insertInto('data_export_parts')
      .values({
        id: ids.part,
        export_id: ids.copy,
        user_id,
        attempt: ids.part,
        number: 1,
        part_sealed: sealed(
          place('data_export_parts', 'part_sealed', ids.part),
          'data_export_parts.part_sealed',
        ),
      })
      .execute();
    const signature = await db
      .selectFrom('signatures')
      .select('id')
      .where('user_id', '=', user_id)
      .executeTakeFirstOrThrow();
    await db
      .updateTable('signatures')
      .set({
        picture_sealed: sealed(
          place('signatures', 'picture_sealed', signature.id),
          'signatures.picture_sealed',
        ),
      })
      .where('id', '=', signature.id)
      .execute();
    await db.insertInto('pictures').values({ user_id, type: 'image/webp', content: some }).execute();
    await db
      .updateTable('users')
      .set({
        medicare_sealed: sealed(place('users', 'medicare_sealed', user_id), 'users.medicare_sealed'),
        pin_sealed: sealed(place('users', 'pin_sealed', user_id), 'users.pin_sealed'),
      })
      .where('id', '=', user_id)
      .execute();
    const file = await db.selectFrom('files').select('id').where('user_id', '=', user_id).executeTakeFirst();
    await db
      .updateTable('files')
      .set({ key_sealed: sealed(place('files', 'key_sealed', file!.id), 'files.key_sealed') })
      .where('id', '=', file!.id)
      .execute();
    const subscription = await db
      .insertInto('subscriptions')
      .values({ name: 'n', fee: 4_900, customer_type_id: 1, recurrence: 'year', stripe: true })
      .returning('id as subscription_id')
      .executeTakeFirstOrThrow();
    await db
      .insertInto('payment_plans')
      .values({ user_id, ...subscription, state: 'active', since: '2026-01-01' })
      .execute();
    await db
      .insertInto('payment_attempts')
      .values({ user_id, ...subscription, total: 4_900 })
      .execute();
    await db
      .insertInto('payment_cards')
      .values({ user_id, payment_method_id: 'p', brand: 'visa', last4: '4242', exp_month: 1, exp_year: 2030 })
      .execute();
    await db
      .insertInto('file_uploads')
      .values({ file_id: file!.id, user_id, expires_at: new Date() })
      .execute();
    const contact = await db
      .selectFrom('trusted_contacts')
      .select('id')
      .where('user_id', '=', user_id)
      .executeTakeFirst();
    await db
      .insertInto('shared_files')
      .values({ user_id, file_id: file!.id, shared_with: contact!.id })
      .execute();
    for (const actor of ['', `/${randomUUID()}`])
      await db
        .insertInto('idempotency_keys')
        .values({
          actor_id: `person:${user_id}${actor}`,
          operation: 'o',
          key: 'k',
          request_hash: some,
          answer_sealed: some,
        })
        .execute();
  }

  /** Puts a value of its own into every column that takes any text, JSON, date or time; gives the values by `table.column`. */
  async function markColumns(): Promise<Marks> {
    const { rows } = await sql<{ table: string; column: string; type: string }>`
      select table_name as table, column_name as column, data_type as type
      from information_schema.columns c
      where table_schema = 'public' and is_generated = 'NEVER' and is_identity = 'NO'
        and data_type in ('text', 'jsonb', 'date', 'timestamp with time zone')
        and not exists (select 1 from pg_constraint k join pg_attribute a on a.attrelid = k.conrelid and a.attnum = any(k.conkey)
          where k.contype = 'c' and k.conrelid = (c.table_schema || '.' || c.table_name)::regclass
            and a.attname = c.column_name and (pg_get_constraintdef(k.oid) like '%= ANY%' or pg_get_constraintdef(k.oid) like '%~ %'))
      order by table_name, ordinal_position`.execute(test.services.db);
    const marks: Marks = new Map(
      ['users.medicare_sealed', 'users.pin_sealed', 'second_factors.value_sealed'].map((name) => [
        name,
        name,
      ]),
    );
    for (const name of [
      'one_time_tokens.medicare_sealed',
      'staff_visits.reason_sealed',
      'help_messages.message_sealed',
      'data_exports.archive_sealed',
      'data_export_parts.part_sealed',
      'signatures.picture_sealed',
      'files.key_sealed',
    ])
      marks.set(name, name);
    const day = Date.parse('2001-01-01T00:00:00Z');
    for (const [index, { table, column, type }] of rows.entries()) {
      const entry = personalTables[table as Table];
      if (!marked.includes(table as Table) || entry === 'none' || column === entry.owner) continue;
      const at = new Date(day + index * 24 * 60 * 60_000).toISOString();
      const name = `${table}.${column}`;
      const values = new Map([
        ['text', name],
        ['jsonb', JSON.stringify({ mark: name })],
        ['date', at.slice(0, 10)],
      ]);
      const value = values.get(type) ?? at;
      await sql`update ${sql.table(table)} set ${sql.ref(column)} = ${value}
        where ${sql.ref(entry.owner)} = ${who.userId}`.execute(test.services.db);
      marks.set(name, type === 'jsonb' || type === 'text' ? `"${name}"` : `"${value}"`);
    }
    return marks;
  }

  it('is in the copy where the list says so, and left out where it says that [D-19, security 39]', async () => {
    const marks = await markColumns();
    const files = unzipSync((await archiveOf(test.services, who.userId))!);
    const names = Object.keys(files);
    expect(names.filter((name) => name.startsWith('picture.'))).toHaveLength(1);
    const text = names
      .filter((name) => name.endsWith('.json'))
      .map((name) => strFromU8(files[name]!))
      .join('\n');
    const exported = marked.flatMap((table) => {
      const entry = personalTables[table];
      const columns: readonly string[] = entry !== 'none' && 'exported' in entry ? entry.exported : [];
      return columns.map((column) => `${table}.${column}`);
    });
    expect(marks.size).toBeGreaterThan(80);
    const sealed = sealedColumns.filter(
      ({ table, key }) => key === 'id' && (marked as readonly string[]).includes(table),
    );
    expect(
      sealed.map(({ table, column }) => `${table}.${column}`).filter((name) => !marks.has(name)),
    ).toEqual([]);
    for (const [name, mark] of marks)
      expect([name, text.includes(mark)]).toEqual([name, exported.includes(name)]);
    const { in_force } = JSON.parse(strFromU8(files['plan.json']!)) as { in_force: object };
    const fields = personalTables.acps.exported.map((name) => name.replace('_sealed', ''));
    expect(Object.keys(in_force).toSorted()).toEqual([...fields, 'in_words'].toSorted());
  });

  it('is gone with the person where the list says so [D-19, security 39]', async () => {
    const { db } = test.services;
    const left = async () => {
      const found: string[] = [];
      for (const table of [...marked, 'acps'] as const) {
        const entry = personalTables[table];
        if (entry === 'none') continue;
        const { rows } = await sql`select 1 from ${sql.table(table)}
          where ${sql.ref(entry.owner)}::text like ${`%${who.userId}%`}`.execute(db);
        if (rows.length > 0) found.push(table);
      }
      return found.toSorted();
    };
    expect(await left()).toEqual([...marked, 'acps'].toSorted());
    const own = await db
      .selectFrom('users')
      .select(['id as userId', 'email', 'language', 'first_name', 'for_my_self'])
      .where('id', '=', who.userId)
      .executeTakeFirstOrThrow();
    await db.transaction().execute((tx) => removeAccount(tx, own));
    expect(await left()).toEqual([]);
  });
});
