import { useEffect, useRef, useState } from 'react';
import { deletionWord } from '../../../../domain/accounts/deletion.ts';
import { useText } from '../../../app/texts.tsx';
import { messageOf } from '../../../forms/errors/messages.ts';
import { TypedDialog } from '../../../forms/typed-dialog.tsx';
import { useAction } from '../../../forms/use-action.ts';
import ReferenceField from '../../../lists/reference/reference-field.tsx';
import { adminResetMs } from '../../../ui/buttons/reset-delays.ts';
import { showSnackbar } from '../../../ui/messages/snackbars.ts';
import { structureErrors, type AskedProps } from './dialog-parts.tsx';
import { deleteProvider, findTargets } from './structure-api.ts';
import css from './structure.module.css';

/** Whether the component is unmounted. */
function useIsGone(): () => boolean {
  const gone = useRef(false);
  useEffect(() => {
    gone.current = false;
    return () => {
      gone.current = true;
    };
  }, []);
  return () => gone.current;
}

/** The new provider of the people, and the action that moves them there before it deletes the provider. */
function useDeletion({ provider, branch, again, onDone, onClose }: AskedProps) {
  const t = useText();
  const [moveTo, setMoveTo] = useState<string | null>(null);
  const [progress, setProgress] = useState<{ count: number; left: number }>();
  const isGone = useIsGone();
  const action = useAction(
    () =>
      deleteProvider({
        id: provider.id,
        version: branch.version,
        moveTo,
        onMoved: (count, left) => setProgress({ count, left }),
        isOver: isGone,
      }),
    {
      ...structureErrors,
      resetMs: adminResetMs.save,
      onDone(isDeleted) {
        if (isDeleted) showSnackbar(t('providers.delete.done', { provider: provider.name }));
        onDone();
        if (isDeleted) onClose();
      },
      onFailed({ code }) {
        // People who were already moved stay moved.
        again();
        if (progress || code === 'conflict' || code === 'not-found') onDone();
      },
    },
  );
  return {
    moveTo,
    choose(next: string | null) {
      action.clear();
      setMoveTo(next);
    },
    /** Number of people moved so far, and of those left. */
    progress,
    action,
  };
}

/** Asks before a provider is deleted, for the word and for the new provider of its people. */
export function Deleting(props: AskedProps) {
  const { provider, branch, onClose } = props;
  const t = useText();
  const { moveTo, choose, progress, action } = useDeletion(props);
  const hasPeople = branch.own_customers + branch.own_staff > 0;
  const atField = action.problems.find(({ field }) => field === 'move_to');
  return (
    <TypedDialog
      title={t('confirm.providerDelete.title', { provider: provider.name })}
      word={deletionWord}
      label={t('confirm.typeDelete.label')}
      button={t('providers.delete.button')}
      words={{ pending: 'providers.delete.pending', complete: 'success.deleted', error: 'common.notSaved' }}
      action={{ ...action, problems: action.problems.filter((problem) => problem !== atField) }}
      ready={!hasPeople || moveTo !== null}
      onClose={onClose}
    >
      <p>{t('providers.delete.body')}</p>
      {hasPeople && (
        <>
          <p>
            {t('providers.delete.blocked', {
              customers: branch.own_customers,
              users: branch.own_staff,
              subProviders: branch.providers - 1,
            })}
          </p>
          <ReferenceField
            label={t('providers.delete.to')}
            hint={t('providers.delete.toHint')}
            find={findTargets(provider.id)}
            value={moveTo}
            onChange={choose}
            error={atField && messageOf(t, atField)}
          />
        </>
      )}
      <p role="status" className={css.progress}>
        {progress && t('providers.delete.moved', progress)}
      </p>
    </TypedDialog>
  );
}
