import { dollars } from '../../../../domain/billing/money.ts';
import {
  dateOfIso,
  longDate,
  melbourneDate,
  melbourneTime,
  type IsoDate,
} from '../../../../domain/fields.ts';
import { relationshipKey } from '../../../../domain/accounts/relationships.ts';
import type {
  ConversationAnswer,
  ConversationOutcome,
} from '../../../../domain/customers/conversations/conversations.ts';
import type { Language, Translate } from '../../../../domain/i18n/texts.ts';
import { translators } from '../../../../domain/i18n/translators.ts';
import { fullName } from '../../../../domain/names.ts';
import type { Section } from '../../../../domain/questionnaire/reading/present.ts';
import { html, raw, type Html } from '../../../pages/html.ts';
import { openerOf, type OpeningInCopy } from '../openings/opener.ts';

const tags: Readonly<Record<Language, string>> = { en: 'en-AU', zh: 'zh-Hans' };

/** A plan with its rows as text, as in the archive's JSON. */
export type ReadablePlan = {
  plan_version: number;
  language: Language;
  updated_at: Date;
  completed_at: Date | null;
  in_words: readonly Section[];
};

type VisitInCopy = {
  started_at: Date;
  reason: string;
  together: boolean;
  staff: string | null;
  place: string | null;
  signed_versions: readonly number[];
};

/** The content of the page besides the plan. */
export type ReadableData = {
  account: {
    first_name: string | null;
    last_name: string | null;
    email: string;
    phone: string | null;
    dob: string | null;
    postcode: string | null;
    medicare_number: string | null;
    care_provider: string | null;
    room: string | null;
    care_facility: string | null;
    created_at: Date;
    last_login_at: Date | null;
  };
  contacts: readonly {
    name: string;
    relationship: string;
    phone: string;
    email: string;
    substitutedDecisionMaker: boolean;
  }[];
  openings: {
    openings: readonly OpeningInCopy[];
    staff_visits: readonly VisitInCopy[];
  };
  conversations: readonly {
    outcome: ConversationOutcome;
    held_on: IsoDate;
    house: string | null;
    staff: string | null;
    answer: ConversationAnswer | null;
  }[];
  reader_links: readonly { reader: string; created_at: Date; expires_at: Date }[];
  devices: readonly { device: string; last_seen_at: Date }[];
  messages: readonly { created_at: Date; message: unknown }[];
  files: readonly { file_name: string | null }[];
  payments: {
    payments: readonly {
      invoice_date: IsoDate;
      invoice_number: string | null;
      amount: number;
      status: PaymentStatus;
    }[];
  };
};

type PaymentStatus = 'paid' | 'pending' | 'refunded' | 'overdue';

// It names no address, because the page is read offline.
const style = `body{max-width:44rem;margin:0 auto;padding:1.5rem;font:1.125rem/1.6 system-ui,sans-serif;color:#17231d;background:#fff;overflow-wrap:anywhere}
h1,h2,h3{line-height:1.25}h2{margin-top:2.5rem;padding-bottom:.3rem;border-bottom:3px solid #15493a}
dt{margin-top:.9rem;color:#414d46}dd{margin:0;font-weight:600;white-space:pre-line}summary{padding:.75rem 0;font-weight:600;cursor:pointer}
.note{font-weight:400}@media print{details{display:block}}`;

/**
 * Yields the readable page of a person's copy, in their language: a short guide to the files, and their content as text. One HTML
 * file that loads nothing. It is yielded in parts, one earlier version of the plan at a time.
 */
export async function* readablePage(
  language: Language,
  now: Date,
  data: ReadableData,
  plan: ReadablePlan | null,
  earlier: AsyncIterable<ReadablePlan>,
): AsyncGenerator<string> {
  const t = translators[language];
  const page = { t, language };
  const name = nameOf(data);
  yield html`<!doctype html>
    <html lang="${tags[language]}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width,initial-scale=1" />
        <title>${t('copy.title')}</title>
        <style>
          ${raw(style)}
        </style>
      </head>
      <body>
        <main>
          <h1>${t('copy.title')}</h1>
          <p>${t('copy.made', { name, ...momentOf(now, language) })}</p>
          ${guide(t)}${account(data, page)}
          <h2>${t('copy.plan')}</h2>`.toString();
  yield (plan ? planIn(plan, page) : html`<p>${t('copy.plan.none')}</p>`).toString();
  for await (const version of earlier)
    yield html`<details>
      <summary>${t('copy.plan.earlier', { version: version.plan_version })}</summary>
      ${planIn(version, page)}
    </details> `.toString();
  yield html`${others(data, page)}</main></body></html> `.toString();
}

type Page = { t: Translate; language: Language };

const nameOf = ({ account }: ReadableData): string => fullName(account) || account.email;

const momentOf = (at: Date, language: Language) => ({
  date: longDate(melbourneDate(at), language),
  time: melbourneTime(at),
});

const guide = (t: Translate): Html => html`<h2>${t('copy.guide')}</h2>
  <ul>
    ${(['page', 'pdf', 'fhir', 'pictures', 'json', 'leftOut', 'keepSafe'] as const).map(
      (line) => html`<li>${t(`copy.guide.${line}`)}</li> `,
    )}
  </ul>`;

function account(data: ReadableData, { t, language }: Page): Html {
  const { account: own } = data;
  const day = (at: Date | null) => at && longDate(melbourneDate(at), language);
  const rows: [string, string | null][] = [
    [t('copy.field.name'), nameOf(data)],
    [t('copy.field.email'), own.email],
    [t('copy.field.phone'), own.phone],
    [t('copy.field.dob'), own.dob && dateOfIso(own.dob)],
    [t('copy.field.postcode'), own.postcode],
    [t('copy.field.medicare'), own.medicare_number],
    [t('copy.field.careProvider'), own.care_provider],
    [t('copy.field.room'), own.room],
    [t('copy.field.careFacility'), own.care_facility],
    [t('copy.field.opened'), day(own.created_at)],
    [t('copy.field.lastLogin'), day(own.last_login_at)],
  ];
  return html`<h2>${t('copy.account')}</h2>
    <dl>
      ${rows.map(([label, value]) => value && html`<div><dt>${label}</dt><dd>${value}</dd></div> `)}
    </dl>`;
}

function planIn(plan: ReadablePlan, { t, language }: Page): Html {
  const day = (at: Date) => longDate(melbourneDate(at), language);
  const { completed_at, updated_at, plan_version } = plan;
  const state = completed_at
    ? t('copy.plan.signed', { version: plan_version, signed: day(completed_at), changed: day(updated_at) })
    : t('copy.plan.draft', { date: day(updated_at) });
  return html`<p>${state}</p>
    <div lang="${tags[plan.language]}">
      ${plan.in_words.map(
        ({ title, rows }) => html`<h3>${title}</h3>
          <dl>
            ${rows.map(
              (row) => html`<div>
                <dt>${row.title}</dt>
                ${row.lines.map((line) => html`<dd>${line}</dd> `)}${
                  row.note !== undefined &&
                  html`<dd class="note">${translators[plan.language]('review.note', { note: row.note })}</dd>`
                }
              </div> `,
            )}
          </dl>`,
      )}
    </div> `;
}

function linkLine(
  { reader, created_at, expires_at }: ReadableData['reader_links'][number],
  when: (at: Date) => { date: string },
  t: Translate,
): string {
  return t('copy.links.line', { reader, date: when(created_at).date, until: when(expires_at).date });
}

function visitLine(visit: VisitInCopy, when: { date: string; time: string }, t: Translate): string {
  const { together, reason, staff, place, signed_versions } = visit;
  if (!together) return t('copy.visits.line', { ...when, reason });
  const line = t('copy.visits.together', {
    ...{ ...when, reason },
    staff: staff ?? t('notification.part.someone'),
    place: place ?? t('common.noneValue'),
  });
  if (signed_versions.length === 0) return line;
  const versions = signed_versions.map((version) => t('settings.privacy.visit.version', { version }));
  return t('copy.visits.signed', { line, versions: versions.join(', ') });
}

function others(data: ReadableData, page: Page): Html {
  const { t, language } = page;
  const when = (at: Date) => momentOf(at, language);
  const { openings, staff_visits } = data.openings;
  return html`${listed(
    t('copy.contacts'),
    data.contacts.map((contact) => contactLine(contact, t)),
    t,
  )}${listed(
    t('copy.openings'),
    openings.map((opening) =>
      opening.kind === 'card'
        ? t('copy.openings.card', when(opening.at))
        : t('copy.openings.staff', { ...when(opening.at), name: openerOf(opening, t) }),
    ),
    t,
  )}${listed(
    t('copy.visits'),
    staff_visits.map((visit) => visitLine(visit, when(visit.started_at), t)),
    t,
  )}${listed(
    t('copy.conversations'),
    data.conversations.map(({ outcome, held_on, house, staff, answer }) => {
      const line = t('copy.conversations.line', {
        date: longDate(held_on, language),
        outcome: t(`conversation.outcome.${outcome}`),
        by: [staff, house].filter((name) => name !== null).join(', ') || t('copy.openings.someone'),
      });
      return answer === null
        ? line
        : t('copy.conversations.answered', { line, answer: t(`conversation.youSaid.${answer}`) });
    }),
    t,
  )}${listed(
    t('copy.links'),
    data.reader_links.map((link) => linkLine(link, when, t)),
    t,
  )}${listed(
    t('copy.devices'),
    data.devices.map(({ device, last_seen_at }) => t('copy.devices.line', { device, ...when(last_seen_at) })),
    t,
  )}${listed(
    t('copy.messages'),
    data.messages.map(({ created_at, message }) => `${when(created_at).date}: ${wordsOf(message)}`),
    t,
  )}${listed(
    t('copy.payments'),
    data.payments.payments.map(({ invoice_date, invoice_number, amount, status }) =>
      [longDate(invoice_date, language), invoice_number ?? '', dollars(amount), t(`billing.status.${status}`)]
        .filter((part) => part !== '')
        .join(', '),
    ),
    t,
  )}${listed(
    t('copy.files'),
    data.files.flatMap(({ file_name }) => file_name ?? []),
    t,
  )}`;
}

function contactLine(contact: ReadableData['contacts'][number], t: Translate): string {
  const { name, relationship, phone, email, substitutedDecisionMaker } = contact;
  const key = relationshipKey(relationship);
  const speaks = substitutedDecisionMaker ? t('copy.contacts.speaks') : '';
  return [name, key ? t(key) : relationship, phone, email, speaks].filter((part) => part !== '').join(', ');
}

/** Returns the text of a message; for another structure, all texts in it. */
function wordsOf(message: unknown): string {
  if (typeof message === 'string') return message;
  return typeof message === 'object' && message !== null
    ? Object.values(message).map(wordsOf).join(', ')
    : '';
}

const listed = (title: string, lines: readonly string[], t: Translate): Html => html`<h2>${title}</h2>
  ${
    lines.length === 0
      ? html`<p>${t('copy.none')}</p>`
      : html`<ul>
          ${lines.map((line) => html`<li>${line}</li> `)}
        </ul>`
  }`;
