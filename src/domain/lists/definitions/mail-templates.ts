import { choice, defineList, text } from '../list.ts';
import type { RowsInMemory } from '../page.ts';

/** Mails that administrators may edit, in the order in which people get them (SET-03). */
export const mailTemplateList = defineList({
  name: 'mail-templates',
  filters: { search: text, show: choice(['changed']) },
  defaultSort: { by: 'position', direction: 'asc' },
  csv: ['mail', 'changed', 'subject', 'body'],
});

const subjectHas = (subject: string, words: string) =>
  words
    .toLowerCase()
    .split(' ')
    .every((word) => subject.toLowerCase().includes(word));

/** Filters the mails; those in `changed` have other texts than ours. */
export const mailTemplateRows = <Row extends { template: string; original_subject: string }>(
  changed: ReadonlySet<string>,
): RowsInMemory<typeof mailTemplateList, Row> => ({
  filters: {
    search: ({ original_subject }, words) => subjectHas(original_subject, words),
    show: ({ template }) => changed.has(template),
  },
  // They are already in order.
  sorts: { position: () => 0 },
});
