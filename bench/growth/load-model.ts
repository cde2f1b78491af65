/** Processor time of one request, in milliseconds: of the web process, of its PDF process, and of the primary database. */
export type Cost = { web: number; pdf: number; primary: number };

export const costNames = [
  'signIn',
  'dashboard',
  'readPlan',
  'draftSave',
  'signedSave',
  'emergencyPin',
  'emergencyPage',
  'planPdf',
  'file',
] as const;
export type CostName = (typeof costNames)[number];

/** Measurements of one machine. */
export type Coefficients = {
  cost: Readonly<Record<CostName, Cost>>;
  /** Processor time of the primary for an idle web process, in milliseconds a second. */
  idlePrimary: number;
  /** Memory in megabytes of a web process and of its PDF process, and of one open web socket in kilobytes. */
  memory: { web: number; pdf: number; socketKb: number };
  connections: number;
  /** Kilobytes in the database of one customer with the history of `customerHistory`, and of each further signed version. */
  customerKb: number;
  /** Kilobytes of WAL of a draft save and of a signed save with its jobs. */
  wal: { draftSave: number; signedSave: number };
};

/** History of the measured customer. */
export const customerHistory = '2 contacts, 9 draft saves, 3 signed versions, 3 openings';

/** Requests of one visit. */
export const visit: Readonly<Partial<Record<CostName, number>>> = {
  signIn: 1,
  dashboard: 1,
  readPlan: 10,
  draftSave: 12,
  signedSave: 0.3,
  planPdf: 0.3,
  file: 20,
};

export const assumptions = {
  /** Shares of all people who visit in the busiest hour of a usual day, and in the hour after a campaign. */
  busiestHour: 0.003,
  campaignHour: 0.05,
  /** Duration of a visit's web socket, in seconds. */
  socketSeconds: 1_200,
  /** Processor utilisation of web servers and of the database in the hour after a campaign. */
  webLoad: 0.5,
  primaryLoad: 0.5,
  /** Megabytes a second of a restore. */
  restoreMb: 250,
  /** Cores of the largest database server in the model. */
  largestPrimary: 16,
  /** Maximum duration of a full restore, in hours. */
  restoreHours: 1,
} as const;

/** Processor time of one visit, in milliseconds. */
export function visitCost({ cost }: Coefficients): Cost {
  const sum = { web: 0, pdf: 0, primary: 0 };
  for (const name of costNames)
    for (const part of ['web', 'pdf', 'primary'] as const) sum[part] += cost[name][part] * (visit[name] ?? 0);
  return sum;
}

export type Hour = {
  peoplePerSecond: number;
  webCores: number;
  pdfCores: number;
  primaryCores: number;
  savesPerSecond: number;
  sockets: number;
  walMb: number;
};

/** Returns the requirements of one hour in which this share of all people visit, evenly. */
export function hourOf(coefficients: Coefficients, people: number, share: number): Hour {
  const peoplePerSecond = (people * share) / 3_600;
  const { web, pdf, primary } = visitCost(coefficients);
  const { draftSave = 0, signedSave = 0 } = visit;
  const { wal } = coefficients;
  return {
    peoplePerSecond,
    webCores: (peoplePerSecond * web) / 1_000,
    pdfCores: (peoplePerSecond * pdf) / 1_000,
    primaryCores: (peoplePerSecond * primary) / 1_000,
    savesPerSecond: peoplePerSecond * (draftSave + signedSave),
    sockets: peoplePerSecond * assumptions.socketSeconds,
    walMb: (peoplePerSecond * (draftSave * wal.draftSave + signedSave * wal.signedSave)) / 1_000,
  };
}

export type Size = {
  people: number;
  usual: Hour;
  campaign: Hour;
  /** Web processes, one of them to spare, each with one core, and the memory of all in gigabytes. */
  processes: number;
  webMemoryGb: number;
  connections: number;
  /** Cores of the primary at the assumed load, including the cost of idle processes. */
  primaryCores: number;
  databaseGb: number;
  restoreMinutes: number;
};

/** Returns the requirements of an installation with this number of people. */
export function sizeFor(coefficients: Coefficients, people: number): Size {
  const { memory, customerKb, connections, idlePrimary } = coefficients;
  const usual = hourOf(coefficients, people, assumptions.busiestHour);
  const campaign = hourOf(coefficients, people, assumptions.campaignHour);
  const processes = Math.max(1, Math.ceil((campaign.webCores + campaign.pdfCores) / assumptions.webLoad)) + 1;
  const databaseGb = (people * customerKb) / 1e6;
  return {
    people,
    usual,
    campaign,
    processes,
    webMemoryGb: (processes * (memory.web + memory.pdf)) / 1_000 + (campaign.sockets * memory.socketKb) / 1e6,
    connections: processes * connections,
    primaryCores: (campaign.primaryCores + (processes * idlePrimary) / 1_000) / assumptions.primaryLoad,
    databaseGb,
    restoreMinutes: (databaseGb * 1_000) / assumptions.restoreMb / 60,
  };
}

/** Returns the maximum number of people for one database: by the cores of its primary, and by the time of a restore. */
export function limitsOf(coefficients: Coefficients): { byCores: number; byRestore: number } {
  const { primary } = visitCost(coefficients);
  const perSecond = (assumptions.largestPrimary * assumptions.primaryLoad * 1_000) / primary;
  return {
    byCores: (perSecond * 3_600) / assumptions.campaignHour,
    byRestore: (assumptions.restoreHours * 3_600 * assumptions.restoreMb * 1_000) / coefficients.customerKb,
  };
}

const rounded = (value: number) => Number(value.toPrecision(2)).toLocaleString('en-AU');

/** Returns the table of sizes in Markdown, with the assumptions below it. */
export function tableOf(coefficients: Coefficients, numbers: readonly number[]): string[] {
  const sizes = numbers.map((people) => sizeFor(coefficients, people));
  const line = (title: string, cell: (size: Size) => string) =>
    `| ${[title, ...sizes.map(cell)].join(' | ')} |`;
  const hour = ({ peoplePerSecond, webCores, pdfCores, primaryCores, savesPerSecond }: Hour) =>
    `${rounded(peoplePerSecond)} people/s; ${rounded(webCores)} + ${rounded(pdfCores)} + ${rounded(primaryCores)} cores; ${rounded(savesPerSecond)} saves/s`;
  const limits = limitsOf(coefficients);
  const { busiestHour, campaignHour, socketSeconds, largestPrimary, restoreMb, restoreHours } = assumptions;
  return [
    line('', ({ people }) => people.toLocaleString('en-AU')),
    `|${'---|'.repeat(numbers.length + 1)}`,
    line('busiest hour: people, cores of web + PDF + primary, saves', ({ usual }) => hour(usual)),
    line('campaign hour', ({ campaign }) => hour(campaign)),
    line(
      'sockets and WAL in the campaign hour',
      ({ campaign }) => `${rounded(campaign.sockets)}; ${rounded(campaign.walMb)} MB/s`,
    ),
    line(
      'web processes (one to spare), memory, connections',
      ({ processes, webMemoryGb, connections }) => `${processes}; ${rounded(webMemoryGb)} GB; ${connections}`,
    ),
    line(
      'cores of the primary, half loaded',
      ({ primaryCores }) => `${Math.max(1, Math.ceil(primaryCores))}`,
    ),
    line('database', ({ databaseGb }) => `${rounded(databaseGb)} GB`),
    line(`restore at ${restoreMb} MB/s`, ({ restoreMinutes }) => `${rounded(restoreMinutes)} min`),
    '',
    `One primary of ${largestPrimary} cores carries ${rounded(limits.byCores)} people; a restore within ${restoreHours} h, ${rounded(limits.byRestore)} people.`,
    `Assumed: ${busiestHour * 100} % of all people visit in the busiest hour, ${campaignHour * 100} % in the hour after a campaign; a visit is ${Object.entries(
      visit,
    )
      .map(([name, times]) => `${times} ${name}`)
      .join(', ')}; a page stays open for ${socketSeconds / 60} minutes;`,
    `a customer has ${customerHistory}; everything is linear; cores as this machine's; no attack; uploaded files, lists of staff and imports are not counted.`,
  ];
}
