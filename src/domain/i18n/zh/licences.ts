import type { licences as en } from '../en/licences.ts';

export const licences: Record<keyof typeof en, string> = {
  'licences.lead': 'Wattle 用到了他人的作品。下面列出所用的软件包和字体，以及各自的许可和许可全文。',
  'licences.works': '字体和其他作品',
  'licences.packages': '软件包',
  'licences.absent': '用于其他类型的计算机',
  'licences.absent.note': '以下软件包不在本安装中。在其他类型的计算机上，它们会代替上面的某个软件包。',
};
