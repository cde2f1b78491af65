import * as z from 'zod/mini';
import { recordActivity } from '../../pipeline/audit/activities.ts';
import { operation } from '../../pipeline/operation.ts';
import { idempotencyKey } from '../../pipeline/repeated-calls/idempotency.ts';
import { planOf } from '../../pipeline/subjects.ts';
import { readableFile } from '../files/api.ts';
import { readView } from './read-view.ts';
import { claimMails, findEmergencyFile, findEmergencyPlan, findSignedAt } from './store.ts';

/** `late` marks a delayed record of an opening; the key is the same for every attempt, so that it is recorded once. */
const recording = { late: z.optional(z.boolean()), idempotency_key: idempotencyKey };

/** Version and source of a scanned code. Absent for an address without them, such as one typed by hand. */
const scannedCode = {
  version: z.optional(z.int().check(z.minimum(1), z.maximum(999_999))),
  source: z.optional(z.enum(['card', 'pdf'])),
};

/**
 * Records that a plan was opened with its card and PIN, and notifies the owner (D-08): each time in the app, by mail at most once
 * in a quarter of an hour. The PIN was checked before: the actor is the reader who entered it.
 */
export const openEmergency = operation({
  name: 'openEmergency',
  kind: 'write',
  input: z.strictObject({ user_id: z.uuid(), ...scannedCode, ...recording }),
  access: { action: 'emergency.read', subject: (input) => planOf(input.user_id) },
  async run({ input, tx, now, emit, auditDetails }) {
    const { user_id: userId, version, source } = input;
    const [mailsDue] = await Promise.all([
      claimMails(tx, userId),
      recordActivity(tx, { template: 'ACP_OPENED', userId, actorId: null, at: now }, {}),
    ]);
    if (input.late) auditDetails({ late: true });
    emit('emergency.opened', {
      ...{ user_id: userId, at: now.toISOString() },
      ...(version !== undefined && { version, source: source ?? 'card' }),
      ...(!mailsDue && { no_mail: true }),
    });
    return { opened_at: now };
  },
});

/**
 * Returns the content of the emergency page: the signed plan in force, if there is one, contacts and papers, and whether the
 * scanned card or PDF is an older one (D-09).
 */
export const readEmergency = operation({
  name: 'readEmergency',
  kind: 'read',
  input: z.strictObject({
    share_id: z.string(),
    language: z.enum(['en', 'zh']),
    scanned_version: z.nullable(z.int()),
    scanned_source: z.enum(['card', 'pdf']),
    opened_at: z.date(),
    closes_at: z.date(),
  }),
  access: {
    action: 'emergency.read',
    subject: (input, { tx, services }) => findEmergencyPlan(tx, services, input.share_id),
  },
  async run({ input, subject, tx, services, now }) {
    const version = input.scanned_version;
    const isOlder = version !== null && version < (subject.acp?.plan_version ?? 0);
    const scannedAt = isOlder ? await findSignedAt(tx, subject.ownerId, version) : null;
    return readView(tx, services, subject, {
      language: input.language,
      scanned: isOlder && scannedAt ? { version, signedAt: scannedAt, source: input.scanned_source } : null,
      openedAt: input.opened_at,
      closesAt: input.closes_at,
      now,
    });
  },
});

/** Returns a paper of the emergency page, for a reader who opened the page (D-06). */
export const readEmergencyFile = operation({
  name: 'readEmergencyFile',
  kind: 'read',
  input: z.strictObject({ share_id: z.string(), file_id: z.uuid() }),
  access: {
    action: 'emergency.read',
    subject: (input, { tx }) => findEmergencyFile(tx, input.share_id, input.file_id),
  },
  run: ({ subject, tx, services }) => readableFile(tx, services, subject.file),
});

/**
 * Records that a paper was opened from the emergency page, and notifies the owner in the app (D-08). The paper was loaded for the
 * reader before.
 */
export const recordEmergencyFile = operation({
  name: 'recordEmergencyFile',
  kind: 'write',
  input: z.strictObject({ user_id: z.uuid(), file_id: z.uuid(), ...recording }),
  access: { action: 'emergency.read', subject: (input) => planOf(input.user_id) },
  async run({ input: { user_id, file_id, late }, now, emit, auditDetails }) {
    emit('emergency.file-opened', { user_id, file_id, at: now.toISOString() });
    auditDetails({ file_id, ...(late && { late }) });
    return { opened_at: now };
  },
});
