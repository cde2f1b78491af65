import { lazy, Suspense, useState } from 'react';
import { useController, useFormContext } from 'react-hook-form';
import type { NoteKey } from '../../../../domain/questionnaire/answers.ts';
import type { Question } from '../../../../domain/questionnaire/questions/question.ts';
import { questionTitle } from '../../../../domain/questionnaire/reading/present.ts';
import { fieldId } from '../../../forms/form-fields.tsx';
import { fieldMessage } from '../../../forms/errors/messages.ts';
import { FieldProblem } from '../../../ui/fields/field-parts.tsx';
import { Icon } from '../../../ui/drawings/icon.tsx';
import { useReading } from '../../../plan-view/reading.tsx';
import type { StepValues } from '../../../plan-view/steps/step-values.ts';
import { PlusIcon } from '../../../ui/drawings/plus-icon.tsx';
import fields from './fields.module.css';

const NoteDialog = lazy(() => import('./note-dialog.tsx'));

/** Note of an answer: a button to add one, or the note itself, which opens for editing (QSTEP4-05, QSTEP4-06). */
export function NoteFoot({ question, noteKey }: { question: Question; noteKey: NoteKey }) {
  const reading = useReading();
  const { t } = reading;
  const { control } = useFormContext<StepValues>();
  const { field, fieldState } = useController({ name: noteKey, control });
  const [open, setOpen] = useState(false);
  const note = typeof field.value === 'string' ? field.value : '';
  const title = questionTitle(question, reading);
  const error = fieldMessage(t, fieldState.error);
  const id = fieldId(noteKey);
  return (
    <div className={fields.note}>
      <FieldProblem id={id}>{error}</FieldProblem>
      {note.trim() === '' ? (
        <button
          type="button"
          id={id}
          className="addnote"
          aria-label={t('note.addFor', { question: title })}
          onClick={() => setOpen(true)}
        >
          <PlusIcon />
          {t('note.add')}
        </button>
      ) : (
        <button
          type="button"
          id={id}
          className="note"
          aria-label={t('note.editFor', { question: title })}
          aria-describedby={`${id}-words`}
          onClick={() => setOpen(true)}
        >
          <Icon name="note" />
          <span id={`${id}-words`}>{note}</span>
          <b>{t('note.edit')}</b>
        </button>
      )}
      {open && (
        <Suspense>
          <NoteDialog
            noteKey={noteKey}
            question={title}
            note={note}
            {...(question.noteHint && { hint: t(question.noteHint) })}
            onChange={field.onChange}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      )}
    </div>
  );
}
