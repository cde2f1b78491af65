import { ApiError } from '../http/api-error.ts';
import type { Asked } from '../http/call.ts';
import { integer, map, text } from '../http/form.ts';
import type { Kind } from '../store/kinds.ts';
import type { Search } from '../store/work.ts';

/** Returns a page of objects, by Stripe's parameters `limit`, `starting_after` and `created[gte]`. */
export async function listed(asked: Asked, kind: Kind, url: string, search: Search = {}) {
  const limit = integer(asked.params, 'limit') ?? 10;
  if (limit < 1 || limit > 100) throw ApiError.wrong('limit', 'limit must be between 1 and 100');
  const page = await asked.work.list(kind, {
    createdFrom: integer(map(asked.params, 'created'), 'gte'),
    startingAfter: text(asked.params, 'starting_after'),
    ...search,
    limit,
  });
  return { object: 'list', url, ...page };
}
