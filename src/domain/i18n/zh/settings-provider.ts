import type { settingsProvider as en } from '../en/settings-provider.ts';

export const settingsProvider: Record<keyof typeof en, string> = {
  'settings.provider.base.title': '管理机构资料',
  'settings.provider.base.lead': '您的客户会看到这个名称和标志。',
  'settings.provider.base.name': '名称',
  'settings.provider.base.address': '地址',
  'settings.provider.base.state': '州或领地',
  'settings.provider.base.postcode': '邮政编码',
  'settings.provider.base.location': '所在地',
  'settings.provider.base.phone': '电话',
  'settings.provider.base.email': '电子邮箱',
  'settings.provider.base.logo': '标志',
  'settings.provider.base.logoHint': 'JPG、PNG、WebP 或 BMP，不超过 2 MB。系统会把长边缩到 600 像素。',
  'settings.provider.base.contact': '联系人',
  'settings.provider.base.contactNote': '只有 TLC 管理员可以更换联系人。',
  'settings.provider.base.logoAdd': '添加标志',
  'settings.provider.base.logoChange': '更换标志',
  'settings.provider.base.logoRemove': '移除标志',
  'settings.provider.base.logoOf': '{provider}的标志',
  'settings.provider.base.logoRemoved': '标志已移除',
  'settings.provider.base.readOnly': '您可以查看这些资料。如要更改，请联系您的机构管理员。',
  'settings.provider.base.contactNone': '暂无',
};
