import type { IsoDate } from '../../../../domain/fields.ts';
import { percentOf } from '../../../../domain/reports/months.ts';
import { shownOf, smallest, type ShownNumber } from '../../../../domain/reports/small-numbers.ts';
import type { ReportTable } from '../../../documents/report-document.ts';
import { conversationTables } from '../conversations/counts.ts';
import { dayOnPaper, numberOnPaper, type Content, type Words } from '../paper/paper.ts';
import type { makeEvidence } from './operations.ts';
import { countedEntries, housesOnPaper, openers, staffActions } from './store.ts';

type Evidence = Awaited<ReturnType<typeof makeEvidence.call>>;

const facts = ['asks', 'helps', 'signs', 'changes', 'keeps', 'reads', 'emergency', 'records'] as const;

/** Description of the process: questions, signature, storage, access and records. */
function policyTable({ t }: Words): ReportTable {
  return {
    title: t('evidence.policy'),
    head: [t('evidence.policy.what'), t('evidence.policy.how')],
    rows: facts.map((fact) => [t(`evidence.policy.${fact}`), t(`evidence.policy.${fact}.how`)]),
    numbersFrom: 2,
    narrowFirst: true,
  };
}

function shareOf(complete: ShownNumber, customers: ShownNumber, { t }: Words): string {
  const share =
    typeof complete === 'number' && typeof customers === 'number' ? percentOf(complete, customers) : null;
  return share === null ? t('common.noneValue') : t('reports.percent', { percent: share });
}

function housesTable({ houses }: Evidence, words: Words): ReportTable {
  const { t } = words;
  const number = (value: ShownNumber) => numberOnPaper(value, words);
  return {
    title: t('evidence.houses'),
    head: [
      t('evidence.houses.house'),
      t('evidence.houses.residents'),
      t('reports.company.col.complete'),
      t('evidence.houses.share'),
      t('reports.company.col.drafts'),
    ],
    rows: houses.map(({ name, customers, complete, drafts }) => [
      name,
      number(customers),
      number(complete),
      shareOf(complete, customers, words),
      number(drafts),
    ]),
    numbersFrom: 1,
  };
}

function plansTable({ happened, again }: Evidence, words: Words): ReportTable {
  const { t } = words;
  const rows: [string, ShownNumber][] = [
    [t('evidence.plans.started'), happened.started],
    [t('evidence.plans.completed'), happened.completed],
    [t('evidence.plans.external'), happened.external],
    [t('evidence.plans.changed'), happened.changed],
    [t('evidence.plans.due'), again.due],
    [t('evidence.plans.looked'), again.looked],
  ];
  return {
    title: t('evidence.plans'),
    head: [t('evidence.plans.what'), t('evidence.plans.count')],
    rows: rows.map(([name, count]) => [name, numberOnPaper(count, words)]),
    numbersFrom: 1,
  };
}

function openingsTable({ openings }: Evidence, words: Words): ReportTable {
  const { t } = words;
  const number = (value: number) => numberOnPaper(shownOf(value), words);
  return {
    title: t('evidence.openings'),
    head: [t('evidence.openings.by'), t('evidence.openings.times'), t('evidence.openings.plans')],
    rows: openers.map((opener) => [
      t(`evidence.openings.${opener}`),
      number(openings.by[opener].times),
      number(openings.by[opener].plans),
    ]),
    numbersFrom: 1,
  };
}

function actionsTable({ actions }: Evidence, words: Words): ReportTable {
  const { t } = words;
  return {
    title: t('evidence.actions'),
    head: [t('evidence.actions.what'), t('evidence.actions.times')],
    rows: staffActions.map((action) => [
      t(`evidence.actions.${action}`),
      numberOnPaper(shownOf(actions[action]), words),
    ]),
    numbersFrom: 1,
  };
}

const letters = ['A', 'B', 'C'] as const;

function examplesTable({ examples }: Evidence, words: Words): ReportTable {
  const { t } = words;
  const day = (value: IsoDate | null) => dayOnPaper(value, words);
  return {
    title: t('evidence.examples'),
    head: [
      t('evidence.examples.who'),
      t('evidence.examples.added'),
      t('evidence.examples.invited'),
      t('evidence.examples.begun'),
      t('evidence.examples.signed'),
      t('evidence.examples.looked'),
    ],
    rows: examples.map(({ added, invited, begun, signed, looked }, index) => [
      t('evidence.examples.resident', { letter: letters[index]! }),
      ...[day(added), day(invited), day(begun), day(signed), day(looked)],
    ]),
    numbersFrom: 6,
  };
}

function sentenceOf({ now: { customers, complete } }: Evidence, words: Words): string {
  const { t } = words;
  if (typeof customers !== 'number' || typeof complete !== 'number') return t('reports.company.resultHidden');
  return t('evidence.result', {
    complete: numberOnPaper(complete, words),
    total: numberOnPaper(customers, words),
    percent: percentOf(complete, customers) ?? 0,
  });
}

/** The evidence of a provider on paper. Contains nothing of an answer and nothing that names a person, except who made it. */
export function evidencePaper(evidence: Evidence, words: Words): Content {
  const { t } = words;
  const { period, examples, openings, hasMoreHouses } = evidence;
  return {
    title: t('evidence.title'),
    sentence: sentenceOf(evidence, words),
    period,
    tables: [
      policyTable(words),
      housesTable(evidence, words),
      plansTable(evidence, words),
      openingsTable(evidence, words),
      actionsTable(evidence, words),
      ...conversationTables(evidence.conversations, words),
      examplesTable(evidence, words),
    ],
    notes: [
      ...(hasMoreHouses ? [t('evidence.note.houses', { count: housesOnPaper })] : []),
      t('evidence.note.share'),
      t('evidence.note.looked'),
      t('evidence.note.conversations'),
      ...(openings.more ? [t('evidence.note.more', { count: numberOnPaper(countedEntries, words) })] : []),
      t(examples.length === 0 ? 'evidence.note.noExamples' : 'evidence.note.examples', { min: smallest }),
      t('reports.withheldNote', { min: smallest }),
      t('evidence.note.none'),
    ],
  };
}
