import { Link } from '@tanstack/react-router';
import { graphql } from '../../../api/graphql.ts';
import { useRead } from '../../../api/use-read.ts';
import { useSession } from '../../../app/session.tsx';
import { useText } from '../../../app/texts.tsx';
import { useIsAdminSide } from '../paths.ts';
import css from './table.module.css';

const CountDocument = graphql(`
  query countPossibleDuplicates {
    getPossibleDuplicates(limit: 1) {
      count
      count_is_exact
    }
  }
`);

/** Link to the pairs of records that may be of one person, for staff who decide about them (N-13). Nothing without such a pair. */
export function DuplicatesLink() {
  const user = useSession();
  const isAdmin = useIsAdminSide();
  return isAdmin || user?.permission_role.can_manage_all ? <CountedLink isAdmin={isAdmin} /> : null;
}

function CountedLink({ isAdmin }: { isAdmin: boolean }) {
  const t = useText();
  const { data } = useRead(CountDocument, {}, { refresh: true, types: ['CustomerRow', 'DuplicatePair'] });
  const found = data?.getPossibleDuplicates;
  if (!found || found.count === 0) return null;
  return (
    <Link to={isAdmin ? '/admin/duplicates' : '/provider/duplicates'} className={css.duplicates}>
      {t(found.count_is_exact ? 'customers.duplicates.link' : 'customers.duplicates.linkMost', {
        count: found.count,
      })}
    </Link>
  );
}
