import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import type { Context } from '../../../../pipeline/context.ts';
import { signupBody } from '../../../sign-in/sign-in.fixture.ts';
import { readSignupTokenEmail, signUp } from '../../../sign-up/operations.ts';
import { startHouse, type House } from '../customers.fixture.ts';
import { inviteCustomer } from './invite-operation.ts';

/**
 * Provides a test file with a house that invites customers. Each test starts with a working mail server, and without mails, events and
 * counted attempts.
 */
export function houseWithInvitations() {
  let h: House;
  beforeAll(async () => {
    h = await startHouse();
  });
  afterAll(() => h.close());
  beforeEach(async () => {
    h.mails.length = 0;
    h.mailIsAway(false);
    await h.test.services.db.deleteFrom('attempts').execute();
    await h.test.services.db.deleteFrom('outbox').execute();
  });

  const editor = () => h.as(h.editor);
  const admin = () => h.as(h.admin);
  const visitor = (): Context => ({ ...editor(), actor: { kind: 'visitor' } });
  /** Adds an invited customer. The mail is sent by the jobs. */
  async function add() {
    const email = `${randomUUID()}@test.example`;
    const { id } = await inviteCustomer.call(editor(), {
      ...{ registration_type: 'invite_account', first_name: 'Margaret', last_name: 'Doyle', email },
    });
    return { id, email };
  }
  async function invite() {
    const added = await add();
    await h.runJobs();
    return { ...added, ...linkOf(added.email) };
  }
  /** Returns the token and payload of the link in the newest mail to an address. */
  function linkOf(email: string) {
    const mail = h.mails.findLast(({ to }) => to === email);
    const [, token = '', payload = ''] = /#token=([\w.-]+)&payload=([\w.-]+)/.exec(mail?.plain ?? '') ?? [];
    return { token, payload };
  }
  const open = (token: string) => readSignupTokenEmail.call(visitor(), { token });
  const accept = ({ email, token, payload }: { email: string; token: string; payload: string }) =>
    signUp.call(visitor(), signupBody({ email, token, payload }));

  return {
    /** The house; it exists while tests run. */
    get house() {
      return h;
    },
    ...{ editor, admin, add, invite, linkOf, open, accept },
  };
}
