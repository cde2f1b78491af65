import type { signin as en } from '../en/signin.ts';

export const signin: Record<keyof typeof en, string> = {
  'signin.title': '登录',
  'signin.email.label': '电子邮箱',
  'signin.password.label': '密码',
  'signin.forgot': '忘记密码',
  'signin.submit': '登录',
  'signin.submitting': '正在登录',
  'signin.notSubmitted': '登录没有成功',
  'signin.newHere': '第一次使用 Wattle？',
  'signin.toSignup': '注册',
  'signin.emergencyLink': '您是急救人员或医生？请扫描卡上的二维码，或输入卡上的网址。',
  'signin.afterExpiry': '为了安全，系统已让您退出。请重新登录，会回到您刚才的页面。',
  'signin.afterSignout': '您已退出登录。',
  'signin.afterVerified': '邮箱已确认，请登录。',
  'signin.afterReset': '新密码已设好，请登录。',
  'signin.guestUpload': '已经有签好的表格？请选择所在州并上传',
  'signin.sharedDevice': '在公用电脑上，用完请退出登录。',
};
