import { plainDigits } from '../../../domain/typed-text/digits.ts';
import type { Translate } from '../../../domain/i18n/texts.ts';
import { html, type Html } from '../html.ts';
import { emergencyDocument, type EmergencyQuery } from './layout.ts';
import { pinStyles } from './styles.ts';

/**
 * Why the plan did not open. `wrong` covers a wrong PIN, an unknown card and a person without a signed plan: the three must not
 * be distinguishable (D-07). `seconds` is the wait before the next attempt; 0 for no wait.
 */
export type PinProblem =
  | { kind: 'required' | 'length' }
  | { kind: 'wrong'; seconds: number }
  | { kind: 'wait'; seconds: number }
  | { kind: 'limit' }
  | { kind: 'closed' }
  | { kind: 'down' };

/** Reads a PIN as people type it: blanks and hyphens between the digits are ignored, and full-width digits are accepted. */
export function readPin(typed: unknown): { pin: string } | { problem: PinProblem } {
  const text = typeof typed === 'string' ? plainDigits(typed.slice(0, 100)).replace(/[\s-]/g, '') : '';
  if (text === '') return { problem: { kind: 'required' } };
  return /^[0-9]{6}$/.test(text) ? { pin: text } : { problem: { kind: 'length' } };
}

/** Returns the HTTP status of the page that shows a problem. */
export function statusOfPin(problem: PinProblem | null): number {
  switch (problem?.kind) {
    case undefined:
    case 'closed':
      return 200;
    case 'required':
    case 'length':
      return 422;
    case 'wrong':
      return 403;
    case 'wait':
    case 'limit':
      return 429;
    case 'down':
      return 503;
  }
}

function linesOf(problem: PinProblem, t: Translate, helpPhone: string): string[] {
  // The shortest wait is two seconds, so one remaining second is shown as two as well.
  const wait = (seconds: number) =>
    seconds > 0 ? [t('emergency.pin.wrong.wait', { seconds: Math.max(2, Math.ceil(seconds)) })] : [];
  switch (problem.kind) {
    case 'required':
      return [t('emergency.pin.error.required')];
    case 'length':
      return [t('emergency.pin.error.length')];
    case 'wrong':
      return [
        t('emergency.pin.wrong.title'),
        ...wait(problem.seconds),
        t('emergency.pin.wrong.check'),
        t('emergency.pin.wrong.newCard'),
      ];
    case 'wait':
      return wait(Math.max(2, problem.seconds));
    case 'limit':
      return [t('emergency.pin.wrong.limit')];
    case 'closed':
      return [t('emergency.pin.closed')];
    case 'down':
      return [t('emergency.pin.down'), t('common.helpPhoneLine', { helpPhone })];
  }
}

function problemBox(problem: PinProblem, t: Translate, helpPhone: string): Html {
  const [first, ...more] = linesOf(problem, t, helpPhone);
  const calm = problem.kind === 'closed' && ' calm';
  return html`<div class="bad${calm}" id="problem" role="alert"><p><b>${first}</b></p>${more.map((line) => html`<p>${line}</p>`)}</div>`;
}

/**
 * Renders the page with the PIN field of a card: one field, one button, no script. It contains nothing about the card, so it is
 * the same for every share id, whether it exists or not.
 */
export function pinPage(options: {
  t: Translate;
  query: EmergencyQuery;
  problem: PinProblem | null;
  /** The telephone number of the help desk, for when the plan cannot be opened. */
  helpPhone: string;
}): string {
  const { t, query, problem, helpPhone } = options;
  const invalid = problem !== null && ['required', 'length', 'wrong'].includes(problem.kind);
  const described = problem ? 'problem hint' : 'hint';
  return emergencyDocument({
    t,
    query,
    title:
      problem && problem.kind !== 'closed'
        ? `${linesOf(problem, t, helpPhone)[0]} - ${t('emergency.pin.title')}`
        : t('emergency.pin.title'),
    styles: pinStyles,
    main: html`<main class="pin"><h1>${t('emergency.pin.title')}</h1><p class="soft">${t('emergency.pin.for')}</p>${
      problem && problemBox(problem, t, helpPhone)
    }<form method="post" novalidate><label for="pin">${t('emergency.pin.label')}</label><input id="pin" name="pin" inputmode="numeric" pattern="[0-9 ]*" maxlength="20" autocomplete="off" autofocus enterkeyhint="go" aria-describedby="${described}"${
      invalid && html` aria-invalid="true"`
    }><p class="soft" id="hint">${t('emergency.pin.hint')}</p><button class="btn">${t('emergency.pin.button')}</button></form><section class="small soft"><p>${t('emergency.pin.noPin')}</p><p>${t('emergency.pin.recorded')}</p></section></main>`,
  });
}
