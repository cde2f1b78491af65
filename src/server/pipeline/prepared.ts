import { AppError, type FieldError } from '../../domain/errors.ts';
import { readForm } from '../../domain/inputs/form.ts';
import type { Context } from './context.ts';
import type { Operation } from './operation.ts';

/**
 * An operation whose slow or counted part (a password's hash, a try that must count though it fails) comes before its
 * transaction. `call` does that part and performs the operation with what it found.
 */
export function prepared<Output, Result>(
  inner: Operation<Output>,
  call: (context: Context, raw: unknown, perform: (input: unknown) => Promise<Output>) => Promise<Result>,
): Operation<Result> {
  const { name, kind, action } = inner;
  return {
    name,
    kind,
    action,
    call: (context, raw) => call(context, raw, (input) => inner.call(context, input)),
  };
}

/**
 * Reads what was sent as a form of the domain. Forms leave out what they do not know; here it is refused, so that nobody
 * takes a role or a status that they sent for set.
 * @throws AppError `invalid` with every field to mend
 */
export function readSent<Output>(
  schema: Parameters<typeof readForm<Output>>[0],
  raw: unknown,
  known: readonly string[],
): Output {
  const sent = typeof raw === 'object' && raw !== null && !Array.isArray(raw) ? raw : {};
  const unknown = Object.keys(sent).filter((key) => !known.includes(key));
  if (unknown.length > 0) {
    const fields = unknown
      .slice(0, 20)
      .map((key): FieldError => ({ field: key.slice(0, 100), message: 'error.general_error' }));
    throw new AppError('invalid', { fields });
  }
  const read = readForm(schema, sent);
  if (!read.ok) throw new AppError('invalid', { fields: read.fields });
  return read.value;
}

/** One text of what was sent, or '' when it is none. */
export function sentText(raw: unknown, key: string): string {
  const value =
    typeof raw === 'object' && raw !== null && Object.hasOwn(raw, key)
      ? (raw as Record<string, unknown>)[key]
      : '';
  return typeof value === 'string' ? value : '';
}
