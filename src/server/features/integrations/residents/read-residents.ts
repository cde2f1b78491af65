import { CareError, type CareConnection, type CareResident } from '../../../ports/residential-care/port.ts';
import type { Services } from '../../../pipeline/context.ts';

export const mostResidents = 20_000;
const mostPages = 2_000;
/** Time for all pages, in milliseconds. */
const longestMs = 120_000;

/**
 * Reads all pages of active residents. A resident listed twice counts once. Nothing is returned unless the list was read to its
 * end: residents of a page that failed would be taken for residents who left.
 * @throws CareError
 */
export async function readResidents(
  { residentialCare, clock }: Pick<Services, 'residentialCare' | 'clock'>,
  connection: CareConnection,
): Promise<CareResident[]> {
  const residents = new Map<string, CareResident>();
  const seen = new Set<string>();
  const until = clock().getTime() + longestMs;
  let cursor: string | null = null;
  do {
    const page = await residentialCare.activeResidents(connection, cursor);
    for (const resident of page.residents)
      if (!residents.has(resident.id)) residents.set(resident.id, resident);
    cursor = page.next;
    const isEndless =
      cursor !== null && (seen.has(cursor) || seen.size >= mostPages || page.residents.length === 0);
    if (isEndless || residents.size > mostResidents) throw new CareError('unexpected');
    if (cursor !== null) seen.add(cursor);
    if (clock().getTime() > until) throw new CareError('unreachable');
  } while (cursor !== null);
  return [...residents.values()];
}
