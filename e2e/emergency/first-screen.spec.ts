import type { Page } from '@playwright/test';
import { demoSpecs, pageOfSpec, planSpecs, type PlanSpec } from './emergency-plans.ts';
import { expect, main, phone, test } from '../wattle.ts';
import { texts } from '../words.ts';

/** Content of the first screen: the text of each of the five facts, their box, and all measurements. */
type FirstScreen = {
  facts: Record<
    'who' | 'cpr' | 'refused' | 'call' | 'current',
    { text: string; top: number; bottom: number }
  >;
  first: string;
  bullets: string[];
  smallest: number;
  width: number;
  targets: { name: string; width: number; height: number }[];
  lines: string[];
};

const readFirstScreen = (page: Page) =>
  page.evaluate<FirstScreen>(`(() => {
    const [cpr, refused, call, current] = document.querySelectorAll('main > section');
    const words = (...parts) => parts.map((part) => part.innerText).join('\\n');
    const span = (...parts) => {
      const boxes = parts.map((part) => part.getBoundingClientRect());
      return {
        text: words(...parts),
        top: Math.min(...boxes.map((box) => box.top)),
        bottom: Math.max(...boxes.map((box) => box.bottom)),
      };
    };
    const name = document.querySelector('h1');
    const seen = [...document.querySelectorAll('body *')].filter(
      (element) => element.getBoundingClientRect().top < 844 && element.getBoundingClientRect().height > 0,
    );
    const holdsText = (element) =>
      [...element.childNodes].some((node) => node.nodeType === 3 && node.data.trim() !== '');
    return {
      facts: {
        who: span(name, name.nextElementSibling),
        cpr: span(cpr),
        refused: span(refused),
        call: span(call),
        current: span(current),
      },
      first: document.querySelector('main').firstElementChild.innerText,
      bullets: [...refused.querySelectorAll('li')].map((item) => item.innerText.trim()),
      smallest: Math.min(...seen.filter(holdsText).map((element) => parseFloat(getComputedStyle(element).fontSize))),
      width: document.documentElement.scrollWidth,
      targets: seen
        .filter((element) => element.matches('a, button'))
        .map((element) => {
          const { width, height } = element.getBoundingClientRect();
          return { name: element.innerText, width, height };
        }),
      lines: [...document.querySelectorAll('main > :not(section), main > section')]
        .filter((element) => element.getBoundingClientRect().top < current.getBoundingClientRect().bottom)
        .map((element) => element.innerText),
    };
  })()`);

const leads = {
  en: {
    'receive CPR regardless of expected quality of life': ['Yes: wants CPR', 'Yes: would want CPR'],
    'only if minimum quality of life is expected': [
      'Only if these are expected:',
      'Only if these are expected:',
    ],
    'do not want CPR': ['No: does not want CPR', 'No: would not want CPR'],
  },
  zh: {
    'receive CPR regardless of expected quality of life': ['要做心肺复苏', '要做心肺复苏'],
    'only if minimum quality of life is expected': [
      '只有预计能这样，才做心肺复苏：',
      '只有预计能这样，才做心肺复苏：',
    ],
    'do not want CPR': ['不要做心肺复苏', '不要做心肺复苏'],
  },
} as const;

const whens = {
  en: {
    stop: 'If heart or breathing stops',
    catastrophic: 'After a catastrophic illness or injury',
    both: 'If heart or breathing stops, and also after a catastrophic illness or injury',
  },
  zh: {
    stop: '如果心跳或呼吸停止',
    catastrophic: '突发危重疾病或受重伤后',
    both: '如果心跳或呼吸停止；突发危重疾病或受重伤后也一样',
  },
} as const;

const treatments: Record<string, string> = {
  'Breathing Machine': 'breathingMachine',
  'artificial feeding tube into the stomach': 'stomachTube',
  'artificial feeding tube through the nose': 'noseTube',
  'Kidney Machine': 'kidneyMachine',
  'Blood transfusions': 'bloodTransfusions',
  Operations: 'operations',
  'in-hospital intravenous antibiotic therapy': 'intravenousAntibiotics',
};

/** Returns phrases of words, or of Chinese characters, that occur more than once, without names. */
function repeatedPhrases(lines: string[], names: string[]): string[] {
  const text = names
    .toSorted((a, b) => b.length - a.length)
    .reduce((rest, name) => rest.replaceAll(name, '|'), lines.join(' | '));
  const runs = text.split(/[|:：;；.。,，()（）\n]/).flatMap((part) => {
    const words = part.match(/\p{Script=Han}|[^\p{Script=Han}\s]+/gu) ?? [];
    const length = /\p{Script=Han}/u.test(part) ? 7 : 4;
    return words.slice(length - 1).map((_, at) => words.slice(at, at + length).join(' '));
  });
  return runs.filter((run, at) => runs.indexOf(run) !== at);
}

/** The contacts to call first: decision makers, and accepted contacts before pending ones (D-33). */
function firstToCall({ contacts }: PlanSpec): PlanSpec['contacts'][number] | undefined {
  const named = contacts.filter(
    ({ status, substitutedDecisionMaker }) => status === 'accepted' || substitutedDecisionMaker,
  );
  const place = (one: PlanSpec['contacts'][number]) =>
    (one.substitutedDecisionMaker ? 0 : 2) + (one.status === 'accepted' ? 0 : 1);
  return named.toSorted((a, b) => place(a) - place(b))[0];
}

/** Checks that the first screen, without scrolling, answers all five questions correctly and once. */
async function expectTenSecondView(page: Page, spec: PlanSpec): Promise<void> {
  const about = JSON.stringify(spec);
  const { language } = spec;
  const t = texts[language];
  await page.setContent(pageOfSpec(spec));
  // The browser applies the telephone width to a new document shortly after loading.
  await expect.poll(() => page.evaluate<number>('innerWidth'), about).toBe(390);
  const screen = await readFirstScreen(page);
  const { who, cpr, refused, call, current } = screen.facts;

  let above = 0;
  for (const [fact, { top, bottom }] of Object.entries(screen.facts)) {
    expect(top, `${fact} is below the one before: ${about}`).toBeGreaterThanOrEqual(above);
    expect(bottom, `${fact} is wholly on the first screen: ${about}`).toBeLessThanOrEqual(844);
    above = bottom;
  }
  expect(screen.width, about).toBeLessThanOrEqual(390);
  expect(screen.smallest, about).toBeGreaterThanOrEqual(16);
  for (const { name, width, height } of screen.targets) {
    expect(height, `${name}: ${about}`).toBeGreaterThanOrEqual(44);
    expect(width, `${name}: ${about}`).toBeGreaterThanOrEqual(44);
  }

  expect(who.text, about).toContain(spec.firstName);
  expect(who.text, about).toContain(spec.lastName);
  expect(who.text, about).toContain('04/05/1948');

  const lead = (answer: string) =>
    leads[language][answer as keyof (typeof leads)['en']][spec.recorder ? 1 : 0];
  const when = whens[language];
  const answered =
    spec.stop === spec.catastrophic
      ? [when.both, lead(spec.stop)]
      : [when.stop, lead(spec.stop), when.catastrophic, lead(spec.catastrophic)];
  const places = answered.map((text) => cpr.text.indexOf(`${text}\n`));
  expect(`${cpr.text}\n`, about).toContain(answered.at(-1));
  expect(places.slice(0, -1), about).not.toContain(-1);
  const hasCondition = [spec.stop, spec.catastrophic].includes('only if minimum quality of life is expected');
  const firstNeed = /^(Only if these are expected:|只有预计能这样，才做心肺复苏：)\n.{2,}/m;
  expect(firstNeed.test(cpr.text), about).toBe(hasCondition);
  expect(cpr.text, about).not.toMatch(/below|read the condition|见下/);

  expect(screen.bullets, about).toEqual(
    spec.refused.map((value) => t(`treatmentsSelected.short.${treatments[value]}` as 'common.yes')),
  );
  if (spec.refused.length === 0)
    expect(refused.text, about).toMatch(/has not refused any|recorded no refusal of|都没有拒绝|没有记录拒绝/);
  else expect(refused.text, about).toMatch(/would not want:|不愿意接受：/);

  const first = firstToCall(spec);
  expect(call.text, about).toContain(
    first ? first.name : language === 'en' ? 'No contacts are named in this plan.' : '计划里没有写联系人。',
  );
  if (first) expect(call.text, about).toContain(first.person.phone);

  expect(current.text.replaceAll(/\s+/g, ' '), about).toMatch(
    /^This is the current plan: version 12, |^这是现行的计划： ?第 12 版，/,
  );
  const oldVersion =
    language === 'en'
      ? /^Old (card|paper)\. Below is the newest plan, version 12, \d+ \w+ 2026\.$/
      : /^旧(卡|纸)。下面是最新的计划，第 12 版，2026年\d+月\d+日。$/;
  expect(oldVersion.test(screen.first), about).toBe(spec.old !== null);

  const names = [spec.firstName, spec.lastName, spec.recorder?.name ?? '', first?.name ?? ''].filter(Boolean);
  expect(repeatedPhrases(screen.lines, names), about).toEqual([]);
}

test.use({ javaScriptEnabled: false });

test(
  `with none, three and all treatments refused, from the new and the old card, by self and on behalf, in both languages, the ten-second view is one screen [R-32] [D-06] [R-78] ${main}`,
  { tag: phone },
  async ({ page }) => {
    test.slow();
    for (const spec of demoSpecs()) await expectTenSecondView(page, spec);
  },
);

test(
  'of forty plans of every kind, with long names among them, name, CPR, refusals, contacts and validity are fully on the first screen, once [R-32] [D-06] [R-78]',
  { tag: phone },
  async ({ page }) => {
    test.slow();
    for (const spec of planSpecs(40)) await expectTenSecondView(page, spec);
  },
);
