import type { TypedDocumentNode } from 'urql';
import { expect, it } from 'vitest';
import { days, defineList, text } from '../../domain/lists/list.ts';
import type { ListRequest } from '../../domain/lists/request.ts';
import { useListRead } from './use-list-read.ts';

const residents = defineList({
  name: 'residents',
  filters: { search: text, born: days },
  defaultSort: { by: 'name', direction: 'asc' },
});

type Search = { search?: string | null };
type Whole = TypedDocumentNode<unknown, Search & { born_from?: string | null; born_to?: string | null }>;
type Lacking = TypedDocumentNode<unknown, Search & { born_from?: string | null }>;

it('does not compile for a query that leaves out a filter of its list', () => {
  const whole = (request: ListRequest<typeof residents>, document: Whole) =>
    useListRead(residents, request, document);
  const lacking = (request: ListRequest<typeof residents>, document: Lacking) =>
    // @ts-expect-error The query has no variable for `born_to`.
    useListRead(residents, request, document);
  expect([whole, lacking]).toHaveLength(2);
});
