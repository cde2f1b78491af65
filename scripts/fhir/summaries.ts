import type { Bundle, Composition, DocumentReference } from 'fhir/r4';
import { noted, onBehalf } from '../../src/domain/fhir/document.fixture.ts';
import { planBundle } from '../../src/domain/fhir/bundle.ts';
import { summaryFacts, uploadedForm } from '../../src/domain/fhir/summaries/summary.fixture.ts';
import { summaryKinds, type SummaryKind } from '../../src/domain/fhir/summaries/summary-kinds.ts';
import { summaryBundle } from '../../src/domain/fhir/summaries/summary.ts';

type Facts = ReturnType<typeof summaryFacts>;

/** Returns the facts with the whole document as its file, as the server makes them. */
function withDocument(facts: Facts): Facts {
  const bytes = Buffer.from(JSON.stringify(planBundle(facts.plan)));
  const document = { ...facts.document, base64: bytes.toString('base64'), size: bytes.length };
  return { ...facts, document };
}

const kinds: Record<string, Facts> = {
  plain: summaryFacts(),
  papers: summaryFacts({ answers: noted() }, { papers: [uploadedForm] }),
  chinese: summaryFacts({ language: 'zh' }),
  'on-behalf': summaryFacts({ owner: onBehalf }, { house: null }),
  hostile: summaryFacts({}, { house: 'House <b> \u0007\u202e & Co' }),
};

const named = (kind: SummaryKind) =>
  Object.entries(kinds).map(([name, facts]): [string, Bundle] => [
    `${kind}-${name}`,
    summaryBundle(kind, withDocument(facts)),
  ]);

/** Returns summaries for a hospital of each kind, by name, for the validator. */
export const summaryExamples = (): Record<string, Bundle> => Object.fromEntries(summaryKinds.flatMap(named));

const damages: Record<string, (composition: Composition, bundle: Bundle) => unknown> = {
  'no-subject-entry': (_, bundle) => bundle.entry?.splice(1, 1),
  'entry-and-empty-reason': ({ section }) =>
    Object.assign(section?.[0] ?? {}, { emptyReason: { text: 'Nothing' } }),
  'no-type': (composition) => Reflect.deleteProperty(composition, 'type'),
  'attachment-not-base64': (_, bundle) => {
    const found = bundle.entry?.find(({ resource }) => resource?.resourceType === 'DocumentReference');
    const content = (found?.resource as DocumentReference | undefined)?.content[0];
    if (content) content.attachment.data = 'not base64!';
  },
};

/** Returns damaged summaries, which the validator must refuse, by name. */
export function damagedSummaries(): Record<string, Bundle> {
  const whole = summaryBundle('patient-summary', withDocument(summaryFacts()));
  return Object.fromEntries(
    Object.entries(damages).map(([name, damage]) => {
      const bundle = structuredClone(whole);
      damage(bundle.entry?.[0]?.resource as Composition, bundle);
      return [`summary-${name}`, bundle];
    }),
  );
}
