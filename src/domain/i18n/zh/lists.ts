import type { lists as en } from '../en/lists.ts';

export const lists: Record<keyof typeof en, string> = {
  'lists.noneMatch': '没有符合的内容。请检查写法，或清除筛选。',
  'lists.clear': '清除筛选',
  'lists.pages': '页码',
  'lists.page': '第 {number} 页',
  'lists.csv': '下载 CSV',
  'lists.export': '导出',
  'lists.xlsx': '下载 Excel',
  'lists.from': '{label}：从',
  'lists.to': '{label}：到',
  'lists.dayHint': '例如 04/05/2026',
  'lists.dayProblem': '请按日、月、年填写日期，例如 04/05/2026',
  'lists.sort': '排序',
  'lists.ascending': '{column}：从前到后',
  'lists.descending': '{column}：从后到前',
};
