import type { invite as en } from '../en/invite.ts';

export const invite: Record<keyof typeof en, string> = {
  'invite.staff.title': '加入{provider}的 Wattle',
  'invite.staff.body': '您受邀担任“{roleLabel}”。请设置密码，开始使用。',
  'invite.staff.secondStep': '工作人员必须使用双重验证。下一页可以设置。',
  'invite.staff.submit': '接受并继续',
  'invite.linkBad.title': '这份邀请已失效',
  'invite.linkBad.body': '邀请 30 天内有效。请让邀请人重新发送。',
  'invite.staff.contact': '联系人',
  'invite.staff.member': '工作人员',
  'invite.staff.next': '接下来',
  'invite.staff.why': '双重验证是手机上的一个验证码。即使别人知道您的密码，也无法登录。',
  'invite.staff.otherAccount': '此浏览器已登录 {email}。接受邀请后，该账户会退出登录。',
  'invite.notRead': '无法读取您的邀请',
  'invite.linkBad.help': '不知道是谁邀请的？请拨打 {helpPhone}。',
};
