import { useMemo, type ComponentType, type ReactNode } from 'react';
import type { TextFile } from '../../../../domain/i18n/texts.ts';
import type { StaffAction } from '../../../../domain/staff/staff-actions.ts';
import { useLoadedDialog } from '../../../ui/dialogs/use-loaded-dialog.ts';
import type { StaffRow } from '../staff-api.ts';
import type { Caller } from '../staff.ts';
import type { StaffDialogProps } from './use-staff-action.ts';

/** Dialogs that can be opened: to add a staff member, and about one of them. */
export type OpenDialog = {
  (action: 'add', given: readonly number[]): void;
  (action: StaffAction, given: readonly number[], staff: StaffRow): void;
};

type Loader = () => Promise<ComponentType<StaffDialogProps>>;

const accounts = () => import('./account-dialogs.tsx');
const secure = () => import('./secure-dialogs.tsx');

const loaders: Record<StaffAction, Loader> = {
  edit: async () => (await import('./edit-dialog.tsx')).EditDialog,
  role: async () => (await import('./role-dialog.tsx')).RoleDialog,
  resend: async () => (await accounts()).ResendDialog,
  suspend: async () => (await accounts()).SuspendDialog,
  reactivate: async () => (await accounts()).ReactivateDialog,
  remove: async () => (await accounts()).RemoveDialog,
  endSessions: async () => (await secure()).EndSessionsDialog,
  removeSecondStep: async () => (await secure()).RemoveSecondStepDialog,
};

/** Texts of the dialogs: loaded with the first one. */
const texts: readonly TextFile[] = [
  'organisation-errors',
  'customers-errors',
  'errors',
  'fields',
  'settings',
  'second-step',
];

/** Dialogs of staff. Each is loaded with its texts when it is opened; `failed` if loading failed. */
export function useStaffDialogs(
  caller: Caller,
  onStale: () => void,
): { dialog: ReactNode; open: OpenDialog; failed: boolean } {
  const { dialog, failed, show, onClose } = useLoadedDialog(texts);
  const open = useMemo(() => {
    return (action: StaffAction | 'add', given: readonly number[], staff?: StaffRow) =>
      void show(async () => {
        if (action === 'add' || !staff) {
          const { AddDialog } = await import('./add-dialog.tsx');
          return <AddDialog caller={caller} given={given} onClose={onClose} />;
        }
        const Part = await loaders[action]();
        return <Part staff={staff} given={given} onStale={onStale} onClose={onClose} />;
      });
  }, [caller, show, onStale, onClose]);
  return { dialog, open, failed };
}
