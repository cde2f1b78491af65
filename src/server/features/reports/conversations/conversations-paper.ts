import { numberOnPaper, type Content, type Words } from '../paper/paper.ts';
import { conversationTables } from './counts.ts';
import type { getConversationsReport } from './operations.ts';

type Report = Awaited<ReturnType<typeof getConversationsReport.call>>;

/** The content of the report of conversations on paper. It names no resident: whose next conversation is due is only on the page. */
export function conversationsPaper({ summary, data }: Report, words: Words): Content {
  const { t } = words;
  const number = (value: number) => numberOnPaper(value, words);
  return {
    title: t('reports.conversations.title'),
    sentence: t('reports.conversations.paper'),
    period: summary.period,
    tables: [
      ...conversationTables(
        data.map((row) => ({ name: row.name, shown: row })),
        words,
      ),
      {
        title: t('reports.conversations.residents'),
        head: [
          t('reports.conversations.col.house'),
          t('reports.conversations.col.residents'),
          t('reports.conversations.col.without'),
        ],
        rows: data.map(({ name, residents, without }) => [name, number(residents), number(without)]),
        numbersFrom: 1,
      },
    ],
    notes: [t('reports.conversations.counted'), t('reports.conversations.now')],
  };
}
