import { useMemo } from 'react';
import type { PlainTextKey } from '../../../../domain/i18n/texts.ts';
import { steps } from '../../../../domain/questionnaire/definition.ts';
import type { Question, Step } from '../../../../domain/questionnaire/questions/question.ts';
import { askedAs, pageWords } from '../../../../domain/questionnaire/reading/page-words.ts';
import { optionLabel } from '../../../../domain/questionnaire/reading/present.ts';
import { useSession } from '../../../app/session.tsx';
import { useText } from '../../../app/texts.tsx';
import { ReadingContext, useReading } from '../../../plan-view/reading.tsx';
import { LinkButton } from '../../../ui/buttons/link-button.tsx';
import { Disclosure } from '../../../ui/disclosure.tsx';
import { HelpLine } from '../../../ui/help-line.tsx';
import { PageTitle } from '../../../ui/page-title.tsx';
import { AboutCpr } from '../fields/explanations.tsx';
import css from './questions-preview.module.css';

/** The steps with questions about the person. Contacts, payment and signing follow them. */
const shown = steps.filter(({ ownLayout, questions }) => !ownLayout && questions.length > 0);

/** All questions and their answers to read before signing up. Nothing can be entered here, and nothing is stored. */
export function Page() {
  const t = useText();
  const user = useSession();
  const reading = useMemo(() => ({ t, voice: { kind: 'self' as const } }), [t]);
  return (
    <ReadingContext value={reading}>
      <div className={css.page}>
        <PageTitle>{t('preview.title')}</PageTitle>
        <p className="lead">{t('preview.lead')}</p>
        <Start signedIn={user !== null} />
        <nav aria-label={t('preview.contents')} className={css.contents}>
          <ol>
            {shown.map(({ id, name }) => (
              <li key={id}>
                <a href={`#${id}`}>{t(name)}</a>
              </li>
            ))}
          </ol>
        </nav>
        {shown.map((step) => (
          <StepQuestions key={step.id} step={step} />
        ))}
        <section className={css.end}>
          <h2>{t('preview.end')}</h2>
          <p>{t('preview.endBody')}</p>
          <Start signedIn={user !== null} />
          <p className="quiet">
            <HelpLine>{t('common.helpPhoneLine')}</HelpLine>
          </p>
        </section>
      </div>
    </ReadingContext>
  );
}

function Start({ signedIn }: { signedIn: boolean }) {
  const t = useText();
  return (
    <div className="acts">
      <LinkButton to={signedIn ? '/questionnaire' : '/signup'}>{t('preview.start')}</LinkButton>
    </div>
  );
}

function StepQuestions({ step }: { step: Step }) {
  const reading = useReading();
  return (
    <section id={step.id} className={css.step} aria-labelledby={`${step.id}-title`}>
      <h2 id={`${step.id}-title`}>{pageWords(reading, `${step.id}.title` as PlainTextKey)}</h2>
      <p>{pageWords(reading, `${step.id}.hint` as PlainTextKey)}</p>
      {step.id === 'step5' && <AboutCpr />}
      {step.questions
        .filter(({ when }) => !when)
        .map((question) => (
          <QuestionToRead key={question.key} question={question} />
        ))}
    </section>
  );
}

function QuestionToRead({ question }: { question: Question }) {
  const reading = useReading();
  const { t } = reading;
  const { kind, number, options, why } = question;
  return (
    <div className={css.question}>
      <h3>
        {number !== undefined && <span className="n">{number}</span>} {askedAs(question, reading)}
      </h3>
      {options && (
        <ul>
          {options.map((option) => (
            <li key={option.id}>{optionLabel(option, reading)}</li>
          ))}
        </ul>
      )}
      {kind === 'text' && <p className="quiet">{t('preview.ownWords')}</p>}
      {why && (
        <Disclosure summary={t('common.why')} of={askedAs(question, reading)}>
          {pageWords(reading, why)}
        </Disclosure>
      )}
    </div>
  );
}
