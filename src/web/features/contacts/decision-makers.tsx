import { useText } from '../../app/texts.tsx';
import { StateFormLink } from '../../plan-view/state-form-link.tsx';
import { usePlan } from '../../plan-view/use-plan.ts';
import css from './contacts.module.css';

/** Explains beside the contacts what a substitute decision maker is, and that naming one does not appoint them. */
export function DecisionMakers({ userId }: { userId: string }) {
  const t = useText();
  const plan = usePlan(userId).data;
  return (
    <aside className={css.aside}>
      <h2>{t('step8.sdm.title')}</h2>
      <p>{t('step8.sdm.body')}</p>
      <h2>{t('contacts.page.notAppoint')}</h2>
      <p>{t('step8.sdm.notLegal')}</p>
      {plan && (
        <p>
          <StateFormLink answers={plan.answers} />
        </p>
      )}
    </aside>
  );
}
