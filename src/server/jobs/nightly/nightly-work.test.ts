import { expect, it } from 'vitest';
import { features } from '../../features.ts';
import { tidyImports } from '../../features/customers/import/running/run-import.ts';
import { tidyFiles } from '../../features/files/nightly.ts';
import type { Services } from '../../pipeline/context.ts';
import { nightlyTasks } from './nightly-work.ts';

it('keeps the names under which nightly tasks are stored [fault 17]', () => {
  const names = nightlyTasks({} as Services, () => {}).map(({ name }) => name);
  expect(names.toSorted()).toEqual([
    'audit-trail',
    'care-systems',
    'clean-up',
    'clinical-access',
    'contacts',
    'duplicate-records',
    'files',
    'finished-jobs',
    'health-links',
    'installation',
    'integrations',
    'medicare-cards',
    'partitions',
    'payment-books',
    'payment-plans',
    'plan-reviews',
    'provider-billing',
    'sign-ups',
    'summaries',
    'wishes',
  ]);
});

it('removes unfinished uploads and then the lists that were never imported, as one task', () => {
  const parts = features.flatMap(({ nightly = [] }) => nightly).filter(({ name }) => name === 'files');
  expect(parts.map(({ run }) => run)).toEqual([tidyFiles, tidyImports]);
});
