import type { ReactNode } from 'react';
import { useText } from '../../../app/texts.tsx';
import { Archiving, Restoring } from './archiving.tsx';
import { Deleting } from './deleting.tsx';
import { SayingDialog, WithBranch, type StructureDialogProps } from './dialog-parts.tsx';
import { Moving } from './moving.tsx';

/** Moves a provider with its branch under another one, after it has shown what moves. */
export function MoveDialog(props: StructureDialogProps): ReactNode {
  const t = useText();
  return (
    <WithBranch {...props} title={(provider) => t('providers.move.title', { provider })}>
      {(branch, again) => <Moving {...props} branch={branch} again={again} />}
    </WithBranch>
  );
}

/** Archives a provider with its branch, after it has shown the affected people (PROV-35, PROV-36). */
export function ArchiveDialog(props: StructureDialogProps): ReactNode {
  const t = useText();
  return (
    <WithBranch {...props} title={(provider) => t('confirm.providerArchive.title', { provider })}>
      {(branch, again) => <Archiving {...props} branch={branch} again={again} />}
    </WithBranch>
  );
}

/** Restores a provider from the archive; its descendants stay archived. */
export function RestoreDialog(props: StructureDialogProps): ReactNode {
  const t = useText();
  return (
    <WithBranch {...props} title={(provider) => t('providers.restore.title', { provider })}>
      {(branch, again) => <Restoring {...props} branch={branch} again={again} />}
    </WithBranch>
  );
}

/** Deletes a provider permanently, after the word is typed and the new provider of its people is chosen (PROV-37, PROV-38). */
export function DeleteDialog(props: StructureDialogProps): ReactNode {
  const t = useText();
  const title = (provider: string) => t('confirm.providerDelete.title', { provider });
  return (
    <WithBranch {...props} title={title}>
      {(branch, again) =>
        branch.providers > 1 ? (
          <SayingDialog title={title(props.provider.name)} onClose={props.onClose}>
            <p>
              {t('providers.delete.blocked', {
                customers: branch.own_customers,
                users: branch.own_staff,
                subProviders: branch.providers - 1,
              })}
            </p>
            <p>{t('error.provider.hasSubs', { count: branch.providers - 1 })}</p>
          </SayingDialog>
        ) : (
          <Deleting {...props} branch={branch} again={again} />
        )
      }
    </WithBranch>
  );
}
