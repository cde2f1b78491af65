import { feature as acp } from './features/acp/feature.ts';
import { feature as billing } from './features/billing/feature.ts';
import { feature as clinicalAccess } from './features/clinical-access/feature.ts';
import { feature as clinicalRecords } from './features/clinical-records/feature.ts';
import { feature as customers } from './features/customers/feature.ts';
import { feature as duplicates } from './features/duplicates/feature.ts';
import { feature as earlierFiles } from './features/earlier-files/feature.ts';
import { feature as emergency } from './features/emergency/feature.ts';
import { feature as emergencyCard } from './features/emergency-card/feature.ts';
import { feature as exchange } from './features/exchange/feature.ts';
import { feature as facilities } from './features/facilities/feature.ts';
import { feature as files } from './features/files/feature.ts';
import { feature as guides } from './features/guides/feature.ts';
import { feature as healthLinks } from './features/health-links/feature.ts';
import { feature as help } from './features/help/feature.ts';
import { feature as impersonation } from './features/impersonation/feature.ts';
import { feature as integrations } from './features/integrations/feature.ts';
import { feature as mailSettings } from './features/mail-settings/feature.ts';
import { feature as notifications } from './features/notifications/feature.ts';
import { feature as overview } from './features/overview/feature.ts';
import { feature as permissions } from './features/permissions/feature.ts';
import { feature as pictures } from './features/pictures/feature.ts';
import { feature as privacy } from './features/privacy/feature.ts';
import { feature as profile } from './features/profile/feature.ts';
import { feature as providerBilling } from './features/provider-billing/feature.ts';
import { feature as providers } from './features/providers/feature.ts';
import { feature as providerSignIn } from './features/provider-sign-in/feature.ts';
import { feature as reports } from './features/reports/feature.ts';
import { feature as secondStep } from './features/second-step/feature.ts';
import { feature as sessions } from './features/sessions/feature.ts';
import { feature as sharedPlan } from './features/shared-plan/feature.ts';
import { feature as sharing } from './features/sharing/feature.ts';
import { feature as signIn } from './features/sign-in/feature.ts';
import { feature as signUp } from './features/sign-up/feature.ts';
import { feature as staff } from './features/staff/feature.ts';
import { feature as status } from './features/status/feature.ts';
import { feature as subscriptionPlans } from './features/subscription-plans/feature.ts';
import type { Feature } from './pipeline/feature.ts';
import { isOperation, type Operation } from './pipeline/operation.ts';

/** The order is that of the tasks of an event, and of the parts of a nightly task, that several features have. */
const list = [
  signIn,
  sessions,
  signUp,
  secondStep,
  profile,
  staff,
  impersonation,
  acp,
  clinicalAccess,
  clinicalRecords,
  exchange,
  providers,
  providerSignIn,
  pictures,
  privacy,
  files,
  customers,
  duplicates,
  billing,
  subscriptionPlans,
  providerBilling,
  mailSettings,
  emergency,
  sharedPlan,
  sharing,
  emergencyCard,
  healthLinks,
  facilities,
  earlierFiles,
  integrations,
  guides,
  help,
  notifications,
  overview,
  status,
  permissions,
  reports,
] as const satisfies readonly Feature[];

/** The exact types of the features, with the events that they handle. */
export type ListedFeature = (typeof list)[number];

/** Every feature of the product. Operations, GraphQL fields, routes, job handlers and nightly tasks come from this list. */
export const features: readonly Feature[] = list;

/** Every operation of the product. The access matrix checks this list, and finds an operation that is declared elsewhere. */
export const operations: readonly Operation<unknown>[] = features.flatMap((feature) =>
  feature.operations.flatMap((module) => Object.values(module).filter(isOperation)),
);
