import { summaryKinds, type SummaryKind } from '../../../../domain/fhir/summaries/summary-kinds.ts';
import { useText } from '../../../app/texts.tsx';
import { ProblemList } from '../../../forms/errors/problem-list.tsx';
import { useAction } from '../../../forms/use-action.ts';
import { saveFile } from '../../../plan-view/pdf/pdf-file.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { Disclosure } from '../../../ui/disclosure.tsx';
import { fetchHandoverSummary } from './hospital-api.ts';
import css from './hospital.module.css';

/** Time for which a button shows the result, in milliseconds. */
const resetMs = 4000;

/** The plan for the software of a hospital, as two kinds of FHIR files. */
export function SummaryFiles({ userId }: { userId: string }) {
  const t = useText();
  return (
    <div className={css.files}>
      <Disclosure summary={t('hospital.fhir')}>
        <p>{t('hospital.fhir.what')}</p>
        {summaryKinds.map((kind) => (
          <SummaryButton key={kind} userId={userId} kind={kind} />
        ))}
      </Disclosure>
    </div>
  );
}

function SummaryButton({ userId, kind }: { userId: string; kind: SummaryKind }) {
  const t = useText();
  const { run, state, problems } = useAction(async () => saveFile(await fetchHandoverSummary(userId, kind)), {
    resetMs,
    texts: { 'not-found': 'hospital.fhir.none' },
  });
  return (
    <div className={css.buttons}>
      <Button
        variant="two"
        icon="download"
        state={state}
        words={{
          pending: 'hospital.fhir.pending',
          complete: 'success.downloadDone',
          error: 'common.tryAgain',
        }}
        keepsRoom
        onClick={() => void run()}
      >
        {t(`hospital.fhir.${kind}`)}
      </Button>
      <ProblemList problems={problems} />
    </div>
  );
}
