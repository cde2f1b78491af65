import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isLinearisable, type Call } from '../../../../../../testing/faults/linearisable.ts';
import {
  contextFor,
  fullAnswers,
  signingAnswers,
  type TestPerson,
} from '../../../../../../testing/people.ts';
import type { Answers } from '../../../../../domain/questionnaire/answers.ts';
import { AppError } from '../../../../../domain/errors.ts';
import { getActiveAcps, getRevisionAcp, getRevisionAcps, updateAnswers } from '../../../acp/operations.ts';
import { verifyAudit } from '../../../../pipeline/audit/audit-verify.ts';
import { startHouse, type House } from '../customer-page.fixture.ts';
import { lockCustomer, rollbackACP } from './plan-operations.ts';

/** A plan in the model: its text, and the texts of earlier signed versions by their number. */
type State = {
  version: number;
  signed: boolean;
  number: number;
  locked: boolean;
  words: string;
  earlier: Readonly<Record<number, string>>;
};

type Asked =
  | { call: 'read' }
  | { call: 'save'; as: 'draft' | 'signature' | 'change'; version: number; words: string }
  | { call: 'lock'; locked: boolean }
  | { call: 'rollback'; to: number; version: number };

/** Response to a caller: staff get no text. */
type Seen = Pick<State, 'version' | 'signed' | 'number' | 'locked'> & { words?: string | undefined };
type Answered = Seen | { refused: string; version?: number; words?: string };

const seen = ({ version, signed, number, locked }: State): Seen => ({ version, signed, number, locked });
const read = (state: State): Seen => ({ ...seen(state), words: state.words });

/** Result of each call without concurrency, derived from the requirement and not from the product's code. */
function model(state: State, asked: Asked): [State, Answered] {
  const refused = (code: string): [State, Answered] => [state, { refused: code }];
  const next = { ...state, version: state.version + 1 };
  const keeps = { earlier: { ...state.earlier, [state.number]: state.words } };
  switch (asked.call) {
    case 'read':
      return [state, read(state)];
    case 'save': {
      if (state.locked) return refused('locked');
      if (asked.version !== state.version)
        return [state, { refused: 'conflict', version: state.version, words: state.words }];
      const { words } = asked;
      const signed = asked.as === 'signature';
      const after = state.signed
        ? { ...next, ...keeps, words, number: state.number + 1 }
        : { ...next, words, signed, number: signed ? 1 : 0 };
      return [after, read(after)];
    }
    case 'lock': {
      if (asked.locked && !state.signed) return refused('invalid');
      const after = { ...state, locked: asked.locked };
      return [after, seen(after)];
    }
    case 'rollback': {
      if (asked.version !== state.version) return [state, { refused: 'conflict', version: state.version }];
      if (state.locked) return refused('locked');
      const words = state.earlier[asked.to];
      if (!state.signed || words === undefined) return refused('invalid');
      const after = { ...next, ...keeps, words, number: state.number + 1 };
      return [after, seen(after)];
    }
  }
}

const kinds = ['read', 'save', 'save', 'sign', 'lock', 'unlock', 'rollback'] as const;
type Kind = (typeof kinds)[number];

/** Two or three callers, each with some consecutive calls, from a draft or a signed plan. */
const histories = fc.record({
  begins: fc.constantFrom('draft' as const, 'complete' as const),
  callers: fc.array(fc.array(fc.constantFrom(...kinds), { minLength: 2, maxLength: 4 }), {
    minLength: 2,
    maxLength: 3,
  }),
});

describe('a plan with simultaneous changes', () => {
  let house: House;
  let signature: Answers;
  beforeAll(async () => {
    house = await startHouse();
    signature = await signingAnswers('Margaret Doyle', 2);
  });
  afterAll(() => house.close());

  async function perform({ actor, acpId, userId: id }: TestPerson, asked: Asked): Promise<Seen> {
    const own = contextFor(house.services, actor);
    const staff = contextFor(house.services, house.nurse.actor);
    const stateOf = (plan: {
      version: number;
      status: string;
      plan_version: number;
      locked: boolean;
    }): Seen => ({
      ...{ version: plan.version, signed: plan.status === 'complete' },
      ...{ number: plan.plan_version, locked: plan.locked },
    });
    switch (asked.call) {
      case 'read': {
        const [plan] = await getActiveAcps.call(own, { id: acpId });
        return { ...stateOf(plan!), words: plan!.answers.explanations };
      }
      case 'save': {
        const { version, as, words } = asked;
        const answers = { explanations: words, ...(as === 'signature' && signature) };
        const change = { id: acpId, version, answers, confirmed: ['explanations'] };
        const status = as === 'draft' ? 'draft' : 'complete';
        const [plan] = (await updateAnswers.call(own, { ...change, status })).returning;
        return { ...stateOf(plan!), words: plan!.answers.explanations };
      }
      case 'lock':
        return stateOf((await lockCustomer.call(staff, { id, locked: asked.locked })).plan!);
      case 'rollback': {
        const { to: plan_version, version } = asked;
        return stateOf((await rollbackACP.call(staff, { id, plan_version, version })).plan!);
      }
    }
  }

  async function answerTo(customer: TestPerson, asked: Asked): Promise<Answered> {
    try {
      return await perform(customer, asked);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      const { version, answers } = (error.details ?? {}) as {
        version?: number;
        answers?: { explanations: string };
      };
      return {
        refused: error.code,
        ...(version !== undefined && { version }),
        ...(answers && { words: answers.explanations }),
      };
    }
  }

  /** Returns the call of a caller who knows the plan from their last response. */
  function asking(kind: Kind, { version, number, signed }: Seen, words: string): Asked {
    if (kind === 'read') return { call: 'read' };
    if (kind === 'lock' || kind === 'unlock') return { call: 'lock', locked: kind === 'lock' };
    if (kind === 'rollback') return { call: 'rollback', to: Math.max(0, number - 1), version };
    const as = signed ? 'change' : kind === 'sign' ? 'signature' : 'draft';
    return { call: 'save', as, version, words };
  }

  it('answers each call as if they had run one after another, in two hundred random histories [fault 8, fault 9]', async () => {
    let overlapping = 0;
    const check = async ({ begins, callers }: { begins: 'draft' | 'complete'; callers: Kind[][] }) => {
      const words = 'Before anyone came';
      const plan = { status: begins, answers: { ...fullAnswers(), explanations: words } };
      const customer = await house.newCustomer({ plan });
      const initial = { ...((await perform(customer, { call: 'read' })) as State), earlier: {} };
      let clock = 0;
      const calls: Call<Asked, Answered>[] = [];
      const ask = async (asked: Asked) => {
        const begun = ++clock;
        const answered = await answerTo(customer, asked);
        calls.push({ asked, answered, begun, ended: ++clock });
        return answered;
      };
      await Promise.all(
        callers.map(async (asks, caller) => {
          let known: Seen = initial;
          for (const [turn, kind] of asks.entries()) {
            const answer = await ask(asking(kind, known, `Caller ${caller}, call ${turn}`));
            known = { ...known, ...answer };
          }
        }),
      );
      overlapping += calls.filter(({ begun, ended }) => ended > begun + 1).length;
      await ask({ call: 'read' });
      const kept = await keptOf(customer);
      const isKept = ({ earlier }: State) => JSON.stringify(earlier) === JSON.stringify(kept);
      expect(isLinearisable(calls, initial, model, isKept), JSON.stringify(calls)).toBe(true);
    };
    await fc.assert(fc.asyncProperty(histories, check), { numRuns: 200, endOnFailure: true });
    expect(overlapping).toBeGreaterThan(400);
    expect((await verifyAudit(house.db, house.services.secrets)).faults).toEqual([]);
    // Each history signs, marks and rolls back plans, so two hundred take minutes on a busy machine.
  }, 300_000);

  /** Returns the text of each earlier signed version, by its number. */
  async function keptOf({ actor, userId }: TestPerson): Promise<Record<number, string | undefined>> {
    const own = contextFor(house.services, actor);
    const { data } = await getRevisionAcps.call(own, { user_id: userId, limit: 50 });
    const kept: Record<number, string | undefined> = {};
    for (const { plan_version } of data) {
      const [plan] = await getRevisionAcp.call(own, { user_id: userId, plan_version });
      kept[plan_version] = plan?.answers.explanations;
    }
    return kept;
  }
});
