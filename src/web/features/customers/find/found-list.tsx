import { Link } from '@tanstack/react-router';
import type { KeyboardEvent } from 'react';
import { longDate } from '../../../../domain/fields.ts';
import type { Read } from '../../../api/use-read.ts';
import { useSession } from '../../../app/session.tsx';
import { useLanguage, useText } from '../../../app/texts.tsx';
import { LoadFailed } from '../../../ui/messages/load-failed.tsx';
import { OwnWords } from '../../../ui/words/own-words.tsx';
import { customerPath } from '../paths.ts';
import { customerName, staffOf, viewer } from '../staff.ts';
import { EmergencyLink, PlanDot } from '../table/cells.tsx';
import type { FoundResident, FoundResidents } from './find-api.ts';
import css from './find.module.css';

type OfLinks = { onOpen: () => void; onKeyDown: (event: KeyboardEvent<HTMLElement>) => void };
type FoundListProps = OfLinks & { words: string; read: Read<FoundResidents> };

/** The customers found, with those set aside below a line, and what was searched when there are none. */
export function FoundList({ words, read, ...links }: FoundListProps) {
  const t = useText();
  const { data, failed, retry } = read;
  if (words === '') return null;
  if (failed) return <LoadFailed onRetry={retry} />;
  const current = data?.data.filter(({ set_aside }) => set_aside === 'none') ?? [];
  const aside = data?.data.filter(({ set_aside }) => set_aside !== 'none') ?? [];
  return (
    <>
      <p role="status" className={data && data.data.length === 0 ? undefined : css.count}>
        {!data
          ? t('find.searching')
          : data.data.length === 0
            ? t('find.none', { words })
            : t('find.count', { count: data.data.length })}
      </p>
      {data && data.closest !== null && data.data.length > 0 && (
        <p className="note">{t('find.closest', { closest: data.closest })}</p>
      )}
      <Rows residents={current} {...links} />
      {aside.length > 0 && (
        <>
          <h3 className={css.aside}>{t('find.setAside')}</h3>
          <Rows residents={aside} {...links} />
        </>
      )}
      {data?.more && <p className="quiet">{t('find.more')}</p>}
    </>
  );
}

function Rows({ residents, ...links }: OfLinks & { residents: readonly FoundResident[] }) {
  if (residents.length === 0) return null;
  return (
    <ul className={css.found}>
      {residents.map((resident) => (
        <Row key={resident.id} resident={resident} {...links} />
      ))}
    </ul>
  );
}

/** One customer. Birth date, room, house and customer ID distinguish two people of one name. */
function Row({ resident, onOpen, onKeyDown }: OfLinks & { resident: FoundResident }) {
  const t = useText();
  const language = useLanguage();
  const user = useSession();
  const { id, customer_id, room, provider, birth_date, plan_state, set_aside } = resident;
  return (
    <li>
      <Link
        data-found
        to={customerPath(user ? staffOf(user) : viewer)}
        params={{ customerId: id }}
        onClick={onOpen}
        onKeyDown={onKeyDown}
      >
        <OwnWords>{customerName({ ...resident, email: null })}</OwnWords>
        {customer_id !== null && <span className="num">{customer_id}</span>}
      </Link>
      <span className={css.facts}>
        {birth_date !== null && <span>{t('find.born', { date: longDate(birth_date, language) })}</span>}
        {room !== null && (
          <span>
            {t('find.room')} <OwnWords>{room}</OwnWords>
          </span>
        )}
        {provider !== null && <OwnWords>{provider}</OwnWords>}
        {set_aside !== 'none' && (
          <span>
            {t(
              set_aside === 'removing'
                ? 'customers.status.toBeRemoved'
                : set_aside === 'archived_house'
                  ? 'find.archivedHouse'
                  : 'customers.status.archived',
            )}
          </span>
        )}
      </span>
      <PlanDot state={plan_state} />
      <EmergencyLink customer={{ ...resident, email: null }} />
    </li>
  );
}
