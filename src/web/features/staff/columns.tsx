import { useMemo } from 'react';
import type { Translate } from '../../../domain/i18n/texts.ts';
import type { staffList } from '../../../domain/lists/definitions/staff.ts';
import { initials } from '../../../domain/names.ts';
import { staffJobs } from '../../../domain/staff/jobs.ts';
import { useShortDate } from '../../app/dates.ts';
import { useText } from '../../app/texts.tsx';
import type { Column } from '../../lists/list-table.tsx';
import { StatusDot, type DotColour } from '../../ui/messages/badge.tsx';
import { OwnWords } from '../../ui/words/own-words.tsx';
import { ActionsButton } from './actions-button.tsx';
import type { StaffRow } from './staff-api.ts';
import { actionsOf, roleKey, staffName, type Caller } from './staff.ts';
import css from './staff.module.css';
import type { OpenDialog } from './dialogs/use-staff-dialogs.tsx';

type StaffColumn = Column<typeof staffList, StaffRow>;

const colours: Record<StaffRow['status'], DotColour> = {
  active: 'green',
  invited: 'blue',
  suspended: 'amber',
  archived: 'grey',
};

/** Name of a staff member, with a mark for oneself and for a contact person. */
function Who({ staff, isSelf }: { staff: StaffRow; isSelf: boolean }) {
  const t = useText();
  const name = staffName(staff);
  const { email, phone, image, is_contact, status } = staff;
  const notes = [
    email !== null && email !== name && email,
    phone,
    isSelf && t('users.row.you'),
    is_contact && t('users.row.contact'),
    status === 'archived' && t('users.row.removed'),
  ].filter((note) => typeof note === 'string');
  return (
    <div className={`who ${css.who}`}>
      <span className="ava" aria-hidden="true">
        {image ? <img src={image} alt="" /> : initials(staff) || name.slice(0, 1).toUpperCase()}
      </span>
      <div>
        <span className={css.name}>
          <OwnWords>{name || t('common.noneValue')}</OwnWords>
        </span>
        {notes.length > 0 && <small>{notes.join(' · ')}</small>}
      </div>
    </div>
  );
}

type ColumnsOptions = { caller: Caller; given: readonly number[]; open: OpenDialog };

/** Returns the columns of the list of staff (GAP-98). */
export function useColumns({ caller, given, open }: ColumnsOptions): [StaffColumn, ...StaffColumn[]] {
  const t = useText();
  const shortDate = useShortDate();
  return useMemo(
    () => [
      {
        title: t('users.col.name'),
        sort: 'name',
        cell: (staff) => <Who staff={staff} isSelf={staff.id === caller.id} />,
      },
      ...(caller.isPlatform || caller.choosesProvider ? [providerColumn(t)] : []),
      ...rightsColumns(t),
      {
        title: t('users.col.status'),
        cell: ({ status }) => (
          <StatusDot colour={colours[status]}>
            <span className={css.word}>{t(`users.status.${status}`)}</span>
          </StatusDot>
        ),
      },
      {
        title: t('users.col.invited'),
        sort: 'created_at',
        cell: ({ invite_date }) => (
          <span className="num">{invite_date === null ? t('common.noneValue') : shortDate(invite_date)}</span>
        ),
      },
      {
        title: t('users.row.actions'),
        quietTitle: true,
        inCards: 'foot',
        cell: (staff) => {
          const actions = actionsOf(staff, given);
          return actions.length === 0 ? null : (
            <ActionsButton
              staff={staff}
              actions={actions}
              onAction={(action) => open(action, given, staff)}
            />
          );
        },
      },
    ],
    [t, shortDate, caller, given, open],
  );
}

const providerColumn = (t: Translate): StaffColumn => ({
  title: t('users.col.provider'),
  cell: ({ provider_name }) =>
    provider_name === null ? (
      t('common.noneValue')
    ) : (
      <span className={css.wholeWords}>
        <OwnWords>{provider_name}</OwnWords>
      </span>
    ),
});

/** Columns of the job, the permission role and the second step. */
const rightsColumns = (t: Translate): StaffColumn[] => [
  {
    title: t('users.col.job'),
    cell: ({ role }) => {
      const job = staffJobs.find((each) => each === role);
      return job ? <span className={css.phrase}>{t(`users.job.${job}`)}</span> : t('common.noneValue');
    },
  },
  {
    title: t('users.col.role'),
    cell: ({ permission_role_id }) => {
      const key = roleKey(permission_role_id);
      return key === null ? t('common.noneValue') : <span className={css.phrase}>{t(key)}</span>;
    },
  },
  {
    title: t('users.col.secondStep'),
    wideOnly: true,
    inCards: 'line',
    cell: ({ second_step_on }) => t(second_step_on ? 'users.row.secondStepOn' : 'users.row.secondStepOff'),
  },
];
