import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { insertFile } from '../../../../../../testing/customer-files.ts';
import {
  contextFor,
  fullAnswers,
  signingAnswers,
  type TestPerson,
} from '../../../../../../testing/people.ts';
import { papersBesidePlan } from '../../../../../domain/plan/emergency/papers-beside.ts';
import type { Answers } from '../../../../../domain/questionnaire/answers.ts';
import { AppError } from '../../../../../domain/errors.ts';
import { wordsOf } from '../../../../pages/emergency/emergency.fixture.ts';
import { getActiveAcpsByUserId, updateAnswers } from '../../../acp/operations.ts';
import { renewEmergencyCard } from '../../../emergency-card/operations.ts';
import { openEmergency } from '../../../emergency/operations.ts';
import { openingCookieName, openingValue } from '../../../emergency/openings/opening.ts';
import { findCard } from '../../../emergency/store.ts';
import { deleteFile, getFiles } from '../../../files/uploads/upload-operations.ts';
import { startHouse, type House } from '../customer-page.fixture.ts';
import { getCustomer } from '../operations.ts';
import { externalCustomer, lockCustomer, removeEndOfLifeDocument, rollbackACP } from './plan-operations.ts';

type State = {
  signed: boolean;
  external: boolean;
  locked: boolean;
  /** Number of the signed version. */
  number: number;
  words: string;
  earlier: Readonly<Record<number, string>>;
  papers: number;
  /** Whether the card was opened once. */
  opened: boolean;
};

const steps = [
  ...(['save', 'sign', 'lock', 'unlock', 'mark', 'mark', 'unmark', 'give', 'give'] as const),
  ...(['take', 'takeAsPerson', 'rollback', 'renew'] as const),
];
type Step = (typeof steps)[number];

/** Result of each step, from the decisions D-60 and D-61; null if it is refused. */
function model(state: State, step: Step, words: string): State | null {
  const { signed, external, locked, papers, number, earlier } = state;
  const kept = { ...earlier, [number]: state.words };
  switch (step) {
    case 'save':
    case 'sign':
      if (locked) return null;
      if (signed) return { ...state, words, earlier: kept, number: number + 1, external: false };
      return step === 'save'
        ? { ...state, words }
        : { ...state, words, signed: true, number: number + 1, external: false };
    case 'lock':
      return locked || signed || external ? { ...state, locked: true } : null;
    case 'unlock':
      return { ...state, locked: false };
    case 'mark':
      return external || (papers > 0 && !locked) ? { ...state, external: true } : null;
    case 'unmark':
      return external && locked ? null : { ...state, external: false };
    case 'give':
      return { ...state, papers: papers + 1 };
    case 'take':
      return papers === 0 || locked
        ? null
        : { ...state, papers: papers - 1, external: external && papers > 1 };
    case 'takeAsPerson':
      return null;
    case 'rollback': {
      const before = earlier[number - 1];
      if (locked || !signed || before === undefined) return null;
      return { ...state, words: before, earlier: kept, number: number + 1 };
    }
    case 'renew':
      return state;
  }
}

const opens = ({ signed, external, opened }: State) => signed || external || opened;

/** Content of a page for staff: the signed text, where the documents are, or that nothing is signed. */
const shown = ({ signed, external, words }: State) => ({
  words: signed ? [words] : [],
  beside: signed && external,
  onlyPapers: !signed && external,
  none: !signed && !external,
});

const shownOn = (html: string) => ({
  words:
    wordsOf(html)
      .match(/Words of step \d+/)
      ?.slice(0, 1) ?? [],
  beside: html.includes('Papers too'),
  onlyPapers: html.includes('Read the papers below'),
  none: html.includes('has no signed plan here'),
});

/** Number of histories that one staff member reads: more sheets in a minute are refused. */
const histories = 200;
const historiesOfOne = 8;

describe('a plan that is signed, marked and gets documents', () => {
  let house: House;
  let signature: Answers;
  beforeAll(async () => {
    house = await startHouse();
    signature = await signingAnswers('Margaret Doyle', 2);
  });
  afterAll(() => house.close());

  const staff = () => contextFor(house.services, house.nurse.actor);
  const keysOf = async (userId: string) =>
    (
      await house.db
        .selectFrom('files')
        .select(['id', 's3_key'])
        .where('user_id', '=', userId)
        .where('is_eol', '=', true)
        .execute()
    ).map(({ id, s3_key }) => ({ id, key: s3_key! }));
  const planOf = async ({ actor, userId }: TestPerson) => {
    const [plan] = await getActiveAcpsByUserId.call(contextFor(house.services, actor), { user_id: userId });
    return plan!;
  };

  async function perform(customer: TestPerson, step: Step, words: string, number: number): Promise<unknown> {
    const own = contextFor(house.services, customer.actor);
    const { userId: id } = customer;
    switch (step) {
      case 'save':
      case 'sign': {
        const { id: acp, version, status: now } = await planOf(customer);
        const asked = { treatmentsSelected_note: words };
        const answers = step === 'sign' && now === 'draft' ? { ...asked, ...signature } : asked;
        const status = step === 'sign' ? ('complete' as const) : now;
        const confirmed = ['treatmentsSelected_note'];
        return updateAnswers.call(own, { id: acp, version, status, answers, confirmed });
      }
      case 'lock':
      case 'unlock':
        return lockCustomer.call(staff(), { id, locked: step === 'lock' });
      case 'mark':
      case 'unmark':
        return externalCustomer.call(staff(), { id, external: step === 'mark' });
      case 'give':
        return insertFile(house.services, id, { is_eol: true, file_name: 'directive.pdf' });
      case 'take': {
        const [paper] = await keysOf(id);
        const key = paper?.key ?? crypto.randomUUID();
        return removeEndOfLifeDocument.call(staff(), { user_id: id, key });
      }
      case 'takeAsPerson': {
        const [paper] = await keysOf(id);
        return deleteFile.call(own, { id: paper?.id ?? crypto.randomUUID() });
      }
      case 'rollback': {
        const { version } = await planOf(customer);
        const to = { plan_version: Math.max(0, number - 1), version };
        return rollbackACP.call(staff(), { id, ...to });
      }
      case 'renew':
        return renewEmergencyCard.call(own, { user_id: id });
    }
  }

  /** Returns the documents that My plan names beside the signed plan. */
  const besideOnMyPlan = async (customer: TestPerson) => {
    const files = await getFiles.call(contextFor(house.services, customer.actor), { category: 'ACP' });
    return papersBesidePlan(await planOf(customer), files);
  };

  const isDone = async (work: Promise<unknown>): Promise<boolean> => {
    try {
      await work;
      return true;
    } catch (error) {
      if (error instanceof AppError) return false;
      throw error;
    }
  };

  /** Returns the page of the card, opened with its PIN; null if the card and PIN open nothing. */
  async function cardPage({ userId, actor }: TestPerson): Promise<string | null> {
    const { services } = house;
    const { share_id: shareId } = await house.db
      .selectFrom('users')
      .select('share_id')
      .where('id', '=', userId)
      .executeTakeFirstOrThrow();
    if (!(await findCard(services.db, services, shareId))) return null;
    const emergency = { ...contextFor(services, actor), actor: { kind: 'emergency' as const, userId } };
    await openEmergency.call(emergency, { user_id: userId });
    const value = openingValue(services.secrets, { shareId, userId, openedAt: services.clock() });
    const headers = { cookie: `${openingCookieName(false)}=${value}`, accept: 'text/html' };
    return (await fetch(`${house.app.url}/acp-login/${shareId}`, { headers })).text();
  }

  it('agrees on the emergency page, the sheet, the card, My plan and the customer’s page with a model, in two hundred random histories [S-04] [S-05] [S-11]', async () => {
    let played = 0;
    let reader = house.nurseClient;
    const play = async (history: Step[]) => {
      if (played++ % historiesOfOne === 0)
        reader = await house.newClient(await house.newStaff(house.ids.house));
      await house.db.deleteFrom('attempts').execute();
      const first = 'Words of step 0';
      const answers = { ...fullAnswers(), treatmentsSelected_note: first };
      const customer = await house.newCustomer({ plan: { status: 'draft', answers } });
      let state: State = {
        ...{ signed: false, external: false, locked: false, number: 0, words: first, earlier: {} },
        ...{ papers: 0, opened: false },
      };
      for (const [at, step] of history.entries()) {
        const words = `Words of step ${at + 1}`;
        const next = model(state, step, words);
        const about = history.slice(0, at + 1).join(', ');
        expect(await isDone(perform(customer, step, words, state.number)), about).toBe(next !== null);
        state = next ?? state;
        state = { ...state, opened: opens(state) };
        const { userId } = customer;
        const [card, sheet, own, page, beside] = await Promise.all([
          cardPage(customer),
          reader.fetch(`/api/customers/${userId}/emergency`, { headers: { accept: 'text/html' } }),
          planOf(customer),
          getCustomer.call(staff(), { id: userId }),
          besideOnMyPlan(customer),
        ]);
        expect(card && shownOn(card), about).toEqual(opens(state) ? shown(state) : null);
        expect(sheet.headers.get('content-type'), about).toContain('text/html');
        const sheetText = await sheet.text();
        expect(shownOn(sheetText), about).toEqual(shown(state));
        const { locked, external, number } = state;
        const expected = {
          ...{ status: state.signed ? 'complete' : 'draft', locked, external, plan_version: number },
        };
        expect(own, about).toMatchObject(expected);
        expect(own.answers.treatmentsSelected_note, about).toBe(state.words);
        expect(beside !== null, about).toBe(shown(state).beside);
        if (beside) {
          const { age, isOnly } = beside;
          expect({ age, isOnly }, about).toEqual({ age: 'sameDay', isOnly: state.papers === 1 });
          expect(sheetText, about).toContain(beside.name);
          expect(sheetText, about).toContain('added on the day of the plan');
        }
        expect(page.plan, about).toMatchObject(expected);
        expect(page.files.filter(({ eol }) => eol).length, about).toBe(state.papers);
        expect(!external || state.papers > 0, about).toBe(true);
      }
    };
    const property = fc.asyncProperty(
      fc.array(fc.constantFrom(...steps), { minLength: 3, maxLength: 8 }),
      play,
    );
    await fc.assert(property, { numRuns: histories, endOnFailure: true });
  }, 600_000);
});
