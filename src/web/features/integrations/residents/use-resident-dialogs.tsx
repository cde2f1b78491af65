import { useCallback, useState } from 'react';
import { useText } from '../../../app/texts.tsx';
import { useLazyDialog } from '../../../ui/dialogs/use-lazy-dialog.ts';
import type { OfProvider } from '../connection-api.ts';
import type { Resident } from '../residents-api.ts';
import type { ResidentDialogProps } from './compare-dialog.tsx';
import type { InviteDialogProps } from './invite-dialog.tsx';
import type { RowAction } from './columns.tsx';

const loadDialog = {
  compare: () => import('./compare-dialog.tsx').then((module) => module.CompareDialog),
  unlink: () => import('./unlink-dialog.tsx').then((module) => module.UnlinkDialog),
} as const;

const loadInvite = () => import('./invite-dialog.tsx').then((module) => module.InviteDialog);

/** Opens the dialogs about residents. */
export function useResidentDialogs(provider: OfProvider, onChanged: () => void) {
  const t = useText();
  const [residents, setResidents] = useState<readonly Resident[]>([]);
  const one = useLazyDialog<ResidentDialogProps>();
  const many = useLazyDialog<InviteDialogProps>();
  const { open: openOne } = one;
  const { open: openMany } = many;
  const invite = useCallback(
    (those: readonly Resident[]) => {
      setResidents(those);
      void openMany(loadInvite, ['fields']);
    },
    [openMany],
  );
  const open = useCallback(
    (action: RowAction, resident: Resident) => {
      if (action === 'invite') return invite([resident]);
      setResidents([resident]);
      void openOne(loadDialog[action], ['fields']);
    },
    [openOne, invite],
  );
  const [first] = residents;
  const dialogs = (
    <>
      {(one.failed || many.failed) && (
        <p className="err" role="alert">
          {t('error.general_error')}
        </p>
      )}
      {one.Part && first && (
        <one.Part providerId={provider.id} resident={first} onChanged={onChanged} onClose={one.close} />
      )}
      {many.Part && (
        <many.Part provider={provider} residents={residents} onChanged={onChanged} onClose={many.close} />
      )}
    </>
  );
  return { dialogs, open, invite };
}
