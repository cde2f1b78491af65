import { afterAll, beforeAll, beforeEach, expect } from 'vitest';
import { TestClient } from '../../client.ts';
import { person, type TestPerson, type TestPersonSpec } from '../../people.ts';
import { codeSentTo, enrol } from '../../second-step.ts';
import { startApp, type TestApp } from '../../start-app.ts';

/**
 * Sign-in with a second step, for the tests of one file: starts the product before them, and stops its clock in each.
 */
export function signInSteps() {
  let app: TestApp;
  let shift = 0;
  const jump = (ms: number) => {
    shift += ms;
    app.advance(ms);
  };

  beforeAll(async () => {
    app = await startApp({ env: { TRUST_PROXY: 'loopback' } });
  });
  beforeEach(async () => {
    jump(-shift);
    app.freeze();
    await app.services.db.deleteFrom('attempts').execute();
    await app.services.db.deleteFrom('mail_outbox').execute();
  });
  afterAll(() => app.close());

  const address = { 'x-forwarded-for': '203.0.113.7' };
  const firstStep = async ({ email, password }: TestPerson, phoneId?: string) => {
    const sent = { email, password, type: 'login', ...(phoneId && { phone: phoneId }) };
    const { body } = await new TestClient(app.url).post('/api/auth/email-password', sent, address);
    return body.session as string;
  };
  const show = async (
    { email }: Pick<TestPerson, 'email'>,
    session: string,
    code: string,
    method = 'sms',
    from = address,
  ) => {
    const sent = { email, session, code, method };
    const { status, body, headers } = await new TestClient(app.url).post('/api/auth/cognito_2fa', sent, from);
    const said = body.ok ? 'in' : (body.fields[0]?.message ?? body.error);
    expect(headers.getSetCookie().length).toBe(said === 'in' ? 1 : 0);
    return { status, said, retryAfter: body.details?.retryAfter as number | undefined };
  };
  const forget = () => app.services.db.deleteFrom('attempts').execute();
  const enrolled = async (more: Parameters<typeof enrol>[2], spec: TestPersonSpec = {}) => {
    const who = await person(app.services, spec);
    return { who, ...(await enrol(app.services, who.userId, more)) };
  };
  const sentCode = async (who: TestPerson, phoneId: string | undefined, number: string) => {
    await forget();
    const session = await firstStep(who, phoneId);
    return { session, code: await codeSentTo(app.services, number) };
  };
  const now = () => app.services.clock();

  const signedIn = async (spec: TestPersonSpec = {}) => {
    const who = await person(app.services, spec);
    const client = new TestClient(app.url);
    await client.signIn(who.email, who.password);
    return { who, client };
  };

  return {
    get app() {
      return app;
    },
    /** Advances the clock by milliseconds. */
    jump,
    /** Time of the product's clock. */
    now,
    /** Runs the first step and returns the handle for the second. `phoneId` is the number to which a code is sent. */
    firstStep,
    /** Runs the second step and returns the server's answer, or "in" if the code opened a session. */
    show,
    /** Deletes all counted tries. */
    forget,
    /** A person with a second step. */
    enrolled,
    /** Runs the first step for a person and returns the code that was sent to a number. */
    sentCode,
    signedIn,
  };
}
