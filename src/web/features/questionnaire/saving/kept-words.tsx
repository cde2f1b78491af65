import { useMemo } from 'react';
import type { StepId } from '../../../../domain/questionnaire/answers.ts';
import { ApiError } from '../../../api/errors.ts';
import { useText, useTexts } from '../../../app/texts.tsx';
import { useAction } from '../../../forms/use-action.ts';
import { changedAnswers } from '../../../plan-view/changes/changed-answers.ts';
import type { Plan } from '../../../plan-view/plan.ts';
import { useReading } from '../../../plan-view/reading.tsx';
import { tellingTexts } from '../../../plan-view/steps/step-texts.ts';
import { answersWith } from '../../../plan-view/steps/step-values.ts';
import { unsaved, wordsOf } from '../../../plan-view/unsaved/unsaved-answers.ts';
import { Button, type StateWords } from '../../../ui/buttons/button.tsx';
import { Notice } from '../../../ui/messages/notice.tsx';
import { OwnWords } from '../../../ui/words/own-words.tsx';
import own from './saving.module.css';

type KeptWordsProps = { plan: Plan; step: StepId };

/**
 * Text that was typed in a step before its plan was locked, and is not saved: to be copied, also after the page was loaded again.
 */
export default function KeptWords(props: KeptWordsProps) {
  return useTexts(tellingTexts) ? <Words {...props} /> : null;
}

const copyWords: StateWords = {
  pending: 'common.copied',
  complete: 'common.copied',
  error: 'common.tryAgain',
};

function Words({ plan, step }: KeptWordsProps) {
  const t = useText();
  const reading = useReading();
  const rows = useMemo(() => {
    const kept = wordsOf(unsaved, plan, step);
    if (!kept) return [];
    return changedAnswers(step, plan, answersWith(plan.answers, kept), reading).map(({ after }) => after);
  }, [plan, step, reading]);
  const copy = () => {
    const text = rows.map(({ title, lines, note }) =>
      [title, ...lines, ...(note === undefined ? [] : [t('review.note', { note })])].join('\n'),
    );
    return navigator.clipboard
      .writeText(text.join('\n\n'))
      .catch(() => Promise.reject(new ApiError('general_error')));
  };
  const { state, run } = useAction(copy, { resetMs: 2500 });
  if (rows.length === 0) return null;
  return (
    <section className={own.kept} aria-labelledby="kept-words">
      <Notice icon="alert">
        <h2 id="kept-words">{t('locked.kept.title')}</h2>
        <p>{t('locked.kept.body')}</p>
        <dl>
          {rows.map(({ key, title, lines, note }) => (
            <div key={key}>
              <dt>{title}</dt>
              {lines.map((line) => (
                <dd key={line}>
                  <OwnWords>{line}</OwnWords>
                </dd>
              ))}
              {note !== undefined && (
                <dd>
                  <OwnWords>{t('review.note', { note })}</OwnWords>
                </dd>
              )}
            </div>
          ))}
        </dl>
        <Button variant="two" state={state} words={copyWords} onClick={() => void run()}>
          {t('locked.kept.copy')}
        </Button>
      </Notice>
    </section>
  );
}
