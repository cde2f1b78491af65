import { Link } from '@tanstack/react-router';
import { useText } from '../../../app/texts.tsx';

type Counts = { removing: number; archived_houses: number };

/** Links to the customers that the list does not show, with their numbers; nothing if there are none (D-62, D-63). */
export function SetAsideLinks({ counts, provider }: { counts: Counts | undefined; provider: string | null }) {
  const t = useText();
  if (!counts) return null;
  const within = provider === null ? {} : { provider_id: provider };
  return (
    <>
      {counts.removing > 0 && (
        <>
          {' '}
          <Link to="." search={{ ...within, status: 'removing' }}>
            {t('customers.count.removing', { count: counts.removing })}
          </Link>
        </>
      )}
      {counts.archived_houses > 0 && (
        <>
          {' '}
          <Link to="." search={{ ...within, status: 'archivedHouse' }}>
            {t('customers.count.archivedHouse', { count: counts.archived_houses })}
          </Link>
        </>
      )}
    </>
  );
}
