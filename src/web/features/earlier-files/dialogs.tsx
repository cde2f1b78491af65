import { forgotForm } from '../../../domain/inputs/sign-in/forgot.ts';
import { useText } from '../../app/texts.tsx';
import { ProblemList } from '../../forms/errors/problem-list.tsx';
import { FormTextField } from '../../forms/form-fields.tsx';
import { Form } from '../../forms/form.tsx';
import { useAction, type ActionOptions } from '../../forms/use-action.ts';
import { useSubmit } from '../../forms/use-submit.ts';
import { useZodForm } from '../../forms/use-zod-form.ts';
import { Button, type StateWords } from '../../ui/buttons/button.tsx';
import { adminResetMs } from '../../ui/buttons/reset-delays.ts';
import { Modal } from '../../ui/dialogs/modal.tsx';
import { showSnackbar } from '../../ui/messages/snackbars.ts';
import { OwnWords } from '../../ui/words/own-words.tsx';
import { activate, migrate, relink, remove, type EarlierFile } from './earlier-files-api.ts';
import css from './earlier-files.module.css';

export type FileDialogProps = { file: EarlierFile; onStale: () => void; onClose: () => void };

const goneTexts = { 'not-found': 'earlierFiles.error.gone' } as const;

const relinkWords: StateWords = {
  pending: 'earlierFiles.relink.pending',
  complete: 'earlierFiles.relink.done',
  error: 'error.serverError',
};

/** Links a file to the customer with an address (GAP-115). */
export function RelinkDialog({ file, onStale, onClose }: FileDialogProps) {
  const t = useText();
  const form = useZodForm(forgotForm, { email: '' }, file.id);
  const { submit, state, problems } = useSubmit(
    form,
    ({ email }: { email: string }) => relink(file.id, email),
    {
      texts: goneTexts,
      resetMs: adminResetMs.save,
      onDone() {
        showSnackbar(t('earlierFiles.relink.done'));
        onClose();
      },
      onFailed({ code }) {
        if (code === 'not-found') onStale();
      },
    },
  );
  return (
    <Modal
      open
      onClose={onClose}
      title={t('earlierFiles.relink.title')}
      lead={<OwnWords>{t('earlierFiles.relink.body', { file: file.file_name })}</OwnWords>}
    >
      <Form form={form} onSubmit={submit} problems={problems} prefix="relink" className={css.form}>
        <FormTextField
          name="email"
          type="email"
          label={t('earlierFiles.relink.email')}
          autoComplete="off"
          required
        />
        <div className="modalfoot">
          <Button type="submit" state={state} words={relinkWords} keepsRoom>
            {t('earlierFiles.relink')}
          </Button>
          <Button variant="two" off={state === 'pending'} onClick={onClose}>
            {t('common.cancel')}
          </Button>
        </div>
      </Form>
    </Modal>
  );
}

type Settling = FileDialogProps & { kind: 'legacy' | 'eol' };

/** Asks before a file is given to its customer: activating a questionnaire, migrating an end-of-life document (GAP-115). */
export function SettleDialog({ file, kind, onStale, onClose }: Settling) {
  const t = useText();
  const verb = kind === 'legacy' ? 'activate' : 'migrate';
  const work = kind === 'legacy' ? activate : migrate;
  const words: StateWords = {
    pending: `earlierFiles.${verb}.pending`,
    complete: `earlierFiles.${verb}.done`,
    error: 'error.serverError',
  };
  const { run, state, problems } = useAction(() => work(file), {
    ...staleOptions(onStale),
    resetMs: adminResetMs.save,
    onDone(isDone) {
      showSnackbar(
        t(isDone ? `earlierFiles.${verb}.done` : 'earlierFiles.error.refused'),
        isDone ? 'done' : 'problem',
      );
      onClose();
    },
  });
  const customer = file.customer_name ?? file.customer_email ?? '';
  return (
    <Modal
      open
      role="alertdialog"
      onClose={onClose}
      title={t(`earlierFiles.${verb}.title`)}
      foot={
        <>
          <Button state={state} words={words} keepsRoom onClick={() => void run()}>
            {t(`earlierFiles.${verb}`)}
          </Button>
          <Button variant="two" off={state === 'pending'} onClick={onClose}>
            {t('common.cancel')}
          </Button>
        </>
      }
    >
      <p className={css.said}>
        <OwnWords>{t(`earlierFiles.${verb}.body`, { file: file.file_name, customer })}</OwnWords>
      </p>
      <ProblemList problems={problems} />
    </Modal>
  );
}

const deleteWords: StateWords = {
  pending: 'earlierFiles.delete.pending',
  complete: 'success.deleted',
  error: 'error.serverError',
};

/** Asks before a file is deleted permanently (GAP-115). */
export function DeleteDialog({ file, onStale, onClose }: FileDialogProps) {
  const t = useText();
  const { run, state, problems } = useAction(() => remove(file.id), {
    ...staleOptions(onStale),
    resetMs: adminResetMs.save,
    onDone() {
      showSnackbar(t('success.deleted'));
      onClose();
    },
  });
  return (
    <Modal
      open
      role="alertdialog"
      onClose={onClose}
      title={t('earlierFiles.delete.title')}
      foot={
        <>
          <Button variant="danger" state={state} words={deleteWords} keepsRoom onClick={() => void run()}>
            {t('earlierFiles.delete.button')}
          </Button>
          <Button variant="two" off={state === 'pending'} onClick={onClose}>
            {t('common.cancel')}
          </Button>
        </>
      }
    >
      <p className={css.said}>
        <OwnWords>{t('earlierFiles.delete.body', { file: file.file_name })}</OwnWords>
      </p>
      <ProblemList problems={problems} />
    </Modal>
  );
}

/** Messages for a file that is no longer as the list shows it, which is read again. */
const staleOptions = (onStale: () => void): Pick<ActionOptions<unknown>, 'texts' | 'onFailed'> => ({
  texts: goneTexts,
  onFailed({ code }) {
    if (code === 'not-found' || code === 'invalid') onStale();
  },
});
