import type { customersColumns as en } from '../en/customers-columns.ts';

export const customersColumns: Record<keyof typeof en, string> = {
  'customers.columns.open': '栏目',
  'customers.columns.title': '此表格的栏目',
  'customers.columns.lead': '姓名始终显示。您的选择会为您保存，在任何电脑上都一样。',
  'customers.columns.label': '显示这些栏目',
  'customers.columns.usual': '恢复平常',
  'customers.columns.saved': '栏目已更改。',
  'customers.columns.savedUsual': '栏目已恢复平常。',
};
