import { useEffect, useRef, useState } from 'react';
import { changedAtMost } from '../../../../domain/customers/actions/chosen.ts';
import { translateMessage } from '../../../../domain/i18n/texts.ts';
import { useClockTime } from '../../../app/dates.ts';
import { useText } from '../../../app/texts.tsx';
import { ProblemList } from '../../../forms/errors/problem-list.tsx';
import { useAction } from '../../../forms/use-action.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { adminResetMs } from '../../../ui/buttons/reset-delays.ts';
import { Icon } from '../../../ui/drawings/icon.tsx';
import { moveFocus } from '../../../ui/rescue-focus.ts';
import { OwnWords } from '../../../ui/words/own-words.tsx';
import { batchCalls, batchesOf } from '../../../api/batches/batches.ts';
import { undoBatch, type Checked } from './many-api.ts';
import css from './many.module.css';
import type { ManyResult } from './many-result.ts';
import { NamesInLine } from './names-in-line.tsx';

type DonePanelProps = {
  result: ManyResult;
  /** Result after Undo. */
  onResult: (result: ManyResult) => void;
  onClose: () => void;
};

/** Result of an action on many customers by name, with Undo while it is possible. It takes the focus of the closed dialog. */
export default function DonePanel({ result, onResult, onClose }: DonePanelProps) {
  const t = useText();
  const title = useRef<HTMLParagraphElement>(null);
  const last = useRef<ManyResult>(undefined);
  useEffect(() => {
    if (last.current === result) return;
    last.current = result;
    moveFocus(() => title.current);
  }, [result]);
  return (
    <section className={css.done}>
      <div className={css.head}>
        <p ref={title} role="status" tabIndex={-1}>
          <b>
            <OwnWords>{useTitle(result)}</OwnWords>
          </b>
        </p>
        {!result.isUndone && <Undo result={result} onResult={onResult} />}
        <button
          type="button"
          className="iconbtn"
          aria-label={t('customers.many.close')}
          onClick={() => onClose()}
        >
          <Icon name="close" />
        </button>
      </div>
      {result.refused.length > 0 && (
        <>
          <p>{t('customers.many.notDone', { count: result.refused.length })}</p>
          <ul className={css.points}>
            {result.refused.map(({ id, name, message, params }) => (
              <li key={id}>
                <OwnWords>
                  {t('customers.many.refused', {
                    customer: name,
                    reason: translateMessage(t, message, params ?? {}),
                  })}
                </OwnWords>
              </li>
            ))}
          </ul>
        </>
      )}
      {result.done.length > 0 && (
        <details>
          <summary>{t('customers.many.who')}</summary>
          <p>
            <NamesInLine names={result.done.map(({ name }) => name)} all />
          </p>
        </details>
      )}
    </section>
  );
}

function useTitle({ action, done, to, isUndone }: ManyResult): string {
  const t = useText();
  const count = done.length;
  if (action === 'reminder') return t('customers.remind.sent', { count });
  if (isUndone) return t(`customers.many.undone.${action}`, { count });
  return action === 'move'
    ? t('customers.move.doneMany', { count, to })
    : t('customers.many.done.archive', { count });
}

/** Undoes the action for all its customers, until the server no longer accepts it. */
function Undo({ result, onResult }: Pick<DonePanelProps, 'result' | 'onResult'>) {
  const t = useText();
  const clock = useClockTime();
  const { action, done, undoUntil } = result;
  const isOver = useIsOver(undoUntil);
  // If a call fails, the next press continues with it, so that those who are undone are not reported as refused.
  const [calls] = useState(() => batchCalls<Checked>());
  const { run, state, problems } = useAction(
    async () => {
      const undone = new Map(done.map((each) => [each.undo, each]));
      const batches = batchesOf([...undone.keys()], changedAtMost);
      const answers = await calls.run(batches, String, (ids, key) => undoBatch(action, ids, key));
      const after: ManyResult = {
        ...result,
        done: answers.flatMap((each) => each.done.flatMap((id) => undone.get(id) ?? [])),
        refused: answers.flatMap((each) =>
          each.refused.flatMap((refused) => {
            const of = undone.get(refused.id);
            return of ? [{ ...refused, ...of }] : [];
          }),
        ),
        undoUntil: null,
        isUndone: true,
      };
      return after;
    },
    {
      resetMs: adminResetMs.save,
      onDone: onResult,
    },
  );
  if (undoUntil === null || isOver || done.length === 0) return null;
  return (
    <>
      <span>{t('customers.many.undoUntil', { time: clock(undoUntil) })}</span>
      <Button
        variant="two"
        icon="bring-back"
        state={state}
        words={{
          pending: 'customers.many.undoing',
          complete: 'customers.undone',
          error: 'customers.action.failed',
        }}
        saysDone={false}
        onClick={() => void run()}
      >
        {t('customers.undo')}
      </Button>
      <ProblemList problems={problems} />
    </>
  );
}

/** Whether an instant has passed. */
function useIsOver(until: string | null): boolean {
  const [over, setOver] = useState<string | null>(null);
  useEffect(() => {
    if (until === null) return undefined;
    const timer = setTimeout(() => setOver(until), Math.max(0, new Date(until).getTime() - Date.now()));
    return () => clearTimeout(timer);
  }, [until]);
  return until !== null && over === until;
}
