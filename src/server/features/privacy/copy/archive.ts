import type { Language } from '../../../../domain/i18n/texts.ts';
import { translators } from '../../../../domain/i18n/translators.ts';
import { fullName } from '../../../../domain/names.ts';
import {
  presentPlan,
  type Reading,
  type StoredPlan,
} from '../../../../domain/questionnaire/reading/present.ts';
import { voiceOf } from '../../../../domain/questionnaire/reading/voice.ts';
import { concurrencyLimit } from '../../../pipeline/limits/concurrency-limit.ts';
import type { Services, Tx } from '../../../pipeline/context.ts';
import { medicarePlace } from '../../../db/sealing/account-secrets.ts';
import { readerLinksOf } from '../../health-links/api.ts';
import { findPhones } from '../../second-step/api.ts';
import {
  type Acp,
  eachVersion,
  fhirFile,
  findActiveOf,
  findPlanDocument,
  findPlanFhir,
  type FoundDocument,
  type FoundFhir,
  getPlanOwner,
  type PlanOwner,
  withSignedWords,
} from '../../acp/api.ts';
import { readablePage, type ReadableData } from './readable-copy.ts';
import { signatureFiles, type SignatureFiles } from './signature-files.ts';
import { findContacts } from '../../sharing/api.ts';
import { exportedRows } from '../../../db/personal/exported-rows.ts';
import { personalTables } from '../../../db/personal/personal-columns.ts';
import { place } from '../../../db/sealing/sealed-columns.ts';
import { unsealed } from '../../../db/sealing/unsealed.ts';
import { findOpenings } from '../openings/access-log-store.ts';
import { zipStream, type Sink, type ZipStream } from './zip-stream.ts';

/** An upper limit above every real number of rows: lists are complete, and bounded. */
const everything = 100_000;

/** Data that the archive excludes, by name: secrets that are useless to read. */
const leftOut = ['password', 'pin', 'authenticator_secret', 'recovery_codes', 'session_tokens'];

/** Each archive holds a database connection while another one writes. */
const limited = concurrencyLimit({ atOnce: 1, waitingAtMost: 50 });

/**
 * Writes all data about a person as one ZIP: a readable page, data as JSON, the signed plan as PDF and as a FHIR document, the
 * pictures (D-19). Read in one snapshot, and passed on in parts: a plan of many versions is larger than a process's memory. False
 * if the person is deleted.
 * @throws AppError `unavailable` if the PDF cannot be made now
 */
export const writeArchive = (services: Services, userId: string, now: Date, sink: Sink): Promise<boolean> =>
  limited(async () => {
    const zip = zipStream(sink);
    const found = await services.db
      .transaction()
      .setIsolationLevel('repeatable read')
      .setAccessMode('read only')
      .execute((tx) => collect(tx, services, userId, now, zip));
    if (!found) return false;
    const { plan, fhir, picture } = found;
    if (plan && fhir) await addPlan(services, zip, plan, fhir);
    if (picture) await zip.addBytes(`picture.${picture.type.replace('image/', '')}`, picture.content);
    await zip.end();
    return true;
  });

/** Adds the signed plan as a PDF, and as a FHIR document, whose PDF has the English first. */
async function addPlan(
  services: Services,
  zip: ZipStream,
  { fileName, document }: FoundDocument,
  fhir: FoundFhir,
): Promise<void> {
  const pdf = await services.makePdf(document);
  await zip.addBytes(fileName, pdf);
  const inside = fhir.facts.language === 'en' ? pdf : await services.makePdf(fhir.document);
  await zip.addBytes(fhir.fileName, Buffer.from(fhirFile(fhir, inside)));
}

const jsonOf = (value: unknown) => JSON.stringify(value, null, 2);

async function collect(tx: Tx, services: Services, userId: string, now: Date, zip: ZipStream) {
  const own = await accountOf(tx, services, userId);
  if (!own) return null;
  const signatures = signatureFiles(tx, services);
  await zip.addText('plan.json', planOf(tx, services, userId, signatures));
  for await (const { name, content } of signatures.files()) await zip.addBytes(name, content);
  const data = {
    account: own.account,
    contacts: await findContacts(tx, userId),
    suggestions: await exportedRows(tx, 'contact_suggestions', userId, 'suggested_at'),
    shared: await exportedRows(tx, 'shared_files', userId, 'shared_at'),
    notifications: await exportedRows(tx, 'notifications', userId, 'created_at'),
    activities: await exportedRows(tx, 'recent_activities', userId, 'created_at'),
    settings: { ...own.preferences, ...(await settingsOf(tx, services, userId)) },
    openings: await openingsOf(tx, services, userId),
    files: await exportedRows(tx, 'files', userId, 'created_at'),
    payments: await paymentsOf(tx, userId),
    messages: await messagesOf(tx, services, userId),
    conversations: await conversationsWith(tx, userId),
    links: await exportedRows(tx, 'integration_links', userId, 'linked_at'),
    hospital: await hospitalOf(tx, services, userId),
    reader_links: await readerLinksOf(tx, services, userId),
  };
  for (const [name, value] of Object.entries(data)) await zip.addText(`${name}.json`, [jsonOf(value)]);
  await zip.addText('start-here.html', pageOf(tx, services, userId, now, data));
  const plan = await findPlanDocument(tx, services, now, { userId, version: null, language: null });
  const fhir = await findPlanFhir(tx, services, now, { userId, version: null, withMedicare: true });
  const [picture] = await exportedRows(tx, 'pictures', userId);
  return { data, plan, fhir, picture };
}

/** Returns the person's payment plan, the card as far as it can be shown, and every payment. Amounts are Australian cents. */
async function paymentsOf(tx: Tx, userId: string) {
  const [plan] = await exportedRows(tx, 'payment_plans', userId);
  const [card] = await exportedRows(tx, 'payment_cards', userId);
  const payments = await exportedRows(tx, 'transactions', userId, 'invoice_date');
  return { payment_plan: plan ?? null, card: card ?? null, payments };
}

async function accountOf(tx: Tx, { keyring }: Services, userId: string) {
  const row = await tx
    .selectFrom('users')
    .select(personalTables.users.exported)
    .select((query) =>
      query
        .selectFrom('providers')
        .select('name')
        .whereRef('providers.id', '=', 'users.provider_id')
        .as('care_provider'),
    )
    .select((query) =>
      query
        .selectFrom('customer_providers')
        .select('provider_name')
        .whereRef('customer_providers.id', '=', 'users.customer_provider_id')
        .as('care_facility'),
    )
    .where('users.id', '=', userId)
    .executeTakeFirst();
  if (!row) return null;
  const { medicare_sealed, language, date_format, customer_columns, second_step_on, ...account } = row;
  return {
    account: {
      ...unsealed(keyring, 'users', userId, account),
      medicare_number: medicare_sealed && keyring.open(medicarePlace(userId), medicare_sealed),
      left_out: leftOut,
    },
    preferences: { language, date_format, customer_columns, second_step_on },
  };
}

/** Yields the plan in force and every earlier signed state as JSON, one after the other. */
async function* planOf(
  tx: Tx,
  services: Services,
  userId: string,
  signatures: SignatureFiles,
): AsyncGenerator<string> {
  const owner = await getPlanOwner(tx, userId);
  const dataOf = async (acp: Acp) =>
    jsonOf(planData(await withSignedWords(tx, services, signatures.named(acp)), owner));
  const active = await findActiveOf(tx, services, userId);
  yield `{"in_force": ${active ? await dataOf(active) : 'null'}, "earlier": [`;
  let separator = '';
  for await (const version of eachVersion(tx, services, userId)) {
    yield separator + (await dataOf(version));
    separator = ',\n';
  }
  yield ']}\n';
}

/**
 * Returns a plan as it is stored, and in readable form. A draft's `completed_at` has no meaning, and is left out (D-05). Without
 * `wording`, the texts are those of the plan's language and of the current definition.
 */
export function planData(
  acp: Acp & StoredPlan,
  owner: PlanOwner,
  wording: Omit<Reading, 'voice'> = { t: translators[acp.language] },
) {
  const { status, completed_at, still_right_at, answers } = acp;
  const { version, plan_version, language, created_at, updated_at } = acp;
  return {
    ...{ status, version, plan_version, language, created_at, updated_at },
    completed_at: status === 'complete' ? completed_at : null,
    still_right_at,
    answers,
    in_words: presentPlan(acp, { ...wording, voice: voiceOf(owner, answers, wording.t) }),
  };
}

/** Yields the readable content of the archive, in the person's language. */
async function* pageOf(
  tx: Tx,
  services: Services,
  userId: string,
  now: Date,
  data: Omit<ReadableData, 'devices'> & {
    settings: { language: Language; devices: ReadableData['devices'] };
  },
): AsyncGenerator<string> {
  const owner = await getPlanOwner(tx, userId);
  const readable = async (acp: Acp) => planData(await withSignedWords(tx, services, acp), owner);
  const active = await findActiveOf(tx, services, userId);
  const earlier = async function* () {
    for await (const version of eachVersion(tx, services, userId)) yield await readable(version);
  };
  const { language, devices } = data.settings;
  const plan = active && (await readable(active));
  yield* readablePage(language, now, { ...data, devices }, plan, earlier());
}

async function settingsOf(tx: Tx, services: Services, userId: string) {
  const [notifications] = await exportedRows(tx, 'notification_settings', userId);
  const phones = await findPhones(tx, services, userId);
  return {
    second_step_phones: phones.map(({ number, confirmed }) => ({ number, confirmed })),
    notifications: notifications ?? null,
    signed_in: await tx
      .selectFrom('sessions')
      .select(personalTables.sessions.exported)
      .where('user_id', '=', userId)
      .where('acting_staff_id', 'is', null)
      .orderBy('created_at')
      .execute(),
    devices: await exportedRows(tx, 'known_devices', userId, 'first_seen_at'),
    organisation: await exportedRows(tx, 'organisation_identities', userId),
  };
}

async function openingsOf(tx: Tx, { keyring }: Services, userId: string) {
  const { data } = await findOpenings(tx, userId, { offset: 0, limit: everything, all: true });
  const visits = await tx
    .selectFrom('staff_visits')
    .leftJoin('users as staff', 'staff.id', 'staff_visits.staff_id')
    .leftJoin('providers as place', 'place.id', 'staff_visits.place_id')
    .select(['staff_visits.id', 'staff.first_name', 'staff.last_name', 'place.name as place'])
    .select(personalTables.staff_visits.exported.map((column) => `staff_visits.${column}` as const))
    .where('staff_visits.customer_id', '=', userId)
    .orderBy('staff_visits.started_at')
    .execute();
  const changes = await tx
    .selectFrom('staff_visit_changes')
    .select(['visit_id', ...personalTables.staff_visit_changes.exported])
    .where('customer_id', '=', userId)
    .orderBy('at')
    .orderBy('field')
    .execute();
  return {
    openings: data.map(({ at, kind, name, receiver }) => ({
      ...{ at, kind, name },
      ...(receiver !== null && { receiver }),
    })),
    staff_visits: visits.map(({ id, first_name, last_name, ...visit }) => ({
      ...unsealed(keyring, 'staff_visits', id, visit),
      staff: fullName({ first_name, last_name }) || null,
      changed: changes.filter(({ visit_id }) => visit_id === id).map(({ visit_id: _, ...change }) => change),
    })),
  };
}

/** Returns the conversations that staff recorded with a person, with the names of the house and of the staff member. */
async function conversationsWith(tx: Tx, userId: string) {
  const rows = await tx
    .selectFrom('conversations')
    .leftJoin('providers as house', 'house.id', 'conversations.provider_id')
    .leftJoin('users as staff', 'staff.id', 'conversations.recorded_by')
    .select(personalTables.conversations.exported.map((column) => `conversations.${column}` as const))
    .select(['house.name as house', 'staff.first_name', 'staff.last_name'])
    .where('conversations.user_id', '=', userId)
    .orderBy('conversations.held_on')
    .orderBy('conversations.recorded_at')
    .execute();
  return rows.map(({ first_name, last_name, ...row }) => ({
    ...row,
    staff: fullName({ first_name, last_name }) || null,
  }));
}

async function hospitalOf(tx: Tx, { keyring }: Services, userId: string) {
  const handings = await tx
    .selectFrom('plan_handings')
    .select(['id', ...personalTables.plan_handings.exported])
    .where('user_id', '=', userId)
    .orderBy('handed_at')
    .execute();
  return {
    stays: await exportedRows(tx, 'hospital_stays', userId, 'began_at'),
    handed_over: handings.map(({ id, ...handing }) => unsealed(keyring, 'plan_handings', id, handing)),
  };
}

async function messagesOf(tx: Tx, { keyring }: Services, userId: string) {
  const rows = await tx
    .selectFrom('help_messages')
    .select(['id', ...personalTables.help_messages.exported])
    .where('user_id', '=', userId)
    .orderBy('ticket')
    .execute();
  return rows.map(({ id, message_sealed, ...message }) => ({
    ...message,
    message: keyring.openJson<unknown>(place('help_messages', 'message_sealed', id), message_sealed),
  }));
}
