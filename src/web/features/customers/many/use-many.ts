import { useState } from 'react';
import { changedAtMost } from '../../../../domain/customers/actions/chosen.ts';
import { problemOf } from '../../../forms/errors/form-errors.ts';
import { useAction, type Action } from '../../../forms/use-action.ts';
import { adminResetMs } from '../../../ui/buttons/reset-delays.ts';
import type { ActionCustomer } from '../staff.ts';
import { batchCalls, batchesOf } from '../../../api/batches/batches.ts';
import { resultOf, type Answered, type ChosenList, type ManyAction } from './many-result.ts';

type ManyOptions = Omit<ChosenList, 'rows'> & { action: ManyAction; onClose: () => void };

/**
 * Runs an action on many customers in batches, one call each. If a call fails, the next press continues with it. `close` shows
 * the result of the batches that are done. `about` distinguishes actions with other input, such as another house.
 */
export function useMany(
  { action, clear, onResult, onClose }: ManyOptions,
  send: (rows: readonly ActionCustomer[], key: string) => Promise<Answered>,
  about = '',
): { run: Action<[readonly ActionCustomer[]]>; close: () => void } {
  const [calls] = useState(() => batchCalls<Answered>());
  const [sent, setSent] = useState<readonly ActionCustomer[]>([]);
  const finish = () => {
    const answers = calls.answers();
    if (answers.length > 0) {
      clear();
      onResult(resultOf(action, sent, answers));
    }
    onClose();
  };
  const partly = (rows: readonly ActionCustomer[]) => () => {
    const count = calls.answers().reduce((sum, { done, refused }) => sum + done.length + refused.length, 0);
    return count === 0
      ? [problemOf('error.noAnswer')]
      : [problemOf('customers.many.partly', { count, total: rows.length })];
  };
  const run = useAction(
    async (rows: readonly ActionCustomer[]) => {
      setSent(rows);
      const name = (batch: readonly ActionCustomer[]) => `${about} ${batch.map(({ id }) => id).join()}`;
      const answers = await calls.run(batchesOf(rows, changedAtMost), name, send);
      return resultOf(action, rows, answers);
    },
    {
      resetMs: adminResetMs.save,
      texts: { unavailable: partly(sent), general_error: partly(sent) },
      onDone(result) {
        clear();
        onResult(result);
        onClose();
      },
    },
  );
  return { run, close: finish };
}
