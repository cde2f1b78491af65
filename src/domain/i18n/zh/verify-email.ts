import type { verifyEmail as en } from '../en/verify-email.ts';

export const verifyEmail: Record<keyof typeof en, string> = {
  'verify.title': '请查收邮件',
  'verify.body': '我们已把链接发到 {email}。请打开链接完成注册。链接 24 小时内有效。',
  'verify.asked': '如果 {email} 还没有确认，链接马上就到，24 小时内有效。已经确认过？直接登录就可以。',
  'verify.notFound': '没有收到？请看看垃圾邮件文件夹。',
  'verify.resend': '重新发送',
  'verify.resendWait_one': '{count} 秒后可以重新发送。',
  'verify.resendWait_other': '{count} 秒后可以重新发送。',
  'verify.resent': '新链接已发出，旧链接已失效。',
  'verify.wrongAddress': '邮箱写错了？请用正确的邮箱重新注册。',
  'verify.modalOk': '好',
  'verify.toSignin': '去登录',
  'verify.linkBad.title': '这个链接已失效',
  'verify.linkBad.body': '链接已过期，或者已经用过。我们可以给您发一个新的。',
  'verify.linkBad.button': '发送新链接',
  'verify.done.title': '邮箱已确认',
  'verify.done.body': '现在请用密码登录。',
  'verify.checking': '正在确认您的邮箱',
  'verify.notChecked': '邮箱还没有确认',
};
