import { beforeEach, describe, expect, it } from 'vitest';
import { localDrafts, type DraftStorage, type LocalDraft } from './local-drafts.ts';

class MemoryStorage implements DraftStorage {
  readonly #items = new Map<string, string>();
  get length() {
    return this.#items.size;
  }
  key = (index: number) => [...this.#items.keys()][index] ?? null;
  getItem = (key: string) => this.#items.get(key) ?? null;
  setItem = (key: string, value: string) => void this.#items.set(key, value);
  removeItem = (key: string) => void this.#items.delete(key);
}

const draft: LocalDraft = {
  planId: 'plan-1',
  version: 4,
  base: { explanations: 'Before' },
  values: { explanations: 'Typed and not saved' },
};

describe('typed text that is not saved', () => {
  let storage: MemoryStorage;
  let drafts: ReturnType<typeof localDrafts>;
  beforeEach(() => {
    storage = new MemoryStorage();
    drafts = localDrafts(() => storage);
  });

  it('is restored for the same person, step and plan [QGEN-06]', () => {
    drafts.keep('margaret', 'step7', draft);
    expect(drafts.read('margaret', 'step7', 'plan-1')).toEqual(draft);
  });

  it('is shown to no other user, in no other step, and for no other plan [QGEN-06]', () => {
    drafts.keep('margaret', 'step7', draft);
    expect(drafts.read('daniel', 'step7', 'plan-1')).toBeUndefined();
    expect(drafts.read('margaret', 'step4', 'plan-1')).toBeUndefined();
    expect(drafts.read('margaret', 'step7', 'plan-2')).toBeUndefined();
  });

  it('is deleted once it is saved, and all of it is deleted after signing out [QGEN-06]', () => {
    storage.setItem('wattle.language', 'zh');
    drafts.keep('margaret', 'step7', draft);
    drafts.keep('margaret', 'step4', draft);
    drafts.keep('daniel', 'step7', draft);
    drafts.forget('margaret', 'step7');
    expect(drafts.read('margaret', 'step7', 'plan-1')).toBeUndefined();
    drafts.forgetAll();
    expect(drafts.read('daniel', 'step7', 'plan-1')).toBeUndefined();
    expect(storage.getItem('wattle.language')).toBe('zh');
    expect(storage.length).toBe(1);
  });

  it('includes only keys of the step with values that their fields accept [QGEN-06]', () => {
    const values = {
      minimumQolList: 'Learning',
      other_qolList: 'My garden',
      firstName: 'Mei',
    };
    drafts.keep('margaret', 'step3', { ...draft, values });
    expect(drafts.read('margaret', 'step3', 'plan-1')?.values).toEqual({ other_qolList: 'My garden' });
  });

  it.each(['', '{', 'null', '[]', '{"planId":"plan-1"}', '{"planId":"plan-1","version":"4","values":{}}'])(
    'is ignored if it cannot be read: %s [QGEN-06]',
    (kept) => {
      drafts.keep('margaret', 'step7', draft);
      storage.setItem(storage.key(0)!, kept);
      expect(drafts.read('margaret', 'step7', 'plan-1')).toBeUndefined();
    },
  );

  it('does not stop the work in a browser without storage [QGEN-06]', () => {
    const closed = localDrafts(() => {
      throw new DOMException('Denied', 'SecurityError');
    });
    closed.keep('margaret', 'step7', draft);
    expect(closed.read('margaret', 'step7', 'plan-1')).toBeUndefined();
    expect(() => closed.forgetAll()).not.toThrow();
  });
});
