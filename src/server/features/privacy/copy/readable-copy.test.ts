import { strFromU8, unzipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contextFor, fullAnswers, fullAnswersZh, person, provider } from '../../../../../testing/people.ts';
import { startServices, type TestServices } from '../../../../../testing/services.ts';
import { recording } from '../../../pipeline/audit/audit.ts';
import { updateAnswers } from '../../acp/operations.ts';
import { archiveOf } from './archive.fixture.ts';

describe('the readable page in a copy of one’s data', () => {
  let test: TestServices;
  beforeAll(async () => {
    test = await startServices();
    test.services.makePdf = () => Promise.resolve(new Uint8Array(Buffer.from('%PDF-1.7')));
  });
  afterAll(() => test.close());

  const contacts = [
    { name: 'Dan <b>Doyle</b>', email: 'dan@test.example', phone: '0491 570 006', relationship: 'Son' },
  ];

  const openedAt = new Date(Date.UTC(2026, 9, 1, 1));

  async function pageOf(
    language: 'en' | 'zh',
    medicareNumber?: string,
    name = { firstName: 'Margaret', lastName: 'Doyle' },
  ) {
    const { services } = test;
    const answers = language === 'zh' ? fullAnswersZh() : fullAnswers();
    const who = await person(services, {
      language,
      ...name,
      ...(medicareNumber !== undefined && { medicareNumber }),
      providerId: await provider(services, 'Banksia House'),
      plan: { status: 'complete', answers },
      contacts,
    });
    await updateAnswers.call(contextFor(services, who.actor), {
      id: who.acpId,
      answers: { explanations: 'Words of the <script>second</script> version.' },
      confirmed: ['explanations'],
      status: 'complete',
      version: 2,
    });
    const nurse = await person(services, { role: 'admin', firstName: 'Nora', lastName: 'Quinn' });
    await services.db
      .insertInto('conversations')
      .values({
        ...{ user_id: who.userId, outcome: 'declined', held_on: '2026-10-02', recorded_by: nurse.userId },
        ...{ recorded_at: openedAt, answer: 'not_right', answered_at: openedAt },
      })
      .execute();
    for (const [action, details] of [
      ['openCustomerPlan', {}],
      ['loginAsCustomer', {}],
      ['handOver', { receiver: 'hospital' }],
    ] as const) {
      const entry = {
        chain: who.userId,
        at: openedAt,
        actor: nurse.actor,
        action,
        subjectId: who.userId,
        details,
      };
      await recording(services.secrets, entry, { events: [] }).execute(services.db);
    }
    const files = unzipSync((await archiveOf(services, who.userId))!);
    const html = strFromU8(files['start-here.html']!);
    const text = html
      .replaceAll(/<style>[\s\S]*?<\/style>/g, '')
      .replaceAll(/<[^>]*>/g, ' ')
      .replaceAll(/\s+/g, ' ');
    return { who, html, text, answers };
  }

  it('explains the files in the person’s language, and contains the plan with each version as text [R-63] [D-19]', async () => {
    const { html, text, answers, who } = await pageOf('en', '2123456701');
    expect(html).toMatch(/^<!doctype html>\s*<html lang="en-AU">/);
    for (const words of [
      'Your data in Wattle',
      'What is in this folder',
      'Margaret Doyle',
      who.email,
      '2123456701',
      'Banksia House',
      'Version 2. Signed on',
      'If my heart stops or I stop breathing',
      'Earlier version 1',
      answers.explanations!,
      'Who opened your plan',
    ])
      expect(text).toContain(words);
    expect(text.indexOf(answers.explanations!)).toBeGreaterThan(text.indexOf('Earlier version 1'));
    for (const secret of [who.pin, who.shareId]) expect(html).not.toContain(secret);
  });

  it('says for each opening whether staff opened the plan, logged in to the account or handed the plan over [R-63] [D-17] [N-14]', async () => {
    const { html } = await pageOf('en');
    const lines = [...html.matchAll(/<li>1 October 2026, 11:00: ([^<]*)<\/li>/g)].map(([, line]) => line);
    expect(lines).toEqual([
      'Nora Quinn handed the plan to a hospital.',
      'Nora Quinn worked in your account',
      'Nora Quinn',
    ]);
  });

  it('has each conversation with what the person said about it [R-63] [N-07]', async () => {
    const { text } = await pageOf('en');
    expect(text).toContain('2 October 2026: Declined. Recorded by Nora Quinn. You said: that is not right.');
  });

  it('is in Chinese for a person who reads Chinese [R-63]', async () => {
    const { html, text } = await pageOf('zh');
    expect(html).toContain('<html lang="zh-Hans">');
    for (const words of [
      '您在 Wattle 的资料',
      '这个文件夹里有什么',
      'Margaret Doyle',
      '以前的第 1 版',
      '如果我的心跳或呼吸停止',
    ])
      expect(text).toContain(words);
    expect(text).not.toMatch(/Earlier version|Who opened/);
  });

  it('has a Chinese name in its own order [R-39] [D-43] [R-63]', async () => {
    const { text } = await pageOf('zh', undefined, { firstName: '美玲', lastName: '陈' });
    expect(text).toContain('为陈美玲制作');
    expect(text).not.toContain('美玲 陈');
  });

  it('shows user input as text, and loads nothing from anywhere [R-63, security 39]', async () => {
    const { html } = await pageOf('en');
    expect(html).toContain('Dan &lt;b&gt;Doyle&lt;/b&gt;');
    expect(html).toContain('&lt;script&gt;second');
    expect(html).not.toMatch(/<script|<link|<img|<iframe|url\(|@import|\bsrc=|\bhref=/);
    expect(html.match(/<h1/g)).toHaveLength(1);
  });
});
