import { TestClient } from '../testing/client.ts';
import { fullAnswers, person } from '../testing/people.ts';
import type { Figure } from './measuring/figure.ts';
import { byTurns, runLoad, type Client } from './measuring/load.ts';
import { addBarePlan, comparisonFigures } from './saving.ts';
import { onStage, type Stage } from './stage.ts';

const contact = { phone: '0491 570 156', accepted: true };

/** A signed plan whose card was scanned and opened with its PIN. */
export type OpenedCard = { acpId: string; userId: string; shareId: string; path: string; cookie: string };

export async function openCard({ services }: Pick<Stage, 'services'>, origin: string): Promise<OpenedCard> {
  const { acpId, userId, shareId, pin } = await person(services, {
    plan: { status: 'complete', answers: fullAnswers() },
    contacts: [
      {
        ...contact,
        name: 'Helen Doyle',
        email: 'helen@test.example',
        relationship: 'Daughter',
        substitutedDecisionMaker: true,
      },
      { ...contact, name: 'Peter Doyle', email: 'peter@test.example', relationship: 'Son' },
    ],
  });
  const reader = new TestClient(origin);
  const path = `/acp-login/${shareId}`;
  await reader.fetch(path, {
    method: 'POST',
    body: new URLSearchParams({ pin }).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  });
  const page = await (await reader.fetch(path)).text();
  if (!page.includes('Margaret')) throw new Error('The emergency page did not open');
  return { acpId, userId, shareId, path, cookie: reader.cookieHeader() };
}

/** A person who opens the same page repeatedly. */
export function reader({ path, cookie }: Pick<OpenedCard, 'path' | 'cookie'>): Client {
  const headers: Record<string, string> = cookie ? { cookie } : {};
  return { next: () => ({ method: 'GET', path, headers }) };
}

/**
 * Compares the emergency view's data (plan, contacts, access), and the whole page with its HTML, with a bare
 * route that reads the same rows unsealed and sends them as JSON. Eight readers at once.
 */
export function benchEmergency(): Promise<Figure[]> {
  return onStage(async (stage) => {
    const [ours, bare] = [await stage.serve('ours'), await stage.serve('bare')];
    const card = await openCard(stage, ours.origin);
    await addBarePlan(stage, card.acpId);
    await stage.settle();
    const eight = (path: string, cookie = '') => Array.from({ length: 8 }, () => reader({ path, cookie }));
    const bareReaders = eight(`/emergency/${card.shareId}`);
    const against = (readers: Client[]) =>
      byTurns(6, {
        ours: () => runLoad(ours.origin, readers, 3),
        bare: () => runLoad(bare.origin, bareReaders, 3),
      });
    const data = await against(eight(`/emergency/${card.shareId}/${card.userId}`));
    const page = await against(eight(card.path, card.cookie));
    return [
      ...comparisonFigures("the emergency view's data", data, 0.6),
      ...comparisonFigures('the emergency page, with its HTML', page),
    ];
  });
}
