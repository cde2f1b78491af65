import { kindOfFault, type FaultKind } from '../fault-kind.ts';

/** One text message. */
export type TextMessage = {
  /** The receiver as E.164, such as +61491570156. */
  to: string;
  text: string;
};

/** Sender of text messages. A message that was accepted may still not arrive. */
export type TextMessages = {
  /**
   * Sends one text message.
   * @throws TextMessageError
   */
  send(message: TextMessage): Promise<void>;
};

/** Thrown if a text message was not accepted. The error message contains no number and no part of the text. */
export class TextMessageError extends Error {
  /** The only part of the cause that may be logged. */
  readonly code: FaultKind;

  constructor(message: string, options: { cause?: unknown; code?: FaultKind } = {}) {
    super(message, { cause: options.cause });
    this.name = 'TextMessageError';
    this.code = options.code ?? kindOfFault(options.cause);
  }
}

/** Maximum length of a text, in characters: a message of four parts in Chinese. */
const longest = 268;

const telephone = /^\+[1-9]\d{7,14}$/;
const unprintable = /[\p{Cc}\p{Cs}\u2028\u2029]/u;

/**
 * Refuses a message with an invalid number, or with an empty, too long or unprintable text. Every adapter calls this first.
 * @throws TextMessageError
 */
export function checkTextMessage({ to, text }: TextMessage): void {
  if (!telephone.test(to))
    throw new TextMessageError('The number of a text message is not valid.', { code: 'unfit' });
  const printed = text.replaceAll('\n', ' ');
  if (printed.trim() === '' || text.length > longest || unprintable.test(printed))
    throw new TextMessageError('The text of a text message is not valid.', { code: 'unfit' });
}
