import { Link } from '@tanstack/react-router';
import { stateOfPostcode } from '../../../domain/fields.ts';
import { textOf, type Answers } from '../../../domain/questionnaire/answers.ts';
import { formAddress } from '../../../domain/state-forms.ts';
import { useLanguage, useText } from '../../app/texts.tsx';
import { Card } from '../../ui/card.tsx';
import { Icon } from '../../ui/drawings/icon.tsx';
import css from '../../plan-view/plan.module.css';
import { sentences } from '../../plan-view/sentences.ts';

/** What form the law has where the person lives, and that the plan is not that form (D-01). */
export function StateForm({ answers }: { answers: Answers }) {
  const t = useText();
  const language = useLanguage();
  const state = stateOfPostcode(textOf(answers, 'postcode'));
  return (
    <Card title={t('stateForm.title')} className={css.textCard}>
      <p>{t('stateForm.what')}</p>
      <p>{t(`stateForm.${state ?? 'unknown'}`)}</p>
      {state && (
        <>
          <p>{t('stateForm.decisionMaker', { term: t(`state.${state}.decisionMaker`) })}</p>
          <p>
            <a className={css.outside} href={formAddress[state]} target="_blank" rel="noreferrer">
              <span>
                {sentences(
                  language,
                  t('stateForm.link', { state: t(`state.${state}.name`) }),
                  t('common.newTab'),
                )}
              </span>
              <Icon name="external" small />
            </a>
          </p>
        </>
      )}
      <p>
        <Link to="/user/location" search={state ? { state } : {}}>
          {t('stateForm.rules')}
        </Link>
      </p>
      <p>{t('stateForm.advice')}</p>
    </Card>
  );
}
