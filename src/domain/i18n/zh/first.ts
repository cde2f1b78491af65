import type { first as en } from '../en/first.ts';

export const first: Record<keyof typeof en, string> = {
  'common.appName': 'Wattle',
  'common.loading': '正在加载',
  'common.tryAgain': '再试一次',
  'common.helpPhoneLine': '电话咨询：{helpPhone}',
  'layout.logoAlt': 'Wattle，回到首页',
  'system.serverDown.title': 'Wattle 暂时无法使用',
  'system.serverDown.body': '我们正在处理。您的计划是安全的，请过几分钟再试。',
  'customers.title': '管理客户',
  'customers.titleView': '客户',
};
