import type { questionnaireElse as en } from '../en/questionnaire-else.ts';

export const questionnaireElse: Record<keyof typeof en, string> = {
  'step7.title': '其他想说的话',
  'step7.hint': '想写多少写多少，也可以跳过这一步。',
  'step7.why': '有些话，选择题里说不出来，要用您自己的话来说。',
  'customsAndTraditions.title': '我看重的风俗、信仰和传统',
  'customsAndTraditions.hint': '比如祈祷或诵经、饮食、擦洗、谁该在身边，或者去世后怎样安排。',
  'customsAndTraditions.why': '医护人员可能不了解您的风俗。知道了，才能照着做。',
  'explanations.title': '关于我的回答，我想说明的',
  'explanations.onBehalf.hint': '比如为什么这样选，或者在什么情况下想法会不一样。',
  'explanations.hint': '比如为什么这样选，或者在什么情况下想法会不一样。',
  'explanations.why': '遇到的情况，不一定都能对上问题。知道您的理由，别人才好替您拿主意。',
  'otherCommentsOrWorries.title': '其他想说的话或担心的事',
  'otherCommentsOrWorries.hint': '比如家里的宠物、要您照顾的人，或者您害怕的事。',
  'otherCommentsOrWorries.why': '知道您担心什么，别人才能想办法帮您。',
};
