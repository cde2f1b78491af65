import { Link } from '@tanstack/react-router';
import type { TextKey } from '../../../../domain/i18n/texts.ts';
import { stepOf } from '../../../../domain/questionnaire/definition.ts';
import { useText } from '../../../app/texts.tsx';
import { Icon } from '../../../ui/drawings/icon.tsx';
import type { OpenStep } from '../../../plan-view/steps/progress.ts';
import css from '../questionnaire.module.css';

/** The steps that still need an answer, each with a link to it; or that there are none (QINC-01, QINC-02). */
export function IncompleteSteps({ open, complete }: { open: readonly OpenStep[]; complete: boolean }) {
  const t = useText();
  if (open.length === 0) {
    return complete ? null : (
      <p className={`said ${css.ready}`}>
        <Icon name="circle-check" />
        <span>{t('incomplete.done')}</span>
      </p>
    );
  }
  return (
    <section className={css.incomplete} aria-labelledby="incomplete-title">
      <h2 id="incomplete-title">{t('incomplete.title')}</h2>
      <p>{t('incomplete.body')}</p>
      <ul>
        {open.map(({ step, field, answered, total }) => (
          <li key={step}>
            <Link to="/questionnaire/$step" params={{ step }}>
              {t(field ? (`incomplete.item.${field}` as TextKey) : stepOf(step).name)}
            </Link>
            <span className="small quiet">{t('progress.answered', { count: answered, total })}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
