import type { ReactNode } from 'react';
import { useText } from '../../../app/texts.tsx';
import { Archiving, Restoring } from './archiving.tsx';
import { Deleting } from './deleting.tsx';
import { SayingDialog, WithBranch, type StructureDialogProps } from './dialog-parts.tsx';
import { Moving } from './moving.tsx';

/** Moves a provider with its branch under another one, after it has said what moves. */
export function MoveDialog(props: StructureDialogProps): ReactNode {
  const t = useText();
  return (
    <WithBranch {...props} title={(provider) => t('providers.move.title', { provider })}>
      {(branch, again) => <Moving {...props} branch={branch} again={again} />}
    </WithBranch>
  );
}

/** Archives a provider with its branch, after it has said whom that concerns (PROV-35, PROV-36). */
export function ArchiveDialog(props: StructureDialogProps): ReactNode {
  const t = useText();
  return (
    <WithBranch {...props} title={(provider) => t('confirm.providerArchive.title', { provider })}>
      {(branch, again) => <Archiving {...props} branch={branch} again={again} />}
    </WithBranch>
  );
}

/** Takes a provider out of the archive; those under it stay there. */
export function RestoreDialog(props: StructureDialogProps): ReactNode {
  const t = useText();
  return (
    <WithBranch {...props} title={(provider) => t('providers.restore.title', { provider })}>
      {(branch, again) => <Restoring {...props} branch={branch} again={again} />}
    </WithBranch>
  );
}

/** Deletes a provider for good, once the word is typed and it is said where its people go (PROV-37, PROV-38). */
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
