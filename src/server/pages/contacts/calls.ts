import { dialOf } from '../emergency/view.ts';
import { html, type Html } from '../html.ts';
import { say, type ContactPage } from './layout.ts';

/** A person or house with a telephone number. */
export type Callee = { name: string; phone: string };

/** Renders the numbers to call. */
export const calls = (page: ContactPage, callees: readonly Callee[]): Html[] =>
  callees.map(({ name, phone }) => {
    const dial = dialOf(phone);
    const button =
      dial === null
        ? html`<p>${phone}</p>`
        : html`<a class="btn two" href="tel:${dial}">${say(page, 'emergency.call.button', { phone })}</a>`;
    return html`<div class="call"><p><b>${name}</b></p>${button}</div>`;
  });
