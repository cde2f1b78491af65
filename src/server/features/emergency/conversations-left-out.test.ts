import { afterAll, beforeAll, expect, it } from 'vitest';
import { TestClient } from '../../../../testing/client.ts';
import { fullAnswers, person, provider } from '../../../../testing/people.ts';
import { startApp, type TestApp } from '../../../../testing/start-app.ts';
import { conversationOutcomes } from '../../../domain/customers/conversations/conversations.ts';
import { catalogue } from '../../../domain/i18n/catalogue.ts';
import { wordsOf } from '../../pages/emergency/emergency.fixture.ts';
import { typePin } from './emergency.fixture.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
}, 120_000);
afterAll(() => app.close());

it('the page that a card opens shows no conversation, and is the same after the customer declined one [N-07]', async () => {
  const house = await provider(app.services);
  const who = await person(app.services, {
    providerId: house,
    plan: { status: 'complete', answers: fullAnswers() },
  });
  const pageOf = async () => {
    const reader = new TestClient(app.url);
    const { location } = await typePin(reader, who.shareId, who.pin);
    return wordsOf(await (await reader.fetch(location!)).text()).replaceAll(/\d{1,2}:\d\d( [ap]m)?/g, '');
  };
  const before = await pageOf();
  await app.services.db
    .insertInto('conversations')
    .values(
      conversationOutcomes.map((outcome) => ({
        ...{ user_id: who.userId, provider_id: house, outcome, held_on: '2026-11-02' },
        recorded_at: new Date(),
      })),
    )
    .execute();
  const after = await pageOf();
  expect(after).toContain('Margaret');
  for (const outcome of conversationOutcomes)
    expect(after).not.toContain(catalogue.en[`conversation.outcome.${outcome}`]);
  expect(after).toBe(before);
});
