import type { customersColumns as en } from '../en/customers-columns.ts';

export const customersColumns: Record<keyof typeof en, string> = {
  'customers.columns.open': '栏目',
  'customers.columns.title': '此表格的栏目',
  'customers.columns.lead': '姓名始终显示。您的选择会为您保存，在任何电脑上都一样。',
  'customers.columns.label': '显示这些栏目',
  'customers.columns.usual': '恢复平常',
  'customers.columns.saved': '栏目已更改。',
  'customers.columns.savedUsual': '栏目已恢复平常。',
  'customers.col.cpr': '心肺复苏（文字）',
  'customers.columns.cprNote': '只取自已签署的计划。打开后，您每翻看一页表格，都会记录为查看了该页每位住客的计划。住客会看到您的查看，并会收到通知，与其他查看一样。若超过三列，“更新日期”和“邀请日期”会为它让出位置。',
  'customers.cpr.reading': '正在读取……',
  'customers.cpr.notRead': '没有读到，请打开计划查看。',
};
