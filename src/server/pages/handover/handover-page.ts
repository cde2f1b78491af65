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
  const table =
    lines.length === 0
      ? html`<p>${t('handover.empty')}</p>`
      : html`<table><thead><tr><th>${t('handover.room')}</th><th>${t('handover.resident')}</th><th>${t('handover.cpr')}</th><th>${t('handover.refused')}</th><th>${t('handover.call')}</th><th>${t('handover.plan')}</th></tr></thead><tbody>${lines.map(row)}</tbody></table>`;
  return html`<!doctype html><html lang="en-AU"><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="robots" content="noindex"><title>${title}</title><style>${raw(handoverStyles)}</style><main><header><div><h1>${title}</h1><p>${t('handover.lead')}</p></div><p class="r">${printed}<br><b>${t('handover.destroy')}</b></p></header>${table}${more && html`<p><b>${t('handover.more')}</b></p>`}<footer><p>${t('handover.count', { count: lines.length, signed })}</p><p>${t('handover.recorded')}</p></footer></main></html>`.toString();
}

const row = ({ room, name, cpr, isPlan, refused, call, plan }: HandoverLine): Html =>
  html`<tr><td>${room}</td><th scope="row">${name}</th><td>${isPlan ? html`<b>${cpr}</b>` : cpr}</td><td>${refused}</td><td>${call}</td><td>${plan}</td></tr>`;
