import type { questionnaireNext as en } from '../en/questionnaire-next.ts';

export const questionnaireNext: Record<keyof typeof en, string> = {
  'step9b.title': '接下来',
  'step9b.onBehalf.hint': '计划已保存。下面三件事，可以现在做，也可以改天做。',
  'step9b.hint': '您的计划已保存。下面三件事，可以现在做，也可以改天做。',
  'step9b.why': '别人找得到，计划才用得上。',
  'step9b.card.title': '打印急救卡',
  'step9b.onBehalf.card.body': '一张放钱包，一张贴冰箱。医护人员扫一扫，就能看到计划。',
  'step9b.card.body': '一张放钱包，一张贴冰箱。医护人员扫一扫，就能看到您的计划。',
  'step9b.onBehalf.card.button': '去看计划',
  'step9b.card.button': '去我的计划',
  'step9b.dashboard.title': '回到首页',
  'step9b.onBehalf.dashboard.body': '计划、联系人和文件都在这里。',
  'step9b.dashboard.body': '您的计划、联系人和文件都在这里。',
  'step9b.dashboard.button': '去首页',
  'step9b.organ.title': '选择器官捐献意愿',
  'step9b.organ.body': '去世后要不要捐献器官，您可以登记，也可以不登记。',
  'step9b.organ.button': '看看有哪些选择',
};
