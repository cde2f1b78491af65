import { sql } from 'kysely';
import { monthKinds } from '../../../../domain/reports/months.ts';
import type { Database } from '../../../pipeline/context.ts';

/** Number of differences that one statement folds, so that it locks the numbers of a provider only briefly. */
const batch = 5_000;
/** Maximum number of statements in one run. The rest is folded by the next run. */
const maxBatches = 100;

const columns = sql.join(monthKinds.map((kind) => sql.ref(kind)));
const sums = sql.join(monthKinds.map((kind) => sql`sum(${sql.ref(kind)}) as ${sql.ref(kind)}`));
const added = sql.join(
  monthKinds.map((kind) => sql`${sql.ref(kind)} = known.${sql.ref(kind)} + excluded.${sql.ref(kind)}`),
);

/**
 * Adds the differences of the numbers by month to the stored ones and deletes them, the oldest first. Readers add both, so a
 * report is the same before, between and after. Two runs at once take different rows and lock the stored rows in the same order.
 */
export async function foldReportMonths(db: Database): Promise<void> {
  for (let done = 0; done < maxBatches; done += 1) {
    const { rows } = await sql<{ folded: number }>`
      with due as (
        select id from report_month_changes order by id limit ${sql.lit(batch)} for update skip locked
      ), gone as (
        delete from report_month_changes where id = any(array(select id from due)) returning *
      ), by_provider as (
        insert into report_months as known (provider_id, status, month, ${columns})
        select provider_id, status, month, ${sums} from gone
        group by provider_id, status, month order by provider_id, status, month
        on conflict (provider_id, status, month) do update set ${added}
      ), all_providers as (
        insert into report_month_totals as known (status, month, ${columns})
        select status, month, ${sums} from gone group by status, month order by status, month
        on conflict (status, month) do update set ${added}
      )
      select count(*)::int as folded from due`.execute(db);
    if ((rows[0]?.folded ?? 0) < batch) return;
  }
}
