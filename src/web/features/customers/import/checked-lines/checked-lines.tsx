import { useEffect, useRef, useState, type Dispatch, type RefObject, type SetStateAction } from 'react';
import { useText } from '../../../../app/texts.tsx';
import { ProblemList } from '../../../../forms/errors/problem-list.tsx';
import { useAction } from '../../../../forms/use-action.ts';
import { Button, type StateWords } from '../../../../ui/buttons/button.tsx';
import { adminResetMs } from '../../../../ui/buttons/reset-delays.ts';
import { Checkbox } from '../../../../ui/fields/choices.tsx';
import { showSnackbar } from '../../../../ui/messages/snackbars.ts';
import { rescueFocus } from '../../../../ui/rescue-focus.ts';
import { OwnWords } from '../../../../ui/words/own-words.tsx';
import { DecideLines } from './decide-lines.tsx';
import { startImport } from '../import-api.ts';
import type { CheckedList } from '../list-api.ts';
import { MendLines } from './mend-lines.tsx';
import { ShownLines } from './shown-lines.tsx';
import css from '../import.module.css';

const words: StateWords = { pending: 'import.starting', complete: 'import.start', error: 'import.start' };

type CheckedLinesProps = {
  list: CheckedList;
  onBack: () => void;
  /** Goes back to the columns and the encoding, if the list has any to choose. */
  onColumns: (list: CheckedList) => void;
  onStarted: () => void;
};

/** The action that starts the import, after the decisions so far were sent: `sentRef` resolves then. */
function useStart({ id }: CheckedList, onStarted: () => void) {
  const t = useText();
  const [sendNow, setSendNow] = useState(false);
  const sentRef = useRef(Promise.resolve());
  const { run, state, problems } = useAction(
    async () => {
      await sentRef.current;
      return startImport(id, sendNow);
    },
    {
      resetMs: adminResetMs.save,
      onDone() {
        showSnackbar(t('success.importStarted'));
        onStarted();
      },
    },
  );
  return { sendNow, setSendNow, sentRef, start: () => void run(), state, problems };
}

/**
 * Third step: totals of the planned import, the lines to decide, those to correct, and the rest in pages. No customer is added
 * before the button is pressed.
 */
export function CheckedLines({ list: checked, onBack, onColumns, onStarted }: CheckedLinesProps) {
  const t = useText();
  const [list, setList] = useState(checked);
  const { open, form } = list;
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => rescueFocus(() => heading.current), []);
  const { sendNow, setSendNow, sentRef, start, state, problems } = useStart(list, onStarted);
  const fresh = list.fresh ?? 0;
  const undecided = open.reduce((sum, each) => (each.kind === 'mend' ? sum : sum + each.undecided), 0);
  return (
    <>
      <div role="status">
        <p className="quiet">
          <OwnWords>{list.name}</OwnWords>
        </p>
        <h3 className={css.caption} tabIndex={-1} ref={heading}>
          {t('import.totals.title', { count: fresh })}
        </h3>
      </div>
      {form?.is_template && form.accent !== null && (
        <p className="small quiet">
          <OwnWords>{t('import.encoding.example', { example: form.accent })}</OwnWords>
        </p>
      )}
      <Totals list={list} />
      <Houses houses={list.houses} />
      <Lines list={list} onList={setList} sentRef={sentRef} />
      <p className={`small quiet ${css.hour}`}>{t('import.invitations.hour')}</p>
      <Checkbox name="send_now" label={t('import.invitations.now')} checked={sendNow} onChange={setSendNow} />
      {undecided > 0 && <p className="small">{t('import.undecided', { count: undecided })}</p>}
      <ProblemList problems={problems} className={css.problems} />
      <div className="modalfoot">
        <Button state={state} words={words} keepsRoom onClick={start}>
          {t('import.start')}
        </Button>
        {hasColumns(list) && (
          <Button variant="two" off={state === 'pending'} onClick={() => onColumns(list)}>
            {t('import.match.back')}
          </Button>
        )}
        <Button variant="two" off={state === 'pending'} onClick={onBack}>
          {t('import.match.other')}
        </Button>
      </div>
    </>
  );
}

type LinesProps = {
  list: CheckedList;
  onList: Dispatch<SetStateAction<CheckedList>>;
  /** Resolves when all decisions so far were sent. */
  sentRef: RefObject<Promise<void>>;
};

/** The lines to decide, those to correct, and the new customers. */
function Lines({ list, onList, sentRef }: LinesProps) {
  const [fresh, doubtful, faulty] = [list.fresh ?? 0, list.doubtful ?? 0, list.faulty ?? 0];
  return (
    <>
      {doubtful > 0 && (
        <DecideLines
          list={list}
          open={list.open}
          onOpen={(open) => onList((before) => ({ ...before, open }))}
          sentRef={sentRef}
        />
      )}
      {faulty > 0 && (
        <MendLines
          list={list}
          count={faulty}
          onMended={(mended) => onList((before) => ({ ...before, ...mended }))}
        />
      )}
      {fresh > 0 && <ShownLines importId={list.id} count={fresh} />}
    </>
  );
}

/** Whether staff can change how the list is read: its columns, its encoding or the century of its years. */
const hasColumns = ({ form }: CheckedList): boolean =>
  form !== null && (!form.is_template || form.accent !== null || form.short_year !== null);

function Totals({ list }: { list: CheckedList }) {
  const t = useText();
  const [fresh, addressless] = [list.fresh ?? 0, list.addressless ?? 0];
  return (
    <dl className={css.totals}>
      <div>
        <dt>{t('import.totals.new')}</dt>
        <dd className="num">{fresh}</dd>
        <dd className={css.said}>
          {(fresh > addressless || fresh === 0) &&
            `${t('import.totals.invited', { count: fresh - addressless })} `}
          {addressless > 0 && t('import.totals.addressless', { count: addressless })}
        </dd>
      </div>
      <div>
        <dt>{t('import.totals.here')}</dt>
        <dd className="num">{list.doubtful ?? 0}</dd>
        <dd className={css.said}>{t('import.totals.decide')}</dd>
      </div>
      <div>
        <dt>{t('import.totals.mend')}</dt>
        <dd className="num">{list.faulty ?? 0}</dd>
        <dd className={css.said}>{t('import.totals.leftOut')}</dd>
      </div>
    </dl>
  );
}

/** Number of houses shown at first. */
const housesShown = 8;

function Houses({ houses }: Pick<CheckedList, 'houses'>) {
  const t = useText();
  if (houses.length === 0) return null;
  return (
    <details className={css.houses} open={houses.length <= housesShown}>
      <summary>{t('import.totals.houses', { count: houses.length })}</summary>
      <ul>
        {houses.map(({ name, fresh }) => (
          <li key={name}>
            <OwnWords>{name}</OwnWords> <b className="num">{fresh}</b>
          </li>
        ))}
      </ul>
    </details>
  );
}
