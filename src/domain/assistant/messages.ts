import type { TextKey, TextParams } from '../i18n/texts.ts';
import type { Place } from './assistant.ts';
import { listMessage, noListMessage, script, type View } from './script.ts';

/** Returns the view at a place. Throws for a view that the state does not have, which is a programming error. */
export function viewAt({ state, view }: Place): View {
  const found = script[state][view];
  if (!found) throw new Error(`${state} has no view "${view}"`);
  return found;
}

/** A text with its parameters. */
export type Message = { key: TextKey; params?: TextParams };

/** Returns the assistant's messages at a place. `list` is the reader's list of question 1 in words, '' while there is none. */
export function messagesAt(place: Place, list: string): Message[] {
  return viewAt(place).messages.map((key) => {
    if (key !== listMessage) return { key };
    return list === '' ? { key: noListMessage } : { key, params: { list } };
  });
}
