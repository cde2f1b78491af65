import type { Answers } from '../../../domain/questionnaire/answers.ts';
import { useText } from '../../app/texts.tsx';
import { Card } from '../../ui/card.tsx';
import css from '../../plan-view/plan.module.css';
import { stateOfAnswers, StateFormLink } from '../../plan-view/state-form-link.tsx';

/** What form the law has where the person lives, and that the plan is not that form (D-01). */
export function StateForm({ answers }: { answers: Answers }) {
  const t = useText();
  const state = stateOfAnswers(answers);
  return (
    <Card title={t('stateForm.title')} className={css.textCard}>
      <p>{t('stateForm.what')}</p>
      <p>{t(`stateForm.${state ?? 'unknown'}`)}</p>
      {state && (
        <>
          <p>{t('stateForm.decisionMaker', { term: t(`state.${state}.decisionMaker`) })}</p>
          <p>
            <StateFormLink answers={answers} />
          </p>
        </>
      )}
      <p>{t('stateForm.advice')}</p>
    </Card>
  );
}
