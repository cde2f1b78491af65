import { useState } from 'react';
import { useText } from '../../../app/texts.tsx';
import { useAction } from '../../../forms/use-action.ts';
import { adminResetMs } from '../../../ui/buttons/reset-delays.ts';
import { showSnackbar } from '../../../ui/messages/snackbars.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { Modal } from '../../../ui/dialogs/modal.tsx';
import { OwnWords } from '../../../ui/words/own-words.tsx';
import { AskDialog } from '../ask-dialog.tsx';
import type { OfProvider } from '../connection-api.ts';
import css from '../integrations.module.css';
import { inviteResidents, type Resident } from '../residents-api.ts';
import { nameOr } from '../words.ts';

export type InviteDialogProps = {
  provider: OfProvider;
  residents: readonly Resident[];
  onChanged: () => void;
  onClose: () => void;
};

/** Asks before residents become customers, then shows those who did not. */
export function InviteDialog({ provider, residents, onChanged, onClose }: InviteDialogProps) {
  const t = useText();
  const [left, setLeft] = useState<readonly Resident[]>([]);
  const action = useAction(
    () =>
      inviteResidents(
        provider.id,
        residents.map(({ resident_id }) => resident_id),
      ),
    {
      resetMs: adminResetMs.save,
      onDone({ results }) {
        const added = new Set(
          results.flatMap(({ state, resident_id }) => (state === 'added' ? [resident_id] : [])),
        );
        const others = residents.filter(({ resident_id }) => !added.has(resident_id));
        if (added.size > 0) showSnackbar(t('integrations.invite.done', { count: added.size }));
        onChanged();
        if (others.length === 0) onClose();
        else setLeft(others);
      },
      onFailed: onChanged,
    },
  );
  const [first] = residents;
  if (left.length > 0) return <LeftDialog residents={left} onClose={onClose} />;
  return (
    <AskDialog
      title={
        residents.length === 1 && first
          ? t('integrations.invite.title', { resident: nameOr(first, first.resident_id) })
          : t('integrations.invite.titleMany', { count: residents.length })
      }
      button={t('integrations.invite.button')}
      words={{
        pending: 'integrations.invite.pending',
        complete: 'common.saved',
        error: 'integrations.invite.failed',
      }}
      action={action}
      onClose={onClose}
    >
      <p>
        <OwnWords>{t('integrations.invite.body', { provider: provider.name })}</OwnWords>
      </p>
    </AskDialog>
  );
}

/** Residents who were not added. */
function LeftDialog({ residents, onClose }: { residents: readonly Resident[]; onClose: () => void }) {
  const t = useText();
  return (
    <Modal
      open
      onClose={onClose}
      title={t('integrations.invite.action')}
      lead={t('integrations.invite.left', { count: residents.length })}
      foot={<Button onClick={onClose}>{t('common.close')}</Button>}
    >
      <ul className={css.lines}>
        {residents.map((resident) => (
          <li key={resident.resident_id}>
            <OwnWords>{nameOr(resident, resident.resident_id)}</OwnWords>{' '}
            <span className="quiet num">{resident.resident_id}</span>
          </li>
        ))}
      </ul>
    </Modal>
  );
}
