import { compactDecrypt } from 'jose';
import { TestClient } from '../../../../testing/client.ts';
import { fullAnswers, person, type TestPerson, type TestPersonSpec } from '../../../../testing/people.ts';
import type { TestApp } from '../../../../testing/start-app.ts';
import type { ShlinkPayload } from '../../../domain/health-links/shlink.ts';
import type { MadeLink } from './operations.ts';

/** A customer with a signed plan, signed in. */
export async function ownerOf(app: TestApp, spec: TestPersonSpec = {}) {
  const who = await person(app.services, { plan: { status: 'complete', answers: fullAnswers() }, ...spec });
  const client = new TestClient(app.url);
  await client.signIn(who.email, who.password);
  return { who, client };
}

const create = `mutation ($reader: String!, $days: String!) {
  createHealthLink(reader: $reader, days: $days) { id reader expires_at address passcode }
}`;

/** The content of the link in the address of the viewer. */
export function payloadOf(address: string): ShlinkPayload {
  const encoded = address.slice(address.indexOf('#shlink:/') + '#shlink:/'.length);
  return JSON.parse(Buffer.from(encoded, 'base64url').toString('utf8'));
}

export async function makeLink(client: TestClient, values: { reader?: string; days?: string } = {}) {
  const { data, errors } = await client.graphql(create, { reader: 'Dr Pham', days: '30', ...values });
  if (errors) throw new Error(JSON.stringify(errors));
  const made = data.createHealthLink as MadeLink;
  return { ...made, payload: payloadOf(made.address) };
}

export const revoke = (client: TestClient, id: string) =>
  client.graphql('mutation ($id: ID!) { revokeHealthLink(id: $id) }', { id });

type Asked = { passcode?: string; recipient?: string; embeddedLengthMax?: number };

/** Asks for a manifest, as the software of another site does. */
export async function askManifest(url: string, asked: Asked) {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: 'https://viewer.example' },
    body: JSON.stringify({ recipient: 'Brookside Clinic', ...asked }),
  });
  const text = await response.text();
  return { status: response.status, headers: response.headers, body: text === '' ? null : JSON.parse(text) };
}

export async function decrypted(jwe: string, key: string) {
  const { plaintext, protectedHeader } = await compactDecrypt(jwe, Buffer.from(key, 'base64url'));
  return { bundle: JSON.parse(Buffer.from(plaintext).toString('utf8')), header: protectedHeader };
}

/** Opens a link, and returns the version of the plan in the document. */
export async function versionOpened(link: {
  payload: ShlinkPayload;
  passcode: string;
}): Promise<number | string> {
  const { status, body } = await askManifest(link.payload.url, {
    passcode: link.passcode,
    embeddedLengthMax: 5_000_000,
  });
  if (status !== 200) return status;
  const { bundle } = await decrypted(body.files[0].embedded, link.payload.key);
  return `version ${bundle.entry[0].resource.extension[0].valueString}`;
}

export type { TestPerson };
