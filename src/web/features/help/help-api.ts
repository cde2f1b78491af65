import type { HelpMessage } from '../../../domain/inputs/help.ts';
import type { Language } from '../../../domain/i18n/texts.ts';
import { currentClient } from '../../api/client.ts';
import { ApiError, apiError } from '../../api/errors.ts';
import { graphql } from '../../api/graphql.ts';

const WriteToHelp = graphql(`
  mutation writeToHelp($name: String!, $email: String!, $topic: String!, $message: String!, $language: String!) {
    writeToHelp(name: $name, email: $email, topic: $topic, message: $message, language: $language) {
      ticket
    }
  }
`);

/** Sends a message to the help desk and gives its number. Throws ApiError. */
export async function writeToHelp(message: HelpMessage, language: Language): Promise<number> {
  const { data, error } = await currentClient()
    .mutation(WriteToHelp, { ...message, language })
    .toPromise();
  const refusal = apiError(error);
  if (refusal) throw refusal;
  if (!data) throw new ApiError('general_error');
  return data.writeToHelp.ticket;
}
