import type { Page, Route } from '@playwright/test';

/** How the server answers the reads of a page. The session, and every write, is answered normally. */
export type Mode = 'pass' | 'lost' | 'fault' | 'refused' | 'hold';

export const refusal = { data: null, errors: [{ message: 'x', extensions: { code: 'general_error' } }] };

/** Read by the bell in the bar of each page. */
const readOfBar = 'getNotifications';

export type Answers = {
  (mode: Mode): void;
  /** How many reads were refused or lost so far. */ failed: () => number;
  /** How many reads pages sent so far, without those of the bar. */ sent: () => number;
};

/** Makes the reads of a page fail or wait, as the returned function says. */
export async function answers(page: Page): Promise<Answers> {
  let now: Mode = 'pass';
  let failed = 0;
  let sent = 0;
  let held: Route[] = [];
  const meet = async (route: Route, isRead: boolean, refused: object, isOfBar = false) => {
    if (isRead && !isOfBar) sent += 1;
    if (!isRead || now === 'pass') return route.fallback();
    if (now !== 'hold') failed += 1;
    if (now === 'lost') return route.abort();
    if (now === 'fault')
      return route.fulfill({ status: 500, contentType: 'text/html', body: '<h1>500</h1>' });
    if (now === 'refused') return route.fulfill(refused);
    held.push(route);
  };
  await page.route('**/api/graphql', async (route) => {
    const { query = '', operationName } = (route.request().postDataJSON() ?? {}) as Record<string, string>;
    const isRead = query.trimStart().startsWith('query') && operationName !== 'currentUser';
    await meet(route, isRead, { json: refusal }, operationName === readOfBar);
  });
  await page.route('**/api/integrations/**', (route) =>
    meet(route, route.request().method() === 'GET', { status: 500, json: { error: 'general_error' } }),
  );
  const answer = (mode: Mode) => {
    now = mode;
    if (mode !== 'pass') return;
    for (const route of held) void route.fallback();
    held = [];
  };
  return Object.assign(answer, { failed: () => failed, sent: () => sent });
}
