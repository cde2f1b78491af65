import { useState } from 'react';
import { useMay } from '../../app/allowed.tsx';
import { useShortDate } from '../../app/dates.ts';
import { useLanguage, useText } from '../../app/texts.tsx';
import { ProblemList } from '../../forms/errors/problem-list.tsx';
import { useAction } from '../../forms/use-action.ts';
import { clockTime } from '../../plan-view/unsaved/clock-time.ts';
import { Button, type StateWords } from '../../ui/buttons/button.tsx';
import { remindContact, type Contact } from './contacts-api.ts';
import css from './contacts.module.css';

const sending: StateWords = { pending: 'common.sending', complete: 'common.sent', error: 'common.notSent' };

/** An unanswered request: its date, the expiry of its link, and actions to send it again and to cancel it. */
export function PendingActions({ contact, onCancel }: { contact: Contact; onCancel: () => void }) {
  const t = useText();
  const language = useLanguage();
  const shortDate = useShortDate();
  const { id, name, asked_at, asked_until, link_expired, remind_after } = contact;
  const mayChange = useMay('contacts.change');
  const [again, setAgain] = useState(false);
  const { run, state, problems } = useAction(() => remindContact(id), {
    resetMs: 2500,
    texts: { 'not-found': 'contacts.gone.short' },
    onDone: () => setAgain(true),
  });
  const wait = remind_after
    ? t('contacts.row.remindWait', { time: clockTime(t, remind_after, language) })
    : undefined;
  return (
    <>
      <p className={css.list}>
        <span>{t('contacts.row.askedOn', { date: shortDate(asked_at) })}</span>
        <span>
          {t(link_expired ? 'contacts.row.expiredOn' : 'contacts.row.askedUntil', {
            date: shortDate(asked_until),
          })}
        </span>
      </p>
      {mayChange && (
        <>
          <ProblemList problems={problems} className={css.problems} />
          <div className={css.pendingActs}>
            <Button
              variant="two"
              icon="renew"
              state={state}
              words={sending}
              keepsRoom
              off={wait !== undefined && state === 'initial'}
              onClick={() => void run()}
            >
              {t('contacts.row.remind')}
              <span className="vh">: {name}</span>
            </Button>
            <button type="button" className="mini" aria-haspopup="dialog" onClick={onCancel}>
              {t('contacts.row.cancel')}
              <span className="vh">: {name}</span>
            </button>
          </div>
          <div role="status" className={css.status}>
            {again && <p>{t('contacts.row.reminded')}</p>}
            {wait !== undefined && <p className="small quiet">{wait}</p>}
          </div>
        </>
      )}
    </>
  );
}
