import { useMemo, useState } from 'react';
import { useText } from '../../../app/texts.tsx';
import { ProblemList } from '../../../forms/errors/problem-list.tsx';
import { Button, type StateWords } from '../../../ui/buttons/button.tsx';
import { Modal } from '../../../ui/dialogs/modal.tsx';
import { Loaded } from '../../../ui/messages/loaded.tsx';
import css from '../actions/actions.module.css';
import { BeforeAction } from './before-action.tsx';
import { remindBatch, useCheck } from './many-api.ts';
import type { ChosenList } from './many-result.ts';
import { useMany } from './use-many.ts';

const words: StateWords = { pending: 'common.sending', complete: 'common.sent', error: 'common.notSent' };

/** Reminds the chosen customers. */
export function RemindManyDialog({ rows, ...rest }: ChosenList & { onClose: () => void }) {
  const t = useText();
  const [asked] = useState(rows);
  const check = useCheck(
    useMemo(() => asked.map(({ id }) => id), [asked]),
    'reminder',
  );
  const {
    run: { run, state, problems },
    close,
  } = useMany({ ...rest, action: 'reminder' }, remindBatch);
  const working = useMemo(() => {
    const done = new Set(check.data?.done);
    return asked.filter(({ id }) => done.has(id));
  }, [asked, check.data]);
  return (
    <Modal
      open
      role="alertdialog"
      onClose={close}
      title={t('customers.remind.title', { count: working.length || asked.length })}
      lead={t('customers.remind.body')}
      foot={
        <>
          <Button
            icon="mail"
            state={state}
            words={words}
            keepsRoom
            off={working.length === 0}
            onClick={() => void run(working)}
          >
            {t('customers.pick.remind')}
          </Button>
          <Button variant="two" off={state === 'pending'} onClick={close}>
            {t('common.cancel')}
          </Button>
        </>
      }
    >
      <Loaded read={check} word="customers.many.checking">
        {(checked) => <BeforeAction checked={checked} rows={asked} />}
      </Loaded>
      <ProblemList problems={problems} className={css.problems} />
    </Modal>
  );
}
