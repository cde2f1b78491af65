import { Link } from '@tanstack/react-router';
import { graphql } from '../../api/graphql.ts';
import { useRead } from '../../api/use-read.ts';
import { roleOf } from '../../app/person.ts';
import { useSession } from '../../app/session.tsx';
import { useText } from '../../app/texts.tsx';
import { usePaths } from './use-paths.ts';

const CountDocument = graphql(`
  query countPossibleDuplicates {
    getPossibleDuplicates(limit: 1) {
      count
      count_is_exact
    }
  }
`);

/** Link to the pairs of records that may be of one person, for staff who decide about them (N-13). Nothing without such a pair. */
export function DuplicatesLink({ className }: { className: string }) {
  const user = useSession();
  if (!user) return null;
  const mayDecide = roleOf(user) !== 'provideradmin' || user.permission_role.can_manage_all;
  return mayDecide ? <CountedLink className={className} /> : null;
}

function CountedLink({ className }: { className: string }) {
  const t = useText();
  const { pairs } = usePaths();
  const { data } = useRead(CountDocument, {}, { refresh: true, types: ['CustomerRow', 'DuplicatePair'] });
  const found = data?.getPossibleDuplicates;
  if (!found || found.count === 0) return null;
  return (
    <Link to={pairs} className={className}>
      {t(found.count_is_exact ? 'customers.duplicates.link' : 'customers.duplicates.linkMost', {
        count: found.count,
      })}
    </Link>
  );
}
