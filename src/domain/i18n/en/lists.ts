export const lists = {
  'lists.noneMatch': 'Nothing matches. Check the spelling, or clear the filters.',
  'lists.clear': 'Clear filters',
  'lists.pages': 'Pages',
  'lists.page': 'Page {number}',
  'lists.csv': 'Download CSV',
  'lists.from': '{label} from',
  'lists.to': '{label} to',
  'lists.dayHint': 'Such as 04/05/2026',
  'lists.dayProblem': 'Write the date as day, month and year, such as 04/05/2026',
  'lists.sort': 'Sort by',
  'lists.ascending': '{column}: first to last',
  'lists.descending': '{column}: last to first',
} as const;
