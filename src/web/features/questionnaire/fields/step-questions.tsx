import { useLocation } from '@tanstack/react-router';
import { Fragment, type ReactNode } from 'react';
import type { PlainTextKey } from '../../../../domain/i18n/texts.ts';
import { inAskingOrder } from '../../../../domain/names.ts';
import type { AnswerKey, StepId } from '../../../../domain/questionnaire/answers.ts';
import { questionOf, stepOf } from '../../../../domain/questionnaire/definition.ts';
import { pageWords } from '../../../../domain/questionnaire/reading/page-words.ts';
import type { Group, Question } from '../../../../domain/questionnaire/questions/question.ts';
import { useLanguage, useText } from '../../../app/texts.tsx';
import { useReading } from '../../../plan-view/reading.tsx';
import { Button } from '../../../ui/buttons/button.tsx';
import { Disclosure } from '../../../ui/disclosure.tsx';
import { Sprig } from '../../../ui/drawings/sprig.tsx';
import { HelpPlace } from '../../assistant/api.ts';
import {
  AboutCpr,
  AboutPalliativeCare,
  AboutTreatments,
  ChosenTreatments,
  CprAnswers,
} from './explanations.tsx';
import { QuestionField } from './question-field.tsx';
import css from '../questionnaire.module.css';

const afterGroup: Readonly<Record<string, PlainTextKey>> = {
  senses: 'rest.afterSenses',
  symptoms: 'rest.afterSymptoms',
  body: 'rest.afterBody',
};

/** Reason for the step, and for health the effect of the answers. Straight after signing up, also what the questions are for. */
export function StepIntroduction({ step }: { step: StepId }) {
  const reading = useReading();
  const { t } = reading;
  const begins = useLocation({ select: ({ state }) => state.begins === true });
  return (
    <div className={css.intro}>
      {begins && (
        <p>
          {pageWords(reading, 'intro.what')} {t('intro.pace')}
        </p>
      )}
      {step === 'step4' && (
        <>
          <p>{t('step4.whatItDoes')}</p>
          <p className={css.noRail}>{t('step4.noRight')}</p>
        </>
      )}
      <Disclosure summary={t('common.why')}>{pageWords(reading, `${step}.why` as PlainTextKey)}</Disclosure>
    </div>
  );
}

type StepQuestionsProps = {
  step: StepId;
  /** Saves everything and leaves; undefined if there is nothing to save. */
  onLater: (() => void) | undefined;
};

/** Every question of a step, with its group headings and places to pause. */
export function StepQuestions({ step, onLater }: StepQuestionsProps) {
  const { groups, questions } = stepOf(step);
  if (groups) return groups.map((group) => <QuestionGroup key={group.id} group={group} onLater={onLater} />);
  return <QuestionList questions={questions} onLater={onLater} />;
}

/** The questions of one page of a step on a small screen, whose title is that of their group. */
export function PageQuestions({ keys }: { keys: readonly AnswerKey[] }) {
  return <QuestionList questions={keys.map((key) => questionOf(key))} />;
}

/** The questions of a step on the page of the step before it, under their own title. */
export function JoinedStep({ step }: { step: StepId }) {
  const reading = useReading();
  const id = `joined-${step}`;
  return (
    <section className="qgroup" aria-labelledby={id}>
      <h2 id={id}>{pageWords(reading, `${step}.title` as PlainTextKey)}</h2>
      <p>{pageWords(reading, `${step}.hint` as PlainTextKey)}</p>
      <div className={css.intro}>
        <Disclosure summary={reading.t('common.why')}>
          {pageWords(reading, `${step}.why` as PlainTextKey)}
        </Disclosure>
      </div>
      <QuestionList questions={stepOf(step).questions} />
    </section>
  );
}

type QuestionListProps = { questions: readonly Question[]; onLater?: StepQuestionsProps['onLater'] };

function QuestionList({ questions, onLater }: QuestionListProps) {
  const language = useLanguage();
  const t = useText();
  return inAskingOrder(questions, language, ({ key }) => key)
    .filter(({ when }) => !when)
    .map((question, index) => (
      <Fragment key={question.key}>
        {question.key === 'treatmentsSelected' && index > 0 && (
          <Pause words={t('rest.afterCpr')} onLater={onLater} />
        )}
        <BeforeQuestion question={question} />
        <QuestionField question={question}>
          <InQuestion question={question} />
        </QuestionField>
        <HelpPlace of={question.key} />
      </Fragment>
    ));
}

function QuestionGroup({ group, onLater }: { group: Group; onLater: StepQuestionsProps['onLater'] }) {
  const t = useText();
  const rest = afterGroup[group.id];
  return (
    <>
      <section className="qgroup" aria-labelledby={`group-${group.id}`}>
        <h2 id={`group-${group.id}`}>{t(group.title)}</h2>
        <QuestionList questions={group.keys.map((key) => questionOf(key))} />
      </section>
      {rest && <Pause words={t(rest)} onLater={onLater} />}
    </>
  );
}

function BeforeQuestion({ question }: { question: Question }) {
  switch (question.key) {
    case 'cprStopBreathing':
      return <AboutCpr />;
    case 'treatmentsSelected':
      return <AboutTreatments />;
    case 'palliativeCare':
      return <AboutPalliativeCare />;
    default:
      return null;
  }
}

function InQuestion({ question }: { question: Question }) {
  const t = useText();
  switch (question.key) {
    case 'minimumQolList':
      return (
        <Disclosure summary={t('common.readMore')}>
          <p>{t('minimumQolList.explain.fewer')}</p>
          <p>{t('minimumQolList.explain.more')}</p>
        </Disclosure>
      );
    case 'cprStopBreathing':
    case 'cprCatastrophic':
      return <CprAnswers question={question.key} />;
    case 'treatmentsSelected':
      return <ChosenTreatments />;
    default:
      return null;
  }
}

/** A place to pause: a sentence, and a button that saves everything and leaves. */
function Pause({ words, onLater }: { words: string; onLater: (() => void) | undefined }) {
  const t = useText();
  return (
    <Rest words={words}>
      {onLater && (
        <Button variant="text" onClick={onLater}>
          {t('submit.comeBackLater')}
        </Button>
      )}
    </Rest>
  );
}

/** A sentence about what comes next, with what can be done instead. */
export function Rest({ words, children }: { words: string; children?: ReactNode }) {
  return (
    <div className="rest">
      <Sprig drawing="small" />
      <p>{words}</p>
      {children}
    </div>
  );
}
