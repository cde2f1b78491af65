import { randomUUID } from 'node:crypto';
import { place } from '../../db/sealing/sealed-columns.ts';
import type { Services } from '../../pipeline/context.ts';

/** Adds a row for a person to each table without one of theirs; sealed columns contain their own names. */
export async function addRows(
  { db, keyring }: Pick<Services, 'db' | 'keyring'>,
  user_id: string,
): Promise<void> {
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
    .insertInto('held_invitations')
    .values({ user_id, invitation_id: randomUUID(), kind: 'invited' })
    .execute();
  await db.insertInto('customer_moves').values({ id: randomUUID(), user_id, moved_at: later }).execute();
  const { id: import_id } = await db
    .insertInto('customer_imports')
    .values({ name: 'list.csv', path: 'imports/x', storage_key: `imports/x/${randomUUID()}` })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db.insertInto('customer_import_additions').values({ user_id, import_id }).execute();
  await db
    .insertInto('customer_import_lines')
    .values({ import_id, line: 2, kind: 'name', person_id: user_id })
    .execute();
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
      value_sealed: sealed(place('second_factors', 'value_sealed', ids.phone), 'second_factors.value_sealed'),
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
      reason_sealed: sealed(place('staff_visits', 'reason_sealed', ids.visit), 'staff_visits.reason_sealed'),
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
      removal_reason_sealed: sealed(
        place('users', 'removal_reason_sealed', user_id),
        'users.removal_reason_sealed',
      ),
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
    .insertInto('contact_suggestions')
    .values({ user_id, name: 'n', email: 'e', phone: 'p', relationship: 'r' })
    .execute();
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
