export const customersColumns = {
  'customers.columns.open': 'Columns',
  'customers.columns.title': 'Columns of this table',
  'customers.columns.lead': 'The name is always shown. Your choice is kept for you, on every computer.',
  'customers.columns.label': 'Show these columns',
  'customers.columns.usual': 'As usual',
  'customers.columns.saved': 'The columns are changed.',
  'customers.columns.savedUsual': 'The columns are as usual again.',
} as const;
