import type { find as en } from '../en/find.ts';

export const find: Record<keyof typeof en, string> = {
  'find.title': '查找住客',
  'find.label': '姓名、房间、客户编号、出生日期或邮箱',
  'find.hint': '例如：李国强、li guoqiang、房间 12B、BH-1001 或 14/5/43',
  'find.count_one': '找到 {count} 位住客',
  'find.count_other': '找到 {count} 位住客',
  'find.searching': '正在查找',
  'find.none': '没有找到“{words}”。已在您能查看的所有院舍中，按姓名、房间、客户编号、出生日期和邮箱查找。',
  'find.closest': '没有完全相符的住客。以下按“{closest}”显示，请核对姓名和出生日期。',
  'find.more': '还有更多。请再输入一个词，或出生日期。',
  'find.born': '{date}出生',
  'find.room': '房间',
  'find.setAside': '已归档或将被移除',
  'find.archivedHouse': '在已归档的院舍',
  'find.keys': '用方向键选择，按 Enter 打开，按 E 打开急救信息页。',
  'find.slash': '使用单键：/ 打开查找，x 选择名单中的一行，? 显示名单的按键',
};
