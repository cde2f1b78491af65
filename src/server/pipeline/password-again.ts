import { can } from '../../domain/access/access.ts';
import { AppError, type FieldError } from '../../domain/errors.ts';
import { passwordAgainForm } from '../../domain/inputs/second-step.ts';
import type { Context } from './context.ts';
import type { Operation } from './operation.ts';
import { refusedAccess } from './access-denied-log.ts';
import { prepared, readSent } from './prepared.ts';
import { reauthenticate } from './reauthenticate.ts';

/**
 * Who asks for an operation of their own, if they may: the part before its transaction hashes, counts and sends, and nobody else
 * may set that off.
 */
export function personIn(context: Context, asked: Pick<Operation<unknown>, 'name' | 'action'>): string {
  const { actor } = context;
  const subject = actor.kind === 'person' ? { ownerId: actor.userId } : null;
  const decision = can(actor, asked.action, subject);
  if (decision !== 'allow') throw refusedAccess(context, asked, decision);
  if (actor.kind !== 'person') throw refusedAccess(context, asked, 'unauthenticated');
  return actor.userId;
}

export const refuseAt = (problem: FieldError) => new AppError('invalid', { fields: [problem] });

/** @throws AppError `invalid` at the field `password`, `rate-limited` */
export async function askPassword({ services }: Context, userId: string, password: string): Promise<void> {
  if (!(await reauthenticate(services, userId, password)))
    throw refuseAt({ field: 'password', message: 'field.password.currentWrong' });
}

/**
 * An operation of one's own that asks for the password first (ASVS 7.5). `inputOf` makes the operation's input from what else was
 * sent, which `known` names.
 * @throws AppError `invalid` at the field `password`, `rate-limited`, and what the operation throws
 */
export function withPassword<Output>(
  inner: Operation<Output>,
  known: readonly string[] = [],
  inputOf: (raw: unknown) => unknown = () => ({}),
): Operation<Output> {
  return prepared(inner, async (context, raw, perform) => {
    const userId = personIn(context, inner);
    const { password } = readSent(passwordAgainForm, raw, ['password', ...known]);
    await askPassword(context, userId, password);
    return perform(inputOf(raw));
  });
}
