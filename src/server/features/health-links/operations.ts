import { randomUUID } from 'node:crypto';
import * as z from 'zod/mini';
import { AppError, refuseInvalid } from '../../../domain/errors.ts';
import {
  linkState,
  maxOpenLinks,
  viewerPath,
  type LinkState,
} from '../../../domain/health-links/health-link.ts';
import { shlinkPayload } from '../../../domain/health-links/shlink.ts';
import { formInput } from '../../../domain/inputs/form.ts';
import { healthLinkForm } from '../../../domain/inputs/integrations/health-link.ts';
import { recordActivity } from '../../pipeline/audit/activities.ts';
import type { Services } from '../../pipeline/context.ts';
import { mailedChange } from '../../pipeline/limits/limit.ts';
import { operation } from '../../pipeline/operation.ts';
import { hashPassword } from '../../pipeline/passwords/passwords.ts';
import { idempotencyKey } from '../../pipeline/repeated-calls/idempotency.ts';
import { account, ownAccount } from '../../pipeline/subjects.ts';
import * as store from './store.ts';

/** A link as its owner sees it. */
export type LinkView = {
  id: string;
  reader: string;
  state: LinkState;
  created_at: Date;
  expires_at: Date;
  openings: number;
  last_opened_at: Date | null;
  /** The reader's description of itself at the last opening; not verified. */
  last_said: string | null;
  /** The address with the link after `#`; null for a link that does not open. */
  address: string | null;
};

/** A link just made, with its passcode, which is stored only as a hash and never shown again. */
export type MadeLink = { id: string; reader: string; expires_at: Date; address: string; passcode: string };

const dayMs = 86_400_000;

/** Returns the address of the viewer with the link after `#`, which browsers do not send. */
function addressOf(
  { publicUrl }: Services['config'],
  { id, key }: store.LinkSecrets,
  expiresAt: Date,
): string {
  const payload = JSON.stringify(shlinkPayload(publicUrl, { id, key, expiresAt }));
  return `${publicUrl}${viewerPath}#shlink:/${Buffer.from(payload).toString('base64url')}`;
}

/** Returns the person's links, newest first, with those that ended. */
export const healthLinks = operation({
  name: 'healthLinks',
  kind: 'read',
  input: z.strictObject({}),
  access: { action: 'healthLinks.read', subject: ownAccount },
  async run({ subject, tx, services, now }) {
    const links = await store.findLinks(tx, services.keyring, subject.ownerId);
    return links.map(({ secrets, revoked_at, tries, ...link }): LinkView => {
      const state = linkState({ revoked_at, tries, expires_at: link.expires_at }, now);
      return {
        ...link,
        state,
        address: state === 'open' ? addressOf(services.config, secrets, link.expires_at) : null,
      };
    });
  },
});

/**
 * Makes a link for a named reader, with its own id, key and passcode. The owner is notified by mail, so that a link made at
 * an unattended screen does not stay unnoticed.
 * @throws AppError `invalid` at the fields, and at the reader when there are too many links; `not-found` while nothing is signed
 */
export const createHealthLink = operation({
  name: 'createHealthLink',
  kind: 'write',
  input: formInput(healthLinkForm, { idempotency_key: idempotencyKey }),
  access: { action: 'healthLinks.change', subject: ownAccount },
  limit: async ({ subject }) => mailedChange(subject.ownerId),
  prepare: {
    async run() {
      const passcode = store.newPasscode();
      return { passcode, passcodeHash: await hashPassword(passcode) };
    },
  },
  async run({ input, subject, tx, services, now, prepared, emit, auditDetails }) {
    const userId = subject.ownerId;
    if (!(await store.hasSignedPlan(tx, userId))) throw new AppError('not-found');
    if ((await store.countOpenLinks(tx, userId, now)) >= maxOpenLinks)
      refuseInvalid([{ field: 'reader', message: 'healthLink.tooMany', params: { max: maxOpenLinks } }]);
    const { passcode, passcodeHash } = prepared;
    const [id, secrets] = [randomUUID(), store.newLinkSecrets()];
    const { reader, days } = input;
    const expiresAt = new Date(now.getTime() + days * dayMs);
    await store.insertLink(tx, services.keyring, {
      id,
      userId,
      secrets,
      reader,
      passcodeHash,
      expiresAt,
      now,
    });
    await recordActivity(tx, { template: 'healthLinkMade', userId, actorId: userId, at: now }, { reader });
    emit('health-link.made', { user_id: userId, link_id: id });
    auditDetails({ link_id: id, days });
    const address = addressOf(services.config, secrets, expiresAt);
    return { id, reader, expires_at: expiresAt, address, passcode } satisfies MadeLink;
  },
});

/** Revokes a link: it stops working at once. Revoking it again changes nothing. */
export const revokeHealthLink = operation({
  name: 'revokeHealthLink',
  kind: 'write',
  input: z.strictObject({ id: z.uuid() }),
  access: {
    action: 'healthLinks.change',
    subject: async (input, { tx }) => {
      const ownerId = await store.findLinkOwner(tx, input.id);
      return ownerId === null ? null : account(ownerId);
    },
  },
  async run({ input, subject, tx, services, now, auditDetails }) {
    const userId = subject.ownerId;
    const isChanged = await store.revokeLink(tx, input.id, now);
    auditDetails({ link_id: input.id, changed: isChanged });
    if (isChanged) {
      const reader = (await store.findReader(tx, services.keyring, input.id)) ?? '';
      await recordActivity(
        tx,
        { template: 'healthLinkRevoked', userId, actorId: userId, at: now },
        { reader },
      );
    }
    return input.id;
  },
});
