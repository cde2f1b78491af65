import { expect, vi } from 'vitest';
import { TestClient } from '../../../../testing/client.ts';
import type { TestPerson } from '../../../../testing/people.ts';
import type { TestApp } from '../../../../testing/start-app.ts';

/** Returns a wrong code. */
export const wrongFor = (code: string) => (code === '000000' ? '111111' : '000000');

/** Helpers for the tests of the second step, for the current app. */
export function steppingIn(app: () => TestApp) {
  const mailsTo = async ({ email }: TestPerson) =>
    (
      await app()
        .services.db.selectFrom('mail_outbox')
        .select(['subject', 'plain'])
        .where('to_address', '=', email)
        .execute()
    ).map(({ subject, plain }) => ({ subject, plain }));
  return {
    firstStep: ({ email, password }: TestPerson, more: Record<string, unknown> = {}) =>
      new TestClient(app().url).post('/api/auth/email-password', { email, password, type: 'login', ...more }),
    show: (
      { email }: TestPerson,
      session: string,
      code: string,
      method?: string,
      client = new TestClient(app().url),
    ) => client.post('/api/auth/cognito_2fa', { email, session, code, ...(method && { method }) }),
    /** Waits for the mail with this subject. */
    mailed: (who: TestPerson, subject: string) =>
      vi.waitFor(
        async () => {
          const mail = (await mailsTo(who)).find((each) => each.subject === subject);
          expect(mail?.subject).toBe(subject);
          return mail!;
        },
        { timeout: 15_000, interval: 50 },
      ),
  };
}
