import type { questionnaireEdit as en } from '../en/questionnaire-edit.ts';

export const questionnaireEdit: Record<keyof typeof en, string> = {
  'editHub.title': '更改我的计划',
  'editHub.hint': '请选要更改的部分。您确认之前，已签名的计划不会变。',
  'editHub.why': '想法会变，健康也会变。医护人员看到的是您最新的计划。',
  'editHub.edit': '修改：{section}',
  'editHub.notComplete': '计划还没有完成，请先填完。',
  'editHub.goOn': '继续填写计划',
  'editHub.someAndMore': '{list}；另外还有 {count} 项',
  'editHub.answerTo': '{question}：{answer}',
  'editHub.quoted': '“{text}”',
  'editStep.banner': '您正在更改已签名的计划',
  'editStep.bannerBody': '在最后一页确认之前，什么都不会变。',
  'editStep.confirm.title': '核对您的更改',
  'editStep.confirm.lead': '您确认之前，已签名的计划不会变。',
  'editStep.confirm.hint': '请看看改了什么。在这里确认之前，已签名的计划不变。',
  'editStep.confirm.before': '原来的回答',
  'editStep.confirm.after': '现在的回答',
  'editStep.confirm.button': '确认更改',
  'editStep.abandon': '不改了，保留原来的',
  'editStep.updated': '您的计划已更新',
};
