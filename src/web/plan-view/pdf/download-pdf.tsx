import type { PlainTextKey } from '../../../domain/i18n/texts.ts';
import { useText } from '../../app/texts.tsx';
import { Button, type ButtonVariant, type StateWords } from '../../ui/buttons/button.tsx';
import { Icon } from '../../ui/drawings/icon.tsx';
import { useAction } from '../../forms/use-action.ts';
import { fetchPlanPdf, planPdfPath, saveFile } from './pdf-file.ts';
import css from '../plan.module.css';

const words: StateWords = {
  pending: 'myAcp.pdfState.preparing',
  complete: 'success.downloadDone',
  error: 'common.tryAgain',
};

/** Time for which the button shows the result, in milliseconds. An error stays beside it until the next try. */
const resetMs = 4000;

/** State of downloading the plan, or an earlier version of it. The button and the error may be in different places. */
export const usePdfDownload = (version?: number) => useDownloadFrom(planPdfPath(version));

/** The same for a plan at another address. */
export function useDownloadFrom(path: string) {
  const { run, state, problems } = useAction(async () => saveFile(await fetchPlanPdf(path)), { resetMs });
  return { state, failed: problems.length > 0, download: () => void run() };
}

type Download = ReturnType<typeof usePdfDownload>;

/** Button that downloads the plan as a PDF (PLAN-03). */
export function PdfButton({
  state,
  download,
  variant = 'two',
  label = 'myAcp.pdf',
}: Download & { variant?: ButtonVariant; label?: PlainTextKey }) {
  const t = useText();
  return (
    <Button variant={variant} icon="download" state={state} words={words} keepsRoom onClick={download}>
      {t(label)}
    </Button>
  );
}

/** Error of the download, until the next try (ERR-26). */
export function PdfProblem({ failed }: Pick<Download, 'failed'>) {
  const t = useText();
  return (
    <div role="alert" className={css.problems}>
      {failed && (
        <div className={css.problem}>
          <Icon name="circle-alert" />
          <p>
            <b>{t('myAcp.pdfState.failed')}</b> <span>{t('myAcp.pdfState.failedBody')}</span>
          </p>
        </div>
      )}
    </div>
  );
}
