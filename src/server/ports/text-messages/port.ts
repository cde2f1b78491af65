import { kindOfFault, type FaultKind } from '../fault-kind.ts';

/** One text message. */
export type TextMessage = {
  /** The receiver as E.164, such as +61491570156. */
  to: string;
  text: string;
};

/** A way to send text messages. One that was handed over may still not arrive. */
export type TextMessages = {
  /**
   * Hands one text message over.
   * @throws TextMessageError
   */
  send(message: TextMessage): Promise<void>;
};

/** A text message was not handed over. The message names no number and nothing of the text. */
export class TextMessageError extends Error {
  /** The only thing of the cause that may stand in a log. */
  readonly code: FaultKind;

  constructor(message: string, options: { cause?: unknown; code?: FaultKind } = {}) {
    super(message, { cause: options.cause });
    this.name = 'TextMessageError';
    this.code = options.code ?? kindOfFault(options.cause);
  }
}

/** Longest text, in characters: four parts of a message in Chinese. */
const longest = 268;

const telephone = /^\+[1-9]\d{7,14}$/;
const unprintable = /[\p{Cc}\p{Cs}\u2028\u2029]/u;

/**
 * Refuses a message to something that is no number, or whose text is empty, too long or unprintable. Every adapter asks
 * before it does anything.
 * @throws TextMessageError
 */
export function checkTextMessage({ to, text }: TextMessage): void {
  if (!telephone.test(to))
    throw new TextMessageError('The number of a text message is not fit to send to.', { code: 'unfit' });
  const printed = text.replaceAll('\n', ' ');
  if (printed.trim() === '' || text.length > longest || unprintable.test(printed))
    throw new TextMessageError('The text of a text message is not fit to send.', { code: 'unfit' });
}
