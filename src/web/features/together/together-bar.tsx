import { useEffect } from 'react';
import type { Together } from '../../app/person.ts';
import { signOut } from '../../app/gates/leaving.ts';
import { site } from '../../app/site.ts';
import { useText, useTexts } from '../../app/texts.tsx';
import { useAction } from '../../forms/use-action.ts';
import { OwnWords } from '../../ui/words/own-words.tsx';
import css from './together.module.css';

/**
 * Bar on every page of a session with staff beside the customer (N-08): whose account it is, who is beside them, and a button to
 * finish. It stays at the top while the page scrolls.
 */
export default function TogetherBar({ together }: { together: Together }) {
  return useTexts(['login-as-customer', 'errors']) ? <Bar together={together} /> : null;
}

function Bar({
  together: { customer_name: customer, staff_name: staff, organisation },
}: {
  together: Together;
}) {
  const t = useText();
  const { run, state, problems } = useAction(() => signOut('/login'), { resetMs: 2500 });
  const whose = t('lac.together.whose', { customer });
  const beside = t('lac.together.beside', { staff, organisation: organisation ?? site.companyName });
  // The top bar is not sticky meanwhile: both bars together would cover too much of a small screen.
  useEffect(() => {
    document.documentElement.dataset['together'] = '';
    return () => {
      delete document.documentElement.dataset['together'];
    };
  }, []);
  return (
    <section className={`lac ${css.bar}`} aria-label={`${whose} ${beside}`}>
      <p>
        <b>
          <OwnWords>{whose}</OwnWords>
        </b>{' '}
        <span className={css.beside}>
          <OwnWords>{beside}</OwnWords>
        </span>
      </p>
      <button type="button" aria-disabled={state === 'pending' || undefined} onClick={() => void run()}>
        {t('lac.together.finish')}
      </button>
      <div role="alert" className={css.failed}>
        {problems.length > 0 && <p>{t('error.serverError')}</p>}
      </div>
    </section>
  );
}
