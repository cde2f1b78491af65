import type { textMessages as en } from '../en/text-messages.ts';

export const textMessages: Record<keyof typeof en, string> = {
  'sms.code': 'Wattle 验证码：{code}，5 分钟内有效。我们不会向您索取。',
  'sms.codeAutofill': '@{host} #{code}',
  'sms.phoneCheck': 'Wattle 号码确认码：{code}，5 分钟内有效。',
  'sms.passwordChanged': '您的 Wattle 密码已更改。不是您？请致电 {helpPhone}。',
  'sms.mfaOff': '您的 Wattle 双重验证已关闭。不是您？请致电 {helpPhone}。',
  'sms.emergencyOpened': '{date} {time} 您的 Wattle 急救页面被打开。若有疑问，请登录换新卡。',
  'sms.emergencyOpenedContact': '{date} {time}，{person}的 Wattle 急救页面被打开。',
};
