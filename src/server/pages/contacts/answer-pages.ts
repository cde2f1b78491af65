import { longDate, melbourneDate } from '../../../domain/fields.ts';
import {
  type NamesOf,
  type ParamsFor,
  type TextKey,
  type TextKeyWith,
  translateMessage,
} from '../../../domain/i18n/texts.ts';
import { signs } from '../emergency/plan-page/page-parts.ts';
import { html, type Html } from '../html.ts';
import { addressOf, contactDocument, say, sayFor, type ContactPage, type Names } from './layout.ts';

/** The content of a request to a contact, independent of the language. */
export type RequestFacts = {
  contact: { name: string; email: string; phone: string; decisionMaker: boolean };
  until: Date;
};

const dateIn = ({ language }: ContactPage, at: Date) => longDate(melbourneDate(at), language);

const button = (name: string, value: string, label: string, second = false): Html =>
  html`<form method="post"><button class="btn${second && ' two'}" name="${name}" value="${value}">${label}</button></form>`;

/**
 * Renders the page on which a contact accepts or declines. It names the person who asks, explains both answers, and shows the
 * details that were entered about the contact.
 */
export function requestPage(page: ContactPage, { contact, until }: RequestFacts): string {
  const title = sayFor(page, 'contactReply.title', 'contactReply.titleOnBehalf');
  const line = <Key extends TextKey>(
    key: Key,
    ...[more]: ParamsFor<Exclude<NamesOf<Key>, 'contact' | keyof Names>>
  ): string => translateMessage(page.t, key, { ...page.names, contact: contact.name, ...more });
  const speaker =
    contact.decisionMaker &&
    html`<section class="box"><p>${sayFor(page, 'contactReply.speaker', 'contactReply.speakerOnBehalf')}</p><p>${line('contactReply.speakerLaw')}</p></section>`;
  const means = [1, 2, 3, 4, 5].map(
    (at) => html`<li>${line(`contactReply.yes${at}` as TextKeyWith<'contact'>)}</li>`,
  );
  const details = [
    ['contact.name.label', contact.name],
    ['contact.phone.label', contact.phone],
    ['contact.email.label', contact.email],
  ] as const;
  const detailRows = details.map(
    ([label, value]) => html`<div><dt>${line(label)}</dt><dd>${value}</dd></div>`,
  );
  return contactDocument(page, {
    title,
    main: html`<h1>${title}</h1><p>${sayFor(page, 'contactReply.lead', 'contactReply.leadOnBehalf')}</p><p><b>${line('contactReply.forYou')}</b>${signs[page.language].space}${line('contactReply.notYou')}</p>${speaker}<section><h2>${line('contactReply.yesTitle')}</h2><ul>${means}</ul></section><section><h2>${line('contactReply.noTitle')}</h2><p>${line('contactReply.no1')}</p></section><section><h2>${line('contactReply.details')}</h2><dl class="rows">${detailRows}</dl><p>${line('contactReply.phoneWrong', { helpPhone: page.helpPhone })}</p></section><section><p>${line('contactReply.talk')}</p>${button('answer', 'yes', line('contactReply.accept'))}<a class="btn two" href="${addressOf(page.language, 'decline')}">${line('contactReply.decline')}</a><p class="small soft">${line('contactReply.linkUntil', { date: dateIn(page, until) })}</p></section>`,
  });
}

/** Renders the confirmation before a no. */
export function declinePage(page: ContactPage): string {
  const title = say(page, 'contactReply.declineAsk');
  return contactDocument(page, {
    title,
    part: 'decline',
    main: html`<h1>${title}</h1><p>${say(page, 'contactReply.declineAskBody')}</p>${button('answer', 'no', say(page, 'contactReply.declineConfirm'))}<a class="btn two" href="${addressOf(page.language)}">${say(page, 'contactReply.declineBack')}</a>`,
  });
}

/** Renders the thanks for a yes, with a link to the plan. The link is in a mail too. */
export function acceptedPage(page: ContactPage, viewPath: string): string {
  const title = say(page, 'success.contactAccept.title');
  return contactDocument(page, {
    title,
    main: html`<h1>${title}</h1><p role="status">${say(page, 'success.contactAccept.body', { person: page.names.owner })}</p><a class="btn" href="${viewPath}${addressOf(page.language)}">${say(page, 'contactReply.openNow')}</a>`,
  });
}

export function declinedPage(page: ContactPage): string {
  const title = say(page, 'success.contactDecline.title');
  return contactDocument(page, {
    title,
    isLast: true,
    main: html`<h1>${title}</h1><p role="status">${say(page, 'success.contactDecline.body', { person: page.names.owner })}</p>`,
  });
}

/** Renders the answer to a second no, after a double click: the details are deleted, and the requester's name with them. */
export function nothingSharedPage({ t, language }: Nameless): string {
  const title = t('success.contactDecline.title');
  const main = html`<h1>${title}</h1><p role="status">${t('contactReply.nothingShared')}</p>`;
  return contactDocument({ t, language }, { title, main, isLast: true });
}

/** Renders the notice that the request was answered before. The link to the plan is in another mail, which can be sent again. */
export function alreadyPage(page: ContactPage, acceptedAt: Date): string {
  const title = sayFor(page, 'contactView.title', 'contactView.titleOnBehalf');
  return contactDocument(page, {
    title,
    main: html`<h1>${title}</h1><p>${say(page, 'contactReply.alreadyYes', { date: dateIn(page, acceptedAt) })}</p>${button('send', '1', say(page, 'contactReply.sendLink'))}`,
  });
}

/** The data for the page of a link that must reveal nothing: it contains no names. */
type Nameless = Pick<ContactPage, 't' | 'language'>;

/**
 * Renders the page for an invalid or expired link. A contact's own link can be requested again by any visitor: it is sent to the
 * contact's address.
 */
export function linkOverPage({ t, language }: Nameless, kind: 'request' | 'view'): string {
  const title = t('contactReply.linkOver.title');
  const body = kind === 'view' ? t('contactView.linkOver.body') : t('contactReply.linkOver.body');
  const again = kind === 'view' && button('send', '1', t('contactView.sendLink'));
  return contactDocument({ t, language }, { title, main: html`<h1>${title}</h1><p>${body}</p>${again}` });
}

/** Renders the answer to every request for a link, whether one was sent or not. */
export function linkSentPage({ t, language }: Nameless): string {
  const title = t('contactReply.linkSent');
  return contactDocument({ t, language }, { title, isLast: true, main: html`<h1>${title}</h1>` });
}

/** Renders the page for a failure, or for too many requests. */
export function failedPage({ t, language }: Nameless, why: 'failed' | 'wait', helpPhone: string): string {
  const title = t(`contactView.${why}`);
  return contactDocument(
    { t, language },
    {
      title,
      main: html`<h1>${title}</h1><p>${t('common.helpPhoneLine', { helpPhone })}</p><p><b>${t('contactView.emergency')}</b></p>`,
    },
  );
}
