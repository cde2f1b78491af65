import * as z from 'zod/mini';
import { keptUndoProblem, keptUndoProblemTexts } from '../../../domain/duplicates/kept-record.ts';
import type { ActivityTemplate } from '../../../domain/activities.ts';
import { recordActivity } from '../../pipeline/audit/activities.ts';
import { recording } from '../../pipeline/audit/audit.ts';
import { operation } from '../../pipeline/operation.ts';
import { idempotencyKey } from '../../pipeline/repeated-calls/idempotency.ts';
import { callerId } from '../../pipeline/subjects.ts';
import type { Loading, Work } from '../../pipeline/work.ts';
import { archiveRecord, restoreArchived, type ActionSubject } from '../customers/api.ts';
import { compare } from './compare.ts';
import { deleteLink, findLink, insertLink } from './link-store.ts';
import { refused } from './operations.ts';
import { findPair, type PairSubject } from './pair-subject.ts';

const id = z.string().check(z.uuid());

/** The kept and the archived record after a change. */
export type KeptPair = { id: string; kept_id: string; archived_id: string; linked: boolean };

type Keeping = Work<unknown, PairSubject>;

const isInUse = ({ status, removal_requested_at }: ActionSubject): boolean =>
  status !== 'archived' && removal_requested_at === null;

/**
 * Records a change in the activities of both records and in the audit chain of the second: the pipeline writes that of the first. Its
 * event lets the residential-care system that has the plan of the second follow.
 */
async function recordBoth(
  { tx, services, actor, now, emit, auditDetails }: Keeping,
  action: 'keepRecord' | 'undoKeptRecord',
  { kept, archived }: { kept: string; archived: string },
  template: Extract<ActivityTemplate, 'duplicateKept' | 'duplicateUndone'>,
): Promise<void> {
  const actorId = callerId(actor);
  await recordActivity(tx, { template, userId: kept, actorId, at: now }, {});
  emit('customer.duplicate', { user_id: archived });
  auditDetails({ kept, archived });
  const details = { kept, archived };
  const entry = { actor, at: now, details, chain: archived, action, subjectId: archived };
  await recording(services.secrets, entry, { events: [] }).execute(tx);
}

/**
 * Keeps one of two records of a person: the other one is archived, signed out and linked with it, all in one transaction (N-13). No
 * answer, paper or contact is copied; the plan of the archived record never becomes the plan of the kept one.
 * @throws AppError `conflict` if one of the records changed since the caller saw them, is archived or to be removed, or if nothing
 * shows that they are of one person
 */
export const keepRecord = operation({
  name: 'keepRecord',
  kind: 'write',
  input: z.strictObject({
    kept_id: id,
    archived_id: id,
    seen: z.string().check(z.maxLength(100)),
    idempotency_key: idempotencyKey,
  }),
  access: {
    action: 'customer.duplicates',
    subject: ({ kept_id, archived_id }, loading) => findPair([kept_id, archived_id], loading),
  },
  async run(work): Promise<KeptPair> {
    const { input, subject, actor, tx, services, now } = work;
    const [kept, archived] = subject.records;
    if (!isInUse(kept) || !isInUse(archived)) throw refused('error.duplicates.changed');
    const shown = await compare(tx, services, subject);
    if (shown.signs.length === 0) throw refused('error.duplicates.notPair');
    if (shown.version !== input.seen) throw refused('error.duplicates.changed');
    const ids = { kept: kept.ownerId, archived: archived.ownerId };
    await archiveRecord({ ...work, subject: archived });
    await insertLink(tx, {
      ...{ archivedId: ids.archived, keptId: ids.kept },
      ...{ linkedAt: now, linkedBy: callerId(actor) },
    });
    await recordBoth(work, 'keepRecord', ids, 'duplicateKept');
    return { id: ids.archived, kept_id: ids.kept, archived_id: ids.archived, linked: true };
  },
});

/** Loads the pair of an archived record by its link, as it is after the lock. */
async function findLinkedPair(archivedId: string, loading: Loading): Promise<PairSubject | null> {
  const link = await findLink(loading.tx, archivedId);
  return link && findPair([link.keptId, archivedId], loading, { linked: true });
}

/**
 * Undoes `keepRecord` within thirty days: the archived record has the status of before again, and is no longer linked (N-13).
 * @throws AppError `conflict` after thirty days, when it was undone already, and when the kept record is archived, is to be removed, or
 * is in another organisation
 */
export const undoKeptRecord = operation({
  name: 'undoKeptRecord',
  kind: 'write',
  input: z.strictObject({ archived_id: id, idempotency_key: idempotencyKey }),
  access: {
    action: 'customer.duplicates',
    subject: ({ archived_id }, loading) => findLinkedPair(archived_id, loading),
  },
  async run(work): Promise<KeptPair> {
    const { subject, tx, now } = work;
    const [kept, archived] = subject.records;
    // The second of two simultaneous calls finds no link after the lock.
    const link = await findLink(tx, archived.ownerId);
    if (!link || archived.status !== 'archived') throw refused('error.duplicates.undone');
    const problem = keptUndoProblem(
      {
        linkedAt: link.linkedAt,
        keptIsArchived: kept.status === 'archived',
        keptIsToBeRemoved: kept.removal_requested_at !== null,
        inOneOrganisation: subject.inOneOrganisation,
        archivedIsToBeRemoved: archived.removal_requested_at !== null,
      },
      now,
    );
    if (problem) throw refused(keptUndoProblemTexts[problem]);
    const ids = { kept: kept.ownerId, archived: archived.ownerId };
    await deleteLink(tx, ids.archived);
    await restoreArchived({ ...work, subject: archived });
    await recordBoth(work, 'undoKeptRecord', ids, 'duplicateUndone');
    return { id: ids.archived, kept_id: ids.kept, archived_id: ids.archived, linked: false };
  },
});
