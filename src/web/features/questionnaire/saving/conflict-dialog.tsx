import { useId, useMemo, useState } from 'react';
import type { AnswerKey, Answers, StepId, TextAnswerKey } from '../../../../domain/questionnaire/answers.ts';
import { textOf } from '../../../../domain/questionnaire/answers.ts';
import { present, questionTitle, type Row } from '../../../../domain/questionnaire/present.ts';
import { useLanguage, useTexts } from '../../../app/texts.tsx';
import { Button } from '../../../ui/buttons/button.tsx';
import { Icon } from '../../../ui/drawings/icon.tsx';
import { Modal } from '../../../ui/dialogs/modal.tsx';
import { clockTime } from '../../../plan-view/unsaved/clock-time.ts';
import type { Choices, Disagreement } from '../../../plan-view/unsaved/conflict.ts';
import type { Plan } from '../../../plan-view/plan.ts';
import { useReading, type Reading } from '../../../plan-view/reading.tsx';
import { tellingTexts } from '../../../plan-view/steps/step-texts.ts';
import { answersWith } from '../../../plan-view/steps/step-values.ts';
import type { OpenConflict, StepSaving } from './use-save-step.ts';
import drawn from '../../../forms/signature/signature.module.css';
import own from './saving.module.css';

type ConflictDialogProps = { conflict: OpenConflict; plan: Plan; step: StepId; saving: StepSaving };

/** Both answers to each question that was answered in two places. Nothing is preselected; both stay until a choice is made. */
export default function ConflictDialog({
  conflict: { comparison, theirs },
  plan,
  step,
  saving,
}: ConflictDialogProps) {
  const reading = useReading();
  const { t } = reading;
  const language = useLanguage();
  const ready = useTexts(tellingTexts);
  const requiredId = useId();
  const [choices, setChoices] = useState<Choices>({});
  const mine = useMemo(() => answersWith(theirs.answers, comparison.values), [theirs, comparison]);
  const open = comparison.disagreements.filter(({ question }) => !choices[question.key]);
  if (!ready) return null;
  const time = clockTime(theirs.updated_at, language);
  return (
    <Modal
      open
      width={780}
      onClose={saving.closeConflict}
      title={t('conflict.title')}
      lead={t('conflict.body')}
      stickyFoot
      foot={
        <>
          <Button
            off={open.length > 0}
            aria-describedby={requiredId}
            onClick={() => void saving.decide(choices)}
          >
            {t(
              step === 'step9'
                ? 'common.continue'
                : plan.status === 'complete'
                  ? 'submit.saveChanges'
                  : 'submit.saveStep',
            )}
          </Button>
          <Button variant="two" onClick={saving.closeConflict}>
            {t('common.cancel')}
          </Button>
        </>
      }
    >
      {comparison.disagreements.map((disagreement) => {
        const { question } = disagreement;
        const choose = (choice: 'mine' | 'theirs') => () =>
          setChoices({ ...choices, [question.key]: choice });
        const picked = choices[question.key];
        return (
          <section
            key={question.key}
            className={own.disagreement}
            aria-label={questionTitle(question, reading)}
          >
            <h3>
              {question.number !== undefined && <span className="quiet num">{question.number}</span>}
              <span>{questionTitle(question, reading)}</span>
            </h3>
            <div className="pairv">
              <Version
                title={t('conflict.thisPage')}
                answers={mine}
                disagreement={disagreement}
                picked={picked === 'mine'}
                keep={t('conflict.keepThis')}
                onKeep={choose('mine')}
              />
              <Version
                title={t('conflict.saved', { time })}
                answers={theirs.answers}
                disagreement={disagreement}
                picked={picked === 'theirs'}
                keep={t('conflict.keepSaved')}
                onKeep={choose('theirs')}
              />
            </div>
          </section>
        );
      })}
      <p className={`small quiet ${own.required}`} id={requiredId}>
        {open.length > 0 && t('conflict.required')}
      </p>
    </Modal>
  );
}

type VersionProps = {
  title: string;
  answers: Answers;
  disagreement: Disagreement;
  picked: boolean;
  keep: string;
  onKeep: () => void;
};

function Version({ title, answers, disagreement, picked, keep, onKeep }: VersionProps) {
  const reading = useReading();
  const { lines, note } = rowIn(answers, disagreement.question.key, reading);
  const signature = disagreement.question.kind === 'signature' ? textOf(answers, 'signatureImage') : '';
  return (
    <div className={`ver ${own.version}`} data-picked={picked || undefined}>
      <small>{title}</small>
      <div>
        {signature ? (
          <img className={drawn.signature} src={signature} alt={reading.t('signatureImage.label')} />
        ) : (
          lines.map((line) => <b key={line}>{line}</b>)
        )}
        {note && <p className="n2">{reading.t('review.note', { note })}</p>}
      </div>
      <button type="button" className="btn two" aria-pressed={picked} onClick={onKeep}>
        {picked && <Icon name="check" />}
        {keep}
      </button>
    </div>
  );
}

/** The answer to one question in words; questions without a row of their own are plain texts. */
function rowIn(answers: Answers, key: AnswerKey, reading: Reading): Pick<Row, 'lines' | 'note'> {
  const row = present(answers, reading)
    .flatMap(({ rows }) => rows)
    .find((each) => each.key === key);
  return row ?? { lines: [textOf(answers, key as TextAnswerKey) || reading.t('review.notAnswered')] };
}
