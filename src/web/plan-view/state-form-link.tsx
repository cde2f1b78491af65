import { stateOfPostcode, type StateId } from '../../domain/fields.ts';
import { textOf, type Answers } from '../../domain/questionnaire/answers.ts';
import { useLanguage, useText } from '../app/texts.tsx';
import { Icon } from '../ui/drawings/icon.tsx';
import css from './plan.module.css';
import { sentences } from './sentences.ts';

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

/** The state or territory in which the person of a plan lives; undefined where the postcode does not say. */
export const stateOfAnswers = (answers: Answers): StateId | undefined =>
  stateOfPostcode(textOf(answers, 'postcode'));

/** Leads to the form of the state or territory where the person lives. The texts `plan` and `states` must be loaded. */
export function StateFormLink({ answers }: { answers: Answers }) {
  const t = useText();
  const language = useLanguage();
  const state = stateOfAnswers(answers);
  if (!state) return null;
  return (
    <a className={css.outside} href={formAddress[state]} target="_blank" rel="noreferrer">
      <span>
        {sentences(language, t('stateForm.link', { state: t(`state.${state}.name`) }), t('common.newTab'))}
      </span>
      <Icon name="external" small />
    </a>
  );
}
