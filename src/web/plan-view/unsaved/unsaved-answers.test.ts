import { beforeEach, describe, expect, it } from 'vitest';
import type { Answers } from '../../../domain/questionnaire/answers.ts';
import {
  confirmMemory,
  draftOf,
  editedSteps,
  editMemory,
  joinedMemory,
  stepMemory,
  wordsOf,
  type Unsaved,
} from './unsaved-answers.ts';
import { localDrafts, type DraftStorage } from './local-drafts.ts';
import type { Plan } from '../plan.ts';
import { valuesOf } from '../steps/step-values.ts';

class MemoryStorage implements DraftStorage {
  readonly items = new Map<string, string>();
  get length() {
    return this.items.size;
  }
  key = (index: number) => [...this.items.keys()][index] ?? null;
  getItem = (key: string) => this.items.get(key) ?? null;
  setItem = (key: string, value: string) => void this.items.set(key, value);
  removeItem = (key: string) => void this.items.delete(key);
}

const me = 'margaret';
const saved: Answers = {
  explanations: 'Tea',
  receiveCare: 'at home',
  terminalCondition: 'not be told',
  confirmName: 'Mei',
};

const planAt = (version: number, answers: Answers = saved, locked = false): Plan => ({
  id: 'plan-1',
  user_id: me,
  status: 'complete',
  version,
  plan_version: 1,
  locked,
  answers,
  definition_version: 1,
  signed_sections: null,
  share_date: null,
  completed_at: '2026-10-01T00:00:00.000Z',
  created_at: '2026-09-01T00:00:00.000Z',
  updated_at: '2026-10-01T00:00:00.000Z',
  user: {
    id: me,
    first_name: 'Mei',
    last_name: null,
    dob: null,
    gender: null,
    postcode: null,
    provider: null,
    for_my_self: true,
    account_owner: 'own',
  },
});

/** A draft of the same person, who signed up with a first name. */
const draftAt = (version: number, answers: Answers): Plan => ({
  ...planAt(version, answers),
  status: 'draft',
});

const step7 = (changes: Answers) => valuesOf('step7', { ...saved, ...changes });
const step6b = (changes: Answers) => valuesOf('step6b', { ...saved, ...changes });

function memoryOfStep1() {
  const storage = new MemoryStorage();
  return stepMemory({ typed: localDrafts(() => storage), edits: localDrafts(() => storage) }, me, 'step1');
}

describe('what a step stores in the browser', () => {
  it('is restored over filled-in values, also after a save of another step [R-34]', () => {
    const words = memoryOfStep1();
    const plan = draftAt(1, {});
    words.note(plan, { ...words.open(plan).values, lastName: 'Chen' });
    for (const version of [1, 2]) {
      expect(words.open(draftAt(version, {}))).toMatchObject({
        base: { version },
        values: { firstName: 'Mei', lastName: 'Chen' },
      });
    }
  });

  it('keeps a field empty that the person emptied, and merges newer values from elsewhere [R-34]', () => {
    const words = memoryOfStep1();
    const plan = draftAt(1, {});
    words.note(plan, { ...words.open(plan).values, firstName: '' });
    expect(words.open(draftAt(2, { lastName: 'Chen' })).values).toMatchObject({
      firstName: '',
      lastName: 'Chen',
    });
  });
});

describe('what an edit stores in the browser', () => {
  let storage: MemoryStorage;
  let store: Unsaved;
  const plan = planAt(4);
  beforeEach(() => {
    storage = new MemoryStorage();
    store = { typed: localDrafts(() => storage), edits: localDrafts(() => storage, 'edit.') };
  });
  const keepEdit = (step: 'step6b' | 'step7', values: ReturnType<typeof step7>, base = plan) =>
    store.edits.keep(me, step, draftOf(step, base, values));

  it('opens an edit step with the kept answers, and with text that was typed over them afterwards [QEDIT-03]', () => {
    keepEdit('step7', step7({ explanations: 'Coffee' }));
    const words = editMemory(store, me, 'step7');
    expect(words.open(plan).values['explanations']).toBe('Coffee');
    words.note(plan, step7({ explanations: 'Cocoa' }));
    expect(words.open(plan).values['explanations']).toBe('Cocoa');
    words.forget();
    expect(words.open(plan).values['explanations']).toBe('Coffee');
  });

  it('asks before leaving an edit step only about text that is not kept yet, even if it is the saved answer again [QEDIT-03]', () => {
    const words = editMemory(store, me, 'step7');
    expect(words.differs(plan, step7({}))).toBe(false);
    expect(words.differs(plan, step7({ explanations: 'Coffee' }))).toBe(true);
    keepEdit('step7', step7({ explanations: 'Coffee' }));
    expect(words.differs(plan, step7({ explanations: 'Coffee' }))).toBe(false);
    expect(words.differs(plan, step7({}))).toBe(true);
    words.note(plan, step7({}));
    expect(words.open(plan).values['explanations']).toBe('Tea');
  });

  it('never shows the answers of an edit in a step that saves immediately [QEDIT-03, CON-19]', () => {
    keepEdit('step7', step7({ explanations: 'Coffee' }));
    expect(stepMemory(store, me, 'step7').open(plan).values['explanations']).toBe('Tea');
  });

  it('combines the answers of every edited step for confirmation, in the order of the steps [QEDIT-04]', () => {
    keepEdit('step7', step7({ explanations: 'Coffee' }));
    keepEdit('step6b', step6b({ receiveCare: 'where easiest for family' }));
    const edited = editedSteps(store, me, 'plan-1');
    expect(edited).toEqual(['step6b', 'step7']);
    const { base, values } = confirmMemory(store, me, edited).open(plan);
    expect(base).toBe(plan);
    expect(values).toMatchObject({
      explanations: 'Coffee',
      receiveCare: 'where easiest for family',
      terminalCondition: 'not be told',
      confirmName: 'Mei',
    });
  });

  it('merges newer answers silently if the edit changed others, and else stays on its older state so that the save asks [GAP-43]', () => {
    keepEdit('step6b', step6b({ receiveCare: 'where easiest for family' }));
    const words = confirmMemory(store, me, ['step6b']);
    const quiet = planAt(5, { ...saved, terminalCondition: 'be told as much as possible' });
    expect(words.open(quiet)).toMatchObject({
      base: { version: 5 },
      values: {
        receiveCare: 'where easiest for family',
        terminalCondition: 'be told as much as possible',
      },
    });
    const loud = planAt(5, { ...saved, receiveCare: 'in a hospital or similar', explanations: 'Newer' });
    expect(words.open(loud)).toMatchObject({
      base: { version: 4, answers: { receiveCare: 'at home', explanations: 'Newer' } },
      values: { receiveCare: 'where easiest for family' },
    });
  });

  it('is deleted once it is confirmed or discarded, and on signing out [QEDIT-04, GAP-43]', () => {
    keepEdit('step7', step7({ explanations: 'Coffee' }));
    const words = confirmMemory(store, me, ['step7']);
    words.note(plan, {
      ...step7({ explanations: 'Coffee' }),
      ...valuesOf('step9', { confirmName: 'Mei Lin' }),
    });
    words.forget();
    expect(storage.length).toBe(0);
    keepEdit('step7', step7({ explanations: 'Coffee' }));
    store.typed.forgetAll();
    expect(editedSteps(store, me, 'plan-1')).toEqual([]);
  });

  it('is not available to another user or another plan [QEDIT-03]', () => {
    keepEdit('step7', step7({ explanations: 'Coffee' }));
    expect(editedSteps(store, 'daniel', 'plan-1')).toEqual([]);
    expect(editedSteps(store, me, 'plan-2')).toEqual([]);
  });

  it('does not open in a plan that was locked meanwhile [GAP-46]', () => {
    keepEdit('step7', step7({ explanations: 'Coffee' }));
    const locked = planAt(4, saved, true);
    expect(confirmMemory(store, me, ['step7']).open(locked).values['explanations']).toBe('Tea');
  });

  it('is kept while the plan is locked, whatever a page notes, and opens again after it is unlocked [GAP-46, LOCK-02]', () => {
    const locked = planAt(4, saved, true);
    expect(wordsOf(store, locked, 'step7')).toBeUndefined();
    const memory = stepMemory(store, me, 'step7');
    memory.note(planAt(4), step7({ explanations: 'Coffee' }));
    memory.note(locked, step7({ explanations: 'Coffee' }));
    memory.note(locked, memory.open(locked).values);
    expect(wordsOf(store, locked, 'step7')).toEqual({ explanations: 'Coffee' });
    expect(memory.open(locked).values['explanations']).toBe('Tea');
    expect(memory.open(planAt(4)).values['explanations']).toBe('Coffee');
    expect(wordsOf(store, { ...locked, id: 'plan-2' }, 'step7')).toBeUndefined();
    keepEdit('step7', step7({ explanations: 'Milk', otherCommentsOrWorries: 'None' }));
    editMemory(store, me, 'step7').note(locked, step7({}));
    confirmMemory(store, me, ['step7']).note(locked, step7({}));
    expect(wordsOf(store, locked, 'step7')).toEqual({
      explanations: 'Coffee',
      otherCommentsOrWorries: 'None',
    });
  });
});

describe('the memory of two steps on one page', () => {
  const draft = (version: number, answers: Answers = {}): Plan => ({
    ...planAt(version, answers),
    status: 'draft',
  });

  it('keeps the text of each step for its own page, opens with both, and forgets both', () => {
    const storage = new MemoryStorage();
    const store: Unsaved = {
      typed: localDrafts(() => storage),
      edits: localDrafts(() => storage, 'edit.'),
    };
    const memory = joinedMemory(store, me, 'step1', 'step2');
    const typed = { ...valuesOf(['step1', 'step2'], {}), helperName: 'Lin', postcode: '3280' };
    memory.note(draft(3), typed);
    expect(memory.differs(draft(3), typed)).toBe(true);
    expect(stepMemory(store, me, 'step2').open(draft(3)).values['postcode']).toBe('3280');
    expect(memory.open(draft(3)).values).toMatchObject({ helperName: 'Lin', postcode: '3280' });
    // Another place saved another postcode: the person decides, based on the state that they saw.
    expect(memory.open(draft(4, { postcode: '3000' })).base).toMatchObject({ version: 3 });
    memory.forget();
    expect(memory.differs(draft(3), memory.open(draft(3)).values)).toBe(false);
    expect(wordsOf(store, draft(3), 'step1')).toBeUndefined();
    expect(wordsOf(store, draft(3), 'step2')).toBeUndefined();
  });
});
