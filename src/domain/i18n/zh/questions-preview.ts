import type { questionsPreview as en } from '../en/questions-preview.ts';

export const questionsPreview: Record<keyof typeof en, string> = {
  'preview.title': '有哪些问题',
  'preview.lead': '这里是全部问题和可以选的回答，您可以慢慢看。这一页不用填写，也不会保存任何内容。',
  'preview.contents': '步骤',
  'preview.ownWords': '用您自己的话回答。',
  'preview.start': '开始写我的计划',
  'preview.end': '回答完问题以后',
  'preview.endBody': '写下您信任的人，再从头看一遍，然后签名。签好后就可以打印卡片。',
};
