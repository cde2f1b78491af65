import { useMemo, type ComponentType, type ReactNode } from 'react';
import type { CustomerAction, CustomerStaff } from '../../../../domain/customers/actions/customer-actions.ts';
import type { TextFile } from '../../../../domain/i18n/texts.ts';
import { loadReference } from '../../../lists/reference/load-reference.ts';
import { useLoadedDialog } from '../../../ui/dialogs/use-loaded-dialog.ts';
import type { ActionCustomer } from '../staff.ts';
import type { CustomerDialogProps } from './dialog-props.ts';
import type { ChosenList } from '../many/many-result.ts';

/** Actions that open no dialog. */
type WithoutDialog = 'view' | 'takeBack';

/** Dialogs that can be opened: about one customer, about the selected ones, and to add some. */
export type OpenDialog = {
  (action: Exclude<CustomerAction, WithoutDialog>, customer: ActionCustomer): void;
  (action: CustomerAction, customer: ActionCustomer): void;
  (action: ManyDialog, chosen: ChosenList): void;
  (action: 'add'): void;
  /** `importId`: the import whose result is shown. */
  (action: 'import', importId?: string): void;
};

/** Dialogs about the chosen customers. */
type ManyDialog = 'remind' | 'moveMany' | 'archiveMany';

type Loader = () => Promise<ComponentType<CustomerDialogProps>>;

const accounts = () => import('./dialogs/account-dialogs.tsx');
const mails = () => import('./dialogs/mail-dialogs.tsx');
const typed = () => import('./dialogs/typed-dialogs.tsx');
const designate = async () => (await import('./dialogs/designate-dialog.tsx')).DesignateDialog;

/**
 * Loads the provider search, for dialogs that need it. If loading fails they still open: the field shows the failure, and tries
 * again.
 */
const finder = () => loadReference().catch(() => undefined);

const loaders: Record<Exclude<CustomerAction, WithoutDialog>, Loader> = {
  talk: async () => (await import('../conversations/record-dialog.tsx')).RecordConversationDialog,
  handOver: async () => (await import('../hospital/hand-over-dialog.tsx')).HandOverDialog,
  login: async () => (await import('./dialogs/entering-dialogs.tsx')).LoginDialog,
  suspend: async () => (await accounts()).SuspendDialog,
  unsuspend: async () => (await accounts()).UnsuspendDialog,
  unarchive: async () => (await accounts()).UnarchiveDialog,
  cancelInvitation: async () => (await accounts()).CancelInvitationDialog,
  reminder: async () => (await mails()).ReminderDialog,
  reset: async () => (await mails()).ResetDialog,
  archive: async () => (await typed()).ArchiveDialog,
  remove: async () => (await typed()).RemoveDialog,
  move: async () => (await Promise.all([import('./move/move-dialog.tsx'), finder()]))[0].MoveDialog,
  editId: async () => (await import('./dialogs/edit-id-dialog.tsx')).EditIdDialog,
  beginTogether: async () => (await import('./dialogs/entering-dialogs.tsx')).TogetherDialog,
  addEmail: designate,
  designateEmail: designate,
  editEmail: designate,
};

type ManyProps = ChosenList & Pick<CustomerDialogProps, 'onStale' | 'onClose'>;

const manyLoaders: Record<ManyDialog, () => Promise<ComponentType<ManyProps>>> = {
  remind: async () => (await import('../many/remind-many-dialog.tsx')).RemindManyDialog,
  archiveMany: async () => (await import('../many/archive-many-dialog.tsx')).ArchiveManyDialog,
  moveMany: async () =>
    (await Promise.all([import('../many/move-many-dialog.tsx'), finder()]))[0].MoveManyDialog,
};

/** Texts of the dialogs: loaded with the first one. `contacts` has the texts for typing a word. */
const texts: readonly TextFile[] = [
  'conversations',
  'customers-confirm',
  'customers-errors',
  'customers-many',
  'customers-move',
  'customers-new',
  'contacts',
  'errors',
  'fields',
  'hospital',
  'success',
];

/**
 * Dialogs about customers. Each is loaded with its texts when it is opened; `failed` if loading failed. `onStale` reads again
 * what another staff member has changed.
 */
export function useCustomerDialogs(
  staff: CustomerStaff,
  onStale: () => void,
): { dialog: ReactNode; open: OpenDialog; failed: boolean } {
  const { dialog, failed, show, onClose } = useLoadedDialog(texts);
  const open = useMemo(() => {
    const opened = (
      action: CustomerAction | 'add' | 'import' | ManyDialog,
      about?: ActionCustomer | ChosenList | string,
    ) =>
      void show(async () => {
        if (action === 'view' || action === 'takeBack') return null;
        if (action === 'add') {
          const [{ AddDialog }] = await Promise.all([import('../new/add-dialog.tsx'), finder()]);
          return <AddDialog staff={staff} onImport={() => opened('import')} onClose={onClose} />;
        }
        if (action === 'import') {
          const [{ ImportDialog }] = await Promise.all([import('../import/import-dialog.tsx'), finder()]);
          const importId = typeof about === 'string' ? about : undefined;
          return <ImportDialog staff={staff} importId={importId} onImported={onStale} onClose={onClose} />;
        }
        if (action === 'remind' || action === 'archiveMany' || action === 'moveMany') {
          const Many = await manyLoaders[action]();
          return <Many {...(about as ChosenList)} onStale={onStale} onClose={onClose} />;
        }
        const Part = await loaders[action]();
        const customer = about as ActionCustomer;
        return <Part customer={customer} staff={staff} onStale={onStale} onClose={onClose} />;
      });
    return opened;
  }, [staff, show, onStale, onClose]);
  return { dialog, open, failed };
}
