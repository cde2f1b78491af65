import { stateOfPostcode, type StateId } from '../../../domain/fields.ts';
import { textOf, type Answers } from '../../../domain/questionnaire/answers.ts';
import { useLanguage, useText } from '../../app/texts.tsx';
import { Card } from '../../ui/card.tsx';
import { Icon } from '../../ui/drawings/icon.tsx';
import css from '../../plan-view/plan.module.css';
import { sentences } from '../../plan-view/sentences.ts';

const advancePlanning = 'https://www.advancecareplanning.org.au/create-your-plan/create-your-plan-';

/** Where each state or territory has its form, or where its government sends people for it. */
const formAddress: Readonly<Record<StateId, string>> = {
  act: `${advancePlanning}act`,
  nsw: `${advancePlanning}nsw`,
  nt: 'https://nt.gov.au/law/rights/advance-personal-plan',
  qld: `${advancePlanning}qld`,
  sa: 'https://advancecaredirectives.sa.gov.au',
  tas: `${advancePlanning}tas`,
  vic: `${advancePlanning}vic`,
  wa: `${advancePlanning}wa`,
};

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
      <p>{t('stateForm.advice')}</p>
    </Card>
  );
}
