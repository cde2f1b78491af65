import { dateOfIso, longDate } from '../../../../domain/fields.ts';
import type { PapersBeside } from '../../../../domain/plan/emergency/papers-beside.ts';
import { givesRoles } from '../../../../domain/plan/emergency/standing.ts';
import { html, type Html } from '../../html.ts';
import { addressWith } from '../layout.ts';
import { signs, widthOf, type Page } from './page-parts.ts';
import type { EmergencyContact, EmergencyPaper } from '../view.ts';

/*
 * The sections of the emergency page besides the facts: the person, the contacts to call, how current the plan is, and the
 * notices about the opening.
 */

/** Maximum length, in characters, of a name that fits on one line in large type. */
const oneLine = 24;

/** Renders the line at the top for a reader with an older version: the newest version is below. */
export function old({ view, t, query }: Page): Html | null {
  const { superseded, plan } = view;
  if (!superseded) return null;
  const date = longDate(plan.changed?.on ?? plan.signed, query.language);
  const line = t(`emergency.superseded.title.${superseded.source}`, { version: plan.version, date });
  return html`<p class="old">${line}</p>`;
}

/** Renders the line at the top for the card of an archived record: another record of the person is kept (N-13). */
export function otherRecord({ view, t }: Page): Html | null {
  if (!view.otherRecord) return null;
  const { provider, phone } = view.otherRecord;
  const line = phone
    ? t('emergency.otherRecordPhone', { provider: provider ?? '--', phone })
    : t('emergency.otherRecord', { provider: provider ?? '--' });
  return html`<p class="old">${line}</p>`;
}

/** Maximum length of a file name that is shown in full above the answers. The list of papers below shows it in full. */
const paperNameLength = 40;

const shortName = (name: string): string =>
  name.length > paperNameLength ? `${name.slice(0, paperNameLength - 1)}…` : name;

/** Renders the line above the signed answers about accompanying papers, and which of both is newer (D-60). */
export function beside(page: Page): Html | null {
  const { beside: papers } = page.view;
  return papers && html`<p class="say">${besideWords(page, papers, shortName(papers.name))}</p>`;
}

/** Returns the words about papers that accompany a signed plan, with a name for the newest one. */
export function besideWords(
  { t, query }: Pick<Page, 't' | 'query'>,
  { added, isOnly, age, plan, byStaff }: PapersBeside,
  name: string,
): string {
  return t(`emergency.${byStaff ? 'beside' : 'directive'}.${age}`, {
    papers: isOnly ? name : t('emergency.beside.more', { name }),
    added: longDate(added, query.language),
    plan: longDate(plan, query.language),
  });
}

/** Renders the name, the date of birth and, for staff, the room. */
export function identity({ view, t, room }: Page): Html {
  const { person } = view;
  const dob = person.dob === null ? '--' : dateOfIso(person.dob);
  const isLong = widthOf(person.fullName) > oneLine;
  return html`<h1${isLong && html` class="long"`}>${person.fullName || '--'}</h1><p>${t('emergency.who.born', { dob, age: person.age ?? '--' })}</p>${
    room && html`<p><b>${t('emergency.who.room', { room })}</b></p>`
  }`;
}

export function who(page: Page): Html {
  const then =
    page.view.voice.kind === 'self'
      ? ask(page)
      : html`<p class="say">${page.say('emergency.onBehalf.recorded')}</p>`;
  return html`${identity(page)}${then}`;
}

/** The note beside the name. If the line about the recorder is there, the note follows the ten-second view. */
export const ask = ({ say }: Page) => html`<p class="say soft">${say('emergency.who.ask')}</p>`;

/** Returns the text for a contact who decides for the person, by the role's name in the plan. */
function roleOf({ t, query }: Page, { decisionMaker, guardian }: EmergencyContact): string {
  const roles = [t(decisionMaker ? 'emergency.call.sdm' : 'emergency.call.other')];
  if (guardian) roles.push(t('emergency.call.guardian'));
  return roles.join(signs[query.language].comma);
}

/** Renders the card of a contact. The first contact's role is above the card. */
function contactCard(page: Page, contact: EmergencyContact, isFirst: boolean): Html {
  const { t } = page;
  const { relationship } = contact;
  const role = isFirst ? null : html`<p class="say">${roleOf(page, contact)}</p>`;
  const person = t('emergency.call.person', {
    name: contact.name,
    relationship: 'key' in relationship ? t(relationship.key) : relationship.words,
  });
  const button =
    contact.dial === null
      ? html`<p>${contact.phone}</p>`
      : html`<a class="btn${!isFirst && ' two'}" href="tel:${contact.dial}">${t('emergency.call.button', { phone: contact.phone })}</a>`;
  return html`<div class="call"><p><b>${person}</b></p>${button}${role}${
    contact.pending && html`<p class="say"><b>${t('emergency.call.pending')}</b></p>`
  }</div>`;
}

export function callFirst(page: Page): Html {
  const { view, t } = page;
  const [first] = view.contacts;
  return html`<section class="next"><h2>${t(first?.decisionMaker ? 'emergency.call.first' : 'emergency.call.heading')}</h2>${
    first
      ? contactCard(page, first, true)
      : html`<p>${t(givesRoles(view.standing) ? 'emergency.call.none' : 'emergency.none.contacts')}</p>`
  }</section>`;
}

export function callMore(page: Page): Html | null {
  const { view, t, query } = page;
  const { colon } = signs[query.language];
  const [first, ...more] = view.contacts;
  const guardian =
    first?.guardian && html`<p class="small"><b>${first.name}</b>${colon}${t('emergency.call.guardian')}</p>`;
  const decides =
    givesRoles(view.standing) &&
    view.contacts.some((contact) => contact.decisionMaker) &&
    html`<p class="small"><b>${t('emergency.call.sdm')}</b>${colon}${t('emergency.call.named')}</p>`;
  const named = (guardian || decides) && html`${guardian}${decides}`;
  if (more.length === 0) return named ? html`<section>${named}</section>` : null;
  const shown = page.extent === 'shortest' ? more.slice(0, 1) : more;
  const others =
    shown.length < more.length &&
    html`<p><a href="${addressWith({ ...query, all: true })}#call">${t('emergency.more.full')}</a></p>`;
  return html`<section id="call"><h2>${t('emergency.call.more')}</h2>${shown.map((contact) => contactCard(page, contact, false))}${others}${named}</section>`;
}

/** Returns the notice that the plan was changed after it was signed, and who confirmed it; null if it was not. */
export function changeOf({ view, t, query }: Page): string | null {
  const { changed } = view.plan;
  return (
    changed &&
    t('emergency.current.changed', { name: changed.by, changed: longDate(changed.on, query.language) })
  );
}

export function current(page: Page): Html {
  const { view, t, query } = page;
  const { plan } = view;
  const long = (iso: string) => longDate(iso, query.language);
  const yes = t('emergency.current.yes', { version: plan.version, signed: long(plan.signed) });
  const changed =
    plan.changed !== null &&
    html`${signs[query.language].space}${t('emergency.current.lastChanged', { changed: long(plan.changed.on) })}`;
  const stillRight =
    plan.stillRight !== null &&
    html`${signs[query.language].space}${t('emergency.current.stillRight', { date: long(plan.stillRight) })}`;
  const heading = t(view.otherRecord ? 'emergency.otherRecordPlan' : 'emergency.current.heading');
  return html`<section class="next now"><h2>${heading}</h2>${signs[query.language].space}<p>${yes}${changed}${stillRight}</p></section>${view.voice.kind === 'onBehalf' && ask(page)}`;
}

/** Renders the house and its telephone number, for staff who find no signed plan (D-61). */
export function house({ view, t }: Page): Html {
  const { careProvider, carePhone } = view;
  if (!carePhone)
    return html`<section><p>${t('emergency.who.careProvider', { provider: careProvider })}</p></section>`;
  const button =
    carePhone.dial === null
      ? html`<p>${carePhone.phone}</p>`
      : html`<a class="btn two" href="tel:${carePhone.dial}">${t('emergency.call.button', { phone: carePhone.phone })}</a>`;
  return html`<section><div class="call"><p><b>${t('emergency.who.careProvider', { provider: careProvider })}</b></p>${button}</div></section>`;
}

/** Renders the kind of a paper, and who checked it, for staff. */
function paperFacts({ t, query, say }: Page, { byStaff, checked }: EmergencyPaper): Html {
  const kind = say(byStaff ? 'emergency.files.kind.staff' : 'emergency.files.kind.person');
  const check = checked
    ? t('emergency.files.checked', {
        actor: checked.by ?? t('notification.part.someone'),
        date: longDate(checked.on, query.language),
      })
    : t('emergency.files.notChecked');
  return html`<p class="small">${kind}${signs[query.language].space}${check}</p>`;
}

/** Returns a sentence for readers, who can then ask for the directive that staff set aside; null if staff set none aside. */
export function setAsideWords({ view: { paperSetAside }, t, query }: Page): string | null {
  if (paperSetAside === null) return null;
  return t('emergency.files.setAside', { date: longDate(paperSetAside, query.language) });
}

/** Renders the papers signed elsewhere, directly after the ten-second view (D-06). */
export function papers(page: Page): Html | null {
  const { view, t, say, query, filesAddress } = page;
  const words = setAsideWords(page);
  const aside = words === null ? null : html`<p>${words}</p>`;
  if (view.files.length === 0 || filesAddress === undefined)
    return aside && html`<section>${aside}</section>`;
  const links = view.files.map(
    (paper) =>
      html`<a class="btn two" href="${filesAddress}${paper.id}">${t('emergency.files.item', { name: paper.name, date: longDate(paper.added, query.language) })}</a>${page.sheet && paperFacts(page, paper)}`,
  );
  return html`<section><h2>${say(view.files.some(({ byStaff }) => byStaff) ? 'emergency.files.headingAll' : 'emergency.files.heading')}</h2>${links}<p class="small">${t('emergency.files.hint')}</p>${aside}</section>`;
}

export function about({ view, t, say, query }: Page): Html {
  const { voice, plan, superseded } = view;
  const law =
    voice.kind === 'onBehalf' ? say('emergency.legal.onBehalf') : say(`emergency.legal.${view.state}`);
  const oldPaper = superseded && {
    old: superseded.version,
    oldDate: longDate(superseded.signed, query.language),
  };
  return html`<section>${oldPaper && html`<p>${t(`emergency.superseded.${superseded.source}`, oldPaper)}</p>`}<p>${t('emergency.who.careProvider', { provider: view.careProvider })}</p>${
    plan.language === 'zh' && html`<p>${say('emergency.language.note')}</p>`
  }<p class="small">${law}</p></section>`;
}

/** Renders the end of the page, with the control that closes the plan. */
export function closing(page: Page): Html {
  const { view, t } = page;
  const close = html`<p>${t('emergency.footer.closes', { time: view.closes })}</p><form method="post"><button class="btn two" name="close" value="1">${t('emergency.footer.close')}</button></form>`;
  return html`<section class="rule small">${footer(page)}${close}</section>`;
}

/** Renders whose words these are and that the opening was recorded. Without `isTold` no notification was sent. */
export function footer(
  { view, say, query }: Page,
  { saysWhoIsNotified = true }: { saysWhoIsNotified?: boolean } = {},
): Html {
  const opened = { date: longDate(view.opened.date, query.language), time: view.opened.time };
  const openedLine = view.tellsDeciders
    ? say('emergency.footer.openedToDeciders', 'emergency.footer.onBehalf.openedToDeciders', opened)
    : say('emergency.footer.opened', 'emergency.footer.onBehalf.opened', opened);
  const words =
    view.standing === 'signed' &&
    html`<p>${say('emergency.footer.words', 'emergency.footer.onBehalf.words')}</p>`;
  return html`${words}<p>${say('emergency.footer.private')}</p>${saysWhoIsNotified && html`<p>${openedLine}</p>`}`;
}
