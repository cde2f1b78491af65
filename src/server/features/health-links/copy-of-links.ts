import { personalTables } from '../../db/personal/personal-columns.ts';
import { unsealed } from '../../db/sealing/unsealed.ts';
import type { Services, Tx } from '../../pipeline/context.ts';

/** Returns the links that a person gave to readers, with their openings, and without anything that opens them. */
export async function readerLinksOf(tx: Tx, { keyring }: Pick<Services, 'keyring'>, userId: string) {
  const links = await tx
    .selectFrom('health_links')
    .select(['id', ...personalTables.health_links.exported])
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .execute();
  const openings = await tx
    .selectFrom('health_link_openings')
    .select(['id', 'link_id', ...personalTables.health_link_openings.exported])
    .where('user_id', '=', userId)
    .orderBy('at')
    .execute();
  const opened = openings.map(({ id, ...opening }) => unsealed(keyring, 'health_link_openings', id, opening));
  return links.map(({ id, ...link }) => ({
    ...unsealed(keyring, 'health_links', id, link),
    openings: opened.filter(({ link_id }) => link_id === id).map(({ link_id: _, ...opening }) => opening),
  }));
}
