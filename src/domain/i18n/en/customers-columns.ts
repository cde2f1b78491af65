export const customersColumns = {
  'customers.columns.open': 'Columns',
  'customers.columns.title': 'Columns of this table',
  'customers.columns.lead': 'The name is always shown. Your choice is kept for you, on every computer.',
  'customers.columns.label': 'Show these columns',
  'customers.columns.usual': 'As usual',
  'customers.columns.saved': 'The columns are changed.',
  'customers.columns.savedUsual': 'The columns are as usual again.',
  'customers.col.cpr': 'CPR in words',
  'customers.columns.cprNote': 'From signed plans only. Each page of the table that you open is then recorded as a look at the plan of every resident on it. They see your look, and are told about it, like any other. With more than three columns, the days of “Updated” and “Invited” make room for it.',
  'customers.cpr.reading': 'Reading …',
  'customers.cpr.notRead': 'Not read. Open the plan.',
} as const;
