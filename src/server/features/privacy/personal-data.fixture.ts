import { randomUUID } from 'node:crypto';
import { person, provider } from '../../../../testing/people.ts';
import { place } from '../../db/sealing/sealed-columns.ts';
import type { Services } from '../../pipeline/context.ts';
import { insertLinkRow } from '../health-links/link-row.fixture.ts';
import { addSignInRows } from './sign-in-rows.fixture.ts';

type Sealing = Pick<Services, 'db' | 'keyring'>;
type Database = Services['db'];

const some = Buffer.from('x');
const later = new Date('2030-01-01T00:00:00Z');

/** Adds a row for a person to each table in which they have none; sealed columns contain their own names. */
export async function addRows(services: Services, user_id: string): Promise<void> {
  const { db } = services;
  await addNotifications(db, user_id);
  await addRowsOfProvider(db, user_id);
  await addSignInRows(services, user_id);
  await addStaffVisit(services, user_id);
  await addHelpMessage(services, user_id);
  await addDataExport(services, user_id);
  await sealSignature(services, user_id);
  await db.insertInto('pictures').values({ user_id, type: 'image/webp', content: some }).execute();
  await sealUser(services, user_id);
  const fileId = await sealFile(services, user_id);
  await addEarlierFile(services, user_id);
  await addPaymentRows(db, user_id);
  await addFileRows(db, user_id, fileId);
  await addIntegrationLink(services, user_id);
  await addIdempotencyKeys(db, user_id);
  await addHospitalStay(services, user_id);
  await addOtherRecord(services, user_id);
  const link = { id: randomUUID(), userId: user_id };
  const marks = { reader: 'health_links.reader_sealed', said: 'health_link_openings.said_sealed' };
  await insertLinkRow(services, { ...link, ...marks });
}

async function addNotifications(db: Database, user_id: string): Promise<void> {
  await db.insertInto('notifications').values({ template: 't', receiver_id: user_id }).execute();
  await db.insertInto('notification_settings').values({ user_id }).execute();
  await db.insertInto('emergency_mails').values({ user_id }).execute();
  await db.insertInto('clinical_changes').values({ user_id, changed_at: new Date() }).execute();
}

/** Adds another record of the person, whose id is later in the order, a pair of both, and a link between them. */
async function addOtherRecord(services: Services, user_id: string): Promise<void> {
  let other = '';
  while (other <= user_id) other = (await person(services)).userId;
  const found = {
    root_id: await provider(services),
    by_name: true,
    by_medicare: false,
    by_customer_id: false,
  };
  await services.db
    .insertInto('duplicate_pairs')
    .values({ first_id: user_id, second_id: other, ...found })
    .execute();
  await services.db
    .insertInto('duplicate_links')
    .values({ archived_id: user_id, kept_id: other, linked_at: later })
    .execute();
}

/** Adds the rows that staff of a provider create: an invitation, a move, and an imported list. */
async function addRowsOfProvider(db: Database, user_id: string): Promise<void> {
  await db
    .insertInto('held_invitations')
    .values({ user_id, invitation_id: randomUUID(), kind: 'invited' })
    .execute();
  await db.insertInto('customer_moves').values({ id: randomUUID(), user_id, moved_at: later }).execute();
  await db
    .insertInto('conversations')
    .values({
      user_id,
      outcome: 'offered',
      held_on: '2026-01-01',
      recorded_at: later,
      answer: 'right',
      answered_at: later,
    })
    .execute();
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
}

async function addEarlierFile({ db, keyring }: Sealing, user_id: string): Promise<void> {
  const id = randomUUID();
  await db
    .insertInto('earlier_files')
    .values({
      ...{ id, user_id, kind: 'eol' as const, legacy_email: 'e', file_name: 'f', size: 1, sha256: some },
      key_sealed: keyring.seal(place('earlier_files', 'key_sealed', id), 'earlier_files.key_sealed'),
    })
    .execute();
}

async function addStaffVisit({ db, keyring }: Sealing, customer_id: string): Promise<void> {
  const id = randomUUID();
  await db
    .insertInto('staff_visits')
    .values({
      id,
      customer_id,
      reason_sealed: keyring.seal(place('staff_visits', 'reason_sealed', id), 'staff_visits.reason_sealed'),
      started_at: new Date('2026-01-01T00:00:00Z'),
      ends_at: later,
    })
    .execute();
  await db
    .insertInto('staff_visit_changes')
    .values({ visit_id: id, customer_id, field: 'staff_visit_field', at: later })
    .execute();
}

async function addHelpMessage({ db, keyring }: Sealing, user_id: string): Promise<void> {
  const id = randomUUID();
  await db
    .insertInto('help_messages')
    .values({
      id,
      user_id,
      topic: 't',
      language: 'en',
      message_sealed: keyring.sealJson(
        place('help_messages', 'message_sealed', id),
        'help_messages.message_sealed',
      ),
    })
    .execute();
}

async function addDataExport({ db, keyring }: Sealing, user_id: string): Promise<void> {
  const id = randomUUID();
  const part = randomUUID();
  await db
    .insertInto('data_exports')
    .values({
      id,
      user_id,
      archive_sealed: keyring.seal(
        place('data_exports', 'archive_sealed', id),
        'data_exports.archive_sealed',
      ),
    })
    .execute();
  await db
    .insertInto('data_export_parts')
    .values({
      id: part,
      export_id: id,
      user_id,
      attempt: part,
      number: 1,
      part_sealed: keyring.seal(
        place('data_export_parts', 'part_sealed', part),
        'data_export_parts.part_sealed',
      ),
    })
    .execute();
}

async function sealSignature({ db, keyring }: Sealing, user_id: string): Promise<void> {
  const { id } = await db
    .selectFrom('signatures')
    .select('id')
    .where('user_id', '=', user_id)
    .executeTakeFirstOrThrow();
  await db
    .updateTable('signatures')
    .set({
      picture_sealed: keyring.seal(place('signatures', 'picture_sealed', id), 'signatures.picture_sealed'),
    })
    .where('id', '=', id)
    .execute();
}

async function sealUser({ db, keyring }: Sealing, id: string): Promise<void> {
  await db
    .updateTable('users')
    .set({
      medicare_sealed: keyring.seal(place('users', 'medicare_sealed', id), 'users.medicare_sealed'),
      pin_sealed: keyring.seal(place('users', 'pin_sealed', id), 'users.pin_sealed'),
      removal_reason_sealed: keyring.seal(
        place('users', 'removal_reason_sealed', id),
        'users.removal_reason_sealed',
      ),
    })
    .where('id', '=', id)
    .execute();
}

/** Seals the name of the column in the key of the person's file, and returns the file's id. */
async function sealFile({ db, keyring }: Sealing, user_id: string): Promise<string> {
  const { id } = await db
    .selectFrom('files')
    .select('id')
    .where('user_id', '=', user_id)
    .executeTakeFirstOrThrow();
  await db
    .updateTable('files')
    // A file that is set aside is not active.
    .set({ key_sealed: keyring.seal(place('files', 'key_sealed', id), 'files.key_sealed'), is_active: false })
    .where('id', '=', id)
    .execute();
  return id;
}

async function addPaymentRows(db: Database, user_id: string): Promise<void> {
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
}

/** Adds an upload of the file, a suggested contact, and the file's sharing with the person's contact. */
async function addFileRows(db: Database, user_id: string, file_id: string): Promise<void> {
  await db.insertInto('file_uploads').values({ file_id, user_id, expires_at: new Date() }).execute();
  const contact = await db
    .selectFrom('trusted_contacts')
    .select('id')
    .where('user_id', '=', user_id)
    .executeTakeFirst();
  await db
    .insertInto('contact_suggestions')
    .values({ user_id, name: 'n', email: 'e', phone: 'p', relationship: 'r' })
    .execute();
  await db.insertInto('shared_files').values({ user_id, file_id, shared_with: contact!.id }).execute();
}

/** Adds the link with a resident of another system. */
async function addIntegrationLink({ db, keyring }: Sealing, user_id: string): Promise<void> {
  const id = randomUUID();
  const provider_id = randomUUID();
  await db
    .insertInto('providers')
    .values({ id: provider_id, name: `Connected ${id}`, path: [provider_id], provider_root_id: provider_id })
    .execute();
  await db
    .insertInto('provider_integrations')
    .values({
      ...{ id, provider_id, address: 'a', facility_code: 'f', user_name: 'u', secret_saved_at: later },
      secret_sealed: keyring.seal(place('provider_integrations', 'secret_sealed', id), 's'),
    })
    .execute();
  await db
    .insertInto('integration_links')
    .values({ integration_id: id, resident_id: 'r', user_id, linked_at: later })
    .execute();
}

async function addIdempotencyKeys(db: Database, user_id: string): Promise<void> {
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

async function addHospitalStay({ db, keyring }: Sealing, user_id: string): Promise<void> {
  const { id: stay_id } = await db
    .insertInto('hospital_stays')
    .values({ user_id, began_at: later })
    .returning('id')
    .executeTakeFirstOrThrow();
  const id = randomUUID();
  const receiver_sealed = keyring.seal(
    place('plan_handings', 'receiver_sealed', id),
    'plan_handings.receiver_sealed',
  );
  await db
    .insertInto('plan_handings')
    .values({
      ...{ id, user_id, stay_id, receiver: 'other', receiver_sealed },
      ...{ handed_at: later, created_at: later },
    })
    .execute();
}
