import { useEffect, useState } from 'react';
import { melbourneTime } from '../../../../../domain/fields.ts';
import { useText } from '../../../../app/texts.tsx';
import { ProblemList } from '../../../../forms/errors/problem-list.tsx';
import { useAction } from '../../../../forms/use-action.ts';
import { Button } from '../../../../ui/buttons/button.tsx';
import { adminResetMs } from '../../../../ui/buttons/reset-delays.ts';
import { Notice } from '../../../../ui/messages/notice.tsx';
import { showSnackbar } from '../../../../ui/messages/snackbars.ts';
import { OwnWords } from '../../../../ui/words/own-words.tsx';
import { undoMove } from '../../actions/move/move-api.ts';
import type { Customer } from '../customer-api.ts';
import css from '../customer-page.module.css';

type Move = NonNullable<Customer['move']>;

/** Returns whether an instant has passed; updates by itself. */
function useIsOver(until: string): boolean {
  const [over, setOver] = useState(() => Date.parse(until) <= Date.now());
  useEffect(() => {
    const left = Date.parse(until) - Date.now();
    const timer = setTimeout(() => setOver(true), Math.max(0, left));
    return () => clearTimeout(timer);
  }, [until]);
  return over;
}

type MoveNoticeProps = { move: Move; customer: Customer; onStale: () => void };

/** Notice that staff moved the customer recently: by whom, from where, and Undo for ten minutes (D-63). */
export function MoveNotice({ move, customer, onStale }: MoveNoticeProps) {
  const t = useText();
  const over = useIsOver(move.undo_until);
  const { id, from, to, by, undo_until } = move;
  const { run, state, problems } = useAction(() => undoMove(id, customer.id), {
    resetMs: adminResetMs.save,
    fallback: 'customers.move.notUndone',
    onDone: () => showSnackbar(t('customer.move.undone', { customer: customer.name, from })),
    onFailed: onStale,
  });
  if (over) return null;
  return (
    <div className={css.notice}>
      <Notice>
        <p>
          <b>
            <OwnWords>{t('customer.move.title', { from, to })}</OwnWords>
          </b>
        </p>
        <p>
          <OwnWords>
            {t('customer.move.by', {
              actor: by ?? t('customer.removal.someone'),
              ...{ customer: customer.name, time: melbourneTime(new Date(undo_until)) },
            })}
          </OwnWords>
        </p>
        <Button
          variant="two"
          className={css.undo}
          icon="bring-back"
          state={state}
          words={{
            pending: 'customer.move.undoing',
            complete: 'customers.undone',
            error: 'customers.action.failed',
          }}
          onClick={() => void run()}
        >
          {t('customer.move.undo')}
        </Button>
        <ProblemList problems={problems} />
      </Notice>
    </div>
  );
}
