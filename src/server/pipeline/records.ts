import type { RawBuilder } from 'kysely';
import type { Actor } from '../../domain/access/actors.ts';
import { actingStaffOf, togetherOf } from '../../domain/access/done-by.ts';
import type { AppError } from '../../domain/errors.ts';
import type { Event } from '../../domain/events.ts';
import { recording, type AuditEntry } from './audit/audit.ts';
import type { Context } from './context.ts';
import type { Kind } from './operation-definition.ts';
import { rememberedAnswer, type Repeatable } from './repeated-calls/idempotency.ts';
import { Refused } from './refused.ts';
import type { Details, Work } from './work.ts';

/** The records that one run of an operation leaves, apart from its changes. */
export type Records = {
  /** The audit chain of the entry. */
  chain: string;
  details: Details;
  /** The change that becomes part of the final statement. */
  change: RawBuilder<unknown> | null;
  readonly events: Event[];
  readonly changedFields: string[];
};

/** Returns the records of a run before it starts. */
export const noRecords = (subject: unknown): Records => ({
  chain: chainOf(subject),
  details: {},
  change: null,
  events: [],
  changedFields: [],
});

/** The functions of `Work` that add to the records. */
type Recorders = Pick<
  Work<unknown>,
  'auditDetails' | 'changedFields' | 'withFinalStatement' | 'emit' | 'refuse'
>;

/** Returns the functions with which `run` adds to its records. */
export function recordersOf(
  { name, kind }: { name: string; kind: Kind },
  actor: Actor,
  records: Records,
): Recorders {
  // Actions of staff in a customer's account must never appear as the customer's own (D-59).
  const staffId = actingStaffOf(actor);
  const by = staffId === null ? {} : { staff_id: staffId, inside: true };
  const auditDetails = (more: Details, person?: string) => {
    records.details = { ...records.details, ...more };
    if (person) records.chain = person;
  };
  return {
    auditDetails,
    changedFields: (fields) => void records.changedFields.push(...fields),
    withFinalStatement(statement) {
      if (records.change) throw new Error(`${name} has more than one final statement`);
      records.change = statement;
    },
    emit(type, payload) {
      if (kind !== 'write')
        throw new Error(
          `${name} is ${kind === 'read' ? 'a read' : 'an export'} operation, which leaves no events`,
        );
      records.events.push({ type, payload: { ...payload, ...by } } as Event);
    },
    refuse(error, more) {
      auditDetails({ refused: error.code, ...more });
      return new Refused(error);
    },
  };
}

/** One finished run of a write. */
type Run = { name: string; at: Date; output: unknown; repeatable: Repeatable | null };

/** Returns the statement that records a write: audit entry, events, remembered answer and changed fields. */
export function finalStatement(
  context: Context,
  { name, at, output, repeatable }: Run,
  records: Records,
): RawBuilder<unknown> {
  const { services, actor } = context;
  const { chain, details, events, change } = records;
  const isRefused = output instanceof Refused;
  const answer = isRefused ? null : repeatable && rememberedAnswer(services, repeatable, output);
  const visit = isRefused ? null : visitOf(context, records.changedFields);
  const entry = entryOf(name, actor, { chain, at, details });
  return recording(services.secrets, entry, { events, answer, change, visit });
}

/** Records a wrong password or code at a repeated check in the audit trail. */
export async function recordWrongConfirmation(
  { services, actor }: Context,
  name: string,
  subject: unknown,
  error: AppError,
): Promise<void> {
  const refused = { chain: chainOf(subject), at: services.clock(), details: { refused: error.code } };
  const entry = entryOf(name, actor, refused);
  await recording(services.secrets, entry, { events: [] }).execute(services.db);
}

const entryOf = (
  action: string,
  actor: Actor,
  { chain, at, details }: Pick<AuditEntry, 'chain' | 'at' | 'details'>,
): AuditEntry => ({
  chain,
  at,
  actor,
  action,
  subjectId: chain === 'platform' ? null : chain,
  details: { ...details, ...besideOf(actor) },
});

/** Returns who was beside the person, and the visit, for the audit trail (N-08); nothing for any other actor. */
function besideOf(actor: Actor): Details {
  const together = togetherOf(actor);
  return together ? { together: together.staffId, visit: together.visitId } : {};
}

/** Returns the audit chain of a subject: its person's, or the platform's. */
const chainOf = (subject: unknown): string =>
  typeof subject === 'object' && subject !== null && 'ownerId' in subject
    ? String(subject.ownerId)
    : 'platform';

/** Returns the fields that were changed in a visit of staff, inside or beside the person, for the owner; null for any other actor. */
const visitOf = ({ actor, meta: { sessionId } }: Context, fields: readonly string[]) =>
  (actingStaffOf(actor) !== null || togetherOf(actor) !== undefined) && sessionId !== null
    ? { sessionId, fields }
    : null;
