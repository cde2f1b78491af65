import type { mailsStaff as en } from '../en/mails-staff.ts';

export const mailsStaff: Record<keyof typeof en, string> = {
  'mail.inviteStaff.subject': '加入{provider}的 Wattle',
  'mail.inviteStaff.preheader': '设置密码和双重验证即可开始。',
  'mail.inviteStaff.heading': '邀请您使用 Wattle 工作',
  'mail.inviteStaff.p1': '{inviter}邀请您加入{provider}在 Wattle 的工作人员。',
  'mail.inviteStaff.button': '接受邀请',
  'mail.inviteStaff.p2': '链接有效期至 {expiryDate}。因为您会看到健康信息，还需要设置双重验证。',
  'mail.inviteProvider.subject': '在 Wattle 设立{provider}',
  'mail.inviteProvider.preheader': '您被指定为联系人。',
  'mail.inviteProvider.heading': '设立您的机构',
  'mail.inviteProvider.p1': '您是{provider}的联系人。请接受邀请，核对资料，添加第一批客户。',
  'mail.inviteProvider.button': '接受邀请',
  'mail.inviteProvider.p2': '链接有效期至 {expiryDate}。',
};
