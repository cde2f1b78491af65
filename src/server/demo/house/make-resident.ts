import { randomUUID } from 'node:crypto';
import type { RawBuilder } from 'kysely';
import type { Actor } from '../../../domain/access/actors.ts';
import { deletionDate } from '../../../domain/accounts/deletion.ts';
import type { NotificationTemplate } from '../../../domain/activities.ts';
import { daysAfter, isoOfDate, melbourneDate } from '../../../domain/fields.ts';
import type { Answers, StepId } from '../../../domain/questionnaire/answers.ts';
import { newPin, newShareId, pinPlace } from '../../db/sealing/account-secrets.ts';
import { findActiveOfForChange, savePlan } from '../../features/acp/api.ts';
import { announce, findStaffFor } from '../../features/notifications/store.ts';
import { askForDeletion } from '../../features/privacy/deletion/deletion-store.ts';
import { recordActivity } from '../../pipeline/audit/activities.ts';
import { recording, type AuditEntry } from '../../pipeline/audit/audit.ts';
import type { Services, Tx } from '../../pipeline/context.ts';
import { contactsOf } from './house-contacts.ts';
import { makeConversation } from './house-conversations.ts';
import type { Resident } from './house-residents.ts';
import { actorOf, makePerson } from '../person-factory.ts';
import { keepPaper, type StoredPaper } from './resident-paper.ts';
import { allAnswersOf, answersUpTo, changeOf } from './resident-plan.ts';

const system = { kind: 'system' } as const;
const day = 24 * 60 * 60_000;

/** The inputs for each resident. `signature` is a cleaned picture. */
export type Making = {
  services: Services;
  now: Date;
  providerId: string;
  passwordHash: string;
  signing: Answers;
  /** The paper of a plan that consists of papers. */
  paper: StoredPaper | null;
};

type Made = Making & { tx: Tx; resident: Resident; userId: string; created: Date };

/**
 * Creates a resident with a history in the past, with the same records as the operations: the plan through the same functions,
 * audit rows with each save, activities, and the notifications of staff. No mails, because the events are in the past. Part of
 * the caller's transaction.
 */
export async function makeResident(tx: Tx, resident: Resident, making: Making): Promise<void> {
  const created = new Date(making.now.getTime() - resident.daysAgo * day - resident.number * 7 * 60_000);
  if (resident.account === 'invited') return invite(tx, resident, making, created);
  const { email, firstName, lastName, dob, gender, postcode, language, accountOwner } = resident;
  const { userId } = await makePerson(
    tx,
    { ...making.services, clock: () => created },
    {
      ...{ email, firstName, lastName, dob, gender, postcode, language },
      ...(accountOwner && { accountOwner }),
      providerId: making.providerId,
      passwordHash: making.passwordHash,
      contacts: contactsOf(resident),
    },
  );
  const made: Made = { ...making, tx, resident, userId, created };
  await record(made, created, 'makeDemoResident', system);
  await addFacts(made);
  await sendNotice(made, created, 'ACP_SIGNUP', {});
  await makePlan(made);
  await talk(made);
  await endAs(made);
  await tx
    .updateTable('notifications')
    .set({ read: true })
    .where('user_id', '=', userId)
    .where('created_at', '<', new Date(making.now.getTime() - 14 * day))
    .execute();
}

async function invite(tx: Tx, resident: Resident, making: Making, created: Date): Promise<void> {
  const { email, firstName, lastName, phone, language, gender, dob, number } = resident;
  const { services, providerId } = making;
  const userId = randomUUID();
  await tx
    .insertInto('users')
    .values({
      ...{ id: userId, email, phone, language, gender, provider_id: providerId },
      first_name: firstName,
      last_name: lastName,
      dob: isoOfDate(dob)!,
      customer_id: customerId(number),
      room: roomOf(number),
      status: 'invited',
      pin_sealed: services.keyring.seal(pinPlace(userId), newPin()),
      share_id: newShareId(),
      invite_date: created,
      created_at: created,
      updated_at: created,
    })
    .execute();
  const made = { ...making, tx, resident, userId, created };
  await record(made, created, 'makeDemoResident', system);
  await recordActivity(tx, { template: 'invited', userId, actorId: null, at: created }, {});
}

const customerId = (number: number) => `BH-${1001 + number}`;

/** Returns the room of a demo resident: two beds in every third room, and none for a few residents. */
const roomOf = (number: number) =>
  number % 13 === 12 ? null : `${1 + Math.floor(number / 2)}${number % 6 < 2 ? 'AB'[number % 2]! : ''}`;

async function addFacts({ tx, userId, resident, created, now, providerId }: Made): Promise<void> {
  const { number, phone, account } = resident;
  const seen = new Date(now.getTime() - ((number * 5) % 40) * day - number * 60_000);
  const signedIn = account === 'active' && number % 7 !== 0;
  await tx
    .updateTable('users')
    .set({
      phone,
      // Includes a provider that is archived now, for which sign-up is impossible.
      provider_id: providerId,
      customer_id: customerId(number),
      room: roomOf(number),
      last_login_at: signedIn && seen > created ? seen : created,
      last_login_provider: 'password',
      trial_end_date: number % 9 === 0 ? daysAfter(melbourneDate(now), 1 + (number % 12)) : null,
      health_record_confirm_date: number % 6 === 0 ? created : null,
      donor_confirm_date: number % 10 === 0 ? created : null,
    })
    .where('id', '=', userId)
    .execute();
}

/** Creates the states of a plan, one save after the other. */
async function makePlan(made: Made): Promise<void> {
  const { resident, created, now, signing } = made;
  const { plan, firstName, lastName, number, accountOwner } = resident;
  if (plan === 'none' || plan === 'empty' || plan === 'external') return;
  const all = allAnswersOf(resident);
  const span = now.getTime() - created.getTime();
  const moment = (part: number) => new Date(created.getTime() + span * part);
  if (plan !== 'signed' && plan !== 'revised' && plan !== 'locked')
    return save(made, moment(0.2), answersUpTo(all, plan), 'draft', plan);
  await save(made, moment(0.1), answersUpTo(all, 'step4'), 'draft', 'step4');
  await save(made, moment(0.15), all, 'draft', 'step8');
  const confirmName = accountOwner ? `Chris ${lastName}` : `${firstName} ${lastName}`;
  await save(
    made,
    moment(0.2 + (number % 5) * 0.08),
    { ...all, ...signing, confirmName },
    'complete',
    'step9',
  );
  for (let version = 2; version <= resident.versions; version += 1)
    await save(made, moment(0.6 + version * 0.08), changeOf(resident, version), 'complete', 'step8');
}

/** Makes one save like `updateAnswers`, with the results of its events. */
async function save(
  made: Made,
  at: Date,
  changes: Answers,
  status: 'draft' | 'complete',
  step: StepId,
): Promise<void> {
  const { tx, services, userId } = made;
  const acp = await findActiveOfForChange(tx, services, userId);
  if (!acp) throw new Error('The resident has no plan');
  const actor = actorOf(userId, 'user');
  let details: AuditEntry['details'] = {};
  let change: RawBuilder<unknown> | null = null;
  const events: { type: string; plan_version: number }[] = [];
  await savePlan(
    {
      ...{ tx, services, actor, now: at },
      auditDetails: (more) => (details = { ...details, ...more }),
      changedFields: () => undefined,
      emit: (type, payload) =>
        void events.push({ type, plan_version: 'plan_version' in payload ? payload.plan_version : 0 }),
      withFinalStatement: (statement) => (change = statement),
    },
    acp,
    { status, step, confirmed: Object.keys(changes) },
    { ...acp.answers, ...changes },
  );
  await record(made, at, 'updateAnswers', actor, details, change);
  for (const { type, plan_version } of events)
    await sendNotice(made, at, type === 'acp.completed' ? 'ACP_COMPLETED' : 'ACP_UPDATED', { plan_version });
}

/** Records the conversation of staff with the resident, if there was one. */
async function talk(made: Made): Promise<void> {
  const held = await makeConversation(made.tx, made);
  if (held) await record(made, held.at, 'recordConversation', actorOf(held.staffId, 'provideradmin'));
}

/** Applies the changes to the account and the plan after the saves. */
async function endAs(made: Made): Promise<void> {
  const { tx, userId, resident, now, paper } = made;
  const { number, plan, account } = resident;
  const at = new Date(now.getTime() - (1 + (number % 9)) * day);
  const happened = (template: 'PLAN_LOCKED' | 'PLAN_EXTERNAL' | 'suspended' | 'archived' | 'cardRenewed') =>
    recordActivity(tx, { template, userId, actorId: null, at }, {});
  const setPlan = (values: { locked: true } | { external: true }) =>
    tx.updateTable('acps').set(values).where('user_id', '=', userId).where('type', '=', 'active').execute();
  if (plan === 'locked') {
    await setPlan({ locked: true });
    await happened('PLAN_LOCKED');
  }
  if (plan === 'external') {
    // A plan is external only while it has a paper (D-60).
    if (!paper) throw new Error('The resident has no paper');
    await keepPaper(tx, paper, { userId, at });
    await setPlan({ external: true });
    await happened('PLAN_EXTERNAL');
  }
  const isSigned = plan === 'signed' || plan === 'revised' || plan === 'locked';
  if (isSigned) await share(made, at);
  // The previous card no longer works.
  if (isSigned && number % 6 === 0) {
    await tx.updateTable('users').set({ share_id: newShareId() }).where('id', '=', userId).execute();
    await record(made, at, 'renewEmergencyCard', actorOf(userId, 'user'));
    await happened('cardRenewed');
  }
  if (isSigned && number % 5 === 0) {
    await record(made, at, 'openEmergency', { kind: 'emergency', userId });
    await recordActivity(tx, { template: 'ACP_OPENED', userId, actorId: null, at }, {});
    const notice = {
      eventId: `demo/${userId}/opened`,
      template: 'ACP_OPENED',
      metadata: {},
      userId,
      at,
    } as const;
    await announce(tx, notice, [userId]);
  }
  if (account === 'suspended' || account === 'archived') {
    await tx.updateTable('users').set({ status: account }).where('id', '=', userId).execute();
    await happened(account);
  }
  if (account === 'leaving') {
    await askForDeletion(tx, userId, deletionDate(melbourneDate(at)), at);
    await record(made, at, 'requestDeletion', actorOf(userId, 'user'), { asked: true });
  }
}

/** Shares the signed plan with the contacts who accepted and have access to everything. */
async function share({ tx, userId }: Made, at: Date): Promise<void> {
  await tx
    .insertInto('shared_files')
    .columns(['user_id', 'file_id', 'shared_with', 'shared_at'])
    .expression((from) =>
      from
        .selectFrom('files')
        .innerJoin('trusted_contacts as contact', 'contact.user_id', 'files.user_id')
        .select((value) => [
          'files.user_id',
          'files.id as file_id',
          'contact.id as shared_with',
          value.val(at).as('shared_at'),
        ])
        .where('files.user_id', '=', userId)
        .where('files.is_questionnaire', '=', true)
        .where('contact.fullAccess', '=', true)
        .where('contact.status', '=', 'accepted'),
    )
    .execute();
}

async function record(
  { tx, services, userId }: Made,
  at: Date,
  action: string,
  actor: Actor,
  details: AuditEntry['details'] = {},
  change: RawBuilder<unknown> | null = null,
): Promise<void> {
  const entry = { chain: userId, at, actor, action, subjectId: userId, details };
  await recording(services.secrets, entry, { events: [], change }).execute(tx);
}

async function sendNotice(
  { tx, userId }: Made,
  at: Date,
  template: NotificationTemplate,
  metadata: Record<string, number>,
): Promise<void> {
  const eventId = `demo/${userId}/${template}/${at.getTime()}`;
  await announce(tx, { eventId, template, metadata, userId, at }, await findStaffFor(tx, userId));
}
