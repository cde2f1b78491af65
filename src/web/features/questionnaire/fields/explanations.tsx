import { useFormContext, useWatch } from 'react-hook-form';
import { useEffect, useRef, useState } from 'react';
import type { PlainTextKey } from '../../../../domain/i18n/texts.ts';
import { questionOf } from '../../../../domain/questionnaire/definition.ts';
import { inVoice, joined, optionLabel } from '../../../../domain/questionnaire/reading/present.ts';
import { treatmentLists } from '../../../../domain/questionnaire/reading/treatments.ts';
import type { Option } from '../../../../domain/questionnaire/questions/options.ts';
import { useText } from '../../../app/texts.tsx';
import { announce } from '../../../ui/messages/announce.ts';
import { Disclosure } from '../../../ui/disclosure.tsx';
import { useReading } from '../../../plan-view/reading.tsx';
import fields from './fields.module.css';
import css from '../questionnaire.module.css';
import type { StepValues } from '../../../plan-view/steps/step-values.ts';
import { useVoicedText } from '../../../plan-view/voiced-text.ts';

const cprMore = ['depends', 'effects', 'numbers', 'only'] as const;

/** Explains CPR and its possible outcomes before the question. That people die is never folded away. */
export function AboutCpr() {
  const said = useVoicedText();
  const t = useText();
  return (
    <section className={css.about} aria-labelledby="about-cpr">
      <h2 id="about-cpr">{t('cpr.what.title')}</h2>
      <p>{t('cpr.what.body')}</p>
      <h3>{t('cpr.outcome.title')}</h3>
      <p>{t('cpr.outcome.body')}</p>
      {cprMore.map((part) => (
        <Disclosure key={part} summary={t(`cpr.${part}.title`)}>
          {t(`cpr.${part}.body`)}
        </Disclosure>
      ))}
      <p className="quiet">{said('cpr.talk.body')}</p>
    </section>
  );
}

const cprParts = ['happens', 'some', 'after'] as const;

/** Explains each answer to a question about CPR further. The meaning of each is part of the answer itself. */
export function CprAnswers({ question }: { question: 'cprStopBreathing' | 'cprCatastrophic' }) {
  const reading = useReading();
  const { t } = reading;
  return (
    <Disclosure summary={t('common.readMore')}>
      {questionOf(question).options?.map((option) => (
        <div key={option.id} className={css.explained}>
          <h3>{optionLabel(option, reading)}</h3>
          {cprParts.map((part) => (
            <p key={part}>{t(`cpr.explain.${option.id}.${part}` as PlainTextKey)}</p>
          ))}
        </div>
      ))}
    </Disclosure>
  );
}

const treatmentParts = ['what', 'can', 'like', 'without'] as const;

const withCapital = (words: string) => words.charAt(0).toLocaleUpperCase() + words.slice(1);

/** Explains each treatment: what it is, its benefits, its burdens, and the alternative without it. */
export function AboutTreatments() {
  const t = useText();
  const treatments = (questionOf('treatmentsSelected').options ?? []).filter(({ exclusive }) => !exclusive);
  return (
    <section className={css.about} aria-labelledby="about-treatments">
      <h2 id="about-treatments">{t('common.readMore')}</h2>
      {treatments.map(({ id, label, shortLabel }) => (
        <Disclosure key={id} summary={withCapital(t(shortLabel ?? label))}>
          <dl className={fields.parts}>
            {treatmentParts.map((part) => (
              <div key={part}>
                <dt>{t(`treatmentsSelected.explain.${part}`)}</dt>
                <dd>{t(`treatmentsSelected.explain.${id}.${part}` as PlainTextKey)}</dd>
              </div>
            ))}
          </dl>
        </Disclosure>
      ))}
      <p>{t('treatmentsSelected.comfort')}</p>
      <p className="quiet">{t('treatmentsSelected.trial')}</p>
    </section>
  );
}

const isNone = (values: readonly string[]) =>
  values.length === 1 && treatmentLists({ treatmentsSelected: [...values] })?.refused.length === 0;

/** The answer about treatments as staff will read it (D-03), and the notice that "none" cleared the others. */
export function ChosenTreatments() {
  const reading = useReading();
  const { t } = reading;
  const { control } = useFormContext<StepValues>();
  const value = useWatch({ control, name: 'treatmentsSelected' });
  const chosen = Array.isArray(value) ? value : [];
  const cleared = useCleared(chosen);
  const lists = treatmentLists({ treatmentsSelected: chosen });
  if (!lists) return null;
  const named = (options: Option[]) =>
    joined(
      options.map((option) => t(option.shortLabel ?? option.label)),
      t,
    );
  return (
    <div className={fields.chosen}>
      {cleared && <p className="quiet small">{t('treatmentsSelected.noneCleared')}</p>}
      <p>
        {lists.refused.length > 0
          ? inVoice(reading, 'treatmentsSelected.chosen', 'onBehalf.review.treatments.refused', {
              list: named(lists.refused),
            })
          : inVoice(reading, 'treatmentsSelected.option.none', 'onBehalf.treatmentsSelected.option.none')}
      </p>
    </div>
  );
}

/** Whether picking "none" has just cleared other ticks; announces it once. */
function useCleared(chosen: readonly string[]): boolean {
  const t = useText();
  const before = useRef(chosen);
  const [cleared, setCleared] = useState(false);
  useEffect(() => {
    const taken = isNone(chosen) && before.current.length > 0 && !isNone(before.current);
    if (taken) announce(t('treatmentsSelected.noneCleared'));
    if (before.current !== chosen) setCleared(taken);
    before.current = chosen;
  }, [chosen, t]);
  return cleared;
}

const palliativeParts = ['where', 'together', 'timing'] as const;

/** Explains palliative care, and the meaning of each answer. */
export function AboutPalliativeCare() {
  const reading = useReading();
  const { t } = reading;
  return (
    <div className={css.about}>
      <p>{t('palliativeCare.explain.what')}</p>
      <Disclosure summary={t('common.readMore')}>
        {palliativeParts.map((part) => (
          <p key={part}>{t(`palliativeCare.explain.${part}`)}</p>
        ))}
        {questionOf('palliativeCare').options?.map((option) => (
          <div key={option.id} className={css.explained}>
            <h3>{optionLabel(option, reading)}</h3>
            <p>{t(`palliativeCare.explain.${option.id}` as PlainTextKey)}</p>
          </div>
        ))}
      </Disclosure>
    </div>
  );
}
