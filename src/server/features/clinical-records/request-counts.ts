import { sql } from 'kysely';
import { ClinicalRefusal } from '../../../domain/fhir/outcome.ts';
import type { Services } from '../../pipeline/context.ts';

/** Requests of one clinical system in an hour. 5,000 residents, each with one document, need 5,050. */
const hourly = { read: 6_000, search: 600 } as const;

/** `search`: a search for patients, which is also a `read`. */
export type CountedRequest = keyof typeof hourly;

const hourMs = 3_600_000;

/**
 * Counts a request of a clinical system before its work, also if it is refused later. One row for each kind, because `attempts` keeps
 * a row for each try.
 * @throws ClinicalRefusal 429 above the number of the hour
 */
export async function countRequest(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  clientId: string,
  kind: CountedRequest,
): Promise<void> {
  const now = clock().getTime();
  const hour = new Date(Math.floor(now / hourMs) * hourMs);
  const kinds: CountedRequest[] = kind === 'search' ? ['read', 'search'] : ['read'];
  const { rows } = await sql<{ kind: CountedRequest; requests: number }>`
    insert into clinical_requests as c (client_id, kind, hour, requests)
    select ${clientId}::uuid, kind, ${hour}::timestamptz, 1 from unnest(${kinds}::text[]) as kind order by kind
    on conflict (client_id, kind) do update
      set hour = excluded.hour, requests = case when c.hour = excluded.hour then c.requests + 1 else 1 end
    returning kind, requests`.execute(db);
  if (!rows.some((row) => row.requests > hourly[row.kind])) return;
  throw new ClinicalRefusal(429, 'throttled', 'Too many requests in this hour.', {
    'retry-after': String(Math.ceil((hour.getTime() + hourMs - now) / 1_000)),
  });
}
