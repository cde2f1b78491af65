import { useMemo, type ReactNode } from 'react';
import { staffList, staffStatuses } from '../../../domain/lists/definitions/staff.ts';
import { staffRoleNames } from '../../../domain/staff/permission-roles.ts';
import { mapRead } from '../../api/use-read.ts';
import { MessagePage } from '../../app/gates/message-page.tsx';
import type { SessionUser } from '../../app/person.ts';
import { useSession } from '../../app/session.tsx';
import { useText } from '../../app/texts.tsx';
import type { FilterLabels } from '../../lists/filter-bar.tsx';
import { ListTable } from '../../lists/list-table.tsx';
import { ListView } from '../../lists/list-view.tsx';
import { useList } from '../../lists/use-list.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { LinkButton } from '../../ui/buttons/link-button.tsx';
import { OwnWords } from '../../ui/words/own-words.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { useColumns } from './columns.tsx';
import { findProviders, useStaff, type StaffRead } from './staff-api.ts';
import { callerOf, type Caller } from './staff.ts';
import css from './staff.module.css';
import { useStaffDialogs } from './dialogs/use-staff-dialogs.tsx';

/** Staff of a provider and its descendants, or of all providers (PUSER-02). */
export function Page() {
  const t = useText();
  const user = useSession();
  const state = useList(staffList);
  const read = useStaff(state.request);
  if (!user) return null;
  if (!read.data && read.failed?.code === 'forbidden') {
    const home = <LinkButton to="/dashboard">{t('system.notFound.button')}</LinkButton>;
    return (
      <MessagePage title={t('system.noAccess.title')} action={home}>
        {t('system.noAccess.body')}
      </MessagePage>
    );
  }
  return <StaffTable user={user} state={state} read={read} />;
}

/** Returns the texts of the filters. Callers with one provider have no provider filter, and see no administrators. */
function useFilterLabels({ isPlatform, choosesProvider }: Caller): FilterLabels<typeof staffList> {
  const t = useText();
  return useMemo(() => {
    const ofPlatform: readonly string[] = ['admin', 'tlcadmin', 'sysadmin'];
    const statusWords = staffStatuses.map((status) => [
      status,
      t(status === 'archived' ? 'users.filter.archived' : `users.status.${status}`),
    ]);
    return {
      search: { label: t('users.search.label'), hint: t('users.search.hint') },
      provider_id: choosesProvider
        ? { label: t('users.filter.provider'), all: t('users.filter.providerAll'), find: findProviders }
        : null,
      role: {
        label: t('users.col.role'),
        values: Object.fromEntries(
          staffRoleNames.map((name) => [
            name,
            isPlatform || !ofPlatform.includes(name) ? t(`users.filterRole.${name}`) : null,
          ]),
        ) as Record<(typeof staffRoleNames)[number], string | null>,
      },
      status: {
        label: t('users.col.status'),
        values: Object.fromEntries(statusWords) as Record<(typeof staffStatuses)[number], string>,
      },
    };
  }, [t, isPlatform, choosesProvider]);
}

const noRoles: readonly number[] = [];

type StaffTableProps = {
  user: SessionUser;
  state: ReturnType<typeof useList<typeof staffList>>;
  read: ReturnType<typeof useStaff>;
};

function StaffTable({ user, state, read }: StaffTableProps) {
  const t = useText();
  const caller = useMemo(() => callerOf(user), [user]);
  const filters = useFilterLabels(caller);
  const { dialog, open, failed } = useStaffDialogs(caller, read.retry);
  const given = read.data?.getProviderUsers.given_roles ?? noRoles;
  const columns = useColumns({ caller, given, open });
  const page = mapRead(read, ({ getProviderUsers }: StaffRead) => ({
    ...getProviderUsers,
    isExact: getProviderUsers.count_is_exact,
    data: getProviderUsers.data,
  }));
  const adds = caller.adds && given.length > 0;
  const addButton = (
    <Button icon="plus" aria-haspopup="dialog" onClick={() => open('add', given)}>
      {t('users.add')}
    </Button>
  );
  const lead = caller.isPlatform
    ? t('users.leadAdmin')
    : t('users.lead', { provider: user.provider?.name ?? '' });
  return (
    <>
      <TableHead lead={lead} counts={read.data?.getProviderUsersCount}>
        {adds && <div className="acts">{addButton}</div>}
      </TableHead>
      {failed && (
        <p className="err" role="alert">
          {t('users.action.failed')}
        </p>
      )}
      <ListView
        state={state}
        read={page}
        filters={filters}
        found={(count) => t('users.found', { count })}
        none={
          <div className={css.none}>
            <p>{t('users.empty')}</p>
            {adds && addButton}
          </div>
        }
      >
        {(rows) => (
          <ListTable
            state={state}
            caption={t('users.col.caption')}
            columns={columns}
            rows={rows}
            keyOf={({ id }) => id}
          />
        )}
      </ListView>
      {dialog}
    </>
  );
}

type TableHeadProps = {
  lead: string;
  /** Numbers of staff, by status; undefined until they are read. */
  counts: StaffRead['getProviderUsersCount'] | undefined;
  children: ReactNode;
};

/** Title of the page, and the numbers of staff. */
function TableHead({ lead, counts, children }: TableHeadProps) {
  const t = useText();
  return (
    <div className={`pagehead ${css.head}`}>
      <div>
        <PageTitle>{t('users.title')}</PageTitle>
        <p>
          <OwnWords>{lead}</OwnWords>
        </p>
        <p className={css.counts}>
          {counts
            ? `${t('users.count', { count: counts.total })}: ${t('users.counts', {
                active: counts.active,
                invited: counts.invited,
                suspended: counts.suspended,
              })}`
            : '\u00A0'}
        </p>
      </div>
      {children}
    </div>
  );
}
