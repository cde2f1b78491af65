import { useMemo } from 'react';
import type { registeredProviderList } from '../../../../domain/lists/definitions/registered-providers.ts';
import { fullName } from '../../../../domain/names.ts';
import { useShortDate } from '../../../app/dates.ts';
import { useText } from '../../../app/texts.tsx';
import type { Column } from '../../../lists/list-table.tsx';
import { EmailAddress } from '../../../ui/email-address.tsx';
import { OwnWords } from '../../../ui/words/own-words.tsx';
import { StatusDot } from '../../../ui/messages/badge.tsx';
import { statusOf, type RegisteredProvider } from './registered-api.ts';
import css from './registered.module.css';
import { ResendInvitation } from './resend-invitation.tsx';

type RegisteredColumn = Column<typeof registeredProviderList, RegisteredProvider>;

const dotOf = {
  waiting: 'amber',
  expired: 'red',
  accepted: 'green',
  incomplete: 'amber',
  external: 'grey',
} as const;

/** Returns the columns of registered providers. `onStale` reads again what was changed meanwhile. */
export function useColumns(onStale: () => void): [RegisteredColumn, ...RegisteredColumn[]] {
  const t = useText();
  const shortDate = useShortDate();
  return useMemo(() => {
    const dayOf = (at: string | null) => (
      <span className="num">{at === null ? t('common.noneValue') : shortDate(at)}</span>
    );
    return [
      {
        title: t('providers.registered.col.provider'),
        sort: 'name',
        cell: ({ name }) => (
          <span className={css.name}>
            <OwnWords>{name}</OwnWords>
          </span>
        ),
      },
      {
        title: t('providers.registered.col.contact'),
        cell: (row) => (
          <div className={css.contact}>
            <OwnWords>{fullName(row)}</OwnWords>
            <small>
              <EmailAddress>{row.email}</EmailAddress>
            </small>
          </div>
        ),
      },
      {
        title: t('providers.registered.col.invited'),
        sort: 'created_at',
        cell: ({ invite_date }) => dayOf(invite_date),
      },
      {
        title: t('providers.registered.col.accepted'),
        cell: ({ invite_accepted_date }) => dayOf(invite_accepted_date),
      },
      {
        title: t('providers.registered.col.status'),
        cell: (row) => {
          const status = statusOf(row);
          return <StatusDot colour={dotOf[status]}>{t(`providers.registered.status.${status}`)}</StatusDot>;
        },
      },
      {
        title: t('providers.col.actions'),
        quietTitle: true,
        inCards: 'foot',
        cell: (row) => <ResendInvitation provider={row} onStale={onStale} />,
      },
    ];
  }, [t, shortDate, onStale]);
}
