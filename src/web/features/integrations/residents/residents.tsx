import { useCallback } from 'react';
import { activeResidentList } from '../../../../domain/lists/definitions/integrations.ts';
import type { Page } from '../../../../domain/lists/page.ts';
import { useLatest } from '../../../lists/use-latest.ts';
import { mapRead, type Read } from '../../../api/use-read.ts';
import { useText } from '../../../app/texts.tsx';
import { ProblemList } from '../../../forms/errors/problem-list.tsx';
import { useAction } from '../../../forms/use-action.ts';
import { ListTable } from '../../../lists/list-table.tsx';
import { ListView } from '../../../lists/list-view.tsx';
import { useList } from '../../../lists/use-list.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { adminResetMs } from '../../../ui/buttons/reset-delays.ts';
import { showSnackbar } from '../../../ui/messages/snackbars.ts';
import type { OfProvider } from '../connection-api.ts';
import css from '../integrations.module.css';
import { inviteAtMost, loadResidents, type Resident, type ResidentPage } from '../residents-api.ts';
import { useMoment } from '../words.ts';
import { useColumns } from './columns.tsx';
import { usePicked } from './use-picked.ts';
import { useResidentDialogs } from './use-resident-dialogs.tsx';

type ResidentsProps = {
  provider: OfProvider;
  isPlatform: boolean;
  read: Read<ResidentPage>;
  /** Whether the credentials were checked, so that residents can be loaded. */
  isUsable: boolean;
  onChanged: () => void;
};

/** Returns the texts of the filters, with the number of residents of each state; "--" while it is not known. */
function useFilters(counts: ResidentPage['counts'] | undefined) {
  const t = useText();
  const label = (key: 'all' | 'linked' | 'toCheck' | 'noCustomer', count?: number) =>
    t(`integrations.filter.${key}`, { count: count ?? t('common.noneValue') });
  return {
    search: { label: t('integrations.residents.search') },
    show: {
      label: t('integrations.show'),
      all: label('all', counts?.all),
      values: {
        linked: label('linked', counts?.linked),
        toCheck: label('toCheck', counts?.to_check),
        noCustomer: label('noCustomer', counts?.no_customer),
      },
    },
  };
}

/** Active residents of the system, with the customers they match. */
export function Residents({ provider, isPlatform, read, isUsable, onChanged }: ResidentsProps) {
  const t = useText();
  const state = useList(activeResidentList);
  const counted = useLatest(read.data);
  const picked = usePicked();
  const { clear } = picked;
  const changed = useCallback(() => {
    clear();
    onChanged();
  }, [clear, onChanged]);
  const { dialogs, open, invite } = useResidentDialogs(provider, changed);
  const columns = useColumns({ providerId: provider.id, isPlatform, open, onChanged });
  const page = mapRead(read, (data): Page<Resident> => ({ ...data, isExact: true }));
  const filters = useFilters(counted?.counts);
  return (
    <section aria-labelledby="residents" className={css.section}>
      <Head provider={provider} loadedAt={counted?.loaded_at} isUsable={isUsable} onLoaded={changed} />
      <ListView
        state={state}
        read={page}
        filters={filters}
        found={(count) => t('integrations.residents.found', { count })}
        none={
          <p>
            {t(
              counted?.loaded_at === null
                ? 'integrations.residents.notLoaded'
                : 'integrations.residents.empty',
            )}
          </p>
        }
      >
        {(rows) => (
          <>
            {picked.rows.length > 0 && <PickedBar picked={picked} onInvite={() => invite(picked.rows)} />}
            <ListTable
              state={state}
              caption={t('integrations.residents.caption')}
              columns={columns}
              rows={rows}
              keyOf={({ resident_id }) => resident_id}
              selection={rows.some(picked.selection.can) ? picked.selection : undefined}
            />
          </>
        )}
      </ListView>
      {dialogs}
    </section>
  );
}

type HeadProps = {
  provider: OfProvider;
  loadedAt: string | null | undefined;
  isUsable: boolean;
  onLoaded: () => void;
};

/** Heading of the residents, when they were loaded, and the button that loads them again. */
function Head({ provider, loadedAt, isUsable, onLoaded }: HeadProps) {
  const t = useText();
  const moment = useMoment();
  const { run, state, problems } = useAction(() => loadResidents(provider.id), {
    resetMs: adminResetMs.send,
    onDone({ count }) {
      showSnackbar(t('integrations.residents.loaded', { count }));
      onLoaded();
    },
    onFailed: onLoaded,
  });
  return (
    <>
      <div className={css.sectionHead}>
        <div>
          <h2 id="residents">{t('integrations.residents.title')}</h2>
          {loadedAt && (
            <p className="small quiet">{t('integrations.residents.loadedAt', moment(loadedAt))}</p>
          )}
        </div>
        {isUsable && (
          <Button
            variant="two"
            icon="renew"
            state={state}
            words={{
              pending: 'integrations.residents.loading',
              complete: 'integrations.residents.complete',
              error: 'integrations.residents.failed',
            }}
            saysDone={false}
            keepsRoom
            onClick={() => void run()}
          >
            {t('integrations.residents.load')}
          </Button>
        )}
      </div>
      <ProblemList problems={problems} />
    </>
  );
}

type PickedBarProps = { picked: ReturnType<typeof usePicked>; onInvite: () => void };

/** Shows how many residents are selected, with buttons that invite them or clear the selection. */
function PickedBar({ picked: { rows, clear }, onInvite }: PickedBarProps) {
  const t = useText();
  return (
    <div className={css.picked}>
      <p role="status">
        {t('integrations.invite.picked', { count: rows.length })}
        {rows.length === inviteAtMost && (
          <span>{t('integrations.invite.most', { count: inviteAtMost })}</span>
        )}
      </p>
      <Button icon="plus" aria-haspopup="dialog" onClick={onInvite}>
        {t('integrations.invite.action')}
      </Button>
      <Button variant="two" onClick={clear}>
        {t('integrations.invite.clear')}
      </Button>
    </div>
  );
}
