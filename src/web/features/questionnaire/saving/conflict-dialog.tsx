import { useId, useMemo, useState } from 'react';
import type { PlainTextKey } from '../../../../domain/i18n/texts.ts';
import { textOf, type Answers, type StepId } from '../../../../domain/questionnaire/answers.ts';
import {
  present,
  presentPlan,
  questionTitle,
  type Section,
} from '../../../../domain/questionnaire/reading/present.ts';
import { useLanguage, useTexts } from '../../../app/texts.tsx';
import { Button } from '../../../ui/buttons/button.tsx';
import { Icon } from '../../../ui/drawings/icon.tsx';
import { Modal } from '../../../ui/dialogs/modal.tsx';
import { clockTime } from '../../../plan-view/unsaved/clock-time.ts';
import type { Choices, Disagreement } from '../../../plan-view/unsaved/conflict.ts';
import { answersInDispute } from '../../../plan-view/changes/answers-in-dispute.ts';
import type { Plan } from '../../../plan-view/plan.ts';
import { useReading } from '../../../plan-view/reading.tsx';
import { tellingTexts } from '../../../plan-view/steps/step-texts.ts';
import { answersWith } from '../../../plan-view/steps/step-values.ts';
import type { StepSaving } from './use-save-step.ts';
import type { OpenConflict } from './step-basis.ts';
import { SignatureImage } from '../../../forms/signature/signature-image.tsx';
import own from './saving.module.css';

type ConflictDialogProps = { conflict: OpenConflict; plan: Plan; step: StepId; saving: StepSaving };

/**
 * Both answers to each question that was answered in two places. Nothing is preselected; both are kept until a choice is made.
 */
export default function ConflictDialog(props: ConflictDialogProps) {
  return useTexts(tellingTexts) ? <Decision {...props} /> : null;
}

/** Returns the text of the button; the last step is not saved before it is signed. */
function saveLabel(step: StepId, plan: Plan): PlainTextKey {
  if (step === 'step9') return 'common.continue';
  return plan.status === 'complete' ? 'submit.saveChanges' : 'submit.saveStep';
}

function Decision({ conflict: { comparison, theirs }, plan, step, saving }: ConflictDialogProps) {
  const reading = useReading();
  const { t } = reading;
  const language = useLanguage();
  const requiredId = useId();
  const [choices, setChoices] = useState<Choices>({});
  const [mine, saved] = useMemo((): [Side, Side] => {
    const answers = answersWith(theirs.answers, comparison.values);
    return [
      { answers, sections: present(answers, reading) },
      { answers: theirs.answers, sections: presentPlan(theirs, reading) },
    ];
  }, [theirs, comparison, reading]);
  const open = comparison.disagreements.filter(({ question }) => !choices[question.key]);
  const time = clockTime(t, theirs.updated_at, language);
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
            {t(saveLabel(step, plan))}
          </Button>
          <Button variant="two" onClick={saving.closeConflict}>
            {t('common.cancel')}
          </Button>
        </>
      }
    >
      {comparison.disagreements.map((disagreement) => {
        const { key } = disagreement.question;
        return (
          <BothAnswers
            key={key}
            disagreement={disagreement}
            mine={mine}
            saved={{ ...saved, time }}
            choice={choices[key]}
            onChoose={(choice) => setChoices({ ...choices, [key]: choice })}
          />
        );
      })}
      <p className={`small quiet ${own.required}`} id={requiredId}>
        {open.length > 0 && t('conflict.required')}
      </p>
    </Modal>
  );
}

/** One of the two states, with its words. */
type Side = { answers: Answers; sections: readonly Section[] };

type Choice = Choices[string];

type BothAnswersProps = {
  disagreement: Disagreement;
  mine: Side;
  /** The saved state; `time` is when it was saved, in words. */
  saved: Side & { time: string };
  choice: Choice | undefined;
  onChoose: (choice: Choice) => void;
};

function BothAnswers({ disagreement, mine, saved, choice, onChoose }: BothAnswersProps) {
  const reading = useReading();
  const { t } = reading;
  const { question } = disagreement;
  const title = questionTitle(question, reading);
  return (
    <section className={own.disagreement} aria-label={title}>
      <h3>
        {question.number !== undefined && <span className="quiet num">{question.number}</span>}
        <span>{title}</span>
      </h3>
      <div className="pairv">
        <Version
          title={t('conflict.thisPage')}
          side={mine}
          disagreement={disagreement}
          picked={choice === 'mine'}
          keep={t('conflict.keepThis')}
          onKeep={() => onChoose('mine')}
        />
        <Version
          title={t('conflict.saved', { time: saved.time })}
          side={saved}
          disagreement={disagreement}
          picked={choice === 'theirs'}
          keep={t('conflict.keepSaved')}
          onKeep={() => onChoose('theirs')}
        />
      </div>
    </section>
  );
}

type VersionProps = {
  title: string;
  side: Side;
  disagreement: Disagreement;
  picked: boolean;
  keep: string;
  onKeep: () => void;
};

function Version({ title, side, disagreement, picked, keep, onKeep }: VersionProps) {
  const reading = useReading();
  const { question } = disagreement;
  const [{ lines, note }, ...more] = answersInDispute(question, side.answers, side.sections, reading);
  const signature = question.kind === 'signature' ? textOf(side.answers, 'signatureImage') : '';
  return (
    <div className={`ver ${own.version}`} data-picked={picked || undefined}>
      <small>{title}</small>
      <div>
        {signature ? (
          <SignatureImage picture={signature} alt={reading.t('signatureImage.label')} />
        ) : (
          lines.map((line) => <b key={line}>{line}</b>)
        )}
        {note && <p className="n2">{reading.t('review.note', { note })}</p>}
        {more.map((row) => (
          <div key={row.key}>
            <p className="n2">{row.title}</p>
            {row.lines.map((line) => (
              <b key={line}>{line}</b>
            ))}
          </div>
        ))}
      </div>
      <button type="button" className="btn two" aria-pressed={picked} onClick={onKeep}>
        {picked && <Icon name="check" />}
        {keep}
      </button>
    </div>
  );
}
