import { strFromU8, unzipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { currentDefinition } from '../../src/domain/questionnaire/definition.ts';
import type { Section } from '../../src/domain/questionnaire/reading/present.ts';
import { findPlanDocument } from '../../src/server/features/acp/document/plan-document.ts';
import { getFrozenSections, getFrozenWords } from '../../src/server/features/acp/versions/frozen-words.ts';
import { findActiveOf } from '../../src/server/features/acp/store.ts';
import { archiveOf } from '../../src/server/features/privacy/copy/archive.fixture.ts';
import { TestClient } from '../client.ts';
import { fullAnswers, fullAnswersZh, person, type TestPerson } from '../people.ts';
import { marked, signBefore } from './signed-before.ts';
import { startApp, type TestApp } from '../start-app.ts';

const today = currentDefinition.version;

const readWords = `query getActiveAcpsByUserId($user_id: ID!, $definition: Int!) {
  getActiveAcpsByUserId(user_id: $user_id) {
    id version definition_version signed_sections(definition_version: $definition)
  }
}`;
const save = `mutation updateAnswers($id: ID!, $answers: JSON!, $status: AcpStatus!, $version: Int!, $definition: Int!, $confirmed: [String!]) {
  updateAnswers(id: $id, answers: $answers, status: $status, version: $version, confirmed: $confirmed) {
    returning { definition_version signed_sections(definition_version: $definition) }
  }
}`;

describe('a plan signed before the questions changed', () => {
  let app: TestApp;
  let who: TestPerson;
  let client: TestClient;
  let signed: Section[];

  /** Makes a plan with the texts and version of an earlier definition, as it would be stored after an update of the product. */
  async function signedBefore(): Promise<void> {
    const { services } = app;
    const { db } = services;
    // In the current definition, nothing in these answers depends on the quality of life.
    const cpr = { cprStopBreathing: 'do not want CPR', cprCatastrophic: 'do not want CPR' };
    const answers = { ...fullAnswers(), ...cpr };
    who = await person(services, { plan: { status: 'complete', answers } });
    client = new TestClient(app.url);
    await client.signIn(who.email, who.password);
    signed = marked(await getFrozenSections(db, services, who.acpId));
    await signBefore(services, who.acpId, { language: 'en', sections: signed });
  }

  beforeAll(async () => {
    app = await startApp();
    await signedBefore();
  });
  afterAll(() => app.close());

  const rowIn = (sections: Section[], key: string) =>
    sections.flatMap(({ rows }) => rows).find((row) => row.key === key)!;

  it('reaches the web with the signed words, unless the web has the same definition [R-20]', async () => {
    const ask = async (definition: number) => {
      const { data } = await client.graphql(readWords, { user_id: who.userId, definition });
      return data.getActiveAcpsByUserId[0];
    };
    expect(await ask(today)).toMatchObject({ definition_version: 0, signed_sections: signed });
    expect(await ask(0)).toMatchObject({ signed_sections: null });
    const draft = await person(app.services, { plan: { status: 'draft', answers: fullAnswers() } });
    const other = new TestClient(app.url);
    await other.signIn(draft.email, draft.password);
    const { data } = await other.graphql(readWords, { user_id: draft.userId, definition: 7 });
    expect(data.getActiveAcpsByUserId[0].signed_sections).toBeNull();
  });

  it('has the signed words in the PDF, also on its first page, whatever CPR depends on [R-20]', async () => {
    const { services } = app;
    const asked = { userId: who.userId, version: null, language: null };
    const { document } = (await findPlanDocument(services.db, services, new Date(), asked))!;
    const lines = document.parts.flatMap(({ rows }) => rows.flatMap((row) => [row.title, ...row.lines]));
    expect(lines.length).toBeGreaterThan(40);
    expect(lines.filter((line) => !line.startsWith('Then: '))).toEqual([]);
    const { cpr, condition, refused, notRefused } = document.glance;
    expect(cpr.map((answer) => answer.lines)).toEqual(
      ['cprStopBreathing', 'cprCatastrophic'].map((key) => rowIn(signed, key).lines),
    );
    expect(condition?.lines).toEqual(rowIn(signed, 'minimumQolList').lines);
    expect([refused, notRefused]).toEqual(rowIn(signed, 'treatmentsSelected').lines);
    expect((await client.fetch('/api/acp/plan.pdf')).status).toBe(200);
  });

  it('has the earlier English words beside the Chinese where it was signed in Chinese, and says so where no English was kept [R-33] [D-37]', async () => {
    const { services } = app;
    const { db } = services;
    const chinese = await person(services, {
      language: 'zh',
      plan: { status: 'complete', answers: fullAnswersZh() },
    });
    const words = await getFrozenWords(db, services, chinese.acpId);
    expect(words.twin?.language).toBe('en');
    const ageing = async (twin: Section[] | null) => {
      await signBefore(services, chinese.acpId, {
        language: 'zh',
        sections: marked(words.sections),
        ...(twin && { twin: { language: 'en', sections: twin } }),
      });
      const asked = { userId: chinese.userId, version: null, language: null };
      return (await findPlanDocument(db, services, new Date(), asked))!.document;
    };
    const both = await ageing(marked(words.twin!.sections));
    expect(both.glance.cpr[0]?.lines[0]).toMatch(/^Then: 我/);
    expect(both.twin?.glance.cpr[0]?.lines[0]).toMatch(/^Then: I want CPR/);
    expect(both.oneLanguageOnly).toBe('');
    const alone = await ageing(null);
    expect(alone.twin?.parts.map(({ rows }) => rows.map(({ lines }) => lines))).toEqual(
      alone.parts.map(({ rows }) => rows.map(({ lines }) => lines)),
    );
    expect(alone.twin?.oneLanguageOnly).toBe(
      'The questions and answers of this plan were signed in Chinese and are kept in Chinese only.',
    );
  });

  it('has the signed words, including the facts, and no current ones on the emergency page [R-20]', async () => {
    const reader = new TestClient(app.url);
    const address = `/acp-login/${who.shareId}`;
    await reader.fetch(address, {
      method: 'POST',
      body: new URLSearchParams({ pin: who.pin }).toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded', origin: 'null' },
    });
    const html = await (await reader.fetch(address)).text();
    const facts = html.slice(0, html.indexOf('class="rule'));
    for (const key of ['cprStopBreathing', 'cprCatastrophic', 'treatmentsSelected', 'minimumQolList'])
      for (const line of rowIn(signed, key).lines) expect(facts).toContain(`>${line}<`);
    for (const text of facts.matchAll(/<dd class="lead[^>]*>([^<]*)/g)) expect(text[1]).toMatch(/^Then: /);
    const chinese = await (await reader.fetch(`${address}?lang=zh`)).text();
    expect(chinese).toContain(`<dl lang="en-AU"><div><dt>${rowIn(signed, 'cprStopBreathing').title}</dt>`);
    expect(Buffer.byteLength(html)).toBeLessThan(14_000);
    const all = await (await reader.fetch(`${address}?view=all`)).text();
    for (const { id, rows } of signed)
      for (const { title } of id === 'about' ? [] : rows) expect(all).toContain(`${title}</dt>`);
  });

  it('has the signed words in the copy of all data [R-20]', async () => {
    const archive = await archiveOf(app.services, who.userId);
    const plan = JSON.parse(strFromU8(unzipSync(archive!)['plan.json']!));
    expect(plan.in_force.in_words).toEqual(signed);
  });

  it('keeps the signed words in a save that changes nothing, and in the revision of a save that does [R-20]', async () => {
    const { services } = app;
    const saveWith = async (answers: object) => {
      const { data, errors } = await client.graphql(readWords, { user_id: who.userId, definition: today });
      expect(errors).toBeUndefined();
      const { id, version } = data.getActiveAcpsByUserId[0];
      const saved = await client.graphql(save, {
        id,
        version,
        answers,
        status: 'complete',
        definition: today,
        confirmed: Object.keys(answers),
      });
      return saved.data.updateAnswers.returning[0];
    };
    expect(await saveWith({})).toEqual({ definition_version: 0, signed_sections: signed });
    expect(await getFrozenSections(services.db, services, who.acpId)).toEqual(signed);
    expect(await saveWith({ explanations: 'Play the radio' })).toEqual({
      definition_version: today,
      signed_sections: null,
    });
    expect((await findActiveOf(services.db, services, who.userId))?.definition_version).toBe(today);
    const asked = { userId: who.userId, version: 1, language: null };
    const before = await findPlanDocument(services.db, services, new Date(), asked);
    expect(before?.document.glance.cpr[0]?.lines).toEqual(rowIn(signed, 'cprStopBreathing').lines);
    const archive = await archiveOf(services, who.userId);
    const plan = JSON.parse(strFromU8(unzipSync(archive!)['plan.json']!));
    expect(plan.earlier[0].in_words).toEqual(signed);
    expect(JSON.stringify(plan.in_force.in_words)).not.toContain('Then: ');
  });
});
