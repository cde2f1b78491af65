import { setTimeout as pause } from 'node:timers/promises';
import type { Bundle } from 'fhir/r4';
import { currentDefinition } from '../../src/domain/questionnaire/definition.ts';
import { place } from '../../src/server/db/sealing/sealed-columns.ts';
import { fullAnswers, signingAnswers } from '../../src/server/demo/demo-answers.ts';
import { clinicalClient } from '../../src/server/features/clinical-access/clinical.fixture.ts';
import { person, provider } from '../../testing/people.ts';
import { openCard, type OpenedCard } from '../emergency.ts';
import { quantile, type Figure } from '../measuring/figure.ts';
import { memoryOf } from '../measuring/processes.ts';
import { onStage, type Stage } from '../stage.ts';

/** Residents with a signed plan, made without the questionnaire, which would take an hour. */
async function addResidents({ services }: Stage, providerId: string, residents: number): Promise<void> {
  const { db, keyring } = services;
  const answers = { ...fullAnswers(), ...(await signingAnswers('Margaret Doyle', 1)) };
  for (let made = 0; made < residents; made += 10)
    await Promise.all(
      Array.from({ length: 10 }, async () => {
        const { acpId } = await person(services, { providerId });
        await db
          .updateTable('acps')
          .set({ status: 'complete', version: 1, plan_version: 1, completed_at: new Date() })
          .set({ definition_version: currentDefinition.version, updated_at: new Date() })
          .set({ answers_sealed: keyring.sealJson(place('acps', 'answers_sealed', acpId), answers) })
          .where('id', '=', acpId)
          .execute();
      }),
    );
}

const msOf = async (work: () => Promise<unknown>): Promise<number> => {
  const started = performance.now();
  await work();
  return performance.now() - started;
};

const sorted = (times: number[]) => times.toSorted((a, b) => a - b);

/** Opens the emergency page repeatedly until a promise settles; returns the times in milliseconds, in order. */
async function openWhile(origin: string, { path, cookie }: OpenedCard, work: Promise<unknown>) {
  let isOver = false;
  void work.finally(() => (isOver = true));
  const times: number[] = [];
  while (!isOver) {
    times.push(await msOf(async () => (await fetch(origin + path, { headers: { cookie } })).text()));
    await pause(20);
  }
  await work;
  return sorted(times);
}

type Reader = (path: string) => Promise<Bundle>;

/** Returns a function that reads an address of the interface, with a token that is valid for an hour. */
async function readerOf(stage: Stage, origin: string, providerId: string): Promise<Reader> {
  const { token, clientId } = await clinicalClient(stage, providerId);
  await stage.services.db
    .updateTable('clinical_tokens')
    .set({ expires_at: new Date(Date.now() + 3_600_000) })
    .where('client_id', '=', clientId)
    .execute();
  const headers = { authorization: `Bearer ${token}` };
  return async (path) => {
    const response = await fetch(`${origin}/fhir/${path}`, { headers });
    if (response.status !== 200) throw new Error(`${path}: ${response.status}`);
    return (await response.json()) as Bundle;
  };
}

/** Reads every page of signed versions. Returns the ids and the time of each page. */
async function readPages(read: Reader, base: string): Promise<{ ids: string[]; times: number[] }> {
  const [ids, times]: [string[], number[]] = [[], []];
  let path: string | undefined = 'DocumentReference?_count=100';
  while (path !== undefined) {
    const started = performance.now();
    const page: Bundle = await read(path);
    times.push(performance.now() - started);
    ids.push(...(page.entry ?? []).map(({ resource }) => resource?.id ?? ''));
    path = page.link?.find(({ relation }) => relation === 'next')?.url.slice(base.length);
  }
  return { ids, times: sorted(times) };
}

/** Measures a clinical system that copies the plans of all its residents, and the emergency page beside it. */
export function benchClinical(residents = 5_000, bundles = 300): Promise<Figure[]> {
  return onStage(async (stage) => {
    const { origin, pid } = await stage.serve('ours');
    const house = await provider(stage.services);
    await addResidents(stage, house, residents);
    const card = await openCard(stage, origin);
    await stage.settle();
    const read = await readerOf(stage, origin, house);
    const base = `${stage.services.config.publicUrl}/fhir/`;
    const { ids, times } = await readPages(read, base);
    if (ids.length !== residents) throw new Error(`${ids.length} of ${residents} were listed`);
    const compositions: number[] = [];
    const each = async (some: readonly string[]) => {
      for (const id of some) compositions.push(await msOf(() => read(`Composition/${id}`)));
    };
    await each(ids.slice(0, 500));
    const before = memoryOf(pid).now;
    await each(ids.slice(500));
    const after = memoryOf(pid);
    const quiet = await openWhile(origin, card, pause(10_000));
    const copying = async () => {
      for (const id of ids.slice(0, bundles)) await read(`Bundle/${id}`);
    };
    const started = performance.now();
    const busy = await openWhile(origin, card, copying());
    const perSecond = (bundles * 1_000) / (performance.now() - started);
    const p99 = (values: number[]) => quantile(values, 0.99);
    return [
      {
        name: `a page of 100 signed versions of ${residents} residents`,
        value: quantile(times, 0.5),
        unit: 'ms',
        about: `${times.length} pages; the slowest ${times.at(-1)?.toFixed(0)} ms`,
      },
      { name: 'a plan in words, recorded', value: quantile(sorted(compositions), 0.5), unit: 'ms' },
      {
        name: `memory of the server while ${residents - 500} more plans are read`,
        value: after.now - before,
        unit: 'MB',
        goal: { most: 60 },
        about: `${before.toFixed(0)} MB after 500 plans, ${after.now.toFixed(0)} MB after all; at most ${after.peak.toFixed(0)} MB`,
      },
      { name: 'documents with their PDF', value: perSecond, unit: '/s' },
      {
        name: 'p99 of the emergency page while documents are copied, to that of a quiet server',
        value: p99(busy) / p99(quiet),
        unit: 'x',
        goal: { most: 1.5 },
        about: `${p99(busy).toFixed(1)} ms to ${p99(quiet).toFixed(1)} ms; median ${quantile(busy, 0.5).toFixed(1)} to ${quantile(quiet, 0.5).toFixed(1)} ms`,
      },
    ];
  });
}
