import { dateOfIso, displayDate } from '../../../domain/fields.ts';
import type { PlainTextKey, Translate } from '../../../domain/i18n/texts.ts';
import type { EmergencyFacts } from '../../../domain/questionnaire/reading/emergency-facts.ts';
import { joined, type Section } from '../../../domain/questionnaire/reading/present.ts';
import { pageWith, type Page } from '../emergency/plan-page/page-parts.ts';
import type { EmergencyContact, EmergencyView } from '../emergency/view.ts';

/** The cells of one resident's line. `isPlan` is true if `cpr` contains the answers of a signed plan. */
export type HandoverLine = {
  room: string;
  name: string;
  cpr: string;
  isPlan: boolean;
  refused: string;
  call: string;
  plan: string;
};

/** Line of one resident in the handover list. */
export type HandoverReading = { view: EmergencyView; sections: readonly Section[]; room: string | null };

/** Returns the line of a resident, in the words of the emergency page. Of an unsigned plan it contains no answer. */
export function handoverLine({ view, sections, room }: HandoverReading, t: Translate): HandoverLine {
  const page = pageWith({ view, sections, t, query: { language: 'en' }, pdf: { address: '' } }, 'whole');
  const { person, standing } = view;
  return {
    room: room ?? '',
    name: person.age === null ? person.fullName : `${person.fullName}, ${person.age}`,
    cpr: cprOf(page),
    isPlan: standing === 'signed',
    refused: standing === 'signed' ? refusedOf(page) : '',
    call: callOf(page),
    plan: planOf(page),
  };
}

/** CPR of one resident in the words of the emergency page. `isPlan` is true if they are the answers of a signed plan. */
export type CprWords = { words: string; isPlan: boolean };

/** Returns CPR in words for a row of the table of customers, with the day of papers that are beside a signed plan. */
export function cprWords({ view, sections }: Omit<HandoverReading, 'room'>, t: Translate): CprWords {
  const page = pageWith({ view, sections, t, query: { language: 'en' }, pdf: { address: '' } }, 'whole');
  return { words: cprOf(page) + besideOf(page), isPlan: view.standing === 'signed' };
}

/** Returns a line about papers from elsewhere that are beside a signed plan; empty without any. */
const besideOf = ({ view, t }: Page): string =>
  view.standing === 'signed' && view.beside
    ? `\n${t('handover.paper', { date: displayDate(view.beside.added) })}`
    : '';

function cprOf(page: Page): string {
  const { view, t } = page;
  if (view.standing === 'none') return t('handover.unsigned');
  if (view.standing === 'directive') return t('handover.papers');
  if (view.standing === 'papers') return t(view.files.length === 0 ? 'handover.noPaper' : 'handover.papers');
  const facts = view.answers;
  if (!facts) return signedWords(page, 'cpr');
  const { cprStopBreathing: stop, cprCatastrophic: catastrophic } = facts;
  if (stop === catastrophic) return choiceOf(page, facts, stop);
  return [
    `${t('emergency.cpr.when.stopBreathing')}: ${choiceOf(page, facts, stop)}`,
    `${t('emergency.cpr.when.catastrophic')}: ${choiceOf(page, facts, catastrophic)}`,
  ].join('\n');
}

function choiceOf({ t, say }: Page, facts: EmergencyFacts, choice: string | undefined): string {
  if (choice === undefined) return t('carePlan.notAnswered');
  const lead = `emergency.cpr.lead.${choice}` as PlainTextKey;
  if (choice !== 'onlyIfMinimum') return say(lead, `emergency.onBehalf.cpr.lead.${choice}` as PlainTextKey);
  const needs = facts.minimumQualityOfLife.map(({ short, text }) => text ?? say(short));
  return `${t(lead)} ${needs.length > 0 ? needs.join('; ') : t('carePlan.notAnswered')}`;
}

/** The signed words of a section, for a plan signed under other questions: it must not be shown in other words. */
function signedWords({ sections, t }: Page, id: Section['id']): string {
  const rows = sections.find((section) => section.id === id)?.rows ?? [];
  const words = rows.map(({ title, lines, note }) => [`${title}:`, ...lines, note ?? ''].join(' ').trim());
  return words.length > 0 ? words.join('\n') : t('handover.readPlan');
}

function refusedOf(page: Page): string {
  const { view, t, say } = page;
  const facts = view.answers;
  if (!facts) return signedWords(page, 'treatments');
  const names = facts.refused.map((id) => t(`treatmentsSelected.short.${id}` as PlainTextKey));
  const words = !facts.treatmentsAnswered
    ? t('carePlan.notAnswered')
    : names.length > 0
      ? joined(names, t)
      : t('handover.refusedNone');
  if (facts.treatmentsNote === '') return words;
  const note = say('emergency.refused.note', 'emergency.onBehalf.refused.note', {
    note: facts.treatmentsNote,
  });
  return `${words}\n${note}`;
}

function callOf({ view, t }: Page): string {
  const [first] = view.contacts;
  if (first) return contactWords(first, t);
  const phone = view.carePhone;
  return phone ? t('handover.caller', { name: view.careProvider, phone: phone.phone }) : '';
}

function contactWords({ name, phone, decisionMaker, pending }: EmergencyContact, t: Translate): string {
  const facts = [
    ...(decisionMaker ? [t('handover.decisionMaker')] : []),
    ...(pending ? [t('handover.pending')] : []),
  ];
  const words = t('handover.caller', { name, phone });
  return facts.length === 0 ? words : `${words} (${facts.join(', ')})`;
}

function planOf(page: Page): string {
  const { view, t } = page;
  const paper = view.files[0];
  if (view.standing === 'none') return '';
  if (view.standing !== 'signed') return paper ? t('handover.paper', { date: dateOfIso(paper.added) }) : '';
  const { version, changed, signed } = view.plan;
  const words = t('handover.version', { version, date: displayDate(changed?.on ?? signed) });
  return words + besideOf(page);
}
