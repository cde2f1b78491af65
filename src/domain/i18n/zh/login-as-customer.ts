import type { loginAsCustomer as en } from '../en/login-as-customer.ts';

export const loginAsCustomer: Record<keyof typeof en, string> = {
  'lac.action': '以客户身份登录',
  'lac.confirm.title': '以{customer}的身份登录？',
  'lac.confirm.body': '您会看到{customer}所看到的内容。您做的每一步都会记下您的姓名。60 分钟后自动结束。',
  'lac.confirm.reason': '您为什么需要这样做？',
  'lac.confirm.password': '您自己的密码',
  'lac.confirm.code': '您的双重验证码',
  'lac.confirm.button': '以客户身份登录',
  'lac.banner': '您现在在{customer}的账户里。',
  'lac.bannerTime_one': '还剩 {count} 分钟。',
  'lac.bannerTime_other': '还剩 {count} 分钟。',
  'lac.return': '回到我的账户',
  'lac.limits': '您不能代签计划，也不能更改密码、双重验证、电子邮箱或付款信息。',
  'lac.ended.title': '您已回到自己的账户',
  'lac.ended.time': '60 分钟已到。',
};
