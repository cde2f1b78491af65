import type { settingsAdmin as en } from '../en/settings-admin.ts';

export const settingsAdmin: Record<keyof typeof en, string> = {
  'settings.admin.email.title': '邮件设置',
  'settings.admin.email.senderName': '发件人名称',
  'settings.admin.email.replyTo': '回复邮箱',
  'settings.admin.email.templates': '邮件模板',
  'settings.admin.email.templateSubject': '主题',
  'settings.admin.email.templateBody': '正文',
  'settings.admin.email.templateLanguage': '此文本的语言',
  'settings.admin.email.templateValues': '可用的变量：{list}',
  'settings.admin.email.templateMissing': '正文必须保留这些变量：{list}',
  'settings.admin.email.noHealth': '邮件里绝不能写健康信息。',
  'settings.admin.email.preview': '预览',
  'settings.admin.email.test': '给我发一封测试邮件',
  'settings.admin.email.reset': '恢复原来的文本',
  'error.settings.templateValues': '正文必须保留这些变量：{list}',
};
