import { useCallback, type ReactNode } from 'react';
import type { TextFile } from '../../../../domain/i18n/texts.ts';
import { useLoadedDialog } from '../../../ui/dialogs/use-loaded-dialog.ts';
import type { ProviderAction } from './tree-actions.ts';

type Named = { id: string; name: string };

/** Props of a dialog: a provider of the tree, or the place for a new one, which is null at the top. */
type About = { provider: Named; onDone: () => void; onClose: () => void };
type Loader = (about: About) => Promise<ReactNode>;

/** Texts of the dialogs: loaded with the first one. */
const texts: readonly TextFile[] = [
  'providers-form',
  'providers-structure',
  'providers-undo',
  'providers-fee',
  'providers-connection',
  'organisation-errors',
  'errors',
  'fields',
  'success',
];

const form = () => import('../form/provider-dialog.tsx');
const structure = () => import('../structure/structure-dialogs.tsx');

/** Dialogs about a provider. */
export const actionLoaders: Readonly<Record<Exclude<ProviderAction, 'add'>, Loader>> = {
  edit: async ({ provider, ...rest }) => {
    const { ProviderDialog } = await form();
    return <ProviderDialog mode={{ kind: 'edit', id: provider.id }} {...rest} />;
  },
  connection: async (about) => {
    const { ConnectionDialog } = await import('../connection/connection-dialog.tsx');
    return <ConnectionDialog {...about} />;
  },
  fee: async (about) => {
    const { FeeDialog } = await import('../fee/fee-dialog.tsx');
    return <FeeDialog {...about} />;
  },
  move: async (about) => {
    const { MoveDialog } = await structure();
    return <MoveDialog {...about} />;
  },
  archive: async (about) => {
    const { ArchiveDialog } = await structure();
    return <ArchiveDialog {...about} />;
  },
  restore: async (about) => {
    const { RestoreDialog } = await structure();
    return <RestoreDialog {...about} />;
  },
  delete: async (about) => {
    const { DeleteDialog } = await structure();
    return <DeleteDialog {...about} />;
  },
};

type NewLoader = (about: Omit<About, 'provider'> & { parent: Named | null }) => Promise<ReactNode>;

/** Dialogs for a new provider under another one, or at the top. */
export const newLoaders: Readonly<Record<'add' | 'invite', NewLoader>> = {
  add: async ({ parent, ...rest }) => {
    const { ProviderDialog } = await form();
    return <ProviderDialog mode={{ kind: 'add', parent }} {...rest} />;
  },
  invite: async (about) => {
    const { InviteProviderDialog } = await import('../registered/invite-dialog.tsx');
    return <InviteProviderDialog {...about} />;
  },
};

export type ProviderDialogs = {
  dialog: ReactNode;
  /** Whether loading the last dialog failed. */
  failed: boolean;
  open: (load: (how: { onClose: () => void }) => Promise<ReactNode>) => void;
};

/** Dialogs of providers. Each is loaded with its texts when it is opened. */
export function useProviderDialogs(): ProviderDialogs {
  const { dialog, failed, show, onClose } = useLoadedDialog(texts);
  const open = useCallback<ProviderDialogs['open']>(
    (load) => void show(() => load({ onClose })),
    [show, onClose],
  );
  return { dialog, failed, open };
}
