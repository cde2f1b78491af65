import { dueBefore, type Action, type DueFirst } from '../../../domain/access/access.ts';
import type { Actor } from '../../../domain/access/actors.ts';
import type { Decision } from '../../../domain/access/rules.ts';
import { AppError } from '../../../domain/errors.ts';

type Refusal = Exclude<Decision, 'allow'>;

/** The part of a call's context that tells who was refused. */
type Refused = {
  services: { accessRefused: (refused: RefusedAccess) => void };
  actor: Actor;
  meta: { requestId: string };
};

/** The operation that was refused. */
type Asked = { name: string; action: Action };

/** Access that the rules refused, as the operator's log tells it: ids only, never what was sent, a name or an address. */
export type RefusedAccess = {
  /** The request's number, as in the log's other lines. */
  reqId: string;
  operation: string;
  decision: Refusal;
  /** What the person must do first, where that is why. */
  due: DueFirst | null;
  actor: Actor['kind'];
  user_id: string | null;
  /** The staff member who is in this customer's account. */
  acting_staff_id: string | null;
};

/** A refusal that stands in the log already. */
class LoggedRefusal extends AppError {}

/**
 * Tells the operator's log that `can` refused a call, and gives the error to throw, which says what is due first. Kept apart from the audit trail: a refused
 * call changes nothing, and anybody may cause any number of them.
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
  });
  return new LoggedRefusal(decision, due === null ? {} : { details: { due } });
}

/** Logs an operation's own refusal too, where it asked the rules a second time while it ran. */
export function logForbidden(context: Refused, asked: Asked, error: unknown): void {
  if (error instanceof AppError && error.code === 'forbidden' && !(error instanceof LoggedRefusal))
    refusedAccess(context, asked, 'forbidden');
}

/** How many refusals are told in a minute: of one person (or of all visitors together), and of all. */
const most = { ofOne: 10, ofAll: 60 };

const windowMs = 60_000;

/**
 * Writes refusals to a log, so few that no one can flood it, and so that one who asks without end does not hide the others.
 * What is left out is counted and told when the minute is over.
 */
export function boundedRefusals(
  write: (details: RefusedAccess | { left_out: number }, message: string) => void,
): (refused: RefusedAccess) => void {
  const told = new Map<string, number>();
  let all = 0;
  let leftOut = 0;
  let window: NodeJS.Timeout | null = null;

  function endWindow(): void {
    if (leftOut > 0) write({ left_out: leftOut }, 'more access refused');
    told.clear();
    all = 0;
    leftOut = 0;
    window = null;
  }

  return (refused) => {
    window ??= setTimeout(endWindow, windowMs).unref();
    const who = refused.acting_staff_id ?? refused.user_id ?? refused.actor;
    const before = told.get(who) ?? 0;
    if (all >= most.ofAll || before >= most.ofOne) {
      leftOut += 1;
      return;
    }
    told.set(who, before + 1);
    all += 1;
    write(refused, 'access refused');
  };
}
