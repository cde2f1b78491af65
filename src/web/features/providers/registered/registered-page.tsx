import {
  registeredProviderList,
  registeredStatuses,
  type RegisteredStatus,
} from '../../../../domain/lists/definitions/registered-providers.ts';
import { useText } from '../../../app/texts.tsx';
import { ListTable } from '../../../lists/list-table.tsx';
import { ListView } from '../../../lists/list-view.tsx';
import { useList } from '../../../lists/use-list.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { useLazyDialog } from '../../../ui/dialogs/use-lazy-dialog.ts';
import { PageTitle } from '../../../ui/page-title.tsx';
import { ProviderTabs } from '../tabs.tsx';
import type { InviteProviderDialogProps } from './invite-dialog.tsx';
import { useColumns } from './columns.tsx';
import { useRegistered } from './registered-api.ts';
import css from './registered.module.css';

const loadDialog = () => import('./invite-dialog.tsx').then((module) => module.InviteProviderDialog);

/** Providers whose contact person was invited, and whether they accepted (GAP-90). */
export function Page() {
  const t = useText();
  const state = useList(registeredProviderList);
  const read = useRegistered(state.request);
  const columns = useColumns(read.retry);
  const { Part: Dialog, failed, open, close } = useLazyDialog<InviteProviderDialogProps>();
  const invite = () =>
    void open(loadDialog, ['providers-form', 'organisation-errors', 'fields', 'success', 'system']);
  const statuses = Object.fromEntries(
    registeredStatuses.map((each) => [each, t(`providers.registered.status.${each}`)]),
  ) as Record<RegisteredStatus, string>;
  return (
    <>
      <div className="pagehead">
        <div>
          <PageTitle>{t('providers.registered.title')}</PageTitle>
          <p className={css.lead}>{t('providers.registered.lead')}</p>
        </div>
        <div className="acts">
          <Button icon="mail" aria-haspopup="dialog" onClick={invite}>
            {t('providers.invite')}
          </Button>
        </div>
      </div>
      <ProviderTabs />
      {failed && (
        <p className="err" role="alert">
          {t('error.general_error')}
        </p>
      )}
      <ListView
        state={state}
        read={read}
        filters={{
          search: { label: t('providers.search.label'), hint: t('providers.search.hint') },
          status: { label: t('providers.registered.col.status'), values: statuses },
        }}
        found={(count) => t('providers.count', { count })}
        none={
          <div className={css.none}>
            <p>{t('providers.registered.empty')}</p>
          </div>
        }
      >
        {(rows) => (
          <ListTable
            state={state}
            caption={t('providers.registered.title')}
            columns={columns}
            rows={rows}
            keyOf={({ id }) => id}
          />
        )}
      </ListView>
      {Dialog && <Dialog parent={null} onDone={read.retry} onClose={close} />}
    </>
  );
}
