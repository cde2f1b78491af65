import { useTexts } from '../../../app/texts.tsx';
import { AddProviderDialog } from './add-dialog.tsx';
import type { ProviderDialogProps } from './dialog-props.ts';
import { EditProviderDialog } from './edit-dialog.tsx';

/** Form of a provider (PROV-07). */
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
