import type { providersUndo as en } from '../en/providers-undo.ts';

export const providersUndo: Record<keyof typeof en, string> = {
  'providers.renamed': '{before}现在名为{provider}',
  'providers.undo': '撤销',
  'providers.undone': '{provider}已恢复原状',
  'providers.notUndone': '没有撤销：{provider}已被更改，或未能保存。',
};
