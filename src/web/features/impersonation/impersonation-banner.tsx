import { useEffect, useState } from 'react';
import { sessionLost } from '../../api/session-lost.ts';
import type { Acting } from '../../app/person.ts';
import { useText, useTexts } from '../../app/texts.tsx';
import { announce } from '../../ui/messages/announce.ts';
import { Icon } from '../../ui/drawings/icon.tsx';
import { OwnWords } from '../../ui/own-words.tsx';
import { useReturn } from './use-finish.ts';
import { useTimeLeft } from './use-time-left.ts';
import css from './impersonation.module.css';

/** Minutes before the end at which screen readers say how many are left. */
const saidAt = [5, 1];

/** The strip under the bar while a staff member is in a customer's account: whose it is, how long still, and the way back. */
export default function ActingBanner({ acting }: { acting: Acting }) {
  return useTexts(['login-as-customer', 'errors']) ? <Banner acting={acting} /> : null;
}

function Banner({ acting }: { acting: Acting }) {
  const t = useText();
  const back = useReturn();
  const { minutes, over } = useTimeLeft(acting);
  const [state, setState] = useState<'initial' | 'pending' | 'failed'>('initial');
  const words = t('lac.banner', { customer: acting.customer_name });
  const left = t('lac.bannerTime', { count: minutes });

  useEffect(() => {
    if (saidAt.includes(minutes)) announce(left);
  }, [left, minutes]);
  useEffect(() => {
    // What is typed on the page is kept, and the dialog shows the way back.
    if (over) sessionLost();
  }, [over]);

  const leave = async () => {
    setState('pending');
    try {
      await back(acting.customer_id);
    } catch {
      setState('failed');
    }
  };
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
      <button
        type="button"
        aria-disabled={state === 'pending' || undefined}
        onClick={() => {
          if (state !== 'pending') void leave();
        }}
      >
        <Icon name="back" small />
        {t('lac.return')}
      </button>
      <div role="alert" className={css.failed}>
        {state === 'failed' && <p>{t('error.serverError')}</p>}
      </div>
    </section>
  );
}
