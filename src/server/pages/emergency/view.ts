import {
  ageAt,
  isoOfDate,
  melbourneDate,
  melbourneTime,
  stateOfPostcode,
  type IsoDate,
  type StateId,
} from '../../../domain/fields.ts';
import type { Language, PlainTextKey } from '../../../domain/i18n/texts.ts';
import { papersBeside, type PapersBeside } from '../../../domain/plan/emergency/papers-beside.ts';
import { givesRoles, type PlanStanding } from '../../../domain/plan/emergency/standing.ts';
import { signedDays } from '../../../domain/plan/signed-days.ts';
import { textOf, type Answers } from '../../../domain/questionnaire/answers.ts';
import type { Definition } from '../../../domain/questionnaire/definition.ts';
import {
  emergencyFacts,
  type EmergencyFacts,
} from '../../../domain/questionnaire/reading/emergency-facts.ts';
import { fullName, greetingName } from '../../../domain/names.ts';
import { fullNameOf, type Voice } from '../../../domain/questionnaire/reading/voice.ts';
import { relationshipKey } from '../../../domain/accounts/relationships.ts';

/** A trusted contact as it is stored. */
export type ContactRow = {
  name: string;
  phone: string;
  relationship: string;
  substitutedDecisionMaker: boolean;
  enduringGuardian: boolean;
  /** False if the owner left the contact off this page (D-33). */
  on_emergency_page: boolean;
  status: 'accepted' | 'pending';
};

/** A paper as it is stored, with the staff member who checked it. */
export type PaperRow = {
  id: string;
  file_name: string;
  activated_timestamp: string;
  is_eol?: boolean;
  reviewed_at?: string | null;
  reviewer_first?: string | null;
  reviewer_last?: string | null;
};

/** A contact on the page. `dial` is the number for a `tel:` link, null if there is none to dial. */
export type EmergencyContact = {
  name: string;
  phone: string;
  dial: string | null;
  /** A text of the questionnaire, or the stored text if it is not one of them. */
  relationship: { key: PlainTextKey } | { words: string };
  decisionMaker: boolean;
  guardian: boolean;
  pending: boolean;
};

/** The data available after the right PIN of a card. The answers are those of the signed plan, never of a draft. */
export type EmergencyInput = {
  /** A signed plan by default. */
  standing?: PlanStanding;
  /** Whether papers from elsewhere accompany the signed plan (D-60). */
  papersBeside?: boolean;
  answers: Answers;
  /** Whether the plan was signed under another definition of the questions. */
  wordedAsSigned: boolean;
  /** The definition of the answers, if it is not the current one. */
  definition?: Definition;
  voice: Voice;
  /** The name of the provider, else of the attached care facility, else null (GAP-52). */
  careProvider: string | null;
  /** The telephone of the provider. */
  carePhone?: string | null;
  contacts: readonly ContactRow[];
  /** Papers that the owner added (D-06), with their names. */
  files?: readonly PaperRow[];
  /** When staff last set a directive aside (UPLOAD-22). */
  paperSetAside?: Date | null;
  /** The account's own facts if no plan was signed: then no answer is shown. */
  account?: { first_name: string | null; last_name: string | null; dob: string | null };
  /** The house of the record that is kept instead of this archived one (N-13). */
  otherRecord?: { provider: string | null; phone: string | null } | null;
  /** Whether substitute decision makers who accepted are notified of the opening too. */
  tellsDeciders: boolean;
  /** `wordsIn`: the language of the signed texts, if it is not the plan's own. */
  plan: {
    version: number;
    language: Language;
    wordsIn?: Language;
    signedAt: Date;
    changedAt: Date | null;
    stillRight?: IsoDate | null;
  };
  /** The version on the scanned card or PDF, if it is one of this person's. */
  scanned: { version: number; signedAt: Date; source: 'card' | 'pdf' } | null;
  openedAt: Date;
  closesAt: Date;
  now: Date;
};

/** A paper on the page. `by` is null if the account of the staff member was deleted. */
export type EmergencyPaper = {
  id: string;
  name: string;
  added: string;
  byStaff: boolean;
  checked: { by: string | null; on: string } | null;
};

/** The emergency page's facts, in the order of the page, independent of the language. Dates are ISO dates in Melbourne. */
export type EmergencyView = {
  standing: PlanStanding;
  person: { fullName: string; firstName: string; dob: string | null; age: number | null };
  voice: Voice;
  /** CPR, treatments and quality of life, as option ids; null if only the signed texts can be shown. */
  answers: EmergencyFacts | null;
  contacts: EmergencyContact[];
  /** Papers; `added` and `on` are dates in Melbourne. `checked` is null until staff have checked the paper. */
  files: EmergencyPaper[];
  /** The day on which staff last set a directive aside that is not used again; null if they did not (UPLOAD-22). */
  paperSetAside: IsoDate | null;
  /**
   * The newest paper from elsewhere that accompanies the signed plan, or the person's directive, compared with the plan's own date;
   * null without one (D-60).
   */
  beside: PapersBeside | null;
  /** The house of the record that is kept instead of this archived one; null for a record in force (N-13). */
  otherRecord: { provider: string | null; phone: string | null } | null;
  tellsDeciders: boolean;
  careProvider: string;
  carePhone: { phone: string; dial: string | null } | null;
  /**
   * `wordsIn` is the language of the signed texts; `changed` contains who changed the plan and on which day, if it was changed
   * after it was signed (D-35); `stillRight` is the day on which the person last said that this version is still right.
   */
  plan: {
    version: number;
    language: Language;
    wordsIn: Language;
    signed: string;
    changed: { by: string; on: string } | null;
    stillRight: IsoDate | null;
  };
  superseded: { version: number; signed: string; source: 'card' | 'pdf' } | null;
  state: StateId | 'unknown';
  opened: { date: string; time: string };
  closes: string;
};

/** Returns the number to dial: digits, after a plus if one was written. Null for fewer than three digits. */
export function dialOf(phone: string): string | null {
  const written = phone.slice(0, 100).normalize('NFKC');
  // In the British and European form +44 (0)20 the zero in brackets is not dialled after the country code.
  const international = /^\s*\+/.test(written);
  const digits = (international ? written.replace(/\(0\)/, '') : written).replace(/[^0-9]/g, '');
  return digits.length < 3 ? null : `${international ? '+' : ''}${digits}`;
}

/**
 * Returns the contacts to show (D-33): contacts who accepted, and substitute decision makers even before they answer, unless the
 * owner left them off. Substitute decision makers first; accepted ones before pending ones. If no plan was signed, only those who
 * accepted (D-61), without roles that only a plan gives.
 */
export function contactsToCall(
  rows: readonly ContactRow[],
  standing: PlanStanding = 'signed',
): EmergencyContact[] {
  const hasPlan = givesRoles(standing);
  const place = (row: ContactRow) =>
    (row.substitutedDecisionMaker ? 0 : 2) + (row.status === 'accepted' ? 0 : 1);
  return rows
    .filter(
      (row) =>
        row.on_emergency_page && (row.status === 'accepted' || (hasPlan && row.substitutedDecisionMaker)),
    )
    .toSorted((a, b) => place(a) - place(b))
    .map((row) => ({
      name: row.name,
      phone: row.phone,
      dial: dialOf(row.phone),
      relationship: relationshipOf(row.relationship),
      decisionMaker: row.substitutedDecisionMaker,
      guardian: hasPlan && row.enduringGuardian,
      pending: row.status === 'pending',
    }));
}

function relationshipOf(stored: string): EmergencyContact['relationship'] {
  const key = relationshipKey(stored);
  return key ? { key } : { words: stored };
}

const paperOf = ({
  id,
  file_name,
  activated_timestamp,
  is_eol = false,
  ...row
}: PaperRow): EmergencyPaper => ({
  id,
  byStaff: is_eol,
  name: file_name,
  added: melbourneDate(new Date(activated_timestamp)),
  checked: row.reviewed_at
    ? {
        by:
          fullName({ first_name: row.reviewer_first ?? null, last_name: row.reviewer_last ?? null }) || null,
        on: melbourneDate(new Date(row.reviewed_at)),
      }
    : null,
});

/** Returns the current content of the emergency page of one person. Pure: the time is part of the input. */
export function emergencyView(input: EmergencyInput): EmergencyView {
  const { plan, scanned, account, standing = 'signed' } = input;
  const answers = account ? {} : input.answers;
  const dob = account ? account.dob : (isoOfDate(textOf(answers, 'dob')) ?? null);
  const { signed, changed } = signedDays({
    completed_at: plan.signedAt,
    updated_at: plan.changedAt ?? plan.signedAt,
  });
  const files = (input.files ?? []).map(paperOf);
  const phone = input.carePhone?.trim();
  return {
    standing,
    person: {
      fullName: account ? fullName(account) : fullNameOf(answers),
      firstName: account ? greetingName(account) : textOf(answers, 'firstName').trim(),
      dob,
      age: dob === null ? null : ageAt(dob, melbourneDate(input.now)),
    },
    voice: input.voice,
    answers: input.wordedAsSigned || account ? null : emergencyFacts(answers, input.definition),
    contacts: contactsToCall(input.contacts, standing),
    files,
    paperSetAside: input.paperSetAside ? melbourneDate(input.paperSetAside) : null,
    beside:
      standing === 'signed'
        ? papersBeside(files, changed ?? signed, { external: input.papersBeside ?? false })
        : null,
    otherRecord: input.otherRecord ?? null,
    tellsDeciders: input.tellsDeciders,
    careProvider: input.careProvider?.trim() || '--',
    carePhone: phone ? { phone, dial: dialOf(phone) } : null,
    plan: {
      version: plan.version,
      language: plan.language,
      wordsIn: plan.wordsIn ?? plan.language,
      signed,
      changed: changed ? { by: textOf(answers, 'confirmName'), on: changed } : null,
      stillRight: plan.stillRight ?? null,
    },
    superseded:
      scanned && scanned.version < plan.version
        ? { version: scanned.version, signed: melbourneDate(scanned.signedAt), source: scanned.source }
        : null,
    state: stateOfPostcode(textOf(answers, 'postcode')) ?? 'unknown',
    opened: { date: melbourneDate(input.openedAt), time: melbourneTime(input.openedAt) },
    closes: melbourneTime(input.closesAt),
  };
}
