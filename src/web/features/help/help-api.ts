import type { HelpMessage } from '../../../domain/inputs/help.ts';
import type { Language } from '../../../domain/i18n/texts.ts';
import { call } from '../../api/call.ts';
import { graphql } from '../../api/graphql.ts';

const WriteToHelp = graphql(`
  mutation writeToHelp(
    $name: String!
    $email: String!
    $topic: String!
    $message: String!
    $language: String!
    $idempotency_key: String
  ) {
    writeToHelp(
      name: $name
      email: $email
      topic: $topic
      message: $message
      language: $language
      idempotency_key: $idempotency_key
    ) {
      ticket
    }
  }
`);

type HelpRequest = HelpMessage & { language: Language; idempotency_key: string };

/**
 * Makes the request of a message: the same message has the same key until another one is sent, so that a second click, or a try
 * after an answer that never came, makes no second message (D-18). `newKey` makes a key that was never used.
 */
export function makeHelpRequests(newKey: () => string) {
  let open: HelpRequest | undefined;
  return (message: HelpMessage, language: Language): HelpRequest => {
    const next = { ...message, language, idempotency_key: open?.idempotency_key ?? '' };
    if (!open || JSON.stringify(next) !== JSON.stringify(open)) open = { ...next, idempotency_key: newKey() };
    return open;
  };
}

/** Sends a message to the help desk and gives its number. @throws ApiError */
export async function writeToHelp(request: HelpRequest): Promise<number> {
  return (await call(WriteToHelp, request)).writeToHelp.ticket;
}
