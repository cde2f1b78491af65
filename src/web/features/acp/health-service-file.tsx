import { useText } from '../../app/texts.tsx';
import { useAction } from '../../forms/use-action.ts';
import { PdfProblem } from '../../plan-view/pdf/download-pdf.tsx';
import { fetchPlanFhir, saveFile } from '../../plan-view/pdf/pdf-file.ts';
import css from '../../plan-view/plan.module.css';
import { Button, type StateWords } from '../../ui/buttons/button.tsx';
import { Card } from '../../ui/card.tsx';
import { useVoicedText } from '../../plan-view/voiced-text.ts';

const words: StateWords = {
  pending: 'myAcp.fhir.preparing',
  complete: 'success.downloadDone',
  error: 'common.tryAgain',
};

/** Time for which the button shows the result, in milliseconds. */
const resetMs = 4000;

/** Download of the plan as a FHIR document, with a one-line explanation. */
export function HealthServiceFile() {
  const said = useVoicedText();
  const t = useText();
  const { run, state, problems } = useAction(async () => saveFile(await fetchPlanFhir()), { resetMs });
  return (
    <Card title={t('myAcp.fhir.title')} lead={said('myAcp.fhir.what')}>
      <div className={css.cardActs}>
        <Button
          variant="two"
          icon="download"
          state={state}
          words={words}
          keepsRoom
          onClick={() => void run()}
        >
          {t('myAcp.fhir')}
        </Button>
        <PdfProblem failed={problems.length > 0} />
      </div>
    </Card>
  );
}
