import { useId, useState } from 'react';
import { plainDigits } from '../../../domain/typed-text/digits.ts';
import { stateOfPostcode, type StateId } from '../../../domain/fields.ts';
import { chosenPlace, stateIdOf, stateIds } from '../../../domain/location/state-forms.ts';
import { useText } from '../../app/texts.tsx';
import { Button } from '../../ui/buttons/button.tsx';
import { RadioCards } from '../../ui/fields/choices.tsx';
import { focusField } from '../../ui/fields/error-summary.tsx';
import { TextField } from '../../ui/fields/text-field.tsx';
import css from './location.module.css';

type Problem = { field: 'state' | 'postcode'; words: string };

type PlaceFormProps = {
  /** The state whose form is shown. */
  state: StateId | undefined;
  onChosen: (state: StateId) => void;
};

/** The typed postcode and the state, each with its error. `submit` calls `onChosen`, or shows the error. */
function usePlace({ state: shown, onChosen }: PlaceFormProps, ids: Record<Problem['field'], string>) {
  const t = useText();
  const [picked, setPicked] = useState<StateId>();
  const [postcode, setPostcode] = useState('');
  const [problem, setProblem] = useState<Problem>();
  const state = picked ?? shown;

  const pick = (value: string) => {
    setPicked(stateIdOf(value));
    setPostcode('');
    setProblem(undefined);
  };

  const type = (typed: string) => {
    setPostcode(typed);
    setProblem(undefined);
    const found = stateOfPostcode(plainDigits(typed));
    if (found) setPicked(found);
  };

  const submit = () => {
    const chosen = chosenPlace({ state, postcode });
    if ('state' in chosen) {
      setProblem(undefined);
      setPicked(undefined);
      return onChosen(chosen.state);
    }
    setProblem({ field: chosen.field, words: t(chosen.message) });
    focusField(ids[chosen.field]);
  };

  const errorAt = (field: Problem['field']) => (problem?.field === field ? problem.words : undefined);

  return { state, postcode, pick, type, submit, errorAt };
}

/** Selection of a state or territory from the list, or by a postcode, which selects it in the list. */
export function PlaceForm(props: PlaceFormProps) {
  const t = useText();
  const ids = { state: useId(), postcode: useId() };
  const { state, postcode, pick, type, submit, errorAt } = usePlace(props, ids);

  return (
    <form
      noValidate
      className={css.form}
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <RadioCards
        id={ids.state}
        name="state"
        label={t('where.page.choose')}
        hint={t('where.page.chooseHint')}
        error={errorAt('state')}
        low
        value={state}
        onChange={pick}
        choices={stateIds.map((value) => ({ value, label: t(`where.${value}.name`) }))}
      />
      <TextField
        id={ids.postcode}
        name="postcode"
        label={t('guest.locationPostcode')}
        hint={t('guest.locationPostcodeHint')}
        error={errorAt('postcode')}
        width="short"
        inputMode="numeric"
        autoComplete="postal-code"
        value={postcode}
        onChange={(event) => type(event.target.value)}
      />
      <Button type="submit" variant="two" wide>
        {t('where.page.show')}
      </Button>
    </form>
  );
}
