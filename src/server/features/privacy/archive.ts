import { strToU8, zipSync } from 'fflate';
import { catalogue } from '../../../domain/i18n/catalogue.ts';
import { translatorOf } from '../../../domain/i18n/translator.ts';
import { present } from '../../../domain/questionnaire/present.ts';
import { voiceOf } from '../../../domain/questionnaire/voice.ts';
import type { Services, Tx } from '../../pipeline/context.ts';
import { medicarePlace } from '../../db/account-secrets.ts';
import { findPhones } from '../second-step/api.ts';
import { findPlanDocument } from '../acp/plan-document.ts';
import { findActiveOf, findRevisionsOf, getPlanOwner, type Acp, type PlanOwner } from '../acp/store.ts';
import { findContacts } from '../sharing/store.ts';
import { place } from '../../db/sealed-columns.ts';
import { findOpenings } from './access-log-store.ts';

const translators = { en: translatorOf('en', catalogue.en), zh: translatorOf('zh', catalogue.zh) };

/** More than anybody has: lists are whole, and nothing runs away. */
const everything = 100_000;

/** What the archive leaves out, by name: whatever opens something and is of no use to read. */
const leftOut = ['password', 'pin', 'authenticator_secret', 'recovery_codes', 'session_tokens'];

/**
 * Everything that is kept about a person, as one ZIP: JSON for what is data, the signed plan as PDF, the picture (D-19).
 * Read at one moment, whatever changes meanwhile. Null when the person is gone.
 * @throws AppError `unavailable` when the PDF cannot be made now
 */
export async function makeArchive(services: Services, userId: string, now: Date): Promise<Uint8Array | null> {
  const found = await services.db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute((tx) => collect(tx, services, userId, now));
  if (!found) return null;
  const { data, plan, picture } = found;
  const files: Record<string, Uint8Array> = {};
  for (const [name, value] of Object.entries(data))
    files[`${name}.json`] = strToU8(JSON.stringify(value, null, 2));
  if (plan) files[plan.fileName] = await services.makePdf(plan.document);
  if (picture) files[`picture.${picture.type.replace('image/', '')}`] = picture.content;
  return zipSync(files, { level: 6 });
}

async function collect(tx: Tx, services: Services, userId: string, now: Date) {
  const account = await accountOf(tx, services, userId);
  if (!account) return null;
  const data = {
    account,
    plan: await planOf(tx, services, userId),
    contacts: await findContacts(tx, userId),
    notifications: await tx
      .selectFrom('notifications')
      .select(['template', 'metadata', 'read', 'created_at'])
      .where('receiver_id', '=', userId)
      .orderBy('created_at')
      .execute(),
    activities: await tx
      .selectFrom('recent_activities')
      .select(['template', 'metadata', 'created_at'])
      .where('user_id', '=', userId)
      .orderBy('created_at')
      .execute(),
    settings: await settingsOf(tx, services, userId),
    openings: await openingsOf(tx, services, userId),
    files: await tx
      .selectFrom('files')
      .select(['category', 'document_type', 'file_name', 'is_active', 'created_at'])
      .where('user_id', '=', userId)
      .orderBy('created_at')
      .execute(),
    messages: await messagesOf(tx, services, userId),
  };
  const plan = await findPlanDocument(tx, services, now, { userId, version: null, language: null });
  const picture = await tx
    .selectFrom('pictures')
    .select(['type', 'content'])
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return { data, plan, picture };
}

async function accountOf(tx: Tx, { keyring }: Services, userId: string) {
  const row = await tx
    .selectFrom('users')
    .leftJoin('providers', 'providers.id', 'users.provider_id')
    .select([
      'users.id',
      'users.first_name',
      'users.last_name',
      'users.email',
      'users.legacy_email',
      'users.phone',
      'users.gender',
      'users.dob',
      'users.postcode',
      'users.status',
      'users.customer_id',
      'users.account_owner',
      'users.for_my_self',
      'users.medicare_sealed',
      'users.email_verified_at',
      'users.password_changed_at',
      'users.last_login_at',
      'users.eusa_read_version',
      'users.eusa_read_at',
      'users.privacy_policy_read_version',
      'users.privacy_policy_read_at',
      'users.not_owner_confirmed_at',
      'users.health_record_confirm_date',
      'users.donor_confirm_date',
      'users.next_billing_date',
      'users.trial_end_date',
      'users.delete_on',
      'users.created_at',
      'users.updated_at',
      'providers.name as care_provider',
    ])
    .where('users.id', '=', userId)
    .executeTakeFirst();
  if (!row) return null;
  const { medicare_sealed, ...account } = row;
  return {
    ...account,
    medicare_number: medicare_sealed && keyring.open(medicarePlace(userId), medicare_sealed),
    left_out: leftOut,
  };
}

async function planOf(tx: Tx, services: Services, userId: string) {
  const owner = await getPlanOwner(tx, userId);
  const active = await findActiveOf(tx, services, userId);
  const revisions = await findRevisionsOf(tx, services, userId);
  return {
    in_force: active && planData(active, owner),
    earlier: revisions.map((revision) => planData(revision, owner)),
  };
}

/** A plan as it is stored, and as people read it. A draft's `completed_at` says nothing, and is left out (D-05). */
function planData(acp: Acp, owner: PlanOwner) {
  const { status, version, plan_version, language, created_at, updated_at, completed_at, answers } = acp;
  const t = translators[language];
  return {
    status,
    version,
    plan_version,
    language,
    created_at,
    updated_at,
    completed_at: status === 'complete' ? completed_at : null,
    answers,
    in_words: present(answers, { t, voice: voiceOf(owner, answers, t) }),
  };
}

async function settingsOf(tx: Tx, services: Services, userId: string) {
  const own = await tx
    .selectFrom('users')
    .select(['language', 'date_format', 'second_step_on'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  const notifications = await tx
    .selectFrom('notification_settings')
    .select([
      'new_customers',
      'new_users',
      'acp_completed',
      'acp_updated',
      'frequency',
      'email_frequency',
      'updated_at',
    ])
    .where('user_id', '=', userId)
    .executeTakeFirst();
  const phones = await findPhones(tx, services, userId);
  return {
    ...own,
    second_step_phones: phones.map(({ number, confirmed }) => ({ number, confirmed })),
    notifications: notifications ?? null,
    signed_in: await tx
      .selectFrom('sessions')
      .select(['user_agent', 'created_at', 'last_seen_at'])
      .where('user_id', '=', userId)
      .where('acting_staff_id', 'is', null)
      .orderBy('created_at')
      .execute(),
    devices: await tx
      .selectFrom('known_devices')
      .select(['device', 'first_seen_at', 'last_seen_at'])
      .where('user_id', '=', userId)
      .orderBy('first_seen_at')
      .execute(),
  };
}

async function openingsOf(tx: Tx, { keyring }: Services, userId: string) {
  const { data } = await findOpenings(tx, userId, { offset: 0, limit: everything });
  const visits = await tx
    .selectFrom('staff_visits')
    .select(['id', 'reason_sealed', 'started_at', 'ends_at', 'ended_at'])
    .where('customer_id', '=', userId)
    .orderBy('started_at')
    .execute();
  return {
    openings: data.map(({ at, kind, name }) => ({ at, kind, name })),
    staff_visits: visits.map(({ id, reason_sealed, ...visit }) => ({
      ...visit,
      reason: keyring.open(place('staff_visits', 'reason_sealed', id), reason_sealed),
    })),
  };
}

async function messagesOf(tx: Tx, { keyring }: Services, userId: string) {
  const rows = await tx
    .selectFrom('help_messages')
    .select(['id', 'ticket', 'topic', 'message_sealed', 'language', 'created_at'])
    .where('user_id', '=', userId)
    .orderBy('ticket')
    .execute();
  return rows.map(({ id, message_sealed, ...message }) => ({
    ...message,
    message: keyring.openJson<unknown>(place('help_messages', 'message_sealed', id), message_sealed),
  }));
}
