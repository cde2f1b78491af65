import type { invite as en } from '../en/invite.ts';

export const invite: Record<keyof typeof en, string> = {
  'invite.staff.title': '加入{provider}的 Wattle',
  'invite.staff.body': '您受邀担任“{roleLabel}”。请设置密码，开始使用。',
  'invite.staff.secondStep': '工作人员必须使用双重验证。下一页可以设置。',
  'invite.staff.submit': '接受并继续',
  'invite.linkBad.title': '这份邀请已失效',
  'invite.linkBad.body': '邀请 30 天内有效。请让邀请人重新发送。',
};
