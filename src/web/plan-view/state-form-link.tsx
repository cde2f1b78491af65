import { stateOfPostcode, type StateId } from '../../domain/fields.ts';
import { textOf, type Answers } from '../../domain/questionnaire/answers.ts';
import { formAddress } from '../../domain/location/state-forms.ts';
import { useLanguage, useText } from '../app/texts.tsx';
import { Icon } from '../ui/drawings/icon.tsx';
import css from './plan.module.css';
import { sentences } from './sentences.ts';

/** Returns the state or territory of the person of a plan; undefined if the postcode does not determine it. */
export const stateOfAnswers = (answers: Answers): StateId | undefined =>
  stateOfPostcode(textOf(answers, 'postcode'));

/** Link to the form of the state or territory where the person lives. The texts `plan` and `states` must be loaded. */
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
