import type { PlainTextKey } from '../../../../../domain/i18n/texts.ts';
import { listOf } from '../../../../../domain/questionnaire/answers.ts';
import { emergencyFacts } from '../../../../../domain/questionnaire/reading/emergency-facts.ts';
import {
  inVoice,
  isWordedAsSigned,
  joined,
  presentPlan,
  type Row,
} from '../../../../../domain/questionnaire/reading/present.ts';
import type { ActivePlan } from '../../../../plan-view/active-plan.ts';
import type { PlanWording } from '../../../../plan-view/plan-wording.ts';

/** A fact at the top of the page: its title, the content of the plan, and the person's note. */
export type PlanFact = { key: string; title: string; lines: readonly string[]; note?: string | undefined };

/** Answers that come first, by the keys of their rows. */
const firstRows: readonly string[] = ['cprStopBreathing', 'cprCatastrophic', 'treatmentsSelected'];

const cprQuestions = [
  { key: 'cprStopBreathing', title: 'emergency.cpr.when.stopBreathing' },
  { key: 'cprCatastrophic', title: 'emergency.cpr.when.catastrophic' },
] as const;

/**
 * Returns what a signed plan says about CPR and treatments, in the words of the emergency page. For a plan that was signed under
 * other questions, these are the signed words.
 */
export function planFacts(plan: ActivePlan, wording: PlanWording): PlanFact[] {
  const rows = presentPlan(plan, wording).flatMap((section) => section.rows);
  if (isWordedAsSigned(plan, wording.definition)) {
    return rows
      .filter(({ key }) => firstRows.includes(key))
      .map(({ key, title, lines, note }) => ({ key, title, lines, note }));
  }
  return [...cprFacts(plan, wording, rows), ...treatmentFacts(plan, wording)];
}

function cprFacts(plan: ActivePlan, wording: PlanWording, rows: readonly Row[]): PlanFact[] {
  const { t, definition } = wording;
  const facts = emergencyFacts(plan.answers, definition);
  const needs = facts.minimumQualityOfLife.map(({ short, text }) => text ?? inVoice(wording, short));
  const noteOf = (key: string) => rows.find((row) => row.key === key)?.note;
  return cprQuestions.map(({ key, title }) => {
    const choice = facts[key];
    if (choice === undefined)
      return { key, title: t(title), lines: [t('carePlan.notAnswered')], note: noteOf(key) };
    const lead = inVoice(
      wording,
      `emergency.cpr.lead.${choice}` as PlainTextKey,
      choice === 'onlyIfMinimum' ? undefined : (`emergency.onBehalf.cpr.lead.${choice}` as PlainTextKey),
    );
    const more =
      choice === 'regardless'
        ? [t('emergency.cpr.regardless')]
        : choice === 'onlyIfMinimum'
          ? [needs.length > 0 ? joined(needs, t) : t('carePlan.notAnswered')]
          : [];
    return { key, title: t(title), lines: [lead, ...more], note: noteOf(key) };
  });
}

function treatmentFacts({ answers }: ActivePlan, { t, definition }: PlanWording): PlanFact[] {
  const { treatmentsAnswered, refused, notRefused, treatmentsNote } = emergencyFacts(answers, definition);
  const note = treatmentsNote === '' ? undefined : treatmentsNote;
  const refusedTitle = t('customer.plan.wouldNotWant');
  if (!treatmentsAnswered)
    return [{ key: 'refused', title: refusedTitle, lines: [t('carePlan.notAnswered')], note }];
  const named = (ids: readonly string[]) =>
    joined(
      ids.map((id) => t(`treatmentsSelected.short.${id}` as PlainTextKey)),
      t,
    );
  return [
    {
      key: 'refused',
      title: refusedTitle,
      lines: [refused.length > 0 ? named(refused) : t('customer.plan.refusedNone')],
      note,
    },
    ...(notRefused.length > 0
      ? [{ key: 'notRefused', title: t('customer.plan.notRefused'), lines: [named(notRefused)] }]
      : []),
  ];
}

/** Returns the ticked items of the minimum quality of life, in the words of the plan (CDET-04). */
export function minimumQualityOfLife(plan: ActivePlan, wording: PlanWording): readonly string[] {
  const hasAnswer =
    isWordedAsSigned(plan, wording.definition) || listOf(plan.answers, 'minimumQolList').length > 0;
  if (!hasAnswer) return [];
  const rows = presentPlan(plan, wording).flatMap((section) => section.rows);
  return rows.find(({ key }) => key === 'minimumQolList')?.lines ?? [];
}
