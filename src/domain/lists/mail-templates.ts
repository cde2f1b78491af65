import { choice, defineList, text } from './list.ts';

/** The mails that administrators may word, in the order in which people get them (SET-03). */
export const mailTemplateList = defineList({
  name: 'mail-templates',
  filters: { search: text, show: choice(['changed']) },
  defaultSort: { by: 'position', direction: 'asc' },
});
