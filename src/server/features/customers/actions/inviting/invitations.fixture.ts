import { randomUUID } from 'node:crypto';
import type { Context } from '../../../../pipeline/context.ts';
import { signupBody } from '../../../sign-in/sign-in.fixture.ts';
import { readSignupTokenEmail, signUp } from '../../../sign-up/operations.ts';
import type { House } from '../customers.fixture.ts';
import { inviteCustomer } from './invite-operation.ts';

/** Invitations of a house: their mails, and what an invited person does with them. */
export function invitationsOf(h: House) {
  const visitor = (): Context => ({ ...h.as(h.editor), actor: { kind: 'visitor' } });

  async function invite() {
    const email = `${randomUUID()}@test.example`;
    const names = { first_name: 'Margaret', last_name: 'Doyle' };
    const row = await inviteCustomer.call(h.as(h.editor), {
      registration_type: 'invite_account',
      ...names,
      email,
    });
    await h.runJobs();
    return { id: row.id, email, ...linkOf(email) };
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

  return { invite, linkOf, open, accept };
}
