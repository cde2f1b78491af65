import type { TestClient } from '../../../../testing/client.ts';
import type { Services } from '../../pipeline/context.ts';
import { contactPath, contactToken } from '../sharing/api.ts';

/** Sends a form as browsers do under `no-referrer`, with the origin "null". */
export async function sendForm(
  client: TestClient,
  path: string,
  form: Record<string, string>,
  headers: Record<string, string> = {},
) {
  const response = await client.fetch(path, {
    method: 'POST',
    body: new URLSearchParams(form).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded', origin: 'null', ...headers },
  });
  return {
    status: response.status,
    location: response.headers.get('location'),
    cookie: response.headers.get('set-cookie'),
    html: await response.text(),
  };
}

/** Returns the path of a contact's current link, as in the mail. */
export async function pathTo(
  { db, secrets }: Services,
  kind: 'request' | 'view',
  contactId: string,
): Promise<string> {
  const { request_link, view_link } = await db
    .selectFrom('trusted_contacts')
    .select(['request_link', 'view_link'])
    .where('id', '=', contactId)
    .executeTakeFirstOrThrow();
  const link = (kind === 'request' ? request_link : view_link) ?? '';
  return contactPath(kind, contactToken(secrets, kind, { contactId, link }));
}
