import { useTexts } from '../../../app/texts.tsx';
import { AddProviderDialog } from './add-dialog.tsx';
import { EditProviderDialog } from './edit-dialog.tsx';

/** Adds a provider under another one, at the top for null; or changes one. */
export type ProviderDialogMode =
  | { kind: 'add'; parent: { id: string; name: string } | null }
  | { kind: 'edit'; id: string };

export type ProviderDialogProps = {
  mode: ProviderDialogMode;
  /** It was saved. The dialog closes itself. */
  onDone: () => void;
  onClose: () => void;
};

/** The form of a provider (PROV-07). */
export function ProviderDialog({ mode, ...rest }: ProviderDialogProps) {
  const ready = useTexts([
    'providers',
    'providers-form',
    'settings-provider',
    'organisation-errors',
    'errors',
    'fields',
    'lists',
    'success',
    'system',
  ]);
  if (!ready) return null;
  return mode.kind === 'add' ? (
    <AddProviderDialog parent={mode.parent} {...rest} />
  ) : (
    <EditProviderDialog id={mode.id} {...rest} />
  );
}
