import { bytesOfPart, partsOf } from '../../../../../domain/files/limits.ts';
import { problemsOfFile } from '../../../../../domain/files/file-types.ts';
import { call } from '../../../../api/call.ts';
import { ApiError } from '../../../../api/errors.ts';
import { graphql } from '../../../../api/graphql.ts';
import { putBytes } from '../../../../api/fetch/put-bytes.ts';

const AddDocument = graphql(`
  mutation addEndOfLifeDocument($user_id: ID!, $file_name: String!, $size: Float!, $idempotency_key: String) {
    addEndOfLifeDocument(
      user_id: $user_id
      file_name: $file_name
      size: $size
      idempotency_key: $idempotency_key
    ) {
      id
      url
    }
  }
`);

const ActivateDocument = graphql(`
  mutation activateEndOfLifeDocument($user_id: ID!, $file_id: String!) {
    activateEndOfLifeDocument(user_id: $user_id, file_id: $file_id) {
      id
      waiting_documents {
        id
      }
    }
  }
`);

type Sending = {
  /** Called with the share sent so far, in whole percent. */
  onPercent: (percent: number) => void;
  signal: AbortSignal;
};

/**
 * Uploads a document of staff for a customer in parts, and has it checked and activated (CON-36). `isChecking`: it was received, and
 * the check continues on the server.
 * @throws ApiError for an invalid file, for a refusal, and if the connection is lost
 */
export async function sendDocument(
  userId: string,
  file: File,
  { onPercent, signal }: Sending,
): Promise<{ isChecking: boolean }> {
  const { name: file_name, size } = file;
  const wrong = problemsOfFile({ category: 'ACP', file_name, size });
  if (wrong.length > 0) throw new ApiError('invalid', { fields: wrong });
  const added = await call(AddDocument, {
    user_id: userId,
    file_name,
    size,
    idempotency_key: crypto.randomUUID(),
  });
  const { id, url } = added.addEndOfLifeDocument;
  let sent = 0;
  for (let part = 1; part <= partsOf(size); part += 1) {
    const bytes = bytesOfPart(size, part);
    const before = sent;
    await putBytes(`${url}/${part}`, file.slice(before, before + bytes), {
      onSent: (left) => onPercent(Math.min(100, Math.floor((100 * (before + left)) / size))),
      signal,
    });
    sent += bytes;
  }
  const { activateEndOfLifeDocument: customer } = await call(
    ActivateDocument,
    { user_id: userId, file_id: id },
    { types: ['Customer', 'CustomerRow', 'CustomerPage', 'RecentActivity'] },
  );
  return { isChecking: customer.waiting_documents.some((document) => document.id === id) };
}
