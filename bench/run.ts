import { availableParallelism, loadavg } from 'node:os';
import { benchEmergency } from './emergency.ts';
import { benchClinical } from './exchange/clinical.ts';
import { benchExchange } from './exchange/exchange.ts';
import { benchFiles } from './files.ts';
import { benchCapacity } from './growth/capacity.ts';
import { benchPartitions } from './growth/partitions.ts';
import { lineOf, verdictOf, type Figure } from './measuring/figure.ts';
import { benchLighthouse } from './web/lighthouse.ts';
import { benchPerson } from './web/person.ts';
import { benchMemory } from './memory.ts';
import { benchNotifications } from './notifications.ts';
import { benchPage } from './web/page.ts';
import { benchPdf } from './pdf.ts';
import { benchCompanyFees } from './payments/company-fees.ts';
import { benchProviderFees } from './payments/provider-fees.ts';
import { benchRenewals } from './payments/renewals.ts';
import { benchScale, scaleParts } from './scale/scale.ts';
import { benchColdReports } from './scale/reports/restarted.ts';
import { benchCareSync } from './scale/care-sync.ts';
import { benchImport } from './scale/import.ts';
import { benchProviders } from './scale/providers.ts';
import { benchPooler } from './pooler.ts';
import { benchReplica } from './replica.ts';
import { benchSaving } from './saving.ts';
import { benchSessions } from './sessions.ts';
import { benchSignInFlood } from './sign-in-flood.ts';
import { benchStart } from './start.ts';
import { benchTraces } from './traces.ts';
import { benchWebhooks } from './payments/webhooks.ts';
import { benchWeight } from './web/weight.ts';

/**
 * npm run bench [-- name...] [--json] (scripts/bench.mjs): runs all benchmarks except the large ones, or those named, and prints
 * a line for each figure, or for each failed measurement. For `scale`, parts may be named, as in `scale/list,search`, and
 * `--customers=200000` reduces its size and that of `providers`; `--keep=folder` keeps its database for the next run, also for
 * `cold-reports`. Exits with 1 only if a measurement failed, not if a goal is missed.
 */
const benches: Readonly<Record<string, () => Promise<Figure[]>>> = {
  saving: benchSaving,
  sessions: benchSessions,
  flood: benchSignInFlood,
  emergency: benchEmergency,
  exchange: benchExchange,
  files: benchFiles,
  notifications: benchNotifications,
  page: benchPage,
  weight: benchWeight,
  lighthouse: benchLighthouse,
  pdf: benchPdf,
  start: benchStart,
  memory: benchMemory,
  renewals: benchRenewals,
  webhooks: benchWebhooks,
  traces: benchTraces,
  fees: benchProviderFees,
};

const customers = Number(/--customers=(\d+)/.exec(process.argv.join(' '))?.[1] ?? 1_000_000);
const keptIn = /--keep=(\S+)/.exec(process.argv.join(' '))?.[1] ?? null;
/** Run only when named: they take minutes and some gigabytes. */
const large: typeof benches = {
  scale: () => benchScale({ parts: scaleParts, customers, keptIn }),
  'cold-reports': () => benchColdReports({ customers, keptIn }),
  providers: () => benchProviders({ customers }),
  import: () => benchImport(),
  replica: benchReplica,
  pooler: benchPooler,
  person: benchPerson,
  partitions: benchPartitions,
  capacity: benchCapacity,
  'company-fees': benchCompanyFees,
  'care-sync': () => benchCareSync(),
  clinical: () => benchClinical(),
};
const known = { ...benches, ...large };

const inJson = process.argv.includes('--json');
const asked = process.argv.slice(2).filter((word) => !word.startsWith('--'));
const names = asked.length > 0 ? asked : Object.keys(benches);

/** Returns the benchmarks for a name; undefined for an unknown name. */
function benchOf(name: string): (() => Promise<Figure[]>) | undefined {
  const [bench = '', ...named] = name.split(/[/,]/);
  if (bench !== 'scale' || named.length === 0) return Object.hasOwn(known, name) ? known[name] : undefined;
  const parts = scaleParts.filter((part) => named.includes(part));
  return parts.length === named.length ? () => benchScale({ parts, customers, keptIn }) : undefined;
}

const unknown = names.filter((name) => !benchOf(name));
if (unknown.length > 0) {
  console.error(`There is no ${unknown.join(', ')}. Choose among: ${Object.keys(known).join(', ')}.`);
  process.exit(1);
}

const results: unknown[] = [];
for (const name of names) {
  try {
    const figures = (await benchOf(name)?.()) ?? [];
    for (const figure of figures) {
      results.push({ bench: name, ...figure, verdict: verdictOf(figure), load: loadavg()[0] });
      if (!inJson) console.log(lineOf(figure));
    }
  } catch (error) {
    process.exitCode = 1;
    const { message } = error as Error;
    results.push({ bench: name, verdict: 'not measured', about: message });
    if (!inJson) console.log(`${name.padEnd(34)}  not measured  (${message})`);
  }
}
if (inJson) console.log(JSON.stringify(results, undefined, 2));
else console.log(`Load average ${loadavg()[0]?.toFixed(1)} on ${availableParallelism()} processors.`);
process.exit();
