import type { Feature } from '../../pipeline/feature.ts';
import { checkTrail } from './audit/check-trail.ts';
import './audit/graphql.ts';
import * as audit from './audit/operations.ts';
import './company/graphql.ts';
import * as company from './company/operations.ts';
import './completions/graphql.ts';
import * as completions from './completions/operations.ts';
import './conversations/graphql.ts';
import * as conversations from './conversations/operations.ts';
import './customers/graphql.ts';
import * as customers from './customers/operations.ts';
import * as evidence from './evidence/operations.ts';
import { registerEvidence } from './evidence/evidence-route.ts';
import { registerReportPapers } from './paper/paper-routes.ts';
import * as papers from './paper/print-operation.ts';
import { registerReportRoutes } from './rest.ts';
import './subscriptions/graphql.ts';
import * as subscriptions from './subscriptions/operations.ts';

export const feature = {
  name: 'reports',
  operations: [company, completions, conversations, customers, subscriptions, audit, papers, evidence],
  routes(app) {
    registerReportRoutes(app);
    registerReportPapers(app);
    registerEvidence(app);
  },
  nightly: [
    {
      name: 'audit-trail',
      failed: 'The audit trail could not be checked, which is tried again',
      run: checkTrail,
    },
  ],
} as const satisfies Feature;
