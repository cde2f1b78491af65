import type { providersConnection as english } from '../en/providers-connection.ts';

export const providersConnection: Record<keyof typeof english, string> = {
  'providers.connection.title': '{provider}工作人员的登录',
  'providers.connection.lead':
    '外部机构的工作人员通过 OpenID Connect 在自己的机构登录。设置适用于该机构及其所有下级机构。',
  'providers.connection.issuer': '签发方',
  'providers.connection.issuerHint': '机构登录系统的 https 地址，须与其自称的完全一致',
  'providers.connection.clientId': '客户端 ID',
  'providers.connection.secret': '客户端密钥',
  'providers.connection.secretHint': '加密保存，不再显示。',
  'providers.connection.secretKept': '已保存密钥。留空则保持不变。',
  'providers.connection.callback': '回调地址',
  'providers.connection.callbackHint': '请在机构的登录系统中填写这个地址。',
  'providers.connection.address': '工作人员的登录地址',
  'providers.connection.addressHint': '请把这个地址告诉工作人员，他们也会收到邮件。',
  'providers.connection.save': '检查并保存',
  'providers.connection.pending': '正在检查',
  'providers.connection.complete': '已保存',
  'providers.connection.failed': '没有保存。请检查表单。',
  'providers.connection.saved': '工作人员登录已保存',
  'providers.connection.checkedAt': '上次检查：{date}',
  'providers.connection.problem': '上次检查没有通过：{problem}',
  'providers.connection.check': '再次检查',
  'providers.connection.checking': '正在检查',
  'providers.connection.checked': '已检查',
  'providers.connection.notChecked': '检查没有通过',
};
