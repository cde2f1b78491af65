import type { errorPages as en } from '../en/error-pages.ts';
export const errorPages: Record<keyof typeof en, string> = {
  'errorPage.unauthenticated.title': '您已退出登录',
  'errorPage.unauthenticated.body': '请登录，然后再打开一次。',
  'errorPage.unauthenticated.button': '登录',
  'errorPage.forbidden.title': '您不能打开这一页',
  'errorPage.forbidden.body': '您的账户没有查看的权限。如果工作需要，请问您的主管。',
  'errorPage.notFound.title': '这里没有这一页',
  'errorPage.notFound.body': '可能已经移除，或者不由您查看。请返回再看一下。',
  'errorPage.wait.title': '一次打开得太多',
  'errorPage.wait.body': '请等一分钟，然后再打开一次。',
  'errorPage.down.title': '现在打不开这一页',
  'errorPage.down.body': '请稍等，然后再打开一次。紧急时请问家人、家庭医生或服务机构。',
  'errorPage.call': '如果再次发生，请打电话给我们：{phone}',
  'errorPage.reference': '编号：{reference}',
  'errorPage.start': '打开 Wattle',
};
