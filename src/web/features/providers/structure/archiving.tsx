import type { ReactNode } from 'react';
import { useText } from '../../../app/texts.tsx';
import { ProblemList } from '../../../forms/errors/problem-list.tsx';
import { useAction, type Action } from '../../../forms/use-action.ts';
import { Button, type ButtonVariant, type StateWords } from '../../../ui/buttons/button.tsx';
import { adminResetMs } from '../../../ui/buttons/reset-delays.ts';
import { Modal } from '../../../ui/dialogs/modal.tsx';
import { OwnWords } from '../../../ui/words/own-words.tsx';
import { structureErrors, type AskedProps } from './dialog-parts.tsx';
import { archiveProvider, restoreProvider } from './structure-api.ts';
import css from './structure.module.css';
import { useConfirmed } from '../undo.ts';

/** Runs the action of a confirmation: closes the dialog, or shows why it failed. `undo`: undoes the result, if it can be undone. */
function useAnswer<Result>(
  { provider, onDone, onClose, again }: AskedProps,
  work: () => Promise<Result>,
  done: string,
  undo?: (result: Result) => Promise<unknown>,
): Action<[]> {
  const confirmed = useConfirmed({ provider, onDone });
  return useAction(work, {
    ...structureErrors,
    resetMs: adminResetMs.save,
    onDone(result) {
      confirmed(done, undo && (() => undo(result)));
      onDone();
      onClose();
    },
    onFailed({ code }) {
      if (code === 'conflict') again();
      if (code === 'conflict' || code === 'not-found') onDone();
    },
  });
}

/** Asks before a provider is archived, and shows the affected people. */
export function Archiving(props: AskedProps) {
  const t = useText();
  const { provider, branch, onClose } = props;
  const action = useAnswer(
    props,
    () => archiveProvider(provider.id, branch.version),
    t('providers.archive.done', { provider: provider.name }),
    // Restoring leaves the providers under it archived, so only a provider without any is as before.
    branch.providers === 1
      ? ({ archiveProvider: { version } }) => restoreProvider(provider.id, version)
      : undefined,
  );
  return (
    <Question
      title={t('confirm.providerArchive.title', { provider: provider.name })}
      lead={t('confirm.providerArchive.body')}
      button={t('providers.archive.button')}
      words={{ pending: 'providers.archive.pending', complete: 'success.archived', error: 'common.notSaved' }}
      variant="danger"
      action={action}
      onClose={onClose}
    >
      <p>
        {t('providers.archive.counts', {
          providers: branch.providers,
          users: branch.staff,
          customers: branch.customers,
        })}
      </p>
      {branch.customers > 0 && (
        <>
          <p>{t('providers.archive.cards')}</p>
          <p>{t('providers.archive.residents', { count: branch.customers })}</p>
        </>
      )}
    </Question>
  );
}

/** Asks before a provider is restored from the archive. */
export function Restoring(props: AskedProps) {
  const t = useText();
  const { provider, branch, onClose } = props;
  const action = useAnswer(
    props,
    () => restoreProvider(provider.id, branch.version),
    t('providers.restore.done', { provider: provider.name }),
    ({ restoreProvider: { version } }) => archiveProvider(provider.id, version),
  );
  return (
    <Question
      title={t('providers.restore.title', { provider: provider.name })}
      lead={t('providers.restore.body')}
      button={t('providers.restore.button')}
      words={{ pending: 'providers.restore.pending', complete: 'common.saved', error: 'common.notSaved' }}
      action={action}
      onClose={onClose}
    />
  );
}

type QuestionProps = {
  title: string;
  lead: string;
  button: string;
  words: StateWords;
  variant?: ButtonVariant | undefined;
  action: Action<[]>;
  onClose: () => void;
  children?: ReactNode;
};

function Question({ title, lead, button, words, variant, action, onClose, children }: QuestionProps) {
  const t = useText();
  const { run, state, problems } = action;
  return (
    <Modal
      open
      role="alertdialog"
      onClose={onClose}
      title={<OwnWords>{title}</OwnWords>}
      lead={lead}
      foot={
        <>
          <Button variant={variant} state={state} words={words} keepsRoom onClick={() => void run()}>
            {button}
          </Button>
          <Button variant="two" off={state === 'pending'} onClick={onClose}>
            {t('common.cancel')}
          </Button>
        </>
      }
    >
      <div className={css.said}>{children}</div>
      <ProblemList problems={problems} className={css.problems} />
    </Modal>
  );
}
