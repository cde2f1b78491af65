import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { typePin } from '../../src/server/features/emergency/emergency.fixture.ts';
import { getFrozenWords, type FrozenWords } from '../../src/server/features/acp/versions/frozen-words.ts';
import { pathTo, sendForm } from '../../src/server/features/shared-plan/shared-plan.fixture.ts';
import { TestClient } from '../client.ts';
import { fullAnswersZh, person, type TestPerson } from '../people.ts';
import { marked, signBefore } from './signed-before.ts';
import { startApp, type TestApp } from '../start-app.ts';

describe('a plan signed in Chinese before the questions changed', () => {
  let app: TestApp;
  let who: TestPerson;
  let words: FrozenWords;

  beforeAll(async () => {
    app = await startApp();
    who = await person(app.services, {
      language: 'zh',
      plan: { status: 'complete', answers: fullAnswersZh() },
      contacts: [
        {
          name: 'Adam Yes',
          email: 'adam@test.example',
          phone: '0491 570 006',
          relationship: 'Son',
          accepted: true,
        },
      ],
    });
    words = await getFrozenWords(app.services.db, app.services, who.acpId);
  });
  afterAll(() => app.close());

  const age = (twin: FrozenWords['twin'] | null) =>
    signBefore(app.services, who.acpId, {
      language: 'zh',
      sections: marked(words.sections),
      ...(twin && { twin: { ...twin, sections: marked(twin.sections) } }),
    });

  async function emergencyPage(language: string): Promise<string> {
    const reader = new TestClient(app.url);
    await typePin(reader, who.shareId, who.pin);
    return (await reader.fetch(`/acp-login/${who.shareId}?view=all&lang=${language}`)).text();
  }

  async function contactPage(language: string): Promise<string> {
    const { id } = await app.services.db
      .selectFrom('trusted_contacts')
      .select('id')
      .where('user_id', '=', who.userId)
      .executeTakeFirstOrThrow();
    const path = await pathTo(app.services, 'view', id);
    const reader = new TestClient(app.url);
    await sendForm(reader, path, { open: '1' });
    return (await reader.fetch(`${path}?lang=${language}`)).text();
  }

  const titleIn = (found: readonly { rows: { key: string; title: string }[] }[]) =>
    `Then: ${found.flatMap(({ rows }) => rows).find(({ key }) => key === 'cprStopBreathing')?.title}</dt>`;

  it.each([
    ['the emergency page', emergencyPage],
    ['the page of a contact', contactPage],
  ])(
    'shows on %s the earlier English words to an English reader, and the Chinese ones where no English was kept [R-20] [R-33]',
    async (_, page) => {
      await age(words.twin);
      const english = await page('en');
      expect(english).toContain(`<dt>${titleIn(words.twin!.sections)}`);
      expect(english).not.toContain(titleIn(words.sections));
      expect(english).toContain(`<li class="words">Then: `);
      const chinese = await page('zh');
      expect(chinese).toContain(`<dt>${titleIn(words.sections)}`);
      expect(chinese).not.toContain(titleIn(words.twin!.sections));
      await age(null);
      const without = await page('en');
      expect(without).toContain(`<dl lang="zh-Hans"><div><dt>${titleIn(words.sections)}`);
      expect(without).not.toContain(titleIn(words.twin!.sections));
    },
  );
});
