import { describe, expect, it } from 'vitest';
import { copyHolderOf } from './copy-holder.ts';

const asked = { name: 'Ann', status: 'pending', plan_shared: true };
const withheld = { name: 'Bo', status: 'accepted', plan_shared: false };
const reader = { name: 'Cy', status: 'accepted', plan_shared: true };
const other = { name: 'Di', status: 'accepted', plan_shared: true };

describe('who holds a copy of the plan', () => {
  it('is the first contact who accepted and with whom it is shared [X-05]', () => {
    expect(copyHolderOf([asked, withheld, reader, other])).toBe(reader);
  });

  it('is never a contact who has not agreed, or from whom the plan is withheld [X-05]', () => {
    expect(copyHolderOf([asked, withheld])).toBeUndefined();
    expect(copyHolderOf([])).toBeUndefined();
  });
});
