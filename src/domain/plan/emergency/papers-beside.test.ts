import { expect, it } from 'vitest';
import { papersBesidePlan } from './papers-beside.ts';

const plan = {
  status: 'complete' as const,
  external: true,
  completed_at: '2026-03-01T02:00:00Z',
  updated_at: '2026-03-01T02:00:00Z',
};

const paper = (file_name: string, activated_timestamp: string | null, more = {}) => ({
  file_name,
  activated_timestamp,
  is_eol: true,
  is_active: true,
  ...more,
});

it('names the newest paper beside a signed plan, and which of the two is newer by dates in Melbourne [D-60]', () => {
  const files = [
    paper('old.pdf', '2025-01-01T00:00:00Z'),
    paper('letter.pdf', '2026-03-02T14:00:00Z'),
    paper('not yet.pdf', null),
    paper('replaced.pdf', '2026-04-01T00:00:00Z', { is_active: false }),
    paper('own.pdf', '2026-04-01T00:00:00Z', { is_eol: false }),
  ];
  expect(papersBesidePlan(plan, files)).toEqual({
    name: 'letter.pdf',
    added: '2026-03-03',
    byStaff: true,
    isOnly: false,
    age: 'newer',
    plan: '2026-03-01',
  });
  expect(papersBesidePlan(plan, files.slice(0, 1))).toMatchObject({ isOnly: true, age: 'older' });
  const changed = { ...plan, updated_at: '2026-03-02T15:00:00Z' };
  expect(papersBesidePlan(changed, files)).toMatchObject({ age: 'sameDay', plan: '2026-03-03' });
});

it('names the directive that the person added if no paper of staff is in force [UPLOAD-21] [D-60]', () => {
  const own = paper('own.pdf', '2026-02-01T00:00:00Z', { is_eol: false });
  const ofStaff = paper('letter.pdf', '2026-03-02T14:00:00Z');
  const found = { name: 'own.pdf', byStaff: false, isOnly: true, age: 'older' };
  expect(papersBesidePlan(plan, [own])).toMatchObject(found);
  expect(papersBesidePlan({ ...plan, external: false }, [ofStaff, own])).toMatchObject(found);
  expect(papersBesidePlan({ ...plan, status: 'draft' }, [own])).toBeNull();
});

it('names no paper of staff if the plan is not external, and none if it is not signed or has none [D-60]', () => {
  const files = [paper('letter.pdf', '2026-03-02T14:00:00Z')];
  expect(papersBesidePlan({ ...plan, external: false }, files)).toBeNull();
  expect(papersBesidePlan({ ...plan, status: 'draft' }, files)).toBeNull();
  expect(papersBesidePlan(plan, [])).toBeNull();
});
