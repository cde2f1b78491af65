import { useCallback, useState } from 'react';
import type { FieldError } from '../../domain/errors.ts';
import type { ZodForm } from './use-zod-form.ts';

/**
 * What the server refused about a form: what belongs to a field goes there, and `problems` are for the error summary.
 * They stay until the next try (D-21).
 */
export function useRefusals(form: Pick<ZodForm<never, unknown>, 'failures' | 'refuse'>) {
  const { failures, refuse: refuseFields } = form;
  const [refused, setRefused] = useState<{ rest: readonly FieldError[]; turn: number }>({
    rest: [],
    turn: 0,
  });

  const refuse = useCallback(
    (fields: readonly FieldError[]) => setRefused({ rest: refuseFields(fields), turn: failures + 1 }),
    [failures, refuseFields],
  );
  const clear = useCallback(() => setRefused({ rest: [], turn: 0 }), []);

  // A later try that did not leave the form counts on, and takes with it what was said before.
  return { problems: refused.turn === failures ? refused.rest : [], refuse, clear };
}
