import { createHash } from 'node:crypto';
import { dateOfIso, melbourneDate, melbourneTime } from '../../../domain/fields.ts';
import type { Translate } from '../../../domain/i18n/texts.ts';
import { html, raw, type Html } from '../html.ts';
import { handoverLine, type HandoverLine, type HandoverReading } from './handover-line.ts';
import { handoverStyles } from './handover-styles.ts';

export type HandoverPage = {
  t: Translate;
  house: string;
  printedBy: string;
  printedAt: Date;
  readings: readonly HandoverReading[];
  /** Whether the house has more residents than the list. */
  more: boolean;
};

/** The style source in the policy of the page. */
export const handoverStyleHash = `'sha256-${createHash('sha256').update(handoverStyles, 'utf8').digest('base64')}'`;

/** Renders the handover list of a house in English, one line a resident, without script. It prints on A4 in landscape. */
export function handoverPage({ t, house, printedBy, printedAt, readings, more }: HandoverPage): string {
  const lines = readings.map((reading) => handoverLine(reading, t));
  const title = t('handover.title', { house });
  const printed = t('handover.printed', {
    date: dateOfIso(melbourneDate(printedAt)),
    time: melbourneTime(printedAt),
    name: printedBy,
  });
  const signed = readings.filter(({ view }) => view.standing === 'signed').length;
  const titles = columns.map((column) => t(`handover.${column}`));
  const table =
    lines.length === 0
      ? html`<p>${t('handover.empty')}</p>`
      : html`<table><thead><tr>${titles.map((each) => html`<th>${each}</th>`)}</tr></thead><tbody>${lines.map((line) => row(line, t))}</tbody></table>`;
  return html`<!doctype html><html lang="en-AU"><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="robots" content="noindex"><title>${title}</title><style>${raw(handoverStyles)}</style><main><header><div><h1>${title}</h1><p>${t('handover.lead')}</p></div><p class="r">${printed}<br><b>${t('handover.destroy')}</b></p></header>${table}${more && html`<p><b>${t('handover.more')}</b></p>`}<footer><p>${t('handover.count', { count: lines.length, signed })}</p><p>${t('handover.recorded')}</p></footer></main></html>`.toString();
}

/** The columns in their order, by the keys of their titles. */
const columns = ['room', 'resident', 'cpr', 'refused', 'call', 'plan'] as const;

/** Renders a line. On a telephone the cells are below each other, each with its title, so that a refusal cannot be read as a consent. */
function row({ room, name, cpr, isPlan, refused, call, plan }: HandoverLine, t: Translate): Html {
  const cell = (column: (typeof columns)[number], content: Html | string) =>
    html`<td data-title="${t(`handover.${column}`)}">${content}</td>`;
  return html`<tr>${cell('room', room)}<th scope="row">${name}</th>${cell('cpr', isPlan ? html`<b>${cpr}</b>` : cpr)}${cell('refused', refused)}${cell('call', call)}${cell('plan', plan)}</tr>`;
}
