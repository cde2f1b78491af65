import { useEffect } from 'react';
import { sessionLost } from '../../api/session/session-lost.ts';
import type { Acting } from '../../app/person.ts';
import { useText, useTexts } from '../../app/texts.tsx';
import { announce } from '../../ui/messages/announce.ts';
import { Icon } from '../../ui/drawings/icon.tsx';
import { OwnWords } from '../../ui/words/own-words.tsx';
import { useFinishImpersonation } from './use-finish.ts';
import { useTimeLeft } from './use-time-left.ts';
import css from './impersonation.module.css';
import { useAction } from '../../forms/use-action.ts';

/** Remaining minutes at which screen readers announce the time. */
const saidAt = [5, 1];

/**
 * Strip under the bar while a staff member is in a customer's account: the customer, the remaining time, and a button to leave.
 */
export default function ImpersonationBanner({ acting }: { acting: Acting }) {
  return useTexts(['login-as-customer', 'errors']) ? <Banner acting={acting} /> : null;
}

function Banner({ acting }: { acting: Acting }) {
  const t = useText();
  const back = useFinishImpersonation();
  const { minutes, over } = useTimeLeft(acting);
  const { run, state, problems } = useAction(() => back(acting.customer_id), { resetMs: 2500 });
  const words = t('lac.banner', { customer: acting.customer_name });
  const left = t('lac.bannerTime', { count: minutes });

  useEffect(() => {
    if (saidAt.includes(minutes)) announce(left);
  }, [left, minutes]);
  useEffect(() => {
    // Typed text of the page is stored, and the dialog offers a way back.
    if (over) sessionLost();
  }, [over]);

  return (
    <section className={`lac ${css.banner}`} aria-label={words}>
      <Icon name="eye" />
      <p>
        <b>
          <OwnWords>{words}</OwnWords>
        </b>{' '}
        <span className="num">{left}</span>
        <span className={css.limits}>{t('lac.limits')}</span>
      </p>
      <button type="button" aria-disabled={state === 'pending' || undefined} onClick={() => void run()}>
        <Icon name="back" small />
        {t('lac.return')}
      </button>
      <div role="alert" className={css.failed}>
        {problems.length > 0 && <p>{t('error.serverError')}</p>}
      </div>
    </section>
  );
}
