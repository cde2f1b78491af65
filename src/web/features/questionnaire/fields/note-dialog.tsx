import { useRef, useState } from 'react';
import type { NoteKey } from '../../../../domain/questionnaire/answers.ts';
import { draftProblems } from '../../../../domain/questionnaire/answering/validate.ts';
import { useText } from '../../../app/texts.tsx';
import { messageOf } from '../../../forms/errors/messages.ts';
import { announce } from '../../../ui/messages/announce.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { Modal } from '../../../ui/dialogs/modal.tsx';
import { TextArea } from '../../../ui/fields/text-area.tsx';
import { useFailureFocus } from '../../../ui/fields/use-failure-focus.ts';
import { useVoicedText } from '../../../plan-view/voiced-text.ts';

type NoteDialogProps = {
  noteKey: NoteKey;
  question: string;
  /** The note as it is in the form. Typing changes it at once, so that no typed text is lost. */
  note: string;
  hint?: string;
  onChange: (note: string) => void;
  onClose: () => void;
};

/** State of a note while its dialog is open, and the ways to close the dialog. */
function useNote({ noteKey, note, onChange, onClose }: Omit<NoteDialogProps, 'question' | 'hint'>) {
  const t = useText();
  const [before] = useState(note);
  const [failed, setFailed] = useState({ times: 0, words: '' });
  const box = useRef<HTMLTextAreaElement>(null);
  useFailureFocus(box, failed.times);
  const problem = draftProblems({ [noteKey]: note })[0];
  const cancel = () => {
    onChange(before);
    onClose();
  };
  const save = () => {
    if (problem) return setFailed(({ times }) => ({ times: times + 1, words: messageOf(t, problem) }));
    onChange(note.trim());
    announce(t('note.saved'));
    return onClose();
  };
  const remove = () => {
    onChange('');
    announce(t('note.deleted'));
    onClose();
  };
  const error = failed.words && (problem ? messageOf(t, problem) : { mended: failed.words });
  return { before, empty: note.trim() === '', box, error, cancel, save, remove };
}

/** Adds, edits and deletes the note of one answer. Cancel, Escape and Close restore the previous note. */
export default function NoteDialog({ question, hint, ...props }: NoteDialogProps) {
  const said = useVoicedText();
  const { note, onChange } = props;
  const t = useText();
  const [deleting, setDeleting] = useState(false);
  const { before, empty, box, error, cancel, save, remove } = useNote(props);
  if (deleting)
    return (
      <DeleteNote question={question} note={before} onDelete={remove} onKeep={() => setDeleting(false)} />
    );
  return (
    <Modal
      open
      onClose={cancel}
      title={said('note.title')}
      lead={question}
      foot={
        <>
          <Button off={empty ? t('note.saveOff') : undefined} onClick={save}>
            {t('note.save')}
          </Button>
          <Button variant="two" onClick={cancel}>
            {t('common.cancel')}
          </Button>
          {before.trim() !== '' && (
            <Button variant="text" className="last" onClick={() => setDeleting(true)}>
              {t('note.delete')}
            </Button>
          )}
        </>
      }
    >
      <TextArea
        label={t('note.label')}
        hint={hint ?? said('note.hint')}
        error={error}
        ref={box}
        autoFocus
        value={note}
        onChange={(event) => onChange(event.target.value)}
      />
    </Modal>
  );
}

type DeleteNoteProps = { question: string; note: string; onDelete: () => void; onKeep: () => void };

/** Asks before a note is deleted. */
function DeleteNote({ question, note, onDelete, onKeep }: DeleteNoteProps) {
  const t = useText();
  return (
    <Modal
      open
      role="alertdialog"
      onClose={onKeep}
      title={t('note.deleteConfirm.title')}
      lead={question}
      foot={
        <>
          <Button onClick={onDelete}>{t('note.deleteConfirm.yes')}</Button>
          <Button variant="two" onClick={onKeep}>
            {t('note.deleteConfirm.no')}
          </Button>
        </>
      }
    >
      <p>{note}</p>
    </Modal>
  );
}
