import * as z from 'zod/mini';
import { AppError } from '../../../domain/errors.ts';
import { formInput, text } from '../../../domain/inputs/form.ts';
import { forgotForm } from '../../../domain/inputs/sign-in/forgot.ts';
import type { OrganisationProblem } from '../../../domain/providers/connection.ts';
import { operation } from '../../pipeline/operation.ts';
import type { Refused } from '../../pipeline/refused.ts';
import { nothing } from '../../pipeline/subjects.ts';
import type { Services, Tx } from '../../pipeline/context.ts';
import type { Tries } from '../../pipeline/limits/limit.ts';
import {
  findJoinToken,
  lockJoinToken,
  startSignedInSession,
  voidTokens,
  type SignedIn,
} from '../sign-in/api.ts';
import { callbackAddress, findClient, findConnectionAbove } from './connection/connection-store.ts';
import * as store from './identity-store.ts';
import { IssuerError, signInAddress, subjectOf } from './issuer.ts';

/** Minimum duration of a request for a mail, in milliseconds: longer than the work for a known address (security 12). */
const mailingMilliseconds = 150;

const uuid = z.string().check(z.uuid());

const refusal = (problem: OrganisationProblem) =>
  new AppError(problem === 'unavailable' ? 'unavailable' : 'unauthenticated', {
    fields: [{ field: 'form', message: `error.organisation.${problem}` }],
  });

const tries = ({ meta }: { meta: { address: string } }): Tries => [
  { counted: ['organisation:address', meta.address], counts: 'always' },
];

/** Returns why a sign-in failed at the issuer: it did not answer, or its answer is not valid. @throws any other error */
function problemOf(error: unknown): OrganisationProblem {
  if (!(error instanceof IssuerError)) throw error;
  return error.problem === 'unreachable' ? 'unavailable' : 'failed';
}

/** Returns the provider whose connection a person uses, by a mailed link. @throws AppError for a link that is not valid */
async function linkedTo(services: Services, token: string): Promise<{ tokenId: string; providerId: string }> {
  const { db, secrets, clock } = services;
  const link = await findJoinToken(db, secrets, clock(), token);
  const member = link && (await store.findMember(db, link.userId));
  const connection = member && (await findConnectionAbove(db, member.path));
  if (!link || !connection) throw refusal('link');
  return { tokenId: link.id, providerId: connection.provider_id };
}

/** Address at the issuer, with the mark of the browser in which the sign-in must end. */
export type Begun = { url: string; browser: string };

/**
 * Begins a sign-in at a provider's organisation, with or without the mailed link that joins a person (D-50). `browser` is the mark
 * that this browser has already, or an empty text.
 * @throws AppError `unauthenticated` or `unavailable`, with the text at `form`; `rate-limited`
 */
export const beginOrganisationSignIn = operation({
  name: 'beginOrganisationSignIn',
  kind: 'write',
  input: z.strictObject({ provider_id: z.nullable(uuid), token: text, browser: text }),
  access: { action: 'account.signIn', subject: nothing },
  limit: tries,
  prepare: {
    async run({ input: { provider_id, token, browser: cookie }, services }) {
      const linked = provider_id === null ? await linkedTo(services, token) : null;
      const providerId = linked?.providerId ?? provider_id ?? '';
      const client = await findClient(services, providerId);
      if (!client) throw refusal('unknown');
      const browser = store.browserOf(cookie);
      const secret = store.secretsOf(services, browser, store.newState());
      const redirectUri = callbackAddress(services.config, providerId);
      try {
        const url = await signInAddress(services, client, { ...secret, redirectUri });
        return { url, browser, state: secret.state, providerId, tokenId: linked?.tokenId ?? null };
      } catch (error) {
        throw refusal(problemOf(error));
      }
    },
  },
  async run({
    prepared: { url, browser, state, providerId, tokenId },
    tx,
    now,
    auditDetails,
  }): Promise<Begun> {
    await store.addSignIn(tx, now, { state, browser, providerId, tokenId });
    auditDetails({ provider_id: providerId, joins: tokenId !== null });
    return { url, browser };
  },
});

/** Returns the person of a sign-in: joined by its link, or joined before. The problem if there is none. */
async function personOf(
  tx: Tx,
  now: Date,
  { tokenId, identity }: { tokenId: string | null; identity: store.Identity },
): Promise<store.Member | OrganisationProblem> {
  const userId =
    tokenId === null ? await store.findJoined(tx, identity) : await lockJoinToken(tx, now, tokenId);
  if (userId === null) return tokenId === null ? 'unknown' : 'link';
  const member = await store.findMember(tx, userId);
  const connection = member && (await findConnectionAbove(tx, member.path));
  // They may have moved to another provider since, or the connection may have another issuer.
  const isValid = connection?.provider_id === identity.providerId && connection.issuer === identity.issuer;
  if (!member || !isValid) return 'unknown';
  if (tokenId !== null) {
    if (!(await store.join(tx, now, userId, identity))) return 'joined';
    // Only now: after a refusal the same link can still be opened by the right person, for example on a shared computer.
    await voidTokens(tx, now, 'join-organisation', userId);
  }
  return member;
}

/**
 * Ends a sign-in with the answer of the issuer, and starts a session. The role is the one given here: nothing else of the answer is
 * read. `answer` is the query of the callback.
 * @throws AppError `unauthenticated` or `unavailable`, with the text at `form`; `rate-limited`
 */
export const endOrganisationSignIn = operation({
  name: 'endOrganisationSignIn',
  kind: 'write',
  input: z.strictObject({ provider_id: uuid, answer: text, browser: text }),
  access: { action: 'account.signIn', subject: nothing },
  limit: tries,
  prepare: {
    async run({ input: { provider_id: providerId, answer, browser }, services, now }) {
      const query = new URLSearchParams(answer);
      const state = query.get('state') ?? '';
      const taken = await store.takeSignIn(services.db, now, { state, browser, providerId });
      if (!taken) throw refusal('failed');
      // From here on a refusal is recorded in the audit trail, by `run`.
      if (query.has('error')) return { problem: 'stopped' as const };
      const client = await findClient(services, providerId);
      if (!client) throw refusal('unknown');
      const callback = `${callbackAddress(services.config, providerId)}?${query.toString()}`;
      try {
        const secret = store.secretsOf(services, browser, state);
        const found = await subjectOf(services, client, { ...secret, callback });
        const identity = { providerId, issuer: client.issuer, subject: found.subject };
        return { tokenId: taken.tokenId, identity, refreshToken: found.refreshToken };
      } catch (error) {
        return { problem: problemOf(error) };
      }
    },
  },
  async run(work): Promise<Refused | SignedIn> {
    const { input, prepared, tx, now, auditDetails, emit, refuse } = work;
    const { provider_id: providerId } = input;
    const refused = (problem: OrganisationProblem) =>
      refuse(refusal(problem), { refused: problem, provider_id: providerId });
    if ('problem' in prepared) return refused(prepared.problem);
    const person = await personOf(tx, now, prepared);
    if (typeof person === 'string') return refused(person);
    const { tokenId, refreshToken } = prepared;
    auditDetails({ provider_id: providerId, joined: tokenId !== null }, person.id);
    if (tokenId !== null) {
      // Opening the link proves that the address is theirs.
      await tx
        .updateTable('users')
        .set({ email_verified_at: now, invite_accepted_date: now, updated_at: now })
        .where('id', '=', person.id)
        .execute();
      emit('staff.joined', { user_id: person.id });
    }
    const signedIn = await startSignedInSession(work, person, null, 'external');
    const { token } = signedIn.session;
    await store.limitSession(work, { token, userId: person.id, providerId, refreshToken });
    return signedIn;
  },
});

/**
 * Mails the address of the sign-in at their organisation, if an address belongs to a person who signs in there. The response is the
 * same for every address.
 */
export const sendOrganisationLink = operation({
  name: 'sendOrganisationLink',
  kind: 'write',
  input: formInput(forgotForm),
  access: { action: 'account.recover', subject: nothing },
  limit: ({ input, meta }) => [
    { counted: ['forgot:account', input.email], counts: 'always' },
    { counted: ['forgot:address', meta.address], counts: 'always' },
  ],
  minimumDuration: mailingMilliseconds,
  async run({ input, tx, auditDetails, emit }) {
    const person = await tx
      .selectFrom('users')
      .select('id')
      .where('email', '=', input.email)
      .where('login_provider', '=', 'external')
      .executeTakeFirst();
    if (!person) return true;
    emit('account.organisation-link-wanted', { user_id: person.id });
    auditDetails({}, person.id);
    return true;
  },
});
