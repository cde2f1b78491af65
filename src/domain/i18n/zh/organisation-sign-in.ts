import type { organisationSignIn as english } from '../en/organisation-sign-in.ts';

export const organisationSignIn: Record<keyof typeof english, string> = {
  'organisation.title': '用机构账户登录',
  'organisation.lead': '供由所在机构负责登录的工作人员使用。我们会把登录地址发到您的邮箱，可以存为书签。',
  'organisation.email': '您的工作邮箱',
  'organisation.submit': '把地址发给我',
  'organisation.sent.title': '请查看邮箱',
  'organisation.sent.body': '如果 {email} 属于用机构账户登录的工作人员，登录地址已经寄出。',
  'organisation.sent.notFound': '没有收到？请看看垃圾邮件，或致电 {helpPhone}。',
  'organisation.back': '返回登录',
  'organisation.join.title': '关联您的账户',
  'organisation.join.lead':
    '您用机构账户登录 Wattle。您在机构登录的账户会与您在这里的账户关联，长期有效。',
  'organisation.join.submit': '前往机构登录',
  'organisation.join.pending': '正在打开机构登录',
  'organisation.join.failed': '没有打开',
  'organisation.join.again': '索取新的链接',
};
