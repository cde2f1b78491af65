import { sql } from 'kysely';
import type { OwnScope } from '../../../../domain/access/scope.ts';
import type { Page } from '../../../../domain/lists/page.ts';
import type { ListQuery } from '../../../../domain/lists/query.ts';
import { staffVisitList } from '../../../../domain/lists/definitions/staff-visits.ts';
import { fullName } from '../../../../domain/names.ts';
import { listSource, readPage } from '../../../db/lists/page.ts';
import { place } from '../../../db/sealing/sealed-columns.ts';
import type { Services, Tx } from '../../../pipeline/context.ts';

/**
 * A visit of staff in a person's account. `staff` is null for a deleted staff account; `ended_at` is null during the visit.
 * `fields` are the keys of the changed fields.
 */
export type StaffVisit = {
  id: string;
  started_at: Date;
  ended_at: Date | null;
  staff: string | null;
  organisation: string | null;
  reason: string;
  fields: string[];
  /** Whether the staff member was beside the person, who used the account (N-08). */
  together: boolean;
  /** House of the person at that time. */
  place: string | null;
  /** Versions of the plan that the person signed there. */
  signed_versions: number[];
};

type Times = {
  ended_at: Date | null;
  ends_at: Date;
  /** Expiry of the session; null if it is gone. */
  idle_expires_at: Date | null;
};

/** Returns the end of a visit. A visit with an expired time or session has ended, also before a job records it. */
function endOf({ ended_at, ends_at, idle_expires_at }: Times, now: Date): Date | null {
  if (ended_at) return ended_at;
  const latest = idle_expires_at ?? now;
  const end = latest < ends_at ? latest : ends_at;
  return end <= now ? end : null;
}

const source = listSource(staffVisitList, {
  rows: (tx, scope: OwnScope) =>
    tx
      .selectFrom('staff_visits')
      .leftJoin('sessions', 'sessions.id', 'staff_visits.session_id')
      .leftJoin('users as staff', 'staff.id', 'staff_visits.staff_id')
      .leftJoin('providers', 'providers.id', 'staff.provider_id')
      .leftJoin('providers as place', 'place.id', 'staff_visits.place_id')
      .select(['staff_visits.id', 'staff_visits.started_at', 'staff_visits.reason_sealed'])
      .select(['staff.first_name', 'staff.last_name', 'providers.name as organisation'])
      .select(['staff_visits.together', 'staff_visits.signed_versions', 'place.name as place'])
      .select(['staff_visits.ended_at', 'staff_visits.ends_at', 'sessions.idle_expires_at'])
      .select(
        sql<string[]>`array(
          select field from staff_visit_changes where visit_id = staff_visits.id order by at, field
        )`.as('fields'),
      )
      .where('staff_visits.customer_id', '=', scope.people === 'one' ? scope.userId : null),
  id: 'staff_visits.id',
  filters: {},
  sorts: { started_at: 'staff_visits.started_at' },
});

/** Returns a page of the visits of staff in the person's account. */
export async function findStaffVisits(
  tx: Tx,
  { keyring, clock }: Pick<Services, 'keyring' | 'clock'>,
  scope: OwnScope,
  query: ListQuery<typeof staffVisitList>,
): Promise<Page<StaffVisit>> {
  const page = await readPage(tx, source, scope, query);
  const now = clock();
  return {
    ...page,
    data: page.data.map(({ reason_sealed, first_name, last_name, ends_at, idle_expires_at, ...visit }) => ({
      ...visit,
      ended_at: endOf({ ended_at: visit.ended_at, ends_at, idle_expires_at }, now),
      staff: fullName({ first_name, last_name }) || null,
      reason: keyring.open(place('staff_visits', 'reason_sealed', visit.id), reason_sealed),
    })),
  };
}
