import { dueBefore, type Action, type DueFirst } from '../../../domain/access/access.ts';
import type { Actor } from '../../../domain/access/actors.ts';
import type { Decision } from '../../../domain/access/rules/rules.ts';
import { AppError } from '../../../domain/errors.ts';

type Refusal = Exclude<Decision, 'allow'>;

/** The part of a call's context that identifies the refused caller. */
type Refused = {
  services: { accessRefused: (refused: RefusedAccess) => void };
  actor: Actor;
  meta: { requestId: string };
};

/** The operation that was refused. */
type Asked = { name: string; action: Action };

/** An access refusal in the operator's log: ids only, never input, names or addresses. */
export type RefusedAccess = {
  /** The request's id, as in the log's other lines. */
  reqId: string;
  operation: string;
  decision: Refusal;
  /** Required step of the person, if a pending one is the reason. */
  due: DueFirst | null;
  actor: Actor['kind'];
  user_id: string | null;
  /** The staff member who is in this customer's account. */
  acting_staff_id: string | null;
  /** The staff member beside this customer (N-08). */
  beside_staff_id?: string;
};

/** A refusal that is already in the log. */
class LoggedRefusal extends AppError {}

/**
 * Logs that `can` refused a call, and returns the error to throw, which contains the required first step. Refusals are not in the
 * audit trail: a refused call changes nothing, and any caller can cause an unlimited number of refusals.
 */
export function refusedAccess(
  { services, actor, meta }: Refused,
  { name, action }: Asked,
  decision: Refusal,
): AppError {
  const due = dueBefore(actor, action);
  services.accessRefused({
    reqId: meta.requestId,
    operation: name,
    decision,
    due,
    actor: actor.kind,
    user_id: 'userId' in actor ? actor.userId : null,
    acting_staff_id: actor.kind === 'person' ? actor.actingStaffId : null,
    ...(actor.kind === 'person' && actor.together && { beside_staff_id: actor.together.staffId }),
  });
  return new LoggedRefusal(decision, due === null ? {} : { details: { due } });
}

/** Also logs an operation's own refusal, for operations that check the rules a second time while they run. */
export function logForbidden(context: Refused, asked: Asked, error: unknown): void {
  if (error instanceof AppError && error.code === 'forbidden' && !(error instanceof LoggedRefusal))
    refusedAccess(context, asked, 'forbidden');
}

/** Maximum number of logged refusals in a minute: for one person (or for all visitors together), and in total. */
const most = { ofOne: 10, ofAll: 60 };

const windowMs = 60_000;

/**
 * Limits the refusals written to a log, so that no caller can flood it, and so that one caller with many refusals does not hide
 * the others. The refusals left out are counted, and the count is logged at the end of the minute.
 */
export function boundedRefusals(
  write: (details: RefusedAccess | { left_out: number }, message: string) => void,
): (refused: RefusedAccess) => void {
  const counts = new Map<string, number>();
  let all = 0;
  let leftOut = 0;
  let window: NodeJS.Timeout | null = null;

  function endWindow(): void {
    if (leftOut > 0) write({ left_out: leftOut }, 'more access refused');
    counts.clear();
    all = 0;
    leftOut = 0;
    window = null;
  }

  return (refused) => {
    window ??= setTimeout(endWindow, windowMs).unref();
    const who = refused.acting_staff_id ?? refused.user_id ?? refused.actor;
    const before = counts.get(who) ?? 0;
    if (all >= most.ofAll || before >= most.ofOne) {
      leftOut += 1;
      return;
    }
    counts.set(who, before + 1);
    all += 1;
    write(refused, 'access refused');
  };
}
