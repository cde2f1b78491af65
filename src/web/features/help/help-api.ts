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
 * Creates the function that builds requests of messages: the same message keeps its key until another one is sent, so that a
 * second click, or a retry after a lost response, creates no second message (D-18). `newKey` returns an unused key.
 */
export function makeHelpRequests(newKey: () => string) {
  let open: HelpRequest | undefined;
  return (message: HelpMessage, language: Language): HelpRequest => {
    const next = { ...message, language, idempotency_key: open?.idempotency_key ?? '' };
    if (!open || JSON.stringify(next) !== JSON.stringify(open)) open = { ...next, idempotency_key: newKey() };
    return open;
  };
}

/** Sends a message to the help desk and returns its number. @throws ApiError */
export async function writeToHelp(request: HelpRequest): Promise<number> {
  return (await call(WriteToHelp, request)).writeToHelp.ticket;
}
