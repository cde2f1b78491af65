import { useId, type RefObject } from 'react';
import type { StateId } from '../../../domain/fields.ts';
import { formAddress, formRows, nextSteps } from '../../../domain/location/state-forms.ts';
import { useLanguage, useText } from '../../app/texts.tsx';
import { sentences } from '../../plan-view/sentences.ts';
import { AnchorButton, LinkButton } from '../../ui/buttons/link-button.tsx';
import { Notice } from '../../ui/messages/notice.tsx';
import css from './location.module.css';
import { useVoicedText } from '../../plan-view/voiced-text.ts';

/** General advice beside the form, for every place. */
const advice = [
  'where.common.ownOnly',
  'where.common.talk',
  'where.common.copies',
  'where.common.travel',
] as const;

type FormOfStateProps = {
  state: StateId;
  title: RefObject<HTMLHeadingElement | null>;
  visitor: boolean;
};

/** Form of a state or territory: its name, the required witnesses, the next steps, and its address. */
export function FormOfState({ state, title, visitor }: FormOfStateProps) {
  const said = useVoicedText();
  const t = useText();
  const language = useLanguage();
  const id = useId();
  return (
    <section className={css.result} aria-labelledby={id}>
      <h2 id={id} ref={title} tabIndex={-1}>
        {t('where.page.heading', { state: t(`where.${state}.name`), form: t(`state.${state}.form`) })}
      </h2>
      <dl>
        {formRows(state).map(([heading, texts]) => (
          <div key={heading}>
            <dt>{t(heading)}</dt>
            <dd>{sentences(language, ...texts.map((text) => t(text)))}</dd>
          </div>
        ))}
      </dl>
      <h3>{t('where.page.headingNext')}</h3>
      <ol className={css.next}>
        {nextSteps(state).map((step) => (
          <li key={step}>{t(step)}</li>
        ))}
      </ol>
      <Notice>{said('where.common.wattle')}</Notice>
      <ul className={css.advice}>
        {advice.map((line) => (
          <li key={line}>{t(line)}</li>
        ))}
      </ul>
      <div className="acts">
        {visitor && (
          <LinkButton to="/user/upload" search={{ state }}>
            {t('where.page.continue')}
          </LinkButton>
        )}
        <AnchorButton
          variant="two"
          icon="external"
          href={formAddress[state]}
          target="_blank"
          rel="noreferrer"
        >
          {t('where.common.openForm')}
        </AnchorButton>
      </div>
      <p className="small quiet">
        {sentences(language, t('where.common.help'), t('where.common.interpreter'))}
      </p>
      <p className="small quiet">{t('where.common.notAdvice')}</p>
    </section>
  );
}
