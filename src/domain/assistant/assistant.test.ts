import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { catalogue } from '../i18n/catalogue.ts';
import { assistant as texts } from '../i18n/en/assistant.ts';
import { stepIds } from '../questionnaire/answers.ts';
import { questions } from '../questionnaire/definition.ts';
import { afterReply, startOf, stateOfStep, stateOpenedBy, type Place } from './assistant.ts';
import { messagesAt, viewAt } from './messages.ts';
import {
  helpLines,
  listMessage,
  noListMessage,
  script,
  sharedReplies,
  type AssistantState,
} from './script.ts';

const states = Object.keys(script) as AssistantState[];
const places: Place[] = states.flatMap((state) =>
  Object.keys(script[state]).map((view) => ({ state, view })),
);
const anyPlace = fc.constantFrom(...places);

/** All possible answers to questions with options. */
const givenAnswers = questions.flatMap(({ key, options = [] }) =>
  options.map(({ value }): readonly [string, string] => [key, value]),
);

describe('the answers that open the assistant', () => {
  it('are "Life is not worth living" to dontRecognise, the fifteenth of step 4, and the minimum quality of life to both questions about CPR [QBOT-01, QBOT-03]', () => {
    expect(
      givenAnswers.flatMap(([key, value]) => {
        const state = stateOpenedBy(key, value);
        return state ? [[key, value, state]] : [];
      }),
    ).toEqual([
      ['dontRecognise', 'Life is not worth living', 'loseCapacity_dontRecognise'],
      ['cprStopBreathing', 'only if minimum quality of life is expected', 'cprMinimumQualityOfLife'],
      ['cprCatastrophic', 'only if minimum quality of life is expected', 'cprMinimumQualityOfLife'],
    ]);
  });

  it('are no others, whatever values a form has [QBOT-01, QBOT-03]', () => {
    const known = givenAnswers.map(([key, value]) => JSON.stringify([key, value]));
    const key = fc.oneof(fc.string(), fc.constantFrom(...questions.map((question) => question.key)));
    fc.assert(
      fc.property(key, fc.oneof(fc.anything(), fc.string()), (name, value) => {
        fc.pre(typeof value !== 'string' || !known.includes(JSON.stringify([name, value])));
        expect(stateOpenedBy(name, value)).toBeUndefined();
      }),
    );
  });

  it('have the states that the source names [QBOT-02]', () => {
    expect(stateOpenedBy('dontRecognise', 'Life is not worth living')).toBe('loseCapacity_dontRecognise');
  });
});

describe('the steps with the icon', () => {
  it('are 3, 4, 5, 6b and 9, each with its own state [QBOT-04]', () => {
    expect(stepIds.filter((step) => stateOfStep(step))).toEqual([
      'step3',
      'step4',
      'step5',
      'step6b',
      'step9',
    ]);
    for (const step of stepIds) expect([undefined, step]).toContain(stateOfStep(step));
  });
});

describe('the script', () => {
  it('has a target for every reply: a view of the same state, or the end of the panel [GAP-39]', () => {
    fc.assert(
      fc.property(anyPlace, (place) => {
        for (const reply of viewAt(place).replies) {
          const next = afterReply(place, reply);
          if (next === 'closed') continue;
          expect(next.state).toBe(place.state);
          expect(viewAt(next).messages.length).toBeGreaterThan(0);
        }
      }),
    );
  });

  it('traps no reader: after any replies, help lines, the beginning and the way out are one reply away [GAP-39, D-23]', () => {
    fc.assert(
      fc.property(fc.constantFrom(...states), fc.array(fc.nat(), { maxLength: 20 }), (state, picks) => {
        let place = startOf(state);
        for (const pick of picks) {
          const { replies } = viewAt(place);
          const next = afterReply(place, replies[pick % replies.length]!);
          if (next === 'closed') return;
          place = next;
        }
        const away = viewAt(place).replies.map((reply) => afterReply(place, reply));
        expect(away).toContain('closed');
        expect(away).toContainEqual(startOf(state));
        expect(away).toContainEqual(expect.objectContaining({ state, view: 'helpLines' }));
      }),
    );
  });

  it('ends every view with the same three replies: talk to a person, ask something else, continue [GAP-39]', () => {
    expect(sharedReplies.map(({ key }) => texts[key as keyof typeof texts])).toEqual([
      'I want to talk to someone',
      'Ask something else',
      'Go on with my answers',
    ]);
    for (const place of places) expect(viewAt(place).replies.slice(-3)).toEqual(sharedReplies);
  });

  it('reaches every view from the beginning of its state', () => {
    for (const state of states) {
      const reached = viewAt(startOf(state)).replies.map(({ leadsTo }) => leadsTo);
      expect(new Set(reached)).toEqual(new Set([...Object.keys(script[state]), 'closed']));
    }
  });

  it('has at most three short messages at a time, except for the list of people to call [GAP-39]', () => {
    for (const place of places.filter(({ view }) => view !== 'helpLines'))
      expect(viewAt(place).messages.length, `${place.state} ${place.view}`).toBeLessThanOrEqual(3);
  });

  it('has each of its texts in both languages, and no unused text [LANG-01]', () => {
    const said = places.flatMap((place) => {
      const { messages, replies } = viewAt(place);
      return [...messages, ...replies.map(({ key }) => key)];
    });
    const used = new Set<string>([...said, noListMessage]);
    for (const key of used) {
      expect(catalogue.en, key).toHaveProperty([key]);
      expect(catalogue.zh, key).toHaveProperty([key]);
    }
    const ofThePanel =
      /^assistant\.(title|titleFor|close|whatIAm|choose|asked|closed)$|^helpLines\.title$|\.phone$/;
    expect(Object.keys(texts).filter((key) => !used.has(key) && !ofThePanel.test(key))).toEqual([]);
  });

  it('repeats a difficult answer only where its words are explained, and never praises, doubts or asks for the reason [D-23]', () => {
    const messages = places.flatMap((place) => viewAt(place).messages);
    const found = (pattern: RegExp, language: 'en' | 'zh') =>
      [...new Set(messages)].filter((key) => pattern.test(catalogue[language][key] ?? ''));
    const hard = ['assistant.step4.words.1'];
    expect(found(/not worth living/i, 'en')).toEqual(hard);
    expect(found(/不值得过/, 'zh')).toEqual(hard);
    expect(
      found(
        /\b(good|great|right|wrong|brave|sorry|sure|really) (answer|choice)|well done|why (do|did|have) you|are you sure/i,
        'en',
      ),
    ).toEqual([]);
    expect(found(/您为什么|答得好|选得好|您确定|真的吗|别这样|想开/, 'zh')).toEqual([]);
  });

  it('informs a reader in the states that open automatically that the answer stays as it was given [D-23]', () => {
    for (const state of ['loseCapacity_dontRecognise', 'cprMinimumQualityOfLife'] as const) {
      const last = viewAt(startOf(state)).messages.at(-1)!;
      expect(catalogue.en[last]).toBe(
        'Your answer stays as you gave it. You can keep it or change it at any time.',
      );
      expect(catalogue.zh[last]).toBe('您的回答保持原样。想保留或想更改，随时都可以。');
    }
  });
});

describe('the list of question 1', () => {
  const start = startOf('cprMinimumQualityOfLife');

  it('is one of the messages, in the words of the reader [QBOT-03]', () => {
    expect(messagesAt(start, 'Sleeping well; Having a laugh')).toContainEqual({
      key: listMessage,
      params: { list: 'Sleeping well; Having a laugh' },
    });
  });

  it('is reported as missing while there is none [QBOT-03]', () => {
    expect(messagesAt(start, '')).toContainEqual({ key: noListMessage });
    expect(messagesAt(start, '').map(({ key }) => key)).not.toContain(listMessage);
  });
});

describe('the help lines', () => {
  it('have their number in the sentence with their name, in both languages [D-23]', () => {
    for (const line of helpLines)
      for (const words of [catalogue.en, catalogue.zh]) {
        const number = words[`helpLines.${line}.phone`];
        expect(number).toMatch(/^[\d ]{6,}$/);
        expect(words[`helpLines.${line}.text`]).toContain(number);
      }
  });

  it('are followed by what to do in danger, with Lifeline and 000 [D-23]', () => {
    const last = viewAt({ state: 'step4', view: 'helpLines' }).messages.at(-1)!;
    expect(catalogue.en[last]).toBe(
      'If you are thinking of ending your life, call Lifeline on 13 11 14. If you are in danger now, call 000.',
    );
  });
});

describe('a view that does not exist', () => {
  it('is a programming error', () => {
    expect(() => viewAt({ state: 'step3', view: 'elsewhere' })).toThrow('step3 has no view "elsewhere"');
  });
});
